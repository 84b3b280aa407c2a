internal import LarderProtocol

/// Memory, age and jobs that do not move.
extension WorkerCore {
    /// What it remembers for that.
    struct Upkeep: Sendable {
        /// How much more work memory allows.
        enum Pressure: Sendable, Comparable {
            case none
            /// No more credit.
            case withhold
            /// Nothing begins.
            case pause
        }

        struct Watch: Sendable {
            var progress: JobProgress
            /// Milliseconds without progress, as far as this process was running itself.
            var silentMs: UInt64 = 0
            /// The silence at which it was cancelled.
            var cancelledAtMs: UInt64?
        }

        let bornAt: UInt64
        var tickedAt: UInt64
        var begunJobs = 0
        var pressure = Pressure.none
        /// Milliseconds under pressure with nothing to do.
        var idleMs: UInt64 = 0
        var gaveBackAt: UInt64 = 0
        var watches: [JobLease: Watch] = [:]
        /// Cancelled for their silence, until they end.
        var stalled: [JobLease: FailureReason] = [:]
        /// Why the process ends once nothing is in flight.
        var retirement: WorkerExit?

        init(now: UInt64) {
            bornAt = now
            tickedAt = now
        }
    }

    /// A pause of the whole process, or of the machine, is not a job's silence.
    private static let longestStepMs: UInt64 = 1000
    /// Time in which memory may fall by itself once nothing is in flight.
    private static let idleUnderPressureMs: UInt64 = 2000

    mutating func keepUp(residentBytes: UInt64, _ progress: [JobProgress], at now: UInt64) {
        let step = min(now > upkeep.tickedAt ? now - upkeep.tickedAt : 0, Self.longestStepMs)
        upkeep.tickedAt = now
        watchMemory(residentBytes, step: step, at: now)
        watchProgress(progress, step: step)
    }

    /// Looks whether it has worked enough.
    mutating func checkAge(at now: UInt64) {
        if let limit = configuration.hygiene.recycleAfterJobs, upkeep.begunJobs >= limit {
            retire(.recycled("after \(upkeep.begunJobs) jobs"))
        }
        if let limit = configuration.hygiene.recycleAfterMs, now >= upkeep.bornAt + limit {
            retire(.recycled("after \((now - upkeep.bornAt) / 1000) s"))
        }
    }

    mutating func noteBegun(_ jobs: [AssignedJob]) {
        for job in jobs where job.kind != .noop { upkeep.begunJobs += 1 }
    }

    /// How a job ended, in the eyes of this worker: one that was cancelled for its silence stalled.
    mutating func judged(_ job: EndedJob) -> EndedJob.Outcome {
        guard let reason = upkeep.stalled.removeValue(forKey: job.lease), case .failed = job.outcome else {
            return job.outcome
        }
        return .failed(reason)
    }

    /// Ends the process once nothing is in flight; what waits is given back.
    private mutating func retire(_ exit: WorkerExit) {
        guard upkeep.retirement == nil, !isDraining else { return }
        upkeep.retirement = exit
        beginDrain()
    }

    // MARK: Memory

    private mutating func watchMemory(_ residentBytes: UInt64, step: UInt64, at now: UInt64) {
        guard let limit = configuration.hygiene.memoryLimitBytes, limit > 0 else { return }
        let evidence = "memory: \(residentBytes >> 20) MB of \(limit >> 20) MB"
        if residentBytes > limit, configuration.hygiene.endsAboveLimit {
            endOutOfMemory(evidence)
            return
        }
        let percent = Double(residentBytes) / Double(limit) * 100
        guard percent >= 70 else {
            upkeep.pressure = .none
            upkeep.idleMs = 0
            return
        }
        if now >= upkeep.gaveBackAt + 1000 {
            upkeep.gaveBackAt = now
            actions.append(.giveBackFreeMemory)
        }
        // A process that has done nothing yet will not do better when it is replaced.
        guard upkeep.begunJobs > 0 else { return }
        upkeep.pressure = percent >= 80 ? .pause : .withhold
        upkeep.idleMs = running == [0, 0] ? upkeep.idleMs + step : 0
        if percent >= 90 || upkeep.idleMs >= Self.idleUnderPressureMs { retire(.recycled(evidence)) }
    }

    /// Says what was under way, which may all be to blame, and goes.
    private mutating func endOutOfMemory(_ evidence: String) {
        if session != 0 {
            var fail = WireFail()
            let reason = FailureReason(.outOfMemory, code: "worker-memory", message: evidence)
            for (job, state) in held.sorted(by: { $0.key < $1.key }) where state.isRunning {
                fail.failures.append(WireFailure(JobLease(job: job, attempt: state.attempt), reason))
            }
            if !fail.failures.isEmpty { say(.fail(fail)) }
            giveBackQueued()
            say(.bye)
        }
        isDraining = true
        saidBye = true
        actions.append(.exit(.outOfMemory(evidence, hasWorked: upkeep.begunJobs > 0)))
    }

    // MARK: Progress

    private mutating func watchProgress(_ progress: [JobProgress], step: UInt64) {
        var watches: [JobLease: Upkeep.Watch] = [:]
        watches.reserveCapacity(progress.count)
        for now in progress {
            var watch = upkeep.watches[now.lease] ?? Upkeep.Watch(progress: now)
            if watch.progress.count == now.count {
                watch.silentMs += upkeep.watches[now.lease] == nil ? 0 : step
            } else {
                watch = Upkeep.Watch(progress: now)
            }
            watches[now.lease] = watch
        }
        upkeep.watches = watches
        upkeep.stalled = upkeep.stalled.filter { watches[$0.key] != nil }
        var hung: [JobLease] = []
        for (lease, watch) in watches.sorted(by: { $0.key.job < $1.key.job }) {
            let limit = max(
                configuration.hygiene.stallAfterMs[watch.progress.jobClass.rawValue],
                watch.progress.patienceMs
            )
            if let cancelledAt = watch.cancelledAtMs {
                if watch.silentMs >= cancelledAt + configuration.hygiene.stallGraceMs { hung.append(lease) }
            } else if watch.silentMs > limit {
                upkeep.watches[lease]?.cancelledAtMs = watch.silentMs
                upkeep.stalled[lease] = FailureReason(
                    .timeout,
                    code: "stalled",
                    message:
                        "The job showed no progress for \(seconds(watch.silentMs)) (last phase: \(watch.progress.phase)) and was cancelled."
                )
                // What the coordinator does not want any more was cancelled before.
                if held[lease.job]?.attempt == lease.attempt { actions.append(.cancel([lease])) }
            }
        }
        if !hung.isEmpty { endHung(hung) }
    }

    /// Gives up jobs that no cancelling stops, and with them the process; what else runs goes back uncharged.
    private mutating func endHung(_ hung: [JobLease]) {
        let phases = hung.compactMap { upkeep.watches[$0]?.progress.phase }
        upkeep.retirement = .stalled(
            "\(hung.count == 1 ? "a job" : "\(hung.count) jobs") showed no progress and could not be cancelled (last phase: \(phases.joined(separator: ", ")))"
        )
        end(
            hung.compactMap { lease in
                upkeep.stalled[lease].map { EndedJob(lease: lease, outcome: .failed($0), microseconds: 0) }
            }
        )
        for lease in hung { upkeep.watches[lease] = nil }
        let others = held.filter(\.value.isRunning).map { JobLease(job: $0.key, attempt: $0.value.attempt) }
            .sorted { $0.job < $1.job }
        if session != 0, !others.isEmpty { say(.release(WireJobColumns(others))) }
        drop(others)
        beginDrain()
    }

    private func seconds(_ milliseconds: UInt64) -> String {
        milliseconds < 10_000 ? "\(milliseconds / 100 * 100) ms" : "\(milliseconds / 1000) s"
    }
}
