import Foundation
import LarderModel
import Testing

@testable import LarderProtocol

@Suite("Effects as bytes") struct JobEffectMappingTests {
    @Test func `an effect with every field set comes out of its bytes as it went in`() throws {
        let effect = SampleRecords.effect
        // Only the catalog knows whether a list alone has named an item; of two pages one is an item's own, and one job
        // is redirected.
        let unset = Self.unset(effect, "effect").filter { !$0.hasSuffix(".isPartial") }
        #expect(unset.count { $0.hasSuffix(".earlier") } == 1)
        #expect(unset.count { $0.hasSuffix(".redirect") } == SampleRecords.specs.count - 1)
        // Bytes are no field of their own.
        let others = unset.filter { name in [".earlier", ".redirect", ".element"].allSatisfy { !name.hasSuffix($0) } }
        #expect(others == [], "a field that the sample leaves out is not tested")
        #expect(try JobEffect(serializedBytes: effect.serializedBytes()) == effect)
    }

    @Test func `equal effects have equal bytes`() throws {
        var effect = JobEffect()
        var reversed = JobEffect()
        let origins = (0..<50).map { ("recipe:sample:\($0)", Provenance(url: "u", fetchedAt: 1, readerVersion: 1)) }
        for (urn, origin) in origins { effect.provenance[urn] = origin }
        for (urn, origin) in origins.reversed() { reversed.provenance[urn] = origin }
        #expect(effect.serializedBytes() == reversed.serializedBytes())
    }

    @Test func `what is absent stays absent, and what is empty or 0 stays so`() throws {
        var effect = JobEffect()
        effect.recipes = [
            Recipe(urn: "a", recordID: "", title: "", ingredients: [Ingredient(text: "")]),
            Recipe(
                urn: "b",
                recordID: "",
                title: "",
                socialRank: 0,
                ingredients: [Ingredient(text: "", quantity: 0)],
                servings: 0,
                cookingMinutes: 0
            ),
        ]
        effect.articles = [
            Article(urn: "a", title: ""),
            Article(
                urn: "b",
                outletID: "",
                author: "",
                title: "",
                summary: "",
                publishedText: "",
                publishedAt: 0,
                content: ""
            ),
        ]
        effect.outlets = [
            Outlet(urn: "a", outletID: "", name: ""),
            Outlet(
                urn: "b",
                outletID: "",
                name: "",
                summary: "",
                url: "",
                category: "",
                language: "",
                country: "",
                sortOrders: [""]
            ),
        ]
        effect.images = [ImageOriginal(urn: "", url: "", digest: .zero, byteCount: 0)]
        effect.decodings = [ImageDecoding(urn: "", digest: .zero, readerVersion: 0)]
        effect.texts = [
            RenderedText(urn: "", itemURN: "", htmlDigest: .zero, plain: "", runs: "", readerVersion: 0)
        ]
        effect.provenance = ["": Provenance(url: "", fetchedAt: 0, readerVersion: 0)]
        effect.found = [FoundJob(spec: JobSpec(source: "", work: .discover(DiscoverWork(target: ""))))]
        effect.notes = [JobNote(code: "", message: "", urn: "")]
        effect.fetch = FetchMetrics()
        #expect(try JobEffect(serializedBytes: effect.serializedBytes()) == effect)
        #expect(JobEffect().serializedBytes() == [])
        #expect(try JobEffect(serializedBytes: []) == JobEffect())
    }

    @Test func `of two origins of one record the first counts`() throws {
        var effect = WireEffect()
        effect.provenance = ["first", "second"].map { url in
            var origin = WireProvenance()
            origin.recordUrn = "recipe:sample:1"
            origin.url = url
            return origin
        }
        #expect(
            try JobEffect(serializedBytes: protobufBytes(effect)).provenance.mapValues(\.url).values.first == "first"
        )
    }

    @Test(arguments: [1, 31, 33, 64]) func `a digest of the wrong length is refused`(count: Int) {
        for (name, effect) in Self.effects(withDigest: Data(repeating: 1, count: count)) {
            #expect(refused(protobufBytes(effect)) == .malformed, "\(name)")
        }
        for (name, effect) in Self.effects(withDigest: Data(repeating: 1, count: 32)) {
            #expect(refused(protobufBytes(effect)) == nil, "\(name)")
        }
    }

    @Test func `a missing digest is refused where there must be one`() throws {
        for (name, effect) in Self.effects(withDigest: Data()) where name != "provenance" {
            #expect(refused(protobufBytes(effect)) == .malformed, "\(name)")
        }
        var effect = WireEffect()
        effect.provenance = [WireProvenance()]
        #expect(try JobEffect(serializedBytes: protobufBytes(effect)).provenance[""]?.digest == .some(nil))
    }

    @Test(arguments: [nil, "", "none"]) func `a text without a role that is known is refused`(role: String?) {
        var writer = FieldWriter()
        writer.write(3, bytes: Data(count: 32))
        if let role { writer.write(9, bytes: role.utf8) }
        var effect = WireEffect()
        effect.texts = [Data(writer.bytes)]
        #expect(refused(protobufBytes(effect)) == .malformed)
    }

    @Test func `a field that holds something else than it should, or no UTF-8, is refused`() {
        for fill: (inout FieldWriter) -> Void in [
            { $0.write(3, varint: 1) }, { $0.write(3, bytes: [0xFF]) }, { $0.write(12, bytes: [1]) },
            { $0.write(11, varint: 1) }, { $0.write(10, varint: 1) }, { $0.write(14) { $0.write(1, varint: 1) } },
            { $0.write(0, varint: 1) }, { $0.write(0, bytes: []) },
        ] as [(inout FieldWriter) -> Void] {
            var writer = FieldWriter()
            fill(&writer)
            var effect = WireEffect()
            effect.recipes = [Data(writer.bytes)]
            #expect(refused(protobufBytes(effect)) == .malformed)
        }
    }

    @Test func `fields that are not known are passed over, and numbers that are out of range become the nearest`()
        throws
    {
        var writer = FieldWriter()
        writer.write(1, bytes: "recipe:s:1".utf8)
        writer.write(12, varint: UInt64(UInt32.max) + 9)
        writer.write(9_999, varint: 1)
        var effect = WireEffect()
        effect.recipes = [Data(writer.bytes)]
        let recipe = try JobEffect(serializedBytes: protobufBytes(effect)).recipes.first
        #expect(recipe?.urn == "recipe:s:1" && recipe?.servings == Int(UInt32.max))
    }

    @Test func `a found job that does not say what is to be done is refused`() {
        var effect = WireEffect()
        effect.found = [WireFoundJob()]
        #expect(refused(protobufBytes(effect)) == .malformed)
    }

    @Test func `an effect that is cut short is refused`() {
        #expect(refused(SampleRecords.effect.serializedBytes().dropLast()) == .malformed)
    }

    @Test(arguments: [2, 42, 66]) func `more elements than a result may have are refused before they are decoded`(
        field: UInt8
    ) {
        let empty = [field, 0]
        let bytes = Array(repeatElement(empty, count: 200_000).joined())
        #expect(bytes.count <= JobLimits.maxEffectBytes)
        #expect(refused(bytes) == .tooLarge)
    }

    /// They are links, ingredients or variants.
    @Test func `more fields of one element than a result may have are refused before they are decoded`() {
        let inner = Array(repeatElement([0x32, 0] as [UInt8], count: RecordBound.effectFields.limit + 1).joined())
        #expect(refused(Self.field(0x32, inner)) == .tooLarge)
    }

    @Test func `more steps of one recipe than a result may hold are refused before they are decoded`() {
        let steps = Array(repeatElement([0xF2, 1, 0] as [UInt8], count: RecordBound.effectFields.limit + 1).joined())
        #expect(refused(Self.field(0x0A, steps)) == .tooLarge)
    }

    /// The description of a job that was found (4) or goes on elsewhere (7) holds pages in its work on a text (7) and
    /// on a further page (8).
    @Test(
        arguments: [(0x22, 0x3A, 0x4A), (0x22, 0x42, 0x12), (0x3A, 0x3A, 0x4A), (0x3A, 0x42, 0x12)]
            as [(UInt8, UInt8, UInt8)]
    )
    func `more pages of one job than a result may hold are refused before they are decoded`(
        description: UInt8,
        work: UInt8,
        page: UInt8
    ) {
        let pages = Array(repeatElement([page, 0] as [UInt8], count: RecordBound.effectFields.limit + 1).joined())
        let spec = Self.field(description, [0x0A, 1, 0x73] + Self.field(work, pages))
        #expect(refused(Self.field(0x42, spec)) == .tooLarge)
    }

    /// A job has one description, and that one redirect, in lists of which nothing bounds the length.
    @Test(arguments: [[0x3A], [0x22, 0x4A], [0x3A, 0x4A]] as [[UInt8]])
    func `more descriptions or redirects of one job than a result may hold are refused before they are decoded`(
        path: [UInt8]
    ) {
        let last: [UInt8] = [path[path.count - 1], 0]
        var bytes = Array(repeatElement(last, count: RecordBound.effectFields.limit + 1).joined())
        for key in path.dropLast().reversed() { bytes = Self.field(key, bytes) }
        #expect(refused(Self.field(0x42, bytes)) == .tooLarge)
    }

    /// They would take it for a job that is known already, and so for nothing at all.
    @Test func `releases that know of no redirects refuse a job that goes on at another host`() throws {
        var effect = JobEffect()
        effect.found = SampleRecords.specs.suffix(1).map { FoundJob(spec: $0) }
        let known = WireEffect(effect).found.map { $0.hasSpec }
        #expect(known == [false])
    }

    @Test func `a group, behind which fields would not be counted, is refused`() {
        let many = Array(repeatElement([0x0A, 0] as [UInt8], count: 200_000).joined())
        #expect(refused([0x6B, 0x6C] + many) == .malformed)
    }

    // MARK: Help

    /// A field with its length in four bytes.
    private static func field(_ key: UInt8, _ content: [UInt8]) -> [UInt8] {
        let length = stride(from: 0, to: 28, by: 7).map {
            UInt8(truncatingIfNeeded: content.count >> $0 & 0x7F) | ($0 < 21 ? 0x80 : 0)
        }
        return [key] + length + content
    }

    private func refused(_ bytes: [UInt8]) -> ProtocolError.Code? {
        refusal { () throws(ProtocolError) in _ = try JobEffect(serializedBytes: bytes) }
    }

    /// Effects with one digest each, in every place that has one.
    private static func effects(withDigest digest: Data) -> [(name: String, effect: WireEffect)] {
        func message(_ fill: (inout FieldWriter) -> Void) -> [Data] {
            var writer = FieldWriter()
            fill(&writer)
            return [Data(writer.bytes)]
        }
        let image = message { $0.write(3, bytes: digest) }
        let decoded = message { $0.write(2, bytes: digest) }
        let original = message {
            $0.write(2, bytes: Data(count: 32))
            $0.write(8) { $0.write(4, bytes: digest) }
        }
        let text = message {
            $0.write(3, bytes: digest)
            $0.write(9, bytes: "body".utf8)
        }
        var origin = WireProvenance()
        origin.digest = digest
        var job = WireFoundJob()
        job.spec.imageDecode.digest = digest
        var page = WireCachedPage()
        page.digest = digest
        var further = WireFoundJob()
        further.spec.furtherPage.page.url = "http://a.test/2"
        further.spec.furtherPage.earlier = [page]
        let names = ["image", "decoded", "variant", "text", "provenance", "further", "found"]
        return names.map { name in
            var effect = WireEffect()
            switch name {
            case "image": effect.images = image
            case "decoded": effect.decoded = decoded
            case "variant": effect.decoded = original
            case "text": effect.texts = text
            case "provenance": effect.provenance = [origin]
            case "further": effect.found = [further]
            default: effect.found = [job]
            }
            return (name, effect)
        }
    }

    /// The paths of all that is nil, empty, 0 or false.
    private static func unset(_ value: Any, _ path: String) -> [String] {
        switch value {
        case let text as String: return text.isEmpty ? [path] : []
        case let flag as Bool: return flag ? [] : [path]
        case let number as Int: return number == 0 ? [path] : []
        case let number as Int64: return number == 0 ? [path] : []
        case let number as UInt64: return number == 0 ? [path] : []
        case let number as Double: return number == 0 ? [path] : []
        case let digest as Digest: return digest == .zero ? [path] : []
        case is any RawRepresentable: return []
        default:
            let children = Mirror(reflecting: value).children
            guard !children.isEmpty else { return [path] }
            return children.flatMap { unset($0.value, path + "." + ($0.label ?? "element")) }
        }
    }
}
