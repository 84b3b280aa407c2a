internal import Foundation
internal import Glibc
internal import LarderCache
internal import LarderCatalog
internal import LarderLedger
internal import LarderMerging
internal import LarderModel
internal import LarderProtocol
internal import LarderSourceDefinitions

/// Measures what the coordinator does with results: made-up ones are decoded, checked and written to a catalog and its jobs.
///
/// No socket, no worker and no cache take part, and the disk is waited for as in a sync.
package struct BenchCommit: Sendable {
    /// Made-up recipes, each with its web page's text of 120 links and a picture: five jobs.
    package var recipes: Int

    /// Makes a measurement.
    package init(recipes: Int) { self.recipes = recipes }

    /// What was measured.
    package struct Figures: Sendable {
        /// Processor time of a recipe's five results.
        package var recipe: Duration
        /// Bytes that a recipe takes in the catalog.
        package var recipeBytes: Int

        /// One line, the figures first.
        package var text: String {
            let milliseconds = (recipe / .milliseconds(1)).formatted(.number.precision(.fractionLength(3)))
            return "\(milliseconds) ms of processor time and \(recipeBytes) bytes of catalog a recipe\n"
        }
    }

    /// As many results as come together while a sync is under way.
    private static let batchSize = 32

    /// Runs it in a temporary folder.
    package func run() async throws -> Figures {
        let folder = FileManager.default.temporaryDirectory.path + "/larder-bench-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        // What stays behind in the temporary folder is not read again.
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/catalog.sqlite"
        let database = try LarderStore.open(path)
        let results = BenchResults()
        let (source, sync) = try await database.write { [recipes] db in
            let writer = CatalogWriter(db)
            let source = try writer.upsertSource(results.source)
            let sync = try writer.beginSync(source: source, startedAt: UnixTime.nowMs)
            let ledger = LedgerStore(db)
            let lane = try ledger.lane(results.host, .fetch)
            for number in 0..<recipes {
                let spec = results.detail(of: number)
                _ = try ledger.add(
                    kind: spec.kind,
                    key: spec.urn.key,
                    source: source,
                    lane: lane,
                    spec: spec.serializedBytes()
                )
            }
            return (source, sync)
        }
        let sources = SyncedSources(entries: [source: .init(definition: try results.definition(), sync: sync)])
        var used = Duration.zero
        while true {
            let jobs = try await database.read { try LedgerStore($0).open() }
            if jobs.isEmpty { break }
            for first in stride(from: 0, to: jobs.count, by: Self.batchSize) {
                let entries = try jobs[first..<min(jobs.count, first + Self.batchSize)].map { job in
                    let spec = try JobSpec(serializedBytes: job.spec)
                    return CommitEntry(
                        lease: JobLease(job: job.id, attempt: 1),
                        session: nil,
                        kind: spec.kind,
                        source: source,
                        outcome: .done(effect: results.effect(of: spec).serializedBytes())
                    )
                }
                let committer = Committer(database: database, cache: nil, sources: sources)
                let before = Self.processorTime
                committer.submit(entries)
                committer.finish()
                try await committer.run { _ in }
                used += Self.processorTime - before
            }
        }
        try database.close()
        let bytes = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
        return Figures(recipe: used / recipes, recipeBytes: bytes / recipes)
    }

    /// Of this process so far.
    private static var processorTime: Duration {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
