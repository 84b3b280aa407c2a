internal import LarderModel
internal import LarderThreading
internal import LarderWorkerCore
internal import Synchronization

/// The step of a job that is under way.
enum JobPhase: UInt8, AtomicRepresentable, Sendable {
    case begin, fetch, load, read, parse, layout, decode, store

    /// A table, as the name is written for each step of each job: `"\(self)"` is slow.
    var name: String { Self.names[Int(rawValue)] }
    private static let names = ["begin", "fetch", "load", "read", "parse", "layout", "decode", "store"]
}

/// One job under way; its code reports progress from any thread.
final class RunningJob: Sendable {
    let lease: JobLease
    let jobClass: JobClass
    fileprivate let place: Int
    private let flightRecorder: FlightRecorder?
    private let count = Atomic<UInt64>(0)
    private let phase = Atomic(JobPhase.begin)
    private let allowedSilenceMs = Atomic<UInt64>(0)
    private let cancelled = Atomic<Bool>(false)
    /// 0: no pause; else 1 + milliseconds.
    private let hostPause = Atomic<UInt64>(0)

    fileprivate init(_ lease: JobLease, _ jobClass: JobClass, place: Int, flightRecorder: FlightRecorder?) {
        self.lease = lease
        self.jobClass = jobClass
        self.place = place
        self.flightRecorder = flightRecorder
        flightRecorder?.note(JobPhase.begin.name, of: lease, at: place)
    }

    /// Counts progress: bytes came in, a step is done.
    func advance() { count.add(1, ordering: .relaxed) }

    /// The next step begins.
    ///
    /// - Throws: `CancellationError` when the job was cancelled.
    func enter(_ next: JobPhase) throws {
        if cancelled.load(ordering: .relaxed) { throw CancellationError() }
        advance()
        guard phase.exchange(next, ordering: .relaxed) != next else { return }
        flightRecorder?.note(next.name, of: lease, at: place)
    }

    /// Leaves the job's host alone for so long; the longest of several pauses counts.
    func pauseHost(_ pause: Duration) {
        hostPause.max(1 + UInt64(max(0, min(pause, RetryAfter.longest) / .milliseconds(1))), ordering: .relaxed)
    }

    /// How long the host is to be left alone, in milliseconds; nil: it asked for no pause.
    var hostPauseMs: UInt64? {
        let pause = hostPause.load(ordering: .relaxed)
        return pause == 0 ? nil : pause - 1
    }

    /// The step under way may be silent this long.
    func allowSilence(_ duration: Duration) {
        allowedSilenceMs.store(UInt64(max(0, duration / .milliseconds(1))), ordering: .relaxed)
    }

    fileprivate func cancel() { cancelled.store(true, ordering: .relaxed) }

    fileprivate var progress: JobProgress {
        JobProgress(
            lease: lease,
            jobClass: jobClass,
            count: count.load(ordering: .relaxed),
            phase: phase.load(ordering: .relaxed).name,
            allowedSilenceMs: allowedSilenceMs.load(ordering: .relaxed)
        )
    }
}

/// The jobs that have begun and not ended, cancelled ones included.
final class RunningJobs: Sendable {
    private struct State: Sendable {
        var jobs: [JobLease: RunningJob] = [:]
        var freePlaces: [Int] = []
        var places = 0
    }

    private let flightRecorder: FlightRecorder?
    private let state = Guarded(State())

    init(flightRecorder: FlightRecorder?) { self.flightRecorder = flightRecorder }

    func begin(_ lease: JobLease, _ jobClass: JobClass) -> RunningJob {
        let place = state.withLock { state in
            if let free = state.freePlaces.popLast() { return free }
            state.places += 1
            return state.places - 1
        }
        let job = RunningJob(lease, jobClass, place: place, flightRecorder: flightRecorder)
        state.withLock { $0.jobs[lease] = job }
        return job
    }

    func end(_ job: RunningJob) {
        flightRecorder?.clear(job.place)
        state.withLock { state in
            state.jobs[job.lease] = nil
            state.freePlaces.append(job.place)
        }
    }

    func cancel(_ leases: [JobLease]) {
        state.withLock { state in
            for lease in leases { state.jobs[lease]?.cancel() }
        }
    }

    var isEmpty: Bool { state.withLock { $0.jobs.isEmpty } }
    var progress: [JobProgress] { state.withLock { Array($0.jobs.values) }.map(\.progress) }
}
