import GRDB
import LarderCache
import LarderCatalog
import LarderHashing
import LarderModel
import LarderProtocol
import Testing

@testable import LarderLedger
@testable import LarderSync

/// Results that name blobs, over a real table and a real cache.
@Suite("Lost results") struct LostResultTests {
    enum Lie: String, CaseIterable {
        case none
        case noBlob
        case otherLength
        case noVariant
        case noHTMLOfFoundJob
        case noAnswer
    }

    @Test(arguments: Lie.allCases)
    func `a result that names what the cache lacks is not believed, and its job is tried again`(lie: Lie) async throws {
        try await OneJobCatalog.with(.imageDownload, makesCache: true) { table, cache in
            let cache = try #require(cache)
            table.committer.submit([Self.entry(of: try Self.effect(lie, cache), table)])
            table.committer.finish()
            try await table.committer.run { _ in }
            let (state, code, images) = try await table.database.read { db in
                let row = try #require(try Row.fetchOne(db, sql: "SELECT state, code FROM job"))
                return (row[0] as Int, row[1] as String?, try Int.fetchOne(db, sql: "SELECT count(*) FROM image"))
            }
            #expect(state == (lie == .none ? 1 : 0))
            #expect(code == (lie == .none ? nil : "lost-result"))
            #expect(images == (lie == .none ? 1 : 0))
        }
    }

    /// As a network file system shows it that another machine wrote to.
    @Test func `a result whose file is seen late is believed`() async throws {
        try await OneJobCatalog.with(.imageDownload, makesCache: true) { table, cache in
            let cache = try #require(cache)
            let effect = try Self.effect(.none, cache)
            try cache.remove(effect.images[0].digest)
            table.committer.submit([Self.entry(of: effect, table)])
            async let run: Void = table.committer.run { _ in }
            while !table.committer.waitsForFiles { await Task.yield() }
            try cache.store(blob: [1, 2, 3])
            table.committer.finish()
            try await run
            #expect(try await table.database.read { try Int.fetchOne($0, sql: "SELECT state FROM job") } == 1)
        }
    }

    private static func entry(of effect: JobEffect, _ table: OneJobCatalog) -> CommitEntry {
        CommitEntry(
            lease: JobLease(job: table.job, attempt: 1),
            session: nil,
            kind: .imageDownload,
            source: table.source,
            outcome: .done(effect: PackedEffect.inline(effect).serializedBytes())
        )
    }

    private static func effect(_ lie: Lie, _ cache: DiskCache) throws -> JobEffect {
        let there = try cache.store(blob: [1, 2, 3])
        let gone = Digest(of: [4])
        var effect = JobEffect()
        effect.images = [
            ImageOriginal(
                urn: "image:t:1",
                url: "http://api.test/1.jpg",
                digest: lie == .noBlob ? gone : there,
                byteCount: lie == .otherLength ? 4 : 3
            )
        ]
        effect.decodings = [
            ImageDecoding(
                urn: "image:t:1",
                digest: there,
                variants: [
                    ImageVariant(
                        width: 1,
                        height: 1,
                        format: "jpeg",
                        digest: lie == .noVariant ? gone : there,
                        byteCount: 3
                    )
                ],
                readerVersion: 1
            )
        ]
        effect.provenance["image:t:1"] = Provenance(
            url: "http://api.test/1.jpg",
            fetchedAt: 1,
            digest: lie == .noAnswer ? gone : there,
            readerVersion: 1
        )
        let text = TextWork(
            itemURN: "recipe:t:1",
            digest: lie == .noHTMLOfFoundJob ? gone : there,
            contentType: "",
            baseURL: "",
            role: .body
        )
        effect.found = [FoundJob(spec: JobSpec(source: "t", work: .text(text)))]
        return effect
    }
}
