import Foundation
import GRDB
import LarderCache
import LarderCatalog
import LarderMerging
import LarderModel
import LarderProtocol
import LarderSourceDefinitions
import Synchronization
import Testing

@testable import LarderCoordinator
@testable import LarderLedger

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
        let folder = FileManager.default.temporaryDirectory.path + "/larder-lost-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let cache = try DiskCache(folder: folder + "/cache")
        let database = try LarderStore.open(folder + "/catalog.sqlite")
        let definition = try SourceDefinition.parse(
            yaml: "name: t\nkind: food2fork\nbase: http://api.test\nqueries: [a]",
            file: "t.yaml"
        )
        let (source, sync, job) = try await database.write { db in
            let writer = CatalogWriter(db)
            let source = try writer.upsertSource(Source(name: "t", kind: "food2fork"))
            let lane = try LedgerStore(db).lane("api.test:80", .fetch)
            let job = try LedgerStore(db).add(kind: .imageDownload, key: "t:1", source: source, lane: lane, spec: [])
            return (source, try writer.beginSync(source: source, startedAt: 1), job)
        }
        let committer = Committer(
            database: database,
            cache: cache,
            sources: SyncedSources(entries: [source: .init(definition: definition, sync: sync)])
        )
        committer.submit([
            CommitEntry(
                lease: JobLease(job: try #require(job), attempt: 1),
                session: nil,
                kind: .imageDownload,
                source: source,
                outcome: .done(
                    effect: PackedEffect.inline(try Self.effect(lie, cache)).serializedBytes()
                )
            )
        ])
        committer.finish()
        try await committer.run { _ in }
        let (state, code, images) = try await database.read { db in
            let row = try #require(try Row.fetchOne(db, sql: "SELECT state, code FROM job"))
            return (row[0] as Int, row[1] as String?, try Int.fetchOne(db, sql: "SELECT count(*) FROM image"))
        }
        #expect(state == (lie == .none ? 1 : 0))
        #expect(code == (lie == .none ? nil : "lost-result"))
        #expect(images == (lie == .none ? 1 : 0))
        try database.close()
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
            textURN: "text:t:1:page",
            itemURN: "recipe:t:1",
            digest: lie == .noHTMLOfFoundJob ? gone : there,
            contentType: "",
            baseURL: "",
            isFragment: false
        )
        effect.found = [FoundJob(spec: JobSpec(source: "t", work: .text(text)))]
        return effect
    }
}
