import Foundation
import LarderCache
import LarderFetch
import LarderHashing
import LarderModel
import Testing

@testable import LarderWorker

/// Answers that the coordinator knows: a worker asks with their validators and reads nothing of the cache.
@Suite("Unchanged answers") struct UnchangedAnswerTests {
    private static let stamp = Digest(of: "job and definition")

    /// Fetches the page once with `first`, then with what the first result says, and counts the requests.
    private func second(
        _ first: [String: String],
        _ later: [ScriptedFetcher.Answer],
        stamp: Digest = stamp,
        emptiesCache: Bool = true,
        _ check: (JobEffect, FetchFixture) throws -> Void
    ) async throws {
        try await FetchFixture.with([.html(first)] + later) { fixture in
            let known = try await fixture.effect(stamp: Self.stamp).revalidation
            #expect(!known.isEmpty)
            if emptiesCache { try FileManager.default.removeItem(atPath: fixture.cache.folder + "/responses") }
            try check(try await fixture.effect(stamp: stamp, revalidation: known), fixture)
        }
    }

    @Test(arguments: [
        ["etag": "\"1\""], ["last-modified": "Tue, 01 Apr 2025 00:00:00 GMT", "cache-control": "no-cache"],
    ])
    func `an answer that a 304 confirms is told without a look into the cache`(fields: [String: String]) async throws {
        try await second(fields, [.scripted(304, fields)]) { effect, fixture in
            #expect(effect.isUnchanged)
            #expect(effect.found.isEmpty && effect.provenance.isEmpty)
            #expect(effect.fetch?.isNotModified == true && effect.fetch?.requests == 1)
            let asked = fixture.fetcher.requests[1].validators
            #expect(asked.etag == fields["etag"] && asked.lastModified == fields["last-modified"])
        }
    }

    @Test func `an answer that is still fresh is told without a request`() async throws {
        let fields = ["etag": "\"1\"", "cache-control": "max-age=3600"]
        try await second(fields, []) { effect, fixture in
            #expect(effect.isUnchanged && effect.fetch?.isFromCache == true)
            #expect(fixture.fetcher.requests.count == 1)
        }
    }

    @Test func `an answer that was fresh is asked for with the cache's record, and is known if its body is the same`()
        async throws
    {
        let (first, later) = (["etag": "\"1\"", "cache-control": "max-age=0, stale-if-error=60"], ["etag": "\"1\""])
        try await second(first, [.scripted(304, later)], emptiesCache: false) { effect, fixture in
            #expect(effect.isUnchanged && !effect.revalidation.isEmpty)
            #expect(fixture.fetcher.requests.count == 2)
        }
    }

    @Test func `another body is read, and comes with what asks for it the next time`() async throws {
        let other = Array("<html><body><p>Stew</p></body></html>".utf8)
        let fields = ["etag": "\"2\"", "content-type": "text/html"]
        try await second(["etag": "\"1\""], [.scripted(200, fields, body: other)]) { effect, _ in
            #expect(!effect.isUnchanged && effect.found.count == 1 && !effect.revalidation.isEmpty)
        }
    }

    @Test func `a 304 that changes how long the answer holds is judged with the cache's record`() async throws {
        let later = ["etag": "\"1\"", "cache-control": "max-age=60"]
        let answers: [ScriptedFetcher.Answer] = [.scripted(304, later), .scripted(304, later)]
        try await second(["etag": "\"1\""], answers, emptiesCache: false) { effect, fixture in
            #expect(effect.isUnchanged)
            #expect((fixture.record?.freshUntil ?? 0) > (fixture.record?.fetchedAt ?? 0))
        }
    }

    @Test func `what another definition or program read counts for nothing`() async throws {
        let answers: [ScriptedFetcher.Answer] = [.scripted(304, ["etag": "\"1\""])]
        try await second(["etag": "\"1\""], answers, stamp: Digest(of: "other"), emptiesCache: false) { effect, _ in
            #expect(!effect.isUnchanged && effect.found.count == 1)
        }
    }

    @Test(arguments: [["etag": "\"1\"", "vary": "accept-language"], ["etag": "\"1\"", "cache-control": "no-store"]])
    func `an answer that depends on the request's fields, or may not be stored, is asked for as before`(
        fields: [String: String]
    ) async throws {
        try await FetchFixture.with([.html(fields)]) { fixture in
            let effect = try await fixture.effect(stamp: Self.stamp)
            #expect(effect.revalidation.isEmpty)
        }
    }
}
