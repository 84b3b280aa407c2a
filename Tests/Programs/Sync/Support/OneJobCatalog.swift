import Foundation
import LarderCache
import LarderCatalog
import LarderCatalogWriting
import LarderModel
import LarderProtocol
import LarderSourceDefinitions
import Testing

@testable import LarderLedger
@testable import LarderSync

/// A real table with one job of the source `t`, in a folder of its own, and a committer over it.
struct OneJobCatalog {
    let database: CatalogDatabase
    let source: SourceID
    let job: JobID
    let committer: Committer

    /// Runs `body` with a table whose job is of `kind`, and has this description.
    static func with(
        _ kind: JobKind,
        spec: JobSpec? = nil,
        makesCache: Bool = false,
        _ body: (OneJobCatalog, DiskCache?) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/larder-one-job-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let cache = makesCache ? try DiskCache(folder: folder + "/cache") : nil
        let database = try LarderStore.open(folder + "/catalog.sqlite")
        let definition = try SourceDefinition.parse(
            yaml: "name: t\nkind: food2fork\nbase: http://api.test\nqueries: [a]",
            file: "t.yaml"
        )
        let (source, sync, job) = try await database.write { db in
            let writer = CatalogWriter(db)
            let source = try writer.upsertSource(Source(name: "t", kind: "food2fork"))
            let lane = try LedgerStore(db).lane("api.test:80", .fetch)
            let job = try LedgerStore(db).add(
                kind: kind,
                key: spec?.key ?? "t:1",
                source: source,
                lane: lane,
                spec: spec?.serializedBytes() ?? []
            )
            return (source, try writer.beginSync(source: source, startedAt: 1), try #require(job))
        }
        let committer = Committer(
            database: database,
            cache: cache,
            sources: SyncedSources(entries: [source: .init(definition: definition, sync: sync)])
        )
        try await body(OneJobCatalog(database: database, source: source, job: job, committer: committer), cache)
        try database.close()
    }
}
