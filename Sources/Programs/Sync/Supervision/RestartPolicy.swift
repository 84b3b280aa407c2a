internal import LarderTransport
internal import LarderWorkerCore
internal import Subprocess

/// Decides when a local worker that ended is restarted, without clock or process.
struct RestartPolicy: Sendable {
    enum Verdict: Sendable, Equatable {
        case restart(after: Duration)
        case refused
        case misused
        case deadly
        case broken
    }

    /// The run gives up at this weight of deaths within ``quickDeath`` of the start, without a finished job: 12 workers
    /// that never joined, or 32 jobs that each killed three.
    static let maxQuickDeaths = 96
    /// A worker that had joined weighs 1: it may have died of a job.
    static let neverJoined = 8
    /// From this weight of deaths without a finished job on, the pauses before restarts grow.
    static let deathsInARow = 5
    static let quickDeath: Duration = .seconds(2)
    static let firstPause: Duration = .milliseconds(100)
    static let maxPause: Duration = .seconds(5)

    private var pause = Self.firstPause

    /// - Parameter countDeath: Adds the weight of a quick death to the run's and returns the sum.
    mutating func workerEnded(
        _ end: TerminationStatus,
        after lifetime: Duration,
        hadJoined: Bool,
        countDeath: (Int) -> Int
    ) -> Verdict {
        switch end {
        case .exited(WorkerExit.Code.refused): return .refused
        case .exited(WorkerExit.Code.misused): return .misused
        // It made room for a fresh process, or a job hung, which is charged to the job.
        case .exited(WorkerExit.Code.finished) where hadJoined, .exited(WorkerExit.Code.stalled):
            return .restart(after: lifetime < Self.quickDeath ? Self.firstPause : .zero)
        default: break
        }
        guard lifetime < Self.quickDeath else {
            pause = Self.firstPause
            return .restart(after: pause)
        }
        let deaths = countDeath(hadJoined ? 1 : Self.neverJoined)
        guard deaths < Self.maxQuickDeaths else { return hadJoined ? .deadly : .broken }
        if deaths < Self.deathsInARow { pause = Self.firstPause } else { pause = min(Self.maxPause, pause * 2) }
        return .restart(after: pause)
    }
}
