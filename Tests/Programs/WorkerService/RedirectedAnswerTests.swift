import Foundation
import LarderCache
import LarderFetch
import LarderHashing
import LarderModel
import LarderProtocol
import Testing

@testable import LarderSourceAdapters
@testable import LarderWorker

@Suite("Answers behind redirects") struct RedirectedAnswerTests {
    private static let asked = "https://example.org/old"
    private static let place = "https://new.example/dir/"

    private func answer(at final: String?, asked: String = Self.asked) -> FetchedAnswer {
        FetchedAnswer(
            SourceAnswer(status: 200, body: [], redactedURL: asked, fetchedAtMs: 1_000),
            at: final,
            byteCount: 0,
            validators: Validators(lastModified: "Sun, 06 Nov 1994 08:49:37 GMT")
        )
    }

    private let request = SourceRequest(
        WebAddress(scheme: "https", host: "example.org", port: 443, path: "/old", query: nil),
        accept: "text/html"
    )

    private func memory(in cache: DiskCache) -> AnswerMemory {
        AnswerMemory(of: request, userAgent: "Larder/1", in: cache, now: 2_000)
    }

    @Test func `an answer is from where redirects led, and its records from what was asked`() {
        let moved = answer(at: Self.place)
        #expect(moved.baseURL == Self.place && moved.provenance(readerVersion: 1).url == Self.asked)
        #expect(answer(at: nil).baseURL == Self.asked)
    }

    @Test(
        arguments: [
            (nil, false), ("https://example.org/old/", false), ("https://other.example/old", false),
            ("https://example.org/new", true), ("https://example.org/old?page=2", true),
        ] as [(String?, Bool)]
    )
    func `it is of another page where path or query differ`(final: String?, isMoved: Bool) {
        #expect(answer(at: final).content.isMoved == isMoved)
    }

    /// Of such a parameter the value is left out of the address that answered.
    @Test func `the value of a parameter that may be a key makes no other page of it`() {
        let (asked, final) = ("https://example.org/a?token=1", "https://example.org/a/?token=***")
        #expect(!answer(at: final, asked: asked).content.isMoved)
    }

    @Test func `what was read of it is of use only where it was read as that of the same address`() {
        let stamp = Digest(of: "stamp")
        #expect(answer(at: nil).stamp(stamp) == stamp)
        let stamps = [nil, Self.place, Self.place + "2"].map { answer(at: $0).stamp(stamp) }
        #expect(Set(stamps).count == 3 && answer(at: Self.place).stamp(stamp) == stamps[1])
    }

    @Test(arguments: [nil, place]) func `its record remembers the address`(final: String?) throws {
        let folder = FileManager.default.temporaryDirectory.path + "/larder-redirect-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let cache = try DiskCache(folder: folder)
        var answer = answer(at: final)
        answer.content.bodyDigest = try cache.store(blob: [])
        answer.recordChange = .fields([], freshUntilMs: 5_000)
        try memory(in: cache).store(answer, nil)
        let known = memory(in: cache)
        let base = known.fresh.map { FetchedAnswer($0, of: request).baseURL }
        #expect(base == final ?? Self.asked && known.fresh?.url == base)
        let home = known.validators(at: HostPort(host: "example.org", port: 443))
        let away = known.validators(at: HostPort(host: "new.example", port: 443))
        #expect((home.lastModified != nil) == (final == nil) && (away.lastModified != nil) == (final != nil))
    }
}
