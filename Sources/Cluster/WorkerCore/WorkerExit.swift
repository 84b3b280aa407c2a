/// How a worker's part ended.
package enum WorkerExit: Sendable, Hashable {
    /// Drained: everything is answered.
    case finished
    /// The coordinator refuses this worker for good.
    case refused(String)
    /// No coordinator for too long.
    case orphaned
    /// Everything is answered; a fresh process is to go on, for this reason.
    case recycled(String)
    /// A job does not move and cannot be stopped; a fresh process is to go on.
    case stalled(String)
    /// Above its memory limit; a fresh process is to go on, unless this one had not begun a job, as a fresh one would need as much.
    case outOfMemory(String, hasWorked: Bool)

    /// The exit codes of worker processes, for both sides.
    package enum Code {
        /// All is answered.
        package static let finished: Int32 = 0
        /// EX_USAGE, with which ArgumentParser ends: the command line or environment asks for what cannot be.
        package static let misused: Int32 = 64
        /// A job hung, which the worker has said.
        package static let stalled: Int32 = 70
        /// Too much memory.
        package static let outOfMemory: Int32 = 71
        /// EX_TEMPFAIL: no coordinator.
        package static let orphaned: Int32 = 75
        /// EX_CONFIG: restarting would not help.
        package static let refused: Int32 = 78
    }

    /// The process's exit code.
    package var code: Int32 {
        switch self {
        case .finished, .recycled: Code.finished
        case .stalled: Code.stalled
        case .outOfMemory: Code.outOfMemory
        case .refused: Code.refused
        case .orphaned: Code.orphaned
        }
    }
}
