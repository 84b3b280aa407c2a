internal import LarderModel
internal import LarderProtocol

/// The worker's health: memory, age, and jobs without progress.
extension WorkerCore {
    struct Health: Sendable {
        enum Pressure: Sendable, Comparable {
            case none
            case withhold
            case pause
        }

        struct Watch: Sendable {
            var progress: JobProgress
            /// Milliseconds without progress while this process itself was running.
            var silentMs: UInt64 = 0
            /// The silence at which it was cancelled.
            var cancelledAtMs: UInt64?
        }

        let bornAt: UInt64
        var tickedAt: UInt64
        var begunJobs = 0
        var pressure = Pressure.none
        /// Milliseconds under pressure while no job ran.
        var idleMs: UInt64 = 0
        var gaveBackAt: UInt64 = 0
        var watches: [JobLease: Watch] = [:]
        /// Jobs that were cancelled for lack of progress and have not ended.
        var stalled: [JobLease: FailureReason] = [:]

        init(now: UInt64) {
            bornAt = now
            tickedAt = now
        }
    }

    /// The most milliseconds between two ticks that count as silence: after longer, the whole process was paused.
    private static let longestStepMs: UInt64 = 1000
    /// Milliseconds in which memory may fall by itself once no job runs.
    private static let idleUnderPressureMs: UInt64 = 2000

    mutating func watchHealth(residentBytes: UInt64, _ progress: [JobProgress], at now: UInt64) {
        let step = min(now > health.tickedAt ? now - health.tickedAt : 0, Self.longestStepMs)
        health.tickedAt = now
        watchMemory(residentBytes, step: step, at: now)
        watchProgress(progress, step: step)
    }

    /// Drains once the worker has begun enough jobs or is old enough.
    mutating func checkAge(at now: UInt64) {
        if let limit = configuration.limits.recycleAfterJobs, health.begunJobs >= limit {
            beginDrain(then: .recycled("after \(health.begunJobs) jobs"))
        }
        if let limit = configuration.limits.recycleAfterMs, now >= health.bornAt + limit {
            beginDrain(then: .recycled("after \((now - health.bornAt) / 1000) s"))
        }
    }

    /// How a job ended; a failure after it was cancelled for lack of progress counts as stalled.
    mutating func judged(_ job: EndedJob) -> EndedJob.Outcome {
        guard let reason = health.stalled.removeValue(forKey: job.lease), case .failed = job.outcome else {
            return job.outcome
        }
        return .failed(reason)
    }

    // MARK: Memory

    private mutating func watchMemory(_ residentBytes: UInt64, step: UInt64, at now: UInt64) {
        guard let limit = configuration.limits.memoryLimitBytes, limit > 0 else { return }
        let evidence = "memory: \(residentBytes >> 20) MB of \(limit >> 20) MB"
        if residentBytes > limit, configuration.limits.endsAboveLimit {
            endOutOfMemory(evidence)
            return
        }
        let percent = Double(residentBytes) / Double(limit) * 100
        guard percent >= 70 else {
            health.pressure = .none
            health.idleMs = 0
            return
        }
        if now >= health.gaveBackAt + 1000 {
            health.gaveBackAt = now
            actions.append(.giveBackFreeMemory)
        }
        // When a process that has begun no job is above the limit, a fresh one would be too.
        guard health.begunJobs > 0 else { return }
        health.pressure = percent >= 80 ? .pause : .withhold
        health.idleMs = running == PerClass(0) ? health.idleMs + step : 0
        if percent >= 90 || health.idleMs >= Self.idleUnderPressureMs { beginDrain(then: .recycled(evidence)) }
    }

    /// Reports what was under way, any of which may be to blame, and ends the process.
    private mutating func endOutOfMemory(_ evidence: String) {
        if session != 0 {
            let reason = FailureReason(.outOfMemory, code: .workerMemory, message: evidence)
            let failures = held.filter(\.value.isRunning).sorted { $0.key < $1.key }.map { job, state in
                ReportedFailure(lease: JobLease(job: job, attempt: state.attempt), reason: reason)
            }
            if !failures.isEmpty { say(.fail(failures)) }
            giveBackQueued()
            say(.bye)
        }
        stage = .left
        actions.append(.exit(.outOfMemory(evidence, hasWorked: health.begunJobs > 0)))
    }

    // MARK: Progress

    private mutating func watchProgress(_ progress: [JobProgress], step: UInt64) {
        var watches: [JobLease: Health.Watch] = [:]
        watches.reserveCapacity(progress.count)
        for now in progress {
            var watch = health.watches[now.lease] ?? Health.Watch(progress: now)
            if watch.progress.count == now.count {
                watch.silentMs += health.watches[now.lease] == nil ? 0 : step
            } else {
                watch = Health.Watch(progress: now)
            }
            watches[now.lease] = watch
        }
        health.watches = watches
        health.stalled = health.stalled.filter { watches[$0.key] != nil }
        var hung: [JobLease] = []
        for (lease, watch) in watches.sorted(by: { $0.key.job < $1.key.job }) {
            let limit = max(
                configuration.limits.stallAfterMs[watch.progress.jobClass],
                watch.progress.allowedSilenceMs
            )
            if let cancelledAt = watch.cancelledAtMs {
                if watch.silentMs >= cancelledAt + configuration.limits.stallGraceMs { hung.append(lease) }
            } else if watch.silentMs > limit {
                health.watches[lease]?.cancelledAtMs = watch.silentMs
                health.stalled[lease] = FailureReason(
                    .timeout,
                    code: .stalled,
                    message:
                        "The job showed no progress for \(seconds(watch.silentMs)) (last phase: \(watch.progress.phase)) and was cancelled."
                )
                // A job that the coordinator dropped was cancelled before.
                if held[lease.job]?.attempt == lease.attempt { actions.append(.cancel([lease])) }
            }
        }
        if !hung.isEmpty { endHung(hung) }
    }

    /// Ends the process, as cancelled jobs do not end; what else runs goes back uncharged.
    private mutating func endHung(_ hung: [JobLease]) {
        let phases = hung.compactMap { health.watches[$0]?.progress.phase }
        let exit = WorkerExit.stalled(
            "\(hung.count == 1 ? "a job" : "\(hung.count) jobs") showed no progress and could not be cancelled (last phase: \(phases.joined(separator: ", ")))"
        )
        end(
            hung.compactMap { lease in
                health.stalled[lease].map { EndedJob(lease: lease, outcome: .failed($0), microseconds: 0) }
            }
        )
        for lease in hung { health.watches[lease] = nil }
        let others = held.filter(\.value.isRunning).map { JobLease(job: $0.key, attempt: $0.value.attempt) }
            .sorted { $0.job < $1.job }
        if session != 0, !others.isEmpty { say(.release(others)) }
        drop(others)
        // It may be draining for another reason.
        if case .draining = stage { stage = .draining(exit) } else { beginDrain(then: exit) }
    }

    private func seconds(_ milliseconds: UInt64) -> String {
        milliseconds < 10_000 ? "\(milliseconds / 100 * 100) ms" : "\(milliseconds / 1000) s"
    }

    struct CacheTrouble: Sendable {
        static let minWaitMs: UInt64 = 1000
        static let maxWaitMs: UInt64 = 30_000

        var reason: FailureReason?
        /// When the folder is probed next; nil: a probe is under way.
        var probeAt: UInt64?
        /// Milliseconds before the next probe: doubled by each that fails, reset by a job that was done.
        var waitMs = Self.minWaitMs
    }

    mutating func noteCache(_ outcome: EndedJob.Outcome) {
        switch outcome {
        case .done: if cacheTrouble.reason == nil { cacheTrouble.waitMs = CacheTrouble.minWaitMs }
        case .failed(let reason):
            guard reason.isCacheTrouble, cacheTrouble.reason == nil else { return }
            begin(reason)
        }
    }

    mutating func begin(_ trouble: FailureReason) {
        actions.append(.tellTrouble(trouble))
        cacheTrouble.reason = trouble
        waitToProbe()
        beatAt = 0
    }

    mutating func probeCache(at now: UInt64) {
        guard cacheTrouble.reason != nil, let due = cacheTrouble.probeAt, now >= due else { return }
        cacheTrouble.probeAt = nil
        actions.append(.probe)
    }

    mutating func take(probe reason: FailureReason?) {
        guard cacheTrouble.reason != nil, cacheTrouble.probeAt == nil else { return }
        cacheTrouble.reason = reason
        if reason != nil { waitToProbe() }
        beatAt = 0
    }

    private mutating func waitToProbe() {
        cacheTrouble.probeAt = health.tickedAt + cacheTrouble.waitMs
        cacheTrouble.waitMs = min(CacheTrouble.maxWaitMs, cacheTrouble.waitMs * 2)
    }
}
