internal import Foundation
internal import GRDB
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
    private let pending = Mutex<[CommitEntry]>([])
    private let wake: AsyncStream<Void>
    private let waker: AsyncStream<Void>.Continuation
    /// Jobs of the syncs by source, ended ones included.
    private let jobs: Mutex<[SourceID: Int]>

    init(database: CatalogDatabase, cache: DiskCache?, sources: SyncedSources, jobs: [SourceID: Int] = [:]) {
        self.database = database
        self.cache = cache
        self.sources = sources
        self.jobs = Mutex(jobs)
        (wake, waker) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Queues outcomes for the next transaction, in order.
    func submit(_ entries: [CommitEntry]) {
        pending.withLock { $0 += entries }
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
        let counts = jobs.withLock { $0 }
        let prepared = entries.map { (entry: $0, effect: prepare($0)) }
        let sources = sources
        let now = Int64(Date().timeIntervalSince1970 * 1000)
        do {
            return try await database.write { db in
                var report = CommitReport(jobs: counts)
                for (entry, effect) in prepared { try Self.apply(entry, effect, db, sources, now, &report) }
                return report
            }
        } catch let error as CatalogError where error.code != .invalid {
            throw error
        } catch {
            // One of them does not fit the schema: find it, set it aside, keep the others.
            return try await database.write { [database] db in
                var report = CommitReport(jobs: counts)
                for (entry, effect) in prepared {
                    try Self.applyAlone(in: database, entry, effect, db, sources, now, &report)
                }
                return report
            }
        }
    }

    private static func applyAlone(
        in database: CatalogDatabase,
        _ entry: CommitEntry,
        _ effect: Prepared,
        _ db: Database,
        _ sources: SyncedSources,
        _ now: Int64,
        _ report: inout CommitReport
    ) throws {
        let before = report
        do {
            try db.inSavepoint {
                try apply(entry, effect, db, sources, now, &report)
                return .commit
            }
        } catch {
            if let failure = CatalogError(error, path: database.path), failure.code != .invalid { throw failure }
            report = before
            var dead = entry
            dead.outcome = .dead(
                errors: 1,
                crashes: 0,
                FailureReason(.permanent, code: "bad-result", message: "The result does not fit the catalog: \(error)")
            )
            try apply(dead, .none, db, sources, now, &report)
        }
    }

    private static func apply(
        _ entry: CommitEntry,
        _ effect: Prepared,
        _ db: Database,
        _ sources: SyncedSources,
        _ now: Int64,
        _ report: inout CommitReport
    ) throws {
        let ledger = LedgerStore(db)
        let changed: Bool
        switch (entry.outcome, effect) {
        case (.done, .broken(let why)):
            let message = "The worker's result cannot be read: \(why)"
            try markDead(entry, FailureReason(.permanent, code: "bad-result", message: message), ledger, &report)
            return
        case (.done, .unreadable(let why)):
            try retry(entry, lostBecause: why, ledger, &report)
            return
        case (.done, .none):
            changed = try ledger.finish(entry.lease.job)
        case (.done, .effect(let effect)):
            if let reason = EffectMerger.excess(of: effect.found.count, before: report.jobs[entry.source] ?? 0) {
                try markDead(entry, reason, ledger, &report)
                return
            }
            changed = try ledger.finish(entry.lease.job)
            if changed { try merge(effect, of: entry, db, sources, &report) }
        case (.retry(let errors, let crashes, let waitMs, let reason), _):
            changed = try ledger.postpone(
                entry.lease,
                errors: errors,
                crashes: crashes,
                until: now + Int64(clamping: waitMs),
                reason: reason
            )
        case (.dead(let errors, let crashes, let reason), _):
            changed = try ledger.markDead(entry.lease.job, errors: errors, crashes: crashes, reason: reason)
        }
        if changed, let reason = entry.outcome.reason, reason.code == FailureReason.workerCrashed {
            try ledger.noteCrash(of: entry.lease.job, evidence: reason.message, at: now)
        }
        if changed { report.tally.count(entry, effect.value) }
        report.entries.append(CommittedEntry(entry: entry, changed: changed))
    }

    /// Writes an effect into the catalog and its new jobs into the ledger.
    private static func merge(
        _ effect: JobEffect,
        of entry: CommitEntry,
        _ db: Database,
        _ sources: SyncedSources,
        _ report: inout CommitReport
    ) throws {
        let enqueued = try EffectMerger(db, sources: sources).apply(effect, of: entry.source)
        report.added += enqueued.queues
        report.jobs[entry.source, default: 0] += enqueued.kinds.values.reduce(0, +)
        report.tally.found(enqueued.kinds)
        guard enqueued.skipped > 0 else { return }
        report.tally.note(
            "Jobs with descriptions above \(JobLimits.maxSpecBytes / 1024) KiB were left out",
            enqueued.skipped
        )
    }

    /// Puts a job back whose result is gone from the cache, and charges it a failure.
    private static func retry(
        _ entry: CommitEntry,
        lostBecause why: String,
        _ ledger: LedgerStore,
        _ report: inout CommitReport
    ) throws {
        let message = "The result is no longer in the cache: \(why)"
        let reason = FailureReason(.retryable, code: "lost-result", message: message)
        var retried = entry
        retried.outcome = .retry(errors: 1, crashes: 0, waitMs: 0, reason)
        let changed = try ledger.chargeUnusable(entry.lease, reason: reason)
        if changed { report.tally.count(retried, nil) }
        report.entries.append(CommittedEntry(entry: retried, changed: changed))
    }

    /// Sets a job aside whose result is of no use.
    private static func markDead(
        _ entry: CommitEntry,
        _ reason: FailureReason,
        _ ledger: LedgerStore,
        _ report: inout CommitReport
    ) throws {
        var dead = entry
        dead.outcome = .dead(errors: 1, crashes: 0, reason)
        let changed = try ledger.markDead(entry.lease.job, errors: 1, crashes: 0, reason: reason)
        if changed { report.tally.count(dead, nil) }
        report.entries.append(CommittedEntry(entry: dead, changed: changed))
    }

    /// An effect, decoded before the transaction begins.
    private enum Prepared: Sendable {
        case none
        case effect(JobEffect)
        case broken(String)
        /// Too large for a message, and not in the cache any more.
        case unreadable(String)

        var value: JobEffect? {
            if case .effect(let effect) = self { effect } else { nil }
        }
    }

    private func prepare(_ entry: CommitEntry) -> Prepared {
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
                return .effect(try JobEffect(serializedBytes: try cache.blob(digest)))
            }
        } catch let error as CacheError {
            return .unreadable(error.message)
        } catch {
            return .broken("\(error)")
        }
    }
}

extension CommitEntry.Outcome {
    /// Why it did not end well.
    fileprivate var reason: FailureReason? {
        switch self {
        case .done: nil
        case .retry(_, _, _, let reason), .dead(_, _, let reason): reason
        }
    }
}
