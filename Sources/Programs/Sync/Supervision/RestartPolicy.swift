internal import LarderTransport
internal import LarderWorkerCore
internal import Subprocess

/// Decides when a local worker that ended is started again, and when that is no use.
///
/// A value without clock or process.
struct RestartPolicy: Sendable {
    /// What follows an end.
    enum Verdict: Sendable, Equatable {
        /// Start a fresh process after this pause.
        case restart(after: Duration)
        /// The coordinator refused it.
        case refused
        /// Its command line or environment asks for what it cannot do.
        case misused
        /// Every worker dies of whatever job it begins.
        case deadly
        /// Workers end before they introduce themselves.
        case broken
    }

    /// The run gives up at this weight of deaths within ``quickDeath`` of their start without a finished job: 12
    /// workers that never joined, or 32 jobs at which three each died.
    static let maxQuickDeaths = 96
    /// The weight of a worker that never joined; one that had may have died of a job.
    static let neverJoined = 8
    /// The weight of deaths in a row, without any job done in between, from which the pauses before new workers grow.
    static let deathsInARow = 5
    static let quickDeath: Duration = .seconds(2)
    static let firstPause: Duration = .milliseconds(100)
    static let maxPause: Duration = .seconds(5)

    private var pause = Self.firstPause

    /// Takes in how a worker ended.
    ///
    /// - Parameters:
    ///   - lifetime: From its start to its end.
    ///   - hadJoined: Whether it had introduced itself.
    ///   - countDeath: Adds the weight of a quick death to those of all workers and returns the sum.
    mutating func workerEnded(
        _ end: TerminationStatus,
        after lifetime: Duration,
        hadJoined: Bool,
        countDeath: (Int) -> Int
    ) -> Verdict {
        switch end {
        case .exited(WorkerExit.Code.refused): return .refused
        case .exited(WorkerExit.Code.misused): return .misused
        // It made room for a fresh one, or a job hung, which is charged to the job.
        case .exited(WorkerExit.Code.finished), .exited(WorkerExit.Code.stalled):
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
