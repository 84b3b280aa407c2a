internal import LarderCache
internal import LarderCatalog
internal import LarderLedger
internal import LarderModel
internal import LarderProtocol
internal import Synchronization

/// What one transaction brought.
struct CommitReport: Sendable {
    /// Jobs of the syncs by source, those of this transaction included.
    var jobs: [SourceID: Int] = [:]
    var entries: [CommittedEntry] = []
    var added: [AddedJobs] = []
    var tally = Tally()
}

/// The one writer: makes outcomes durable, many in a transaction.
///
/// Each transaction takes everything that arrived while the last one was on its way to the disk (natural group
/// commit), up to ``maxEntries``.
final class Committer: Sendable {
    /// Outcomes in one transaction at most, so that acknowledgements keep flowing.
    static let maxEntries = 16_384

    private let database: CatalogDatabase
    private let cache: DiskCache?
    private let sources: SyncedSources
    private let redactor: Redactor
    /// The names of workers that sent something.
    private let workers = Mutex<[SessionID: String]>([:])
    private let pending = Mutex<[CommitEntry]>([])
    private let wake: AsyncStream<Void>
    private let waker: AsyncStream<Void>.Continuation
    /// Jobs of the syncs by source, ended ones included.
    private let jobs: Mutex<[SourceID: Int]>

    init(
        database: CatalogDatabase,
        cache: DiskCache?,
        sources: SyncedSources,
        jobs: [SourceID: Int] = [:],
        redactor: Redactor = Redactor()
    ) {
        self.database = database
        self.cache = cache
        self.sources = sources
        self.redactor = redactor
        self.jobs = Mutex(jobs)
        (wake, waker) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Queues outcomes for the next transaction, in order.
    ///
    /// - Parameter workers: The names of workers that are joined, for people.
    func submit(_ entries: [CommitEntry], workers names: [SessionID: String] = [:]) {
        workers.withLock { $0 = names }
        // Workers hide the sources' keys themselves; one that does not must not get them into the catalog.
        pending.withLock { $0 += entries.map { $0.redacted(by: redactor) } }
        waker.yield()
    }

    /// Ends ``run(report:)`` once everything that was submitted is committed.
    func finish() { waker.finish() }

    /// Commits until ``finish()``.
    ///
    /// - Throws: When the database cannot go on (no room, no access). What was not reported is not committed.
    func run(report: @Sendable (CommitReport) -> Void) async throws {
        for await _ in wake { try await commitPending(report) }
        try await commitPending(report)
    }

    private func commitPending(_ report: @Sendable (CommitReport) -> Void) async throws {
        while true {
            let entries = pending.withLock { pending in
                let batch = Array(pending.prefix(Self.maxEntries))
                pending.removeFirst(batch.count)
                return batch
            }
            guard !entries.isEmpty else { return }
            let result = try await commit(entries)
            jobs.withLock { jobs in
                for added in result.added { jobs[added.source, default: 0] += added.count }
            }
            report(result)
        }
    }

    private func commit(_ entries: [CommitEntry]) async throws -> CommitReport {
        let report = CommitReport(jobs: jobs.withLock { $0 })
        let prepared = entries.map { (entry: $0, effect: prepare($0)) }
        let (sources, now, workers) = (sources, UnixTime.nowMs, workers.withLock { $0 })
        do {
            return try await database.write { db in
                var transaction = Transaction(db: db, sources: sources, now: now, report: report, workers: workers)
                for (entry, effect) in prepared { try transaction.apply(entry, effect) }
                return transaction.report
            }
        } catch let error as CatalogError where error.code != .invalid {
            throw error
        } catch {
            // One of them does not fit the schema: find it, set it aside, keep the others.
            return try await database.write { [path = database.path] db in
                var transaction = Transaction(db: db, sources: sources, now: now, report: report, workers: workers)
                for (entry, effect) in prepared { try transaction.applyAlone(entry, effect, path: path) }
                return transaction.report
            }
        }
    }

    /// Decodes what a job brought, before the transaction begins.
    private func prepare(_ entry: CommitEntry) -> PreparedEffect {
        guard case .done(let bytes) = entry.outcome, !bytes.isEmpty else { return .none }
        do {
            switch try PackedEffect(serializedBytes: bytes) {
            case .inline(let effect): return .effect(effect)
            case .blob(let digest):
                guard let cache else { return .broken("there is no cache that could hold it") }
                let length = try cache.length(of: digest) ?? 0
                guard length <= JobLimits.maxEffectBytes else {
                    return .broken("it takes \(length) bytes, more than \(JobLimits.maxEffectBytes)")
                }
                return .effect(try JobEffect(serializedBytes: redactor.redacted(try cache.blob(digest))))
            }
        } catch let error as CacheError {
            return .unreadable(error.message)
        } catch {
            return .broken("\(error)")
        }
    }
}

extension CommitEntry {
    /// The entry without secrets, for results that a message holds whole.
    fileprivate func redacted(by redactor: Redactor) -> CommitEntry {
        guard !redactor.isEmpty else { return self }
        var entry = self
        switch outcome {
        case .done(let effect): entry.outcome = .done(effect: redactor.redacted(effect))
        case .retry(let errors, let crashes, let waitMs, let reason):
            entry.outcome = .retry(errors: errors, crashes: crashes, waitMs: waitMs, reason.redacted(by: redactor))
        case .dead(let errors, let crashes, let reason):
            entry.outcome = .dead(errors: errors, crashes: crashes, reason.redacted(by: redactor))
        }
        return entry
    }
}
