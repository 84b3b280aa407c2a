package import LarderModel
package import LarderProtocol

/// Under which terms a worker is accepted.
package struct WelcomeTerms: Sendable, Hashable {
    /// The protocol's version that both speak.
    package var protocolVersion: UInt32
    /// The introduction that this answers.
    package var hello: UInt64
    /// Milliseconds between the worker's heartbeats.
    package var heartbeatMs: Milliseconds
    /// Milliseconds that a lease lasts without a heartbeat that names it.
    package var leaseMs: Milliseconds
    /// Leases the worker holds that are over.
    package var drop: [JobLease]
}

/// What the ledger wants done.
package enum LedgerAction: Sendable {
    /// Accept a worker.
    case welcome(SessionID, WelcomeTerms)
    /// Refuse a worker for `retryAfterMs` milliseconds; 0: for good.
    case reject(SessionID, code: String, text: String, retryAfterMs: Milliseconds)
    /// Send work; `number` counts the assignments of the session.
    case assign(SessionID, [AssignedJob], number: UInt64)
    /// Answer results and failures: they are on the disk, or refused.
    case acknowledge(SessionID, [(lease: JobLease, status: AckStatus)])
    /// Answer a heartbeat with the number of the worker's last assignment.
    case acknowledgeHeartbeat(SessionID, assigned: UInt64)
    /// Have a worker drop these.
    case cancel(SessionID, [JobLease])
    /// Ask a worker to give these back unless they have begun.
    case recall(SessionID, [JobLease])
    /// Have a worker take no new work.
    case drain(SessionID)
    /// Have a worker wait for the next coordinator, as this one stops with work left.
    case suspend(SessionID)
    /// Report news of a worker to people.
    case report(SessionID, WorkerReport)
    /// Send a worker away, as there is no more work.
    case dismiss(SessionID)
    /// Forget a connection; what it still sends is answered with WHO.
    case forget(SessionID)
    /// Make these durable, in order, and report ``LedgerEvent/committed(_:added:)``.
    case commit([CommitEntry])
    /// Write down what these jobs are suspected of, instead of what was written before; nothing: they are cleared.
    case suspect([JobID: [Suspicion]])
    /// Read more jobs of a queue from the table.
    case load(queue: JobQueueID, after: JobID, limit: Int)
    /// Read these jobs, which a worker holds from an earlier coordinator start, and report
    /// ``LedgerEvent/lookedUp(_:_:)``.
    case lookUp(SessionID, [JobID])
    /// Write down that some of a budget are used, and report ``LedgerEvent/granted(_:count:until:)``.
    case reserve(BudgetID)
    /// Every job has ended and every end is committed.
    case finished
    /// The drain is complete: nothing is leased and everything is committed. The same where nothing is left but what
    /// waits for a host's rules or for a budget for longer than ``JobLedger/Configuration/longestWaitMs``.
    case drained
}
