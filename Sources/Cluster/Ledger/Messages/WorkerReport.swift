package import LarderModel

/// News of a worker, for people.
package struct WorkerReport: Sendable, Hashable {
    /// What happened.
    package enum News: Sendable, Hashable {
        /// It joined.
        case joined
        /// It left in order.
        case left
        /// Its process died, or nothing was heard of it for a whole lease.
        case lost(String)
        /// It missed ``JobLedger/Configuration/suspectAfterMisses`` beats; so many jobs that it held go to others.
        case silent(jobs: Int)
        /// It is heard again.
        case heard
        /// It cannot work, for this reason.
        case troubled(FailureReason)
        /// It can work again.
        case recovered
        /// It held so many jobs without moving, and gets none for so many milliseconds.
        case stalled(jobs: Int, pauseMs: Milliseconds)
        /// So often another worker did what it could not do, or its result was refused: it gets work only when no other
        /// has room.
        case unreliable(wrongReports: Int)
        /// Another worker bears its name.
        case sharesName
        /// It does not know all kinds of jobs, and gets those that it knows.
        case knowsFewerKinds([JobKind])
    }

    /// What it is called: its name, with a number where several bear it.
    package var name: String
    /// Its machine.
    package var host: String
    /// Whether this coordinator started it.
    package var isLocal: Bool
    /// What happened.
    package var news: News
}
