package import LarderModel
package import LarderProtocol

package enum LedgerAction: Sendable {
    /// Send a message to a worker. A welcome lacks the sources' definitions, which the sender adds.
    case send(SessionID, Message)
    case report(SessionID, WorkerReport)
    /// Forget a connection; what it still sends is answered with WHO.
    case forget(SessionID)
    /// Make these durable, in order, and report ``LedgerEvent/committed(_:added:)``.
    case commit([CommitEntry])
    /// Replace what the table has of these jobs' suspicions; none: the job is cleared.
    case suspect([JobID: [Suspicion]])
    /// Read more jobs of a queue from the table, and report ``LedgerEvent/loaded(queue:jobs:reachedEnd:)``.
    case load(queue: JobQueueID, after: JobID, limit: Int)
    /// Read jobs that a worker holds from an earlier coordinator start, and report ``LedgerEvent/lookedUp(_:_:)``.
    case lookUp(SessionID, [JobID])
    /// Write down that some of a budget are used, and report ``LedgerEvent/granted(_:count:until:)``.
    case reserve(BudgetID)
    /// Every job has ended and every end is committed.
    case finished
    /// Nothing is leased and everything is committed, after a drain, or where all that is left waits for a host's rules
    /// or for a budget for longer than ``JobLedger/Configuration/longestWaitMs``.
    case drained
}
