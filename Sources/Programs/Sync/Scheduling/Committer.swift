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
    package var entries: [CommittedEntry] = []
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

    /// The least time from the beginning of one transaction to that of the next: each writes every page that it touches.
    static let gathering = Duration.milliseconds(5)

    private let database: CatalogDatabase
    private let cache: DiskCache?
    private let sources: SyncedSources
    private let redactor: Redactor
    /// The names of workers that sent something.
    private let workers = Mutex<[SessionID: String]>([:])
    private let pending = Mutex<[CommitEntry]>([])
    private let crawl: CrawlWatch
    private let suspicions = Mutex<[JobID: [Suspicion]]>([:])
    private let wake: AsyncStream<Void>
    private let waker: AsyncStream<Void>.Continuation
    /// Jobs of the syncs by source and kind, ended ones included.
    private let jobs: Mutex<[SourceID: [JobKind: Int]]>

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
        self.jobs = Mutex(jobs)
        (wake, waker) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Queues outcomes for the next transaction, in order.
    ///
    /// - Parameter workers: The names of workers that are joined, for people.
    func submit(_ entries: [CommitEntry], workers names: [SessionID: String] = [:]) {
        workers.withLock { $0 = names }
        pending.withLock { $0 += entries }
        waker.yield()
    }

    /// Queues what jobs are suspected of, instead of what was written before.
    func submit(suspicions jobs: [JobID: [Suspicion]]) {
        suspicions.withLock { $0.merge(jobs) { $1 } }
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
        let suspected = suspicions.withLock { jobs in
            defer { jobs = [:] }
            return jobs
        }
        if !suspected.isEmpty {
            let now = UnixTime.nowMs
            try await database.write { db in
                for (job, suspicions) in suspected { try LedgerStore(db).suspect(job, suspicions, at: now) }
            }
        }
        while true {
            let entries = pending.withLock { pending in
                var room = Self.maxBytes
                let batch = Array(
                    pending.prefix(Self.maxEntries).enumerated().prefix { index, entry in
                        room -= entry.effectBytes
                        return room >= 0 || index == 0
                    }.map(\.element)
                )
                pending.removeFirst(batch.count)
                return batch
            }
            guard !entries.isEmpty else { return }
            // Workers hide the sources' keys themselves; one that does not must not get them into the catalog.
            let result = try await commit(entries.map { $0.redacted(by: redactor) })
            crawl.keep()
            jobs.withLock { jobs in
                for added in result.added { jobs[added.source, default: [:]][added.kind, default: 0] += added.count }
                for (source, kinds) in result.moved { jobs[source, default: [:]].merge(kinds, uniquingKeysWith: -) }
            }
            report(result)
            forgetSpilled(entries)
        }
    }

    private func commit(_ entries: [CommitEntry]) async throws -> CommitReport {
        for entry in entries where entry.lacksInput { try await checkInput(of: entry.lease.job) }
        let report = CommitReport(jobs: jobs.withLock { $0 })
        let prepared = try entries.map { (entry: $0, effect: try prepare($0)) }
        let (sources, cache, now) = (sources, cache, UnixTime.nowMs)
        let (crawl, workers) = (crawl, workers.withLock { $0 })
        do {
            return try await database.write { db in
                var transaction = Transaction(
                    db: db,
                    sources: sources,
                    cache: cache,
                    now: now,
                    report: report,
                    crawl: crawl,
                    workers: workers
                )
                for (entry, effect) in prepared { try transaction.apply(entry, effect) }
                return transaction.report
            }
        } catch let error as CatalogError where error.code != .invalid {
            throw error
        } catch {
            crawl.undo()
            // One of them does not fit the schema: find it, set it aside, keep the others.
            return try await database.write { [path = database.path] db in
                var transaction = Transaction(
                    db: db,
                    sources: sources,
                    cache: cache,
                    now: now,
                    report: report,
                    crawl: crawl,
                    workers: workers
                )
                for (entry, effect) in prepared { try transaction.applyAlone(entry, effect, path: path) }
                return transaction.report
            }
        }
    }

    /// Looks for the blob that a job reads and a worker did not find.
    ///
    /// - Throws: ``CoordinatorError`` when it is gone here too: that is no job's fault, and the next sync fetches it again.
    private func checkInput(of job: JobID) async throws {
        let bytes = try await database.read { try LedgerStore($0).spec(of: job) }
        guard let cache, let spec = try? JobSpec(serializedBytes: bytes),
            let input = spec.inputs.first(where: { (try? cache.contains($0)) == false })
        else { return }
        throw CoordinatorError(
            .cacheUnusable,
            "Files of the cache were removed or damaged while the sync ran: \(input.hex) in '\(cache.folder)/blobs' is gone, which the job \(spec.urn) reads. Nothing that was committed is lost: type the same command, which fetches it again."
        )
    }

    /// Takes away the files of results that are committed now.
    ///
    /// A result that comes again later finds its job done, whether its file is there or not. What a kill leaves is swept
    /// at the begin of a later sync.
    private func forgetSpilled(_ entries: [CommitEntry]) {
        for entry in entries {
            // What stays costs room, nothing else.
            if let digest = entry.spilled?.digest { try? cache?.remove(effect: digest) }
        }
    }

    /// Decodes what a job brought and cuts it to its bounds, before the transaction begins.
    ///
    /// A worker cuts its effects itself. What one of another release sends is cut the same way, as what is within the bounds is as
    /// good as any other worker's. What cannot be is looked for before, as cutting would hide some of it.
    ///
    /// - Throws: ``CoordinatorError`` when the whole cache cannot be used: that is no job's fault.
    func prepare(_ entry: CommitEntry) throws -> PreparedEffect {
        guard case .done(let bytes) = entry.outcome else { return .none }
        guard !bytes.isEmpty else {
            return cache != nil && entry.kind.bringsMedia ? .broken("it is empty") : .none
        }
        do {
            var effect: JobEffect
            switch try PackedEffect(serializedBytes: bytes) {
            case .inline(let whole): effect = whole
            case .spilled(let digest, let length):
                guard let cache else { return .broken("there is no cache that could hold it") }
                guard length <= JobLimits.maxEffectBytes else {
                    return .broken("it takes \(length) bytes, more than \(JobLimits.maxEffectBytes)")
                }
                effect = try JobEffect(serializedBytes: redactor.redacted(try cache.effect(digest, length: length)))
            }
            if let name = sources.entries[entry.source]?.definition.name,
                let fault = EffectCheck(source: name).fault(in: effect)
            {
                return .broken(fault)
            }
            effect.bound()
            return try checked(effect)
        } catch let error as CacheError {
            if let trouble = cache?.trouble(writing: 4096) { throw CoordinatorError(cache: trouble) }
            return .unreadable("The result is no longer in the cache: \(error.message)")
        } catch {
            return .broken("\(error)")
        }
    }

    /// The effect, unless it names a blob that the cache lacks: no row may name what nobody has.
    private func checked(_ effect: JobEffect) throws(CacheError) -> PreparedEffect {
        guard let cache else { return .effect(effect) }
        for blob in effect.blobs where try !blob.isIn(cache) { return .unreadable(Self.lacking(blob, cache)) }
        return .effect(effect)
    }

    private static func lacking(_ blob: NamedBlob, _ cache: DiskCache) -> String {
        "The result names the blob \(blob.digest), which is not in '\(cache.folder)' in that length. Check that the worker's --cache is the coordinator's."
    }
}

extension CommitEntry {
    /// Whether the worker did not find the blob that the job reads, or found it damaged.
    fileprivate var lacksInput: Bool {
        guard kind.jobClass == .render, let code = outcome.reason?.code else { return false }
        return code == .cacheMissing || code == .cacheCorrupt
    }

    /// Where the effect is when it is not in the message.
    fileprivate var spilled: (digest: Digest, bytes: Int)? {
        guard case .done(let bytes) = outcome, !bytes.isEmpty, bytes.count <= PackedEffect.maxSpilledBytes,
            case .spilled(let digest, let length) = try? PackedEffect(serializedBytes: bytes)
        else { return nil }
        return (digest, length)
    }

    /// The bytes of the effect, wherever it is; what a message says of a file is no more than a result may have.
    fileprivate var effectBytes: Int {
        guard case .done(let bytes) = outcome else { return 0 }
        return bytes.count + min(spilled?.bytes ?? 0, JobLimits.maxEffectBytes)
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
