internal import LarderModel
internal import LarderProtocol

extension WorkerCore {
    /// Starts queued jobs while slots are free; no-op jobs take none.
    mutating func startQueued(at now: UInt64) {
        guard session != 0, !isDraining, mayBegin, now < heardAt + configuration.fenceAfterMs else { return }
        for jobClass in JobClass.allCases where !queues[jobClass].isEmpty {
            var batch: [AssignedJob] = []
            var left: [AssignedJob] = []
            for job in queues[jobClass] {
                if job.kind == .noop || running[jobClass] < configuration.slots[jobClass] {
                    running[jobClass] += 1
                    held[job.lease.job]?.stage = .running
                    batch.append(job)
                } else {
                    left.append(job)
                }
            }
            guard !batch.isEmpty else { continue }
            queues[jobClass] = left
            health.begunJobs += batch.count { $0.kind != .noop }
            say(.started(batch.map(\.lease)))
            actions.append(.run(batch))
        }
    }

    mutating func end(_ jobs: [EndedJob]) {
        var ended: [JobID] = []
        for job in jobs {
            guard let state = held[job.lease.job], state.attempt == job.lease.attempt, state.isRunning else { continue }
            let outcome = judged(job)
            noteCache(outcome)
            running[state.jobClass] -= 1
            outstanding[state.jobClass] -= 1
            let sample = Double(job.microseconds)
            let mean = meanMicroseconds[state.jobClass] ?? sample
            meanMicroseconds[state.jobClass] = mean * 0.9 + sample * 0.1
            var bytes = 64
            if case .done(let effect) = outcome { bytes += effect.count }
            held[job.lease.job]?.stage = .ended(outcome, bytes: bytes)
            held[job.lease.job]?.hostPauseMs = job.hostPauseMs
            unacknowledged += 1
            unacknowledgedBytes += bytes
            ended.append(job.lease.job)
        }
        if session != 0 { sendEnds(ended) }
    }

    /// Sends how these jobs ended, many in a message.
    mutating func sendEnds(_ jobs: [JobID]) {
        var results: [JobResult] = []
        var failures: [ReportedFailure] = []
        var packing = MessagePacking()
        for job in jobs {
            guard let state = held[job], let end = state.end else { continue }
            let lease = JobLease(job: job, attempt: state.attempt)
            switch end {
            case .done(let effect):
                if packing.add(effect.count) {
                    say(.result(results))
                    results = []
                }
                results.append(JobResult(lease: lease, effect: effect, hostPauseMs: state.hostPauseMs))
            case .failed(let reason):
                failures.append(ReportedFailure(lease: lease, reason: reason))
                if failures.count >= 256 {
                    say(.fail(failures))
                    failures = []
                }
            }
        }
        if !results.isEmpty { say(.result(results)) }
        if !failures.isEmpty { say(.fail(failures)) }
    }

    /// Grants credit for as many jobs as there are slots, for short jobs as many more as take 20 ms, and behind a slow
    /// line as many more as are done in two round trips.
    mutating func grantCredit() {
        guard session != 0, !isDraining, mayBegin, health.pressure == .none else { return }
        var changed = false
        let mayGrow =
            unacknowledged < configuration.maxUnacknowledged
            && unacknowledgedBytes < configuration.maxUnacknowledgedBytes
        for jobClass in JobClass.allCases where mayGrow {
            let wanted = configuration.slots[jobClass] + prefetch(jobClass)
            let ceiling = assigned[jobClass] + UInt64(max(0, wanted - outstanding[jobClass]))
            let gain = ceiling > granted[jobClass] ? ceiling - granted[jobClass] : 0
            // A small gain waits, so that a busy worker does not send a message for each job.
            let step = UInt64(max(1, wanted / (isFar ? 16 : 4)))
            guard gain > 0, gain >= step || granted[jobClass] == assigned[jobClass] else {
                continue
            }
            granted[jobClass] = ceiling
            changed = true
        }
        guard changed else { return }
        say(.credit(fetch: granted.fetch, render: granted.render))
    }

    private func prefetch(_ jobClass: JobClass) -> Int {
        guard let mean = meanMicroseconds[jobClass].map({ max(1, $0) }) else { return 0 }
        let slots = Double(configuration.slots[jobClass])
        let short = mean < 50_000 ? 20_000 / mean * slots : 0
        let far = isFar ? min(Self.maxFarPrefetch, 2000 * roundTripMs / mean) * slots : 0
        return min(configuration.maxPrefetch, Int(short + far))
    }

    /// Whether the coordinator is so far away that slots would wait for its next assignment.
    private var isFar: Bool { roundTripMs >= Self.farMs }
    private static let farMs = 10.0
    /// Jobs for each slot at most: what is assigned here, no other worker does.
    private static let maxFarPrefetch = 2.0

    /// Ends the process once nothing is in flight.
    mutating func beginDrain(then exit: WorkerExit = .finished) {
        guard case .working = stage else { return }
        stage = .draining(exit)
        if session != 0 { say(.drain) }
    }

    /// Gives back what has not begun.
    mutating func giveBackQueued() {
        let queued = (queues.fetch + queues.render).map(\.lease)
        guard session != 0, !queued.isEmpty else { return }
        say(.release(queued))
        drop(queued)
    }

    /// Leaves at once: the coordinator takes back all that is held, uncharged.
    mutating func leave() {
        if case .left = stage { return }
        stage = .left
        if session != 0 { say(.bye) }
        actions.append(.exit(.finished))
    }

    mutating func finishDrain() {
        guard case .draining(let exit) = stage, held.isEmpty else { return }
        stage = .left
        if session != 0 { say(.bye) }
        actions.append(.exit(exit))
    }
}
