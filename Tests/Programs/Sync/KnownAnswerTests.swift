import GRDB
import LarderCatalog
import LarderCatalogWriting
import LarderModel
import LarderProtocol
import LarderSourceDefinitions
import Testing

@testable import LarderLedger
@testable import LarderSync

/// What an unchanged answer brought is applied again without being sent again.
@Suite("Known answers") struct KnownAnswerTests {
    private static let spec = JobSpec(source: "t", work: .record(RecordWork(recordID: "1", itemURN: "recipe:t:1")))
    private static let picture = JobSpec(
        source: "t",
        work: .imageDownload(ImageDownloadWork(imageURN: "image:t:a", url: "http://api.test/a.jpg"))
    )
    private static let asked = FetchMetrics(requests: 1, wireBytes: 100, isNotModified: true)

    private static func effect(title: String = "Soup", origin: RecordOrigin = .record) -> JobEffect {
        var effect = JobEffect()
        effect.recipes = [Recipe(urn: "recipe:t:1", recordID: "1", title: title)]
        effect.provenance["recipe:t:1"] = Provenance(
            url: "http://api.test/1",
            fetchedAt: 1,
            readerVersion: 1,
            origin: origin
        )
        effect.found = [FoundJob(spec: picture)]
        effect.fetch = FetchMetrics(requests: 1, wireBytes: 5_000)
        effect.revalidation = [1, 2, 3]
        return effect
    }

    /// Commits results of the first sync's job, then one of the job in a later sync.
    private func later(
        first: [JobEffect] = [effect()],
        _ effect: JobEffect,
        isKnown: Bool = true,
        between: @escaping @Sendable (Database) throws -> Void = { _ in },
        _ check: @escaping @Sendable (Database, CommitReport) throws -> Void
    ) async throws {
        try await OneJobCatalog.with(.detail, spec: Self.spec) { table, _ in
            func entry(_ job: JobID, _ effect: JobEffect) -> CommitEntry {
                var entry = CommitEntry(
                    lease: JobLease(job: job, attempt: 1),
                    session: nil,
                    kind: .detail,
                    source: table.source,
                    outcome: .done(effect: PackedEffect.inline(effect).serializedBytes())
                )
                entry.mayNeedAnswer = true
                return entry
            }
            for effect in first {
                try await table.database.write { db in
                    try db.execute(sql: "UPDATE job SET state = 0 WHERE id = ?", arguments: [table.job])
                }
                _ = try table.committer.commitNow([entry(table.job, effect)])
            }
            let definition = try SourceDefinition.parse(
                yaml: "name: t\nkind: food2fork\nbase: http://api.test\nqueries: [a]",
                file: "t.yaml"
            )
            let (sources, queues) = try await table.database.write { db in
                try between(db)
                try LedgerStore(db).forgetAll(of: table.source)
                let sync = try CatalogWriter(db).beginSync(source: table.source, startedAt: 2)
                let sources = SyncedSources(entries: [table.source: .init(definition: definition, sync: sync)])
                let found = [FoundJob(spec: Self.spec)]
                let added = try EffectMerger(db, sources: sources).enqueue(found, source: table.source, sync: sync)
                return (sources, added.queues)
            }
            let job = try #require(queues.flatMap(\.jobs).first { $0.kind == .detail })
            #expect(job.revalidation.isEmpty != isKnown)
            let committer = Committer(database: table.database, cache: nil, sources: sources)
            let report = try committer.commitNow([entry(job.id, effect)])
            try await table.database.read { try check($0, report) }
        }
    }

    private static func number(_ sql: String, _ db: Database) throws -> Int { try Int.fetchOne(db, sql: sql) ?? -1 }

    @Test func `an unchanged answer ends its job, confirms its records and finds its jobs again`() async throws {
        try await later(JobEffect(unchanged: Self.asked)) { (db, report) throws in
            #expect(try Self.number("SELECT count(*) FROM job WHERE state = 1", db) == 1)
            #expect(try Self.number("SELECT count(*) FROM provenance WHERE syncID = 2 AND fetchedAt > 1", db) == 1)
            #expect(report.added.flatMap(\.jobs).map(\.kind) == [.imageDownload])
            #expect(report.tally.recipes == 1 && report.tally.notModified == 1 && report.tally.changes.isEmpty)
        }
    }

    @Test func `an answer that was used without asking keeps its time`() async throws {
        let unasked = FetchMetrics(isFromCache: true)
        try await later(JobEffect(unchanged: unasked, revalidation: [4])) { (db, _) throws in
            #expect(try Self.number("SELECT count(*) FROM provenance WHERE syncID = 2 AND fetchedAt = 1", db) == 1)
            #expect(try LedgerStore(db).revalidation(kind: .detail, key: Self.spec.key) == [4])
        }
    }

    /// Another job said more of the recipe, or somebody removed it.
    @Test(arguments: ["UPDATE provenance SET fingerprint = zeroblob(32)", "DELETE FROM provenance"])
    func `an answer whose records are not the stored ones any more is needed whole, uncharged`(sql: String) async throws
    {
        let unchanged = JobEffect(unchanged: Self.asked)
        try await later(unchanged, between: { try $0.execute(sql: sql) }) { (db, report) throws in
            #expect(try Self.number("SELECT errors FROM job WHERE state = 0 AND code NOT NULL", db) == 0)
            #expect(try Self.number("SELECT count(*) FROM answer", db) == 0)
            #expect(report.entries.first?.outcome.reason?.code == .answerNeeded)
        }
    }

    @Test func `a result of notes is not known, nor is one without validators`() async throws {
        var noted = Self.effect()
        noted.notes = [JobNote(code: "page-cut", message: "It breaks off.", urn: "recipe:t:1")]
        var silent = Self.effect()
        silent.revalidation = []
        for effect in [noted, silent] {
            // The first result was known, and the second one takes its place.
            try await later(first: [Self.effect(), effect], Self.effect(), isKnown: false) { (db, _) throws in
                #expect(try Self.number("SELECT count(*) FROM answer", db) == 1)
            }
        }
    }

    @Test func `a whole answer replaces what was known`() async throws {
        var other = Self.effect(title: "Stew")
        other.revalidation = [9]
        try await later(other) { (db, report) throws in
            #expect(try LedgerStore(db).revalidation(kind: .detail, key: Self.spec.key) == [9])
            #expect(report.tally.changes.changedCount(of: .recipe) == 1)
        }
    }

    @Test func `a refresh asks for every answer whole`() async throws {
        try await OneJobCatalog.with(.detail, spec: Self.spec) { table, _ in
            try await table.database.write { db in
                try LedgerStore(db).keepAnswer(of: table.job, KnownAnswer(revalidation: [1], effect: [2]))
                var sources = SyncedSources()
                #expect(try EffectMerger(db, sources: sources).revalidation(.detail, Self.spec.key) == [1])
                sources.refresh = true
                #expect(try EffectMerger(db, sources: sources).revalidation(.detail, Self.spec.key) == [])
            }
        }
    }
}
