internal import Foundation
internal import LarderCache
internal import LarderCatalog
internal import LarderCatalogWriting
internal import LarderLedger
internal import LarderModel
internal import LarderProtocol
internal import LarderSourceDefinitions
internal import LarderSync

/// What the coordinator does with results: made-up ones are decoded, checked and written to a catalog and its jobs.
///
/// Everything happens on the calling thread; no socket, no worker and no cache take part.
package struct BenchCommit {
    /// As many results as come together while a sync is under way.
    private static let batchSize = 32

    private let folder = FileManager.default.temporaryDirectory.path + "/larder-bench-\(UUID().uuidString)"
    private let database: CatalogDatabase
    private let source: SourceID
    private var sources = SyncedSources()
    private let results = BenchResults()
    private let recipes: Int
    private var syncs = 0

    /// Makes a catalog in a temporary folder, with a job for each of so many recipes.
    package init(recipes: Int) throws {
        self.recipes = recipes
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        database = try LarderStore.open(folder + "/catalog.sqlite")
        source = try database.write { [results] in try CatalogWriter($0).upsertSource(results.source) }
        try beginSync()
    }

    /// Begins a sync with a job for each recipe; in a later one every answer is the same.
    package mutating func beginSync() throws {
        let definition = try results.definition()
        sources = try database.write { [results, source, recipes] db in
            let ledger = LedgerStore(db)
            try ledger.forgetAll(of: source)
            let sync = try CatalogWriter(db).beginSync(source: source, startedAt: UnixTime.nowMs)
            let lane = try ledger.lane(results.host, .fetch)
            for number in 0..<recipes {
                let spec = results.detail(of: number)
                let bytes = spec.serializedBytes()
                _ = try ledger.add(kind: spec.kind, key: spec.key, source: source, lane: lane, spec: bytes)
            }
            return SyncedSources(entries: [source: .init(definition: definition, sync: sync)])
        }
        syncs += 1
    }

    /// Commits results until no job is left: five for each recipe, among them its web page's text of 120 links; in a
    /// later sync three, of unchanged answers.
    ///
    /// - Parameter measure: Runs what is to be measured.
    package func run(measure: (() throws -> Void) throws -> Void) throws {
        let committer = Committer(database: database, cache: nil, sources: sources)
        while true {
            let jobs = try database.read { try LedgerStore($0).open() }
            if jobs.isEmpty { break }
            for first in stride(from: 0, to: jobs.count, by: Self.batchSize) {
                let entries = try jobs[first..<min(jobs.count, first + Self.batchSize)].map(entry)
                try measure {
                    if let failed = try committer.commitNow(entries).entries.first(where: {
                        !$0.changed || $0.outcome.reason != nil
                    }) {
                        throw CoordinatorError(.internal, "A made-up result was refused: \(failed.outcome)")
                    }
                }
            }
        }
    }

    /// Takes the catalog away.
    package func finish() {
        // What stays behind in the temporary folder is not read again.
        try? database.close()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// What a worker sends for a job.
    private func entry(_ job: (id: JobID, spec: [UInt8])) throws -> CommitEntry {
        let spec = try JobSpec(serializedBytes: job.spec)
        let isKnown = syncs > 1 && spec.kind.jobClass == .fetch
        let effect = isKnown ? results.unchanged : results.effect(of: spec)
        return CommitEntry(
            lease: JobLease(job: job.id, attempt: 1),
            session: nil,
            kind: spec.kind,
            source: source,
            outcome: .done(effect: effect.serializedBytes())
        )
    }
}
