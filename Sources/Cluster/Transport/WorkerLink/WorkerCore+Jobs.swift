internal import LarderModel
internal import LarderProtocol

/// What runs, what has ended, and how much more may come.
extension WorkerCore {
    /// Starts queued jobs while slots are free.
    ///
    /// No-op jobs take no slot.
    mutating func startQueued(at now: UInt64) {
        guard session != 0, !isDraining, health.pressure != .pause, now < heardAt + configuration.fenceAfterMs else {
            return
        }
        for jobClass in JobClass.allCases {
            let index = jobClass.rawValue
            guard !queues[index].isEmpty else { continue }
            var batch: [AssignedJob] = []
            var rest: [AssignedJob] = []
            for job in queues[index] {
                if job.kind == .noop || running[index] < configuration.slots[index] {
                    running[index] += 1
                    held[job.lease.job]?.isRunning = true
                    batch.append(job)
                } else {
                    rest.append(job)
                }
            }
            guard !batch.isEmpty else { continue }
            queues[index] = rest
            noteBegun(batch)
            say(.started(batch.map(\.lease)))
            actions.append(.run(batch))
        }
    }

    mutating func end(_ jobs: [EndedJob]) {
        var ended: [JobID] = []
        for job in jobs {
            guard let state = held[job.lease.job], state.attempt == job.lease.attempt, state.isRunning, state.end == nil
            else {
                continue
            }
            let index = state.jobClass.rawValue
            let outcome = judged(job)
            running[index] -= 1
            outstanding[index] -= 1
            let sample = Double(job.microseconds)
            meanMicroseconds[index] = meanMicroseconds[index].map { $0 * 0.9 + sample * 0.1 } ?? sample
            var bytes = 64
            if case .done(let effect) = outcome { bytes += effect.count }
            held[job.lease.job]?.isRunning = false
            held[job.lease.job]?.end = outcome
            held[job.lease.job]?.endBytes = bytes
            unacknowledged += 1
            unacknowledgedBytes += bytes
            ended.append(job.lease.job)
        }
        if session != 0 { sendEnds(ended) }
    }

    /// Says how these jobs ended, many in a message.
    mutating func sendEnds(_ jobs: [JobID]) {
        var results: [JobResult] = []
        var failures: [ReportedFailure] = []
        var bytes = 0
        for job in jobs {
            guard let state = held[job], let end = state.end else { continue }
            let lease = JobLease(job: job, attempt: state.attempt)
            switch end {
            case .done(let effect):
                if bytes + effect.count > ProtocolLimits.packBytes || results.count >= 4096 {
                    say(.result(results))
                    results = []
                    bytes = 0
                }
                results.append(JobResult(lease: lease, effect: effect))
                bytes += effect.count + 24
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

    /// Raises the grants: the slots, and as many more as keep them busy for 20 ms when jobs are short.
    mutating func grantCredit() {
        guard session != 0, !isDraining, health.pressure == .none else { return }
        var changed = false
        let mayGrow =
            unacknowledged < configuration.maxUnacknowledged
            && unacknowledgedBytes < configuration.maxUnacknowledgedBytes
        for jobClass in JobClass.allCases where mayGrow {
            let index = jobClass.rawValue
            let wanted = configuration.slots[index] + prefetch(index)
            let ceiling = assigned[index] + UInt64(max(0, wanted - outstanding[index]))
            let gain = ceiling > granted[index] ? ceiling - granted[index] : 0
            // Small rises wait for more, so that a busy worker does not send a message a job.
            guard gain > 0, gain >= UInt64(max(1, wanted / 4)) || granted[index] == assigned[index] else { continue }
            granted[index] = ceiling
            changed = true
        }
        guard changed else { return }
        say(.credit(fetch: granted[0], render: granted[1]))
    }

    private func prefetch(_ index: Int) -> Int {
        guard let mean = meanMicroseconds[index], mean < 50_000 else { return 0 }
        return min(configuration.maxPrefetch, Int(20_000 / max(1, mean) * Double(configuration.slots[index])))
    }

    mutating func beginDrain() {
        guard !isDraining else { return }
        isDraining = true
        if session != 0 { say(.drain) }
    }

    /// What was assigned and will not be begun here.
    mutating func giveBackQueued() {
        let queued = queues.flatMap { $0 }.map(\.lease)
        guard session != 0, !queued.isEmpty else { return }
        say(.release(queued))
        drop(queued)
    }

    /// Gives back all that is held, uncharged, without waiting for it.
    mutating func leave() {
        guard !saidBye else { return }
        isDraining = true
        saidBye = true
        if session != 0 { say(.bye) }
        actions.append(.exit(.finished))
    }

    mutating func finishDrain() {
        guard isDraining, held.isEmpty, !saidBye else { return }
        saidBye = true
        if session != 0 { say(.bye) }
        actions.append(.exit(health.retirement ?? .finished))
    }
}
