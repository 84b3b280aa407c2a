package import LarderModel
package import LarderProtocol

/// Milliseconds on the owner's clock, which must never go back; its zero means nothing.
package typealias Milliseconds = UInt64

/// The owner's number of a quota, which starts of jobs are counted against.
package typealias BudgetID = Int

/// A job that was read from the table, and the milliseconds until it may be tried.
package typealias LoadedJob = (job: QueuedJob, waitMs: Milliseconds)

/// An unfinished job that a worker holds from an earlier coordinator start, and the last lease whose failure the table
/// counts: what is held under that lease, or under an earlier one, is over.
package typealias HeldJob = (job: QueuedJob, charged: Attempt)

/// Why a session ended.
package enum SessionEnd: Sendable, Hashable {
    /// The worker sent BYE.
    case bye
    /// The link is gone, or the worker was silent for a whole lease.
    case lost
    /// The worker has a newer session.
    case moved
    /// The worker's process ended by itself: with this evidence, while these jobs ran in it.
    ///
    /// `running` is nil where there was no flight recorder to read; then the worker's own reports count.
    case crashed(String, running: [JobLease]? = nil)
}

package enum LedgerEvent: Sendable {
    /// Jobs are in the table: at start, or enqueued outside a result.
    case added([AddedJobs])
    /// The answer to ``LedgerAction/load(queue:after:limit:)``: jobs in order of their numbers.
    ///
    /// `reachedEnd` is the table's largest number when the read came to the queue's end.
    case loaded(queue: JobQueueID, jobs: [LoadedJob], reachedEnd: JobID?)
    case hello(SessionID, WorkerIntroduction)
    /// The answer to ``LedgerAction/lookUp(_:_:)``: the unfinished ones of the jobs.
    case lookedUp(SessionID, [HeldJob])
    /// A worker sent a message; HELLO and what only coordinators send mean nothing here.
    case message(SessionID, Message)
    /// A connection is gone. The worker may come back and keep what it holds until its leases end.
    case linkLost(SessionID)
    case sessionEnded(SessionID, SessionEnd)
    case processEnded(processID: UInt32, SessionEnd)
    case committed([CommitEntry], added: [AddedJobs])
    /// The rules of these lanes' hosts are known: they open.
    case rules([LaneRules])
    /// Nothing starts in these lanes for so many milliseconds; whether their hosts' rules are known does not change.
    case paused([LaneID: Milliseconds])
    /// The answer to ``LedgerAction/reserve(_:)``: so many starts may be made until a time; 0: none before that time.
    case granted(BudgetID, count: Int, until: Milliseconds)
    case tick
    /// The user asked to stop: no new work.
    case drain
}
