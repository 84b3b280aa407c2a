internal import LarderModel
internal import LarderProtocol

extension WorkerCore {
    mutating func take(_ message: Message, _ header: MessageHeader, at now: UInt64) {
        // A coordinator that was replaced must not hand out work any more.
        guard header.epoch >= epoch else { return }
        heardAt = now
        switch message {
        case .who:
            // The coordinator asks once for each message of an older session; one answer is enough.
            if unansweredHellos > 0, now < helloAt + 1000, header.epoch == epoch { break }
            introduce(to: header.epoch, at: now)
        case .welcome(let welcome):
            // Only the answer to the last HELLO counts; version 1 does not name the HELLO that it answers.
            unansweredHellos = max(0, unansweredHellos - 1)
            if welcome.hello == 0 ? unansweredHellos == 0 : welcome.hello == hellos {
                join(welcome, header, at: now)
            }
        case .reject(let reject):
            guard reject.retryAfterMs > 0 else {
                actions.append(.exit(.refused(reject.text)))
                return
            }
            helloAt = now
            helloWaitMs = min(reject.retryAfterMs, Self.maxHelloWaitMs)
        default:
            guard header.session == session, session != 0 else { return }
            takeOfSession(message, at: now)
        }
    }

    private mutating func takeOfSession(_ message: Message, at now: UInt64) {
        switch message {
        case .heartbeatAck(let assigned):
            if let sent = measuredBeatAt.take() {
                roundTripMs += (Double(now - min(now, sent)) - roundTripMs) / (roundTripMs == 0 ? 1 : 4)
            }
            assignments = max(assignments, assigned)
        case .assign(let jobs, let number):
            assignments = max(assignments, number)
            // What is assigned again was taken from here meanwhile.
            drop(
                jobs.compactMap { job in
                    guard let attempt = held[job.lease.job]?.attempt, attempt != job.lease.attempt else { return nil }
                    return JobLease(job: job.lease.job, attempt: attempt)
                }
            )
            for job in jobs where held[job.lease.job] == nil {
                let jobClass = job.kind.jobClass
                held[job.lease.job] = Held(attempt: job.lease.attempt, jobClass: jobClass)
                queues[jobClass].append(job)
                outstanding[jobClass] += 1
                assigned[jobClass] += 1
            }
        case .resultAck(let answers):
            for answer in answers { settle(answer.lease) }
        case .cancel(let leases):
            drop(leases)
        case .recall(let leases):
            let queued = leases.filter { held[$0.job]?.isQueued == true }
            drop(queued)
            if !queued.isEmpty { say(.release(queued)) }
        case .drain:
            beginDrain()
        case .suspend:
            isSuspended = true
        case .bye:
            say(.bye)
            actions.append(.exit(.finished))
        default:
            break
        }
    }

    private mutating func introduce(to epoch: UInt64, at now: UInt64) {
        unansweredHellos += 1
        hellos += 1
        helloAt = now
        self.epoch = max(self.epoch, epoch)
        session = 0
        var hello = configuration.hello
        hello.held = held.map { JobLease(job: $0.key, attempt: $0.value.attempt) }.sorted { $0.job < $1.job }
        hello.number = hellos
        hello.slots = configuration.slots.map { UInt32(clamping: $0) }
        say(.hello(hello))
    }

    private mutating func join(_ welcome: Welcome, _ header: MessageHeader, at now: UInt64) {
        epoch = header.epoch
        session = header.session
        unansweredHellos = 0
        isSuspended = false
        // A slow link: the next introduction waits for twice the round trip.
        helloWaitMs = min(Self.maxHelloWaitMs, max(helloWaitMs / 2, Self.minHelloWaitMs, 2 * (now - min(now, helloAt))))
        assignments = 0
        heartbeatMs = max(100, welcome.heartbeatMs)
        (beatAt, measuredBeatAt) = (0, nil)
        drop(welcome.drop)
        assigned = PerClass(0)
        granted = PerClass(0)
        actions.append(.configure(welcome.sources))
        sendEnds(held.filter { $0.value.end != nil }.keys.sorted())
        resentAt = now
        if isDraining { say(.drain) }
    }

    /// Drops jobs whose results the coordinator does not take from this worker any more.
    mutating func drop(_ leases: [JobLease]) {
        var running: [JobLease] = []
        var queued = PerClass<Set<JobLease>>([])
        for lease in leases {
            guard let state = held[lease.job], state.attempt == lease.attempt else { continue }
            switch state.stage {
            case .ended(_, let bytes): forgetEnd(bytes: bytes)
            case .running:
                self.running[state.jobClass] -= 1
                outstanding[state.jobClass] -= 1
                running.append(lease)
            case .queued:
                outstanding[state.jobClass] -= 1
                queued[state.jobClass].insert(lease)
            }
            held[lease.job] = nil
        }
        for jobClass in JobClass.allCases where !queued[jobClass].isEmpty {
            queues[jobClass].removeAll { queued[jobClass].contains($0.lease) }
        }
        if !running.isEmpty { actions.append(.cancel(running)) }
    }

    private mutating func settle(_ lease: JobLease) {
        guard let state = held[lease.job], state.attempt == lease.attempt, case .ended(_, let bytes) = state.stage
        else {
            return
        }
        forgetEnd(bytes: bytes)
        held[lease.job] = nil
    }

    private mutating func forgetEnd(bytes: Int) {
        unacknowledged -= 1
        unacknowledgedBytes -= bytes
    }

    mutating func tick(residentBytes: UInt64, cpuMs: UInt64, at now: UInt64) {
        let silence = silenceMs(at: now)
        if silence > configuration.fenceAfterMs, !hasToldSilence { actions.append(.tellSilence) }
        hasToldSilence = silence > configuration.fenceAfterMs
        if let orphanExit = configuration.orphanExitMs, silence > orphanExit {
            actions.append(.exit(.orphaned))
            return
        }
        if min(silence, now - connectedAt) > configuration.reconnectAfterMs {
            connectedAt = now
            session = 0
            actions.append(.reconnect)
            return
        }
        if session == 0, unansweredHellos > 0, now >= helloAt + helloWaitMs {
            helloWaitMs = min(Self.maxHelloWaitMs, max(Self.minHelloWaitMs, helloWaitMs * 2))
            unansweredHellos = 0
            introduce(to: epoch, at: now)
            return
        }
        guard session != 0 else { return }
        if now >= beatAt + heartbeatMs {
            beatAt = now
            measuredBeatAt = measuredBeatAt ?? now
            say(.heartbeat(heartbeat(residentBytes: residentBytes, cpuMs: cpuMs)))
        }
        if unacknowledged > 0, now >= resentAt + 5000 {
            resentAt = now
            sendEnds(held.filter { $0.value.end != nil }.keys.sorted())
        }
    }

    private func heartbeat(residentBytes: UInt64, cpuMs: UInt64) -> Heartbeat {
        let jobs = held.sorted { $0.key < $1.key }.map { job, state in
            let lease = JobLease(job: job, attempt: state.attempt)
            return Heartbeat.Job(
                lease: lease,
                isRunning: state.isRunning,
                progress: health.watches[lease]?.progress.count ?? 0
            )
        }
        return Heartbeat(
            jobs: jobs,
            residentBytes: residentBytes,
            cpuMs: cpuMs,
            unacknowledged: UInt32(clamping: unacknowledged),
            assigned: assignments,
            trouble: cacheTrouble.reason
        )
    }
}
