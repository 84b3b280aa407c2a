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

    /// The process's exit code: 0, 70 (a job hung), 71 (too much memory), 75 (EX_TEMPFAIL: no coordinator) or 78 (EX_CONFIG:
    /// restarting would not help).
    package var code: Int32 {
        switch self {
        case .finished, .recycled: 0
        case .stalled: 70
        case .outOfMemory: 71
        case .refused: 78
        case .orphaned: 75
        }
    }
}
