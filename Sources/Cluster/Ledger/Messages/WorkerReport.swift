package import LarderModel

package struct WorkerReport: Sendable, Hashable {
    /// What happened.
    package enum News: Sendable, Hashable {
        case joined
        case left
        /// Its process died, or it was silent for a whole lease.
        case lost(String)
        /// It missed ``JobLedger/Configuration/suspectAfterMisses`` beats; its jobs go to others.
        case silent(jobs: Int)
        case heard
        case troubled(FailureReason)
        case recovered
        /// It made no progress with so many jobs, and gets none for a while.
        case stalled(jobs: Int, pauseMs: Milliseconds)
        /// It gets work only when no other worker has room.
        case unreliable(wrongReports: Int)
        case sharesName
        /// Kinds of jobs that it does not know, and does not get.
        case knowsFewerKinds([JobKind])
    }

    package var name: String
    package var host: String
    package var isLocal: Bool
    /// What happened.
    package var news: News
}
