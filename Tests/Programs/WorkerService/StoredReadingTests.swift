import LarderCache
import LarderFetch
import LarderHashing
import LarderModel
import LarderProtocol
import Testing

@testable import LarderSourceAdapters
@testable import LarderWorker

@Suite("Readings that are kept with their answer") struct StoredReadingTests {
    private func answer(at time: Int64 = 1_000, etag: String? = "\"a\"") -> FetchedAnswer {
        let content = SourceAnswer(
            status: 200,
            body: Array("body".utf8),
            contentType: "application/json",
            redactedURL: "https://example.org/api",
            bodyDigest: Digest(of: "body"),
            fetchedAtMs: time
        )
        var answer = FetchedAnswer(content, at: nil, byteCount: 4, validators: Validators(etag: etag))
        answer.metrics = FetchMetrics(requests: 1, wireBytes: 10, bodyBytes: 4)
        return answer
    }

    private func effect(of answer: FetchedAnswer) -> JobEffect {
        var effect = JobEffect()
        for number in 1...3 {
            let urn = RecordURN.recipe(source: "s", id: "\(number)")
            effect.recipes.append(Recipe(urn: urn, recordID: "\(number)", title: "Soup \(number)"))
            effect.provenance[urn] = answer.provenance(readerVersion: number)
        }
        effect.found = [
            FoundJob(spec: JobSpec(source: "s", work: .search(SearchWork(query: "soup", page: 2))), readerVersion: 5)
        ]
        effect.notes = [JobNote(code: "a-note", message: "Worth telling.")]
        return effect
    }

    private let stamp = Digest(of: "stamp")

    @Test func `bring what the job brought, with the time and the traffic of the answer that confirmed it`() throws {
        let first = answer()
        var expected = effect(of: first)
        let (bytes, kept) = first.serialized(expected, stamp: stamp, Redactor())
        expected.fetch = first.metrics
        #expect(try JobEffect(serializedBytes: bytes) == expected)
        let reading = try #require(kept)
        #expect(reading.stamp == stamp)
        var later = answer(at: 2_000)
        later.metrics = FetchMetrics(requests: 1, wireBytes: 3, isNotModified: true)
        expected = effect(of: later)
        expected.fetch = later.metrics
        #expect(try JobEffect(serializedBytes: later.bytes(of: reading)) == expected)
    }

    @Test func `are not kept without a stamp, of another origin, or when they are large`() throws {
        let answer = answer()
        let whole = effect(of: answer)
        var foreign = whole
        let urn = try #require(whole.recipes.first?.urn)
        foreign.provenance[urn]?.url = "https://example.org/other"
        var large = whole
        large.notes = (0..<800).map { JobNote(code: "n", message: String(repeating: "x", count: 100) + "\($0)") }
        var long = whole
        for number in 0..<200 {
            long.provenance["recipe:s:\(number)" + String(repeating: "x", count: 400)] =
                answer.provenance(readerVersion: 1)
        }
        for (effect, stamp) in [(whole, nil), (foreign, stamp), (large, stamp), (long, stamp)] {
            let (bytes, reading) = answer.serialized(effect, stamp: stamp, Redactor())
            #expect(reading == nil)
            var expected = effect
            expected.fetch = answer.metrics
            #expect(try JobEffect(serializedBytes: bytes) == expected)
        }
    }

    @Test func `hold no secret`() throws {
        let answer = answer()
        var whole = effect(of: answer)
        whole.recipes[0].title = "Soup with a-secret-key"
        whole.provenance["recipe:s:a-secret-key"] = answer.provenance(readerVersion: 1)
        let reading = try #require(
            answer.serialized(whole, stamp: stamp, Redactor(secrets: ["a-secret-key"])).reading
        )
        #expect(!String(decoding: reading.effect, as: UTF8.self).contains("a-secret-key"))
        #expect(!reading.origins.contains { $0.urn.contains("a-secret-key") })
    }

    @Test func `are of use to the same job under the same definition only`() throws {
        func context(_ more: String) throws -> SourceContext {
            let yaml = "name: s\nkind: food2fork\nbase: \"https://example.org\"\nqueries: [soup]\n" + more
            return try SourceContext(SourceConfig(name: "s", yaml: yaml), Redactor())
        }
        let one = try context("")
        let stamp = try #require(one.stamp(of: [1]))
        #expect(stamp == (try context("").stamp(of: [1])))
        #expect(stamp != one.stamp(of: [2]))
        #expect(stamp != (try context("images: false\n").stamp(of: [1])))
    }
}
