package import LarderModel

/// Milliseconds on the owner's clock, which must never go back; its zero means nothing.
package typealias Milliseconds = UInt64

/// The owner's number of a quota, which starts of jobs are counted against.
package typealias BudgetID = Int

/// Why a session ended.
package enum SessionEnd: Sendable, Hashable {
    /// The worker said BYE.
    case bye
    /// The link is gone, or the worker was silent for a whole lease.
    case lost
    /// The worker has a newer session.
    case moved
    /// The worker's process ended by itself: with this evidence, while these jobs ran in it.
    ///
    /// What ran is nil where there was no flight recorder to read; then the worker's own reports count.
    case crashed(String, running: [JobLease]? = nil)
}

/// What happens to the ledger.
package enum LedgerEvent: Sendable {
    /// Jobs are in the table: at start, or enqueued outside a result.
    case added([AddedJobs])
    /// The answer to ``LedgerAction/load(queue:after:limit:)``: jobs in order of their numbers, and how long each still
    /// has to wait.
    ///
    /// `reachedEnd` is the table's largest number when the read came to the queue's end.
    case loaded(queue: JobQueueID, jobs: [LoadedJob], reachedEnd: JobID?)
    /// A worker introduced itself on a connection.
    case hello(SessionID, WorkerIntroduction)
    /// The answer to ``LedgerAction/lookUp(_:_:)``: the unfinished ones of the jobs.
    case lookedUp(SessionID, [HeldJob])
    /// Absolute cumulative grants, by class.
    case credit(SessionID, fetch: UInt64, render: UInt64)
    /// These jobs have begun.
    case started(SessionID, [JobLease])
    /// A worker's heartbeat: it holds these, which have come so far, and `assigned` is the last assignment it knows of.
    case heartbeat(
        SessionID,
        [JobLease],
        assigned: UInt64,
        progress: [UInt64] = [],
        trouble: FailureReason? = nil
    )
    /// These jobs are done; the effects travel beside.
    case results(SessionID, [JobResult])
    /// These jobs failed.
    case failures(SessionID, [ReportedFailure])
    /// Given back unstarted.
    case released(SessionID, [JobLease])
    /// A worker will take no new work.
    case draining(SessionID)
    /// A connection is gone. The worker may come back and keep what it holds until its leases end.
    case linkLost(SessionID)
    /// A session is over.
    case sessionEnded(SessionID, SessionEnd)
    /// A local worker's process ended.
    case processEnded(processID: UInt32, SessionEnd)
    /// A commit is on the disk.
    case committed([CommittedEntry], added: [AddedJobs])
    /// The rules of these lanes' hosts are known: they open.
    case rules([LaneRules])
    /// Nothing starts in these lanes, which have jobs, for a while. Their hosts' rules are another matter.
    case paused([LanePause])
    /// The answer to ``LedgerAction/reserve(_:)``: so many starts are written down, which may be made until a time; of
    /// none, nothing may start before that time.
    case granted(BudgetID, count: Int, until: Milliseconds)
    /// Time has passed.
    case tick
    /// The user asked to stop: no new work.
    case drain
}
