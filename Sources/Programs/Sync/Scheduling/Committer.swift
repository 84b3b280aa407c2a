internal import GRDB
package import LarderCache
package import LarderCatalog
package import LarderLedger
internal import LarderModel
internal import LarderProtocol
internal import LarderSourceDefinitions
internal import Synchronization

/// Sources with changes that are held, see ``EffectMerger/holds(_:of:sync:)``.
struct HeldSources: Sendable, Hashable {
    /// It is not decided yet whether they are merged.
    var waiting: Set<SourceID> = []
    /// They are merged.
    var released: Set<SourceID> = []
}

package struct CommitReport: Sendable {
    /// Jobs of the syncs by source and kind, this transaction's included.
    var jobs: [SourceID: [JobKind: Int]] = [:]
    package var entries: [CommitEntry] = []
    /// Sources whose crawl has ended, and for which the pages of earlier crawls were added.
    var endedCrawls: Set<SourceID> = []
    var held = HeldSources()
    var added: [AddedJobs] = []
    /// Jobs in ``added`` that were redirected to another host.
    var moved: [SourceID: [JobKind: Int]] = [:]
    var tally = Tally()
    var rules: [LaneRules] = []
    /// How long the transaction took.
    var duration: Duration = .zero
}

/// The one writer: makes outcomes durable, many in a transaction.
///
/// Each takes what arrived during the last one (natural group commit), up to ``maxEntries`` and ``maxBytes``.
package final class Committer: Sendable {
    /// How long a result whose files cannot be read yet is tried again: a network file system may show what another
    /// machine wrote some seconds later.
    private static let patience = Duration.seconds(5)
    private static let patienceStep = Duration.milliseconds(250)

    /// Shortest time between the starts of two transactions: each writes every page it touches.
    static let gathering = Duration.milliseconds(5)

    private let database: CatalogDatabase
    let cache: DiskCache?
    let sources: SyncedSources
    let redactor: Redactor
    private let crawl: CrawlWatch
    private let wake: AsyncStream<Void>
    private let waker: AsyncStream<Void>.Continuation
    private let state: Mutex<State>

    /// A result to be committed, since when that is tried, and when it is tried again.
    private struct Attempt {
        let entry: CommitEntry
        var since = ContinuousClock.now
        var next = ContinuousClock.now
    }

    private struct State: Sendable {
        var pending: [CommitEntry] = []
        /// Results whose files cannot be read yet.
        var unread: [Attempt] = []
        var suspicions: [JobID: [Suspicion]] = [:]
        var workers: [SessionID: String] = [:]
        /// Jobs of the syncs by source and kind, finished ones included.
        var jobs: [SourceID: [JobKind: Int]]
        var endedCrawls: Set<SourceID> = []
        var held: HeldSources
    }

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
        let waiting = sources.entries.filter(\.value.hasHeldChanges).keys
        state = Mutex(State(jobs: jobs, held: HeldSources(waiting: Set(waiting))))
        (wake, waker) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Queues outcomes for the next transaction, in order; `names` are the joined workers'.
    func submit(_ entries: [CommitEntry], workers names: [SessionID: String] = [:]) {
        state.withLock { state in
            state.workers = names
            state.pending += entries
        }
        waker.yield()
    }

    func submit(suspicions jobs: [JobID: [Suspicion]]) {
        state.withLock { $0.suspicions.merge(jobs) { $1 } }
        waker.yield()
    }

    /// Ends ``run(report:)`` once everything submitted is committed.
    func finish() { waker.finish() }

    /// Commits until ``finish()``.
    ///
    /// - Throws: When the database cannot go on (no room, no access); unreported outcomes are not committed.
    func run(report: @Sendable (CommitReport) -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask { [self] in
                while (try? await Task.sleep(for: Self.patienceStep)) != nil {
                    if waitsForFiles { waker.yield() }
                }
            }
            var next = ContinuousClock.now
            for await _ in wake {
                try? await Task.sleep(until: next, tolerance: .milliseconds(1))  // a cancelled one is only shorter
                next = .now + Self.gathering
                try await commitPending(report)
            }
            try await commitPending(report)
            while waitsForFiles, (try? await Task.sleep(for: Self.patienceStep)) != nil {
                try await commitPending(report)
            }
        }
    }

    /// Commits in one transaction on this thread, apart from ``run(report:)``; for measurements.
    package func commitNow(_ entries: [CommitEntry]) throws -> CommitReport {
        let prepared = try entries.map { (entry: $0, effect: try prepare($0)) }
        return try database.write { [sources] db in
            let merger = EffectMerger(db, sources: sources)
            var transaction = Transaction(db: db, merger: merger, cache: nil, report: CommitReport())
            for (entry, effect) in prepared { try transaction.apply(entry, effect) }
            return transaction.report
        }
    }

    private func commitPending(_ report: @Sendable (CommitReport) -> Void) async throws {
        try await commitSuspicions()
        while true {
            let unread = takeUnread()
            let entries = unread.isEmpty ? nextBatch().map { Attempt(entry: $0) } : unread
            guard !entries.isEmpty else { return }
            let began = ContinuousClock.now
            let prepared = try prepare(entries)
            guard !prepared.isEmpty else { continue }
            var result = try await commit(prepared)
            result.duration = .now - began
            crawl.keep()
            state.withLock { state in
                state.endedCrawls.formUnion(result.endedCrawls)
                state.held = result.held
                for added in result.added {
                    state.jobs[added.source, default: [:]][added.kind, default: 0] += added.count
                }
                for (source, kinds) in result.moved {
                    state.jobs[source, default: [:]].merge(kinds, uniquingKeysWith: -)
                }
            }
            report(result)
            forgetSpilled(prepared.map(\.entry))
        }
    }

    /// Whether a result's files cannot be read yet.
    var waitsForFiles: Bool { state.withLock { !$0.unread.isEmpty } }

    private func takeUnread() -> [Attempt] {
        let now = ContinuousClock.now
        return state.withLock { state in
            let batch = Self.batch(of: state.unread.filter { $0.next <= now }, bytes: \.entry.effectBytes)
            var count = batch.count
            state.unread.removeAll { attempt in
                guard count > 0, attempt.next <= now else { return false }
                count -= 1
                return true
            }
            return batch
        }
    }

    /// Prepares effects; those that cannot be read yet are tried again.
    private func prepare(_ attempts: [Attempt]) throws -> [(entry: CommitEntry, effect: PreparedEffect)] {
        var prepared: [(entry: CommitEntry, effect: PreparedEffect)] = []
        for var attempt in attempts {
            // Workers hide the sources' keys; a worker that does not must not get them into the catalog.
            let entry = attempt.entry.redacted(by: redactor)
            let effect = try prepare(entry)
            guard case .unreadable = effect, attempt.since.duration(to: .now) < Self.patience else {
                prepared.append((entry, effect))
                continue
            }
            attempt.next = .now + Self.patienceStep
            state.withLock { [attempt] in $0.unread.append(attempt) }
        }
        return prepared
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

    private func nextBatch() -> [CommitEntry] {
        state.withLock { state in
            let batch = Self.batch(of: state.pending, bytes: \.effectBytes)
            state.pending.removeFirst(batch.count)
            return batch
        }
    }

    private func commit(_ prepared: [(entry: CommitEntry, effect: PreparedEffect)]) async throws -> CommitReport {
        let entries = prepared.map(\.entry)
        for entry in entries where entry.lacksInput { try await checkInput(of: entry.lease.job) }
        let (report, workers, ended) = state.withLock {
            (CommitReport(jobs: $0.jobs, held: $0.held), $0.workers, $0.endedCrawls)
        }
        let begin = { @Sendable [sources, cache, crawl, now = UnixTime.nowMs] (db: Database) in
            let merger = EffectMerger(
                db,
                sources: sources,
                jobs: report.jobs,
                crawl: crawl,
                released: report.held.released,
                at: now
            )
            return Transaction(db: db, merger: merger, cache: cache, report: report, workers: workers)
        }
        do {
            return try await database.write { db in
                var transaction = begin(db)
                for (entry, effect) in prepared { try transaction.apply(entry, effect) }
                try transaction.askForKnownPages(after: entries, besides: ended)
                try transaction.settleHeldChanges(after: entries)
                return transaction.report
            }
        } catch let error as CatalogError where error.code != .invalid {
            throw error
        } catch {
            crawl.undo()
            // An outcome does not fit the schema: set it aside, commit the others.
            return try await database.write { [path = database.path] db in
                var transaction = begin(db)
                for (entry, effect) in prepared { try transaction.applyAlone(entry, effect, path: path) }
                try transaction.askForKnownPages(after: entries, besides: ended)
                try transaction.settleHeldChanges(after: entries)
                return transaction.report
            }
        }
    }

    /// - Throws: ``CoordinatorError`` if a job's input is missing: no job is charged, and the next sync fetches it
    /// again.
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

    /// Removes the files of committed results; a later sync removes files that a kill leaves.
    private func forgetSpilled(_ entries: [CommitEntry]) {
        for entry in entries {
            // A leftover only takes room.
            if let digest = entry.spilled?.digest { try? cache?.remove(effect: digest) }
        }
    }
}
