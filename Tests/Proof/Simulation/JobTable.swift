package import LarderLedger
package import LarderModel

/// The job table in memory, with the answers of `LedgerStore`, for the simulator and the ledger's tests.
///
/// Times are milliseconds on one clock, which the caller chooses.
package struct JobTable: Sendable {
    /// One job.
    package struct Row: Sendable {
        /// The job; its counters are those that were written down last.
        package var job: QueuedJob
        /// What became of it.
        package var state = JobState.ready
        /// When it may be tried again.
        package var notBefore: Int64 = 0
        /// The last lease whose failure was charged; 0: none.
        package var charged: Attempt = 0
        /// What the job is suspected of.
        package var suspicions: [Suspicion] = []
        fileprivate var crashedAt: [Int64] = []
    }

    /// The jobs, in order of their numbers.
    package private(set) var rows: [Row] = []
    private var urns: Set<JobURN> = []
    /// The number given last; SQLite uses one up for a job that was there already, too.
    private var lastID: JobID = 0
    /// Places in ``rows``.
    private var places: [JobID: Int] = [:]
    private var queues: [JobQueueID: [Int]] = [:]

    /// Makes a table without jobs.
    package init() {}

    /// The row of a job; nil when there is none.
    package subscript(job: JobID) -> Row? { place(of: job).map { rows[$0] } }

    /// The place of a job in ``rows``, which it keeps; nil when there is none.
    package func place(of job: JobID) -> Int? { places[job] }

    /// Adds a job unless one of the same kind and key is there.
    ///
    /// - Returns: The new job's number, or nil when it was there.
    package mutating func add(kind: JobKind, key: String, source: SourceID, lane: LaneID, spec: [UInt8] = []) -> JobID?
    {
        lastID = lastID.advanced(by: 1)
        guard urns.insert(JobURN(kind: kind, key: key)).inserted else { return nil }
        let job = QueuedJob(id: lastID, kind: kind, source: source, lane: lane, spec: spec)
        places[lastID] = rows.count
        queues[JobQueueID(lane: lane, source: source, kind: kind), default: []].append(rows.count)
        rows.append(Row(job: job))
        return lastID
    }

    // MARK: Outcomes

    /// Makes an outcome durable as the coordinator's committer does, its effect left out.
    ///
    /// - Returns: false when the job had ended before.
    package mutating func apply(_ entry: CommitEntry, at now: Int64) -> Bool {
        switch entry.outcome {
        case .done: return finish(entry.lease.job)
        case .retry(let errors, let crashes, let waitMs, let reason):
            let until = now + Int64(clamping: waitMs)
            guard postpone(entry.lease, errors: errors, crashes: crashes, until: until) else { return false }
            if reason.code == .workerCrashed { noteCrash(of: entry.lease.job, at: now) }
        case .dead(let errors, let crashes, let reason):
            guard markDead(entry.lease.job, errors: errors, crashes: crashes) else { return false }
            if reason.code == .workerCrashed { noteCrash(of: entry.lease.job, at: now) }
        }
        return true
    }

    /// As `LedgerStore.finish(_:)`.
    package mutating func finish(_ job: JobID) -> Bool { change(job) { $0.state = .done } }

    /// As `LedgerStore.markDead(_:errors:crashes:reason:)`.
    package mutating func markDead(_ job: JobID, errors: UInt32, crashes: UInt32) -> Bool {
        change(job) {
            $0.state = .dead
            $0.job.errors = errors
            $0.job.crashes = crashes
        }
    }

    /// As `LedgerStore.postpone(_:errors:crashes:until:reason:)`.
    package mutating func postpone(_ lease: JobLease, errors: UInt32, crashes: UInt32, until: Int64) -> Bool {
        change(lease.job) {
            $0.job.errors = errors
            $0.job.crashes = crashes
            $0.notBefore = until
            $0.charged = lease.attempt
        }
    }

    /// As `LedgerStore.chargeUnusable(_:errors:reason:)`.
    package mutating func chargeUnusable(_ lease: JobLease, errors: UInt32 = 1) -> Bool {
        change(lease.job) {
            $0.job.errors += errors
            $0.charged = lease.attempt
        }
    }

    /// As `LedgerStore.noteCrash(of:evidence:at:)`.
    package mutating func noteCrash(of job: JobID, at now: Int64) {
        guard let place = place(of: job) else { return }
        rows[place].crashedAt = Array((rows[place].crashedAt + [now]).suffix(LedgerStore.keptCrashes))
    }

    /// As `LedgerStore.suspect(_:_:at:)`.
    package mutating func suspect(_ job: JobID, _ suspicions: [Suspicion]) {
        _ = change(job) { $0.suspicions = suspicions }
    }

    private mutating func change(_ job: JobID, _ change: (inout Row) -> Void) -> Bool {
        guard let place = place(of: job), rows[place].state == .ready else { return false }
        change(&rows[place])
        return true
    }

    // MARK: Reads

    /// As `LedgerStore.unfinished(_:after:limit:now:)`.
    ///
    /// - Parameter isWanted: Which rows are read; unfinished ones.
    package func unfinished(
        _ queue: JobQueueID,
        after cursor: JobID,
        limit: Int,
        now: Int64,
        where isWanted: (Row) -> Bool = { $0.state == .ready }
    ) -> (jobs: [LoadedJob], reachedEnd: JobID?) {
        var jobs: [LoadedJob] = []
        let places = queues[queue] ?? []
        for place in places[start(in: places, after: cursor)...] where isWanted(rows[place]) {
            guard jobs.count < limit else { break }
            let row = rows[place]
            let wait = min(max(0, row.notBefore - now), Int64(JobLedger.maxWaitMs))
            jobs.append((loaded(row, at: now), Milliseconds(wait)))
        }
        return (jobs, jobs.count < limit ? rows.last?.job.id ?? 0 : nil)
    }

    /// As `LedgerStore.unfinished(_:sources:)`.
    package func unfinished(_ jobs: [JobID], sources: [SourceID]? = nil, now: Int64) -> [HeldJob] {
        jobs.compactMap { self[$0] }
            .filter { $0.state == .ready && sources?.contains($0.job.source) != false }
            .map { (loaded($0, at: now), $0.charged) }
    }

    /// As `LedgerStore.openWork(of:limits:)`, for all sources.
    package func openWork(_ lane: (LaneID) -> LaneInfo) -> [AddedJobs] {
        added(rows.lazy.filter { $0.state == .ready }.map(\.job.id), lane)
    }

    /// What the ledger gets when these jobs were added.
    ///
    /// - Parameter bringsJobs: Whether it is given the jobs themselves too.
    package func added(
        _ jobs: some Sequence<JobID>,
        bringsJobs: Bool = false,
        _ lane: (LaneID) -> LaneInfo
    ) -> [AddedJobs] {
        var added: [JobQueueID: AddedJobs] = [:]
        for job in jobs.lazy.compactMap({ self[$0]?.job }) {
            let queue = JobQueueID(lane: job.lane, source: job.source, kind: job.kind)
            added[
                queue,
                default: AddedJobs(lane: lane(job.lane), source: job.source, kind: job.kind, count: 0, maxID: 0)
            ].count += 1
            added[queue]?.maxID = job.id
            if bringsJobs { added[queue]?.jobs.append(job) }
        }
        return added.values.sorted { $0.maxID < $1.maxID }
    }

    private func loaded(_ row: Row, at now: Int64) -> QueuedJob {
        var job = row.job
        job.suspicions = row.suspicions
        guard job.crashes > 0 else { return job }
        job.crashes = UInt32(row.crashedAt.count { $0 > now - LedgerStore.crashWindowMs })
        return job
    }

    /// The index of the first of a queue's places whose job's number is above `cursor`.
    private func start(in places: [Int], after cursor: JobID) -> Int {
        var low = 0
        var high = places.count
        while low < high {
            let middle = (low + high) / 2
            if rows[places[middle]].job.id > cursor { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension LaneInfo {
    /// Makes a lane with its limits one by one.
    package init(id: LaneID, name: String, jobClass: JobClass, concurrency: Int, delayMs: Milliseconds = 0) {
        self.init(
            id: id,
            name: name,
            jobClass: jobClass,
            limits: LaneLimits(concurrency: concurrency, delayMs: delayMs)
        )
    }
}
