import Foundation
import GRDB
import LarderCatalog
import LarderMerging
import LarderModel
import LarderProtocol
import LarderSourceDefinitions
import Testing

@testable import LarderCoordinator
@testable import LarderLedger

@Suite("Useless results") struct UselessResultTests {
    /// A record without a URN, and one of another source.
    @Test(arguments: ["", "recipe:other:1"], [true, false])
    func `a result that cannot be is left to another worker uncharged, and ends the job where there is none`(
        urn: String,
        mayTryElsewhere: Bool
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/larder-useless-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let database = try LarderStore.open(folder + "/catalog.sqlite")
        let definition = try SourceDefinition.parse(
            yaml: "name: t\nkind: food2fork\nbase: http://api.test\nqueries: [a]",
            file: "t.yaml"
        )
        let (source, sync, job) = try await database.write { db in
            let writer = CatalogWriter(db)
            let source = try writer.upsertSource(Source(name: "t", kind: "food2fork"))
            let lane = try LedgerStore(db).lane("api.test:80", .fetch)
            let job = try LedgerStore(db).add(kind: .detail, key: "t:1", source: source, lane: lane, spec: [])
            return (source, try writer.beginSync(source: source, startedAt: 1), try #require(job))
        }
        let committer = Committer(
            database: database,
            cache: nil,
            sources: SyncedSources(entries: [source: .init(definition: definition, sync: sync)])
        )
        var effect = JobEffect()
        effect.recipes = [Recipe(urn: urn, recordID: "1", title: "a")]
        let lost = Suspicion(incarnation: [1], attempt: 1, name: "w", isConfirmed: true, hadStarted: true)
        committer.submit(suspicions: [job: [lost]])
        committer.submit([
            CommitEntry(
                lease: JobLease(job: job, attempt: 1),
                session: nil,
                kind: .detail,
                source: source,
                outcome: .done(effect: PackedEffect.inline(effect).serializedBytes()),
                mayTryElsewhere: mayTryElsewhere
            )
        ])
        committer.finish()
        try await committer.run { _ in }
        let (state, errors, code) = try await database.read { db in
            let row = try #require(try Row.fetchOne(db, sql: "SELECT state, errors, code FROM job"))
            return (row[0] as Int, row[1] as Int, row[2] as String?)
        }
        #expect(state == (mayTryElsewhere ? 0 : 2))
        #expect(errors == (mayTryElsewhere ? 0 : 1))
        #expect(code == "bad-result")
        let written = try await database.read { try LedgerStore($0).hasSuspicions() }
        #expect(written, "suspicions are written before outcomes")
        try database.close()
    }
}
