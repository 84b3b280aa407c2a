import Foundation
import GRDB
import LarderCatalog
import LarderCatalogWriting
import LarderModel
import LarderProtocol
import LarderSourceDefinitions
import Testing

@testable import LarderLedger
@testable import LarderSync

/// A source that names endless jobs fills neither the disk nor the memory.
@Suite("Limits of found jobs") struct FoundJobsLimitTests {
    @Test func `a sync may have five million jobs, and its last results that name none are still taken`() throws {
        #expect(EffectMerger.excess(of: 10, before: 4_999_990) == nil)
        #expect(EffectMerger.excess(of: 0, before: 5_000_000) == nil)
        let reason = try #require(EffectMerger.excess(of: 10, before: 4_999_991))
        #expect(reason.message.contains("5,000,000") && reason.message.contains("`limit`"))
    }

    @Test func `of a result that names too many jobs the first are taken, and a note tells of the rest`() async throws {
        try await withSearches(2) { database, sources, source, jobs in
            let committer = Committer(database: database, cache: nil, sources: sources)
            let report = try await commit(
                [entry(jobs[0], source, naming: 10_001), entry(jobs[1], source, naming: 25)],
                with: committer
            )
            #expect(report.entries.map(\.changed) == [true, true])
            #expect(report.added.reduce(0) { $0 + $1.count } == 10_025)
            let note = report.tally.notes.keys.first { $0.contains("found jobs") }
            #expect(note?.contains("10000") == true && note?.contains("1 more") == true)
            let states = try await database.pool.read { db in
                try Int.fetchAll(db, sql: "SELECT state FROM job WHERE kind = 2 ORDER BY id")
            }
            #expect(states == [JobState.done.rawValue, JobState.done.rawValue])
        }
    }

    /// The reader of an honest worker stops at the limit by itself.
    @Test func `whatever a worker says that lists name, limit holds`() async throws {
        try await withSearches(3, limit: 400) { database, sources, source, jobs in
            let committer = Committer(database: database, cache: nil, sources: sources)
            let entries = jobs.map { entry($0, source, naming: 9_000) }
            let report = try await commit(entries, with: committer)
            #expect(report.added.filter { $0.kind == .detail }.reduce(0) { $0 + $1.count } == 800)
            #expect(report.tally.notes.keys.contains { $0.contains("`limit` allows") })
        }
    }

    @Test func `jobs of earlier runs of the same sync count`() async throws {
        try await withSearches(1) { database, sources, source, jobs in
            let before: [JobKind: Int] = [.detail: 4_000_000, .search: 999_990]
            let committer = Committer(database: database, cache: nil, sources: sources, jobs: [source: before])
            let report = try await commit([entry(jobs[0], source, naming: 25)], with: committer)
            #expect(report.added.isEmpty)
            #expect(
                try await database.pool.read { try LedgerStore($0).dead(limit: 10).map(\.code) } == ["too-many-jobs"]
            )
        }
    }

    // MARK: A database with searches

    private func withSearches(
        _ count: Int,
        limit: Int? = nil,
        _ body: (CatalogDatabase, SyncedSources, SourceID, [JobID]) async throws -> Void
    ) async throws {
        let path = FileManager.default.temporaryDirectory.path + "/larder-limit-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let database = try LarderStore.open(path + "/catalog.sqlite")
        let address = try #require(WebAddress("http://sample.test"))
        var definition = SourceDefinition(name: "sample", kind: .food2fork, base: address)
        definition.limit = limit
        definition.identity.isOwn = true  // else the host's robots.txt is a job as well
        let (source, sync, jobs) = try await database.write { [definition] db in
            let catalog = CatalogWriter(db)
            let ledger = LedgerStore(db)
            let source = try catalog.upsertSource(Source(name: "sample", kind: definition.kind.rawValue))
            let sync = try catalog.beginSync(source: source, startedAt: 1)
            let lane = try ledger.lane("sample.test:80", .fetch)
            let jobs = try (0..<count).compactMap {
                try ledger.add(kind: .search, key: "sample:\($0)", source: source, lane: lane, spec: [])
            }
            return (source, sync, jobs)
        }
        var sources = SyncedSources()
        sources.entries[source] = .init(definition: definition, sync: sync)
        try await body(database, sources, source, jobs)
        try database.close()
    }

    private func entry(_ job: JobID, _ source: SourceID, naming count: Int) -> CommitEntry {
        var effect = JobEffect()
        effect.found = (0..<count).map { number in
            let record = RecordWork(recordID: "\(job)-\(number)", itemURN: "recipe:sample:\(job)-\(number)")
            return FoundJob(spec: JobSpec(source: "sample", work: .record(record)))
        }
        return CommitEntry(
            lease: JobLease(job: job, attempt: 1),
            session: nil,
            kind: .search,
            source: source,
            outcome: .done(effect: effect.serializedBytes())
        )
    }

    private func commit(_ entries: [CommitEntry], with committer: Committer) async throws -> CommitReport {
        let (reports, sink) = AsyncStream<CommitReport>.makeStream()
        committer.submit(entries)
        committer.finish()
        try await committer.run { sink.yield($0) }
        sink.finish()
        var all = CommitReport()
        for await report in reports {
            all.entries += report.entries
            all.added += report.added
            all.tally.add(report.tally)
        }
        return all
    }
}
