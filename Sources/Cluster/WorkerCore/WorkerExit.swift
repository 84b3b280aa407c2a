package enum WorkerExit: Sendable, Hashable {
    case finished
    case refused(String)
    case orphaned
    /// Drained; a fresh process is to go on, for this reason.
    case recycled(String)
    /// A job does not move and cannot be stopped; a fresh process is to go on.
    case stalled(String)
    /// Above its memory limit; a fresh process is to go on if this one had begun a job, else it would need as much.
    case outOfMemory(String, hasWorked: Bool)

    /// The exit codes of worker processes, for both sides.
    package enum Code {
        package static let finished: Int32 = 0
        /// EX_USAGE, as ArgumentParser.
        package static let misused: Int32 = 64
        /// A job hung; the worker has reported it.
        package static let stalled: Int32 = 70
        package static let outOfMemory: Int32 = 71
        /// EX_TEMPFAIL: no coordinator.
        package static let orphaned: Int32 = 75
        /// EX_CONFIG: restarting would not help.
        package static let refused: Int32 = 78
    }

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
