import Foundation
import GRDB
import LarderCatalog
import LarderCatalogWriting
import LarderModel
import Testing

/// Plays answers of several syncs into a catalog in any order, with the jobs that a coordinator would make of them.
private struct Playback {
    enum Event {
        case recipe(Recipe, Provenance, sync: Int)
        case article(Article, Provenance, sync: Int)
        case outlet(Outlet, Provenance, sync: Int)
        case image(ImageOriginal, Provenance, sync: Int)
        case answer(String, Provenance, sync: Int)
        case listing(ListEntry, sync: Int)
        case foundHTML(text: String, Digest, sync: Int)
        case decoding(ImageDecoding, sync: Int)
        case text(RenderedText, sync: Int)
    }

    static let version = 3

    /// Runs `events` and what follows from them, always taking any one of those that wait, sometimes twice.
    static func content(of events: [Event], seed: UInt64) throws -> [[UInt8]] {
        try withCatalog { catalog in
            var generator = SeededGenerator(seed: seed)
            let syncs = try (0..<3).map { _ in try catalog.beginSync() }
            var waiting = events
            while !waiting.isEmpty {
                try catalog.write { db in
                    for _ in 0..<Int.random(in: 1...20, using: &generator) where !waiting.isEmpty {
                        let index = Int.random(in: 0..<waiting.count, using: &generator)
                        let event = waiting[index]
                        if Int.random(in: 0..<4, using: &generator) > 0 {
                            waiting.swapAt(index, waiting.count - 1)
                            waiting.removeLast()
                        }
                        waiting += try play(event, CatalogWriter(db), syncs)
                    }
                }
            }
            #expect(try catalog.integrityProblems() == ["ok"])
            return try catalog.content()
        }
    }

    private static func play(_ event: Event, _ writer: CatalogWriter, _ syncs: [CatalogSync]) throws -> [Event] {
        switch event {
        case .recipe(let recipe, let provenance, let sync):
            try writer.merge(recipe, provenance: provenance, sync: syncs[sync])
        case .article(let article, let provenance, let sync):
            try writer.merge(article, provenance: provenance, sync: syncs[sync])
        case .outlet(let outlet, let provenance, let sync):
            try writer.merge(outlet, provenance: provenance, sync: syncs[sync])
        case .answer(let urn, let provenance, let sync):
            try writer.merge(answer: urn, provenance: provenance, sync: syncs[sync])
        case .image(let image, let provenance, let sync):
            try writer.merge(image: image, provenance: provenance, sync: syncs[sync])
            let share = try writer.shareDecoding(
                urn: image.urn,
                digest: image.digest,
                need: DecodingNeed(readerVersion: version, widths: [320]),
                sync: syncs[sync]
            )
            guard case .job(let urn) = share else { return [] }
            var decoded = decoding(of: image)
            decoded.urn = urn
            return [.decoding(decoded, sync: sync)]
        case .listing(let entry, let sync): try writer.merge(listing: entry, sync: syncs[sync])
        case .foundHTML(let urn, let html, let sync):
            let isCurrent = try writer.confirmText(
                urn: urn,
                htmlDigest: html,
                readerVersion: version,
                sync: syncs[sync]
            )
            return isCurrent ? [] : [.text(rendering(urn: urn, of: html), sync: sync)]
        case .decoding(let decoding, let sync):
            try writer.merge(decoding: decoding, sync: syncs[sync])
        case .text(let text, let sync):
            try writer.merge(text: text, sync: syncs[sync])
        }
        return []
    }

    private static func decoding(of image: ImageOriginal) -> ImageDecoding {
        let seed = image.digest.bytes[0]
        return ImageDecoding(
            urn: image.urn,
            digest: image.digest,
            format: "jpeg",
            width: Int(seed),
            height: 9,
            frames: 1,
            widths: [320],
            variants: (0..<(seed % 4)).map { index in
                ImageVariant(
                    width: Int(index),
                    height: 1,
                    format: "jpeg",
                    digest: digest(seed &+ index),
                    byteCount: 7
                )
            },
            readerVersion: version
        )
    }

    private static func rendering(urn: String, of html: Digest) -> RenderedText {
        let seed = html.bytes[0]
        return RenderedText(
            urn: urn,
            itemURN: "recipe:sample:1",
            htmlDigest: html,
            plain: "text \(seed)",
            runs: "[\(seed)]",
            readerVersion: version
        )
    }

    private static func anyProvenance(_ generator: inout SeededGenerator) -> Provenance {
        func pick(_ upperBound: Int) -> Int { Int.random(in: 0..<upperBound, using: &generator) }
        return provenance(
            url: "https://sample.example/\(pick(3))",
            at: Int64(pick(5)),
            validator: pick(2) == 0 ? nil : "v\(pick(2))",
            digest: pick(2) == 0 ? nil : digest(UInt8(pick(3))),
            version: pick(2),
            origin: RecordOrigin.allCases[pick(3)]
        )
    }

    private static func extraFields(_ generator: inout SeededGenerator) -> ExtraFields {
        func pick(_ upperBound: Int) -> Int { Int.random(in: 0..<upperBound, using: &generator) }
        return ExtraFields(
            (0..<pick(3)).map { _ in
                ExtraField(name: ["f", "g", "g\u{0}", "g\u{FFFD}"][pick(4)], json: ["1", "{}", "oops"][pick(3)])
            }
        )
    }

    /// Records of three syncs: a few items, most of them said several times and differently.
    static func events(count: Int, seed: UInt64) -> [Event] {
        var generator = SeededGenerator(seed: seed)
        func pick(_ upperBound: Int) -> Int { Int.random(in: 0..<upperBound, using: &generator) }
        func somewhere() -> Provenance { anyProvenance(&generator) }
        let titles = ["Soup", "soup", "caf\u{E9}", "cafe\u{301}", "zero\u{0}", ""]
        return (0..<count).map { _ in
            let item = pick(6)
            let sync = pick(3)
            let extra = extraFields(&generator)
            switch pick(8) {
            case 0, 1:
                var recipe = recipe(item, title: titles[pick(titles.count)])
                recipe.ingredients = (0..<pick(4)).map { _ in
                    Ingredient(text: "line \(pick(3))", quantity: [nil, 0, -0.0, 1.5, .nan][pick(5)])
                }
                recipe.servings = pick(2) == 0 ? nil : 4
                recipe.steps = (0..<pick(3)).map { _ in RecipeStep(text: "step \(pick(3))") }
                recipe.keywords = (0..<pick(2)).map { _ in "word \(pick(3))" }
                recipe.summary = pick(2) == 0 ? nil : "summary \(pick(3))"
                recipe.imageURL = pick(2) == 0 ? nil : "url \(pick(3))"
                recipe.origins = pick(2) == 0 ? [:] : ["step": .jsonLD, "summary": .meta, "imageURL": .page]
                recipe.extra = extra
                return .recipe(recipe, somewhere(), sync: sync)
            case 2:
                let article = Article(
                    urn: "article:sample:\(item)",
                    author: pick(2) == 0 ? nil : "",
                    title: titles[pick(titles.count)],
                    publishedAt: pick(2) == 0 ? nil : Int64(pick(3)),
                    extra: extra
                )
                return .article(article, somewhere(), sync: sync)
            case 3:
                let outlet = Outlet(
                    urn: "outlet:sample:\(item)",
                    outletID: "o",
                    name: titles[pick(titles.count)],
                    sortOrders: (0..<pick(3)).map { _ in "order\(pick(2))" },
                    extra: extra
                )
                return .outlet(outlet, somewhere(), sync: sync)
            case 4:
                let image = ImageOriginal(
                    urn: "image:sample:\(item)",
                    url: "https://i.example/\(pick(2))",
                    digest: digest(UInt8(pick(5))),
                    byteCount: pick(2),
                    contentType: pick(2) == 0 ? nil : "image/jpeg"
                )
                return .image(image, somewhere(), sync: sync)
            case 5:
                let list = ItemList(query: ["", "a"][pick(2)], sort: ["", "r"][pick(2)])
                return .listing(ListEntry(itemURN: "recipe:sample:\(item)", position: pick(9), list: list), sync: sync)
            case 6:
                return .answer("page:\(item)", somewhere(), sync: sync)
            default:
                return .foundHTML(text: "text:sample:\(item)", digest(UInt8(pick(5))), sync: sync)
            }
        }
    }
}

@Suite("Merge order") struct MergeOrderTests {
    @Test(arguments: 1...UInt64(6)) func `every order of the same answers gives the same catalog`(seed: UInt64) throws {
        let events = Playback.events(count: 250, seed: seed)
        let expected = try Playback.content(of: events, seed: 0)
        #expect(expected.count > 40)
        for order in 1...UInt64(12) {
            #expect(try Playback.content(of: events, seed: order &* 7919) == expected, "order \(order)")
        }
    }

    @Test func `other answers give another catalog`() throws {
        let first = try Playback.content(of: Playback.events(count: 250, seed: 1), seed: 0)
        let second = try Playback.content(of: Playback.events(count: 250, seed: 2), seed: 0)
        #expect(first != second)
    }
}
