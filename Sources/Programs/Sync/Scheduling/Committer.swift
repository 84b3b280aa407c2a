internal import GRDB
package import LarderCache
package import LarderCatalog
package import LarderLedger
internal import LarderModel
internal import LarderProtocol
internal import LarderSourceDefinitions
internal import Synchronization

/// What one transaction brought.
package struct CommitReport: Sendable {
    /// Jobs of the syncs by source and kind, those of this transaction included.
    var jobs: [SourceID: [JobKind: Int]] = [:]
    package var entries: [CommitEntry] = []
    var added: [AddedJobs] = []
    /// Those of ``added`` that were there before, and wait for another host now.
    var moved: [SourceID: [JobKind: Int]] = [:]
    var tally = Tally()
    /// Rules of hosts that became known.
    var rules: [LaneRules] = []
}

/// The one writer: makes outcomes durable, many in a transaction.
///
/// Each transaction takes everything that arrived while the last one was on its way to the disk (natural group
/// commit), and for ``gathering`` at least, up to ``maxEntries`` and ``maxBytes``.
package final class Committer: Sendable {
    /// Outcomes in one transaction at most, so that acknowledgements keep flowing.
    static let maxEntries = 16_384
    /// Bytes of effects in one transaction at most, those in the cache included; one that is larger goes alone.
    ///
    /// Decoded they take about six times as much.
    static let maxBytes = 16 << 20

    /// Shortest time between the starts of two transactions: each writes every page that it touches.
    static let gathering = Duration.milliseconds(5)

    private let database: CatalogDatabase
    let cache: DiskCache?
    let sources: SyncedSources
    let redactor: Redactor
    private let crawl: CrawlWatch
    private let wake: AsyncStream<Void>
    private let waker: AsyncStream<Void>.Continuation
    private let state: Mutex<State>

    private struct State: Sendable {
        /// Outcomes that are not committed yet, in order.
        var pending: [CommitEntry] = []
        /// Suspicions that are not written yet.
        var suspicions: [JobID: [Suspicion]] = [:]
        /// The names of joined workers, for people.
        var workers: [SessionID: String] = [:]
        /// Jobs of the syncs by source and kind, ended ones included.
        var jobs: [SourceID: [JobKind: Int]]
    }

    /// A committer of jobs that no crawl found and that hold no secrets.
    package convenience init(database: CatalogDatabase, cache: DiskCache?, sources: SyncedSources) {
        self.init(database: database, cache: cache, sources: sources, jobs: [:])
    }

    init(
        database: CatalogDatabase,
        cache: DiskCache?,
        sources: SyncedSources,
        jobs: [SourceID: [JobKind: Int]],
        crawl: CrawlWatch = CrawlWatch(),
        redactor: Redactor = Redactor()
    ) {
        self.crawl = crawl
        self.database = database
        self.cache = cache
        self.sources = sources
        self.redactor = redactor
        state = Mutex(State(jobs: jobs))
        (wake, waker) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Queues outcomes for the next transaction, in order.
    ///
    /// - Parameter workers: The names of workers that are joined, for people.
    func submit(_ entries: [CommitEntry], workers names: [SessionID: String] = [:]) {
        state.withLock { state in
            state.workers = names
            state.pending += entries
        }
        waker.yield()
    }

    /// Queues what jobs are suspected of, instead of what was written before.
    func submit(suspicions jobs: [JobID: [Suspicion]]) {
        state.withLock { $0.suspicions.merge(jobs) { $1 } }
        waker.yield()
    }

    /// Ends ``run(report:)`` once everything that was submitted is committed.
    func finish() { waker.finish() }

    /// Commits until ``finish()``.
    ///
    /// - Throws: When the database cannot go on (no room, no access). What was not reported is not committed.
    func run(report: @Sendable (CommitReport) -> Void) async throws {
        var next = ContinuousClock.now
        for await _ in wake {
            try? await Task.sleep(until: next, tolerance: .milliseconds(1))  // a cancelled one is only shorter
            next = .now + Self.gathering
            try await commitPending(report)
        }
        try await commitPending(report)
    }

    /// Commits results in one transaction on this thread, apart from ``run(report:)``; for measurements.
    package func commitNow(_ entries: [CommitEntry]) throws -> CommitReport {
        let prepared = try entries.map { (entry: $0, effect: try prepare($0)) }
        return try database.write { [sources] db in
            var transaction = Transaction(db: db, sources: sources, now: UnixTime.nowMs, report: CommitReport())
            for (entry, effect) in prepared { try transaction.apply(entry, effect) }
            return transaction.report
        }
    }

    private func commitPending(_ report: @Sendable (CommitReport) -> Void) async throws {
        try await commitSuspicions()
        while true {
            let entries = nextBatch()
            guard !entries.isEmpty else { return }
            // Workers hide the sources' keys themselves; one that does not must not get them into the catalog.
            let result = try await commit(entries.map { $0.redacted(by: redactor) })
            crawl.keep()
            state.withLock { state in
                for added in result.added {
                    state.jobs[added.source, default: [:]][added.kind, default: 0] += added.count
                }
                for (source, kinds) in result.moved {
                    state.jobs[source, default: [:]].merge(kinds, uniquingKeysWith: -)
                }
            }
            report(result)
            forgetSpilled(entries)
        }
    }

    private func commitSuspicions() async throws {
        let suspected = state.withLock { state in
            defer { state.suspicions = [:] }
            return state.suspicions
        }
        guard !suspected.isEmpty else { return }
        let now = UnixTime.nowMs
        try await database.write { db in
            for (job, suspicions) in suspected { try LedgerStore(db).suspect(job, suspicions, at: now) }
        }
    }

    /// Removes as many pending outcomes as fit in one transaction.
    private func nextBatch() -> [CommitEntry] {
        state.withLock { state in
            var room = Self.maxBytes
            let batch = Array(
                state.pending.prefix(Self.maxEntries).enumerated().prefix { index, entry in
                    room -= entry.effectBytes
                    return room >= 0 || index == 0
                }.map(\.element)
            )
            state.pending.removeFirst(batch.count)
            return batch
        }
    }

    private func commit(_ entries: [CommitEntry]) async throws -> CommitReport {
        for entry in entries where entry.lacksInput { try await checkInput(of: entry.lease.job) }
        let (report, workers) = state.withLock { (CommitReport(jobs: $0.jobs), $0.workers) }
        let prepared = try entries.map { (entry: $0, effect: try prepare($0)) }
        let begin = { @Sendable [sources, cache, crawl, now = UnixTime.nowMs] (db: Database) in
            Transaction(
                db: db,
                sources: sources,
                cache: cache,
                now: now,
                report: report,
                crawl: crawl,
                workers: workers
            )
        }
        do {
            return try await database.write { db in
                var transaction = begin(db)
                for (entry, effect) in prepared { try transaction.apply(entry, effect) }
                return transaction.report
            }
        } catch let error as CatalogError where error.code != .invalid {
            throw error
        } catch {
            crawl.undo()
            // One outcome does not fit the schema: find it, set it aside, commit the others.
            return try await database.write { [path = database.path] db in
                var transaction = begin(db)
                for (entry, effect) in prepared { try transaction.applyAlone(entry, effect, path: path) }
                return transaction.report
            }
        }
    }

    /// Looks for a job's input that a worker did not find.
    ///
    /// - Throws: ``CoordinatorError`` if it is missing here too: no job is charged, and the next sync fetches it again.
    private func checkInput(of job: JobID) async throws {
        let bytes = try await database.read { try LedgerStore($0).spec(of: job) }
        guard let cache, let spec = try? JobSpec(serializedBytes: bytes),
            let input = spec.inputs.first(where: { (try? cache.contains($0)) == false })
        else { return }
        throw CoordinatorError(
            .cacheUnusable,
            "Files of the cache were removed or damaged while the sync ran: \(input.hex) in '\(cache.folder)/blobs' "
                + "is gone, which the job \(spec.urn) reads. Nothing that was committed is lost: type the same "
                + "command, which fetches it again."
        )
    }

    /// Removes the files of committed results.
    ///
    /// A repeated result finds its job done, with or without its file. A later sync sweeps files that a kill leaves.
    private func forgetSpilled(_ entries: [CommitEntry]) {
        for entry in entries {
            // What stays costs room, nothing else.
            if let digest = entry.spilled?.digest { try? cache?.remove(effect: digest) }
        }
    }
}
