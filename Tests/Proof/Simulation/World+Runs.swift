internal import LarderLedger
internal import LarderModel
internal import LarderProtocol
internal import LarderWorkerCore

/// Jobs that run in worker processes, and the processes' ends.
extension World {
    /// - Returns: No-op jobs, which end where they arrive.
    func begin(_ jobs: [AssignedJob], at place: Int) -> [EndedJob] {
        var idle: [EndedJob] = []
        for job in jobs {
            if now > workers[place].heardAt + scenario.coordinator.fence {
                fail(
                    .workerFence,
                    "worker \(place) starts job \(job.lease.job) after \(now - workers[place].heardAt) ms of silence"
                )
            }
            log("worker \(place) runs job \(job.lease.job) attempt \(short(job.lease.attempt))")
            guard let plan = plan(of: job.lease.job) else { continue }
            if job.kind != .noop, let lie = lie(of: place) {
                beginLie(lie, job, plan, at: place)
                continue
            }
            if job.kind == .noop {
                truth[plan].runs += 1
                workers[place].kept.insert(job.lease)
                idle.append(EndedJob(lease: job.lease, outcome: .done(effect: effect(plan)), microseconds: 1))
                continue
            }
            workers[place].runs[job.lease.job] = .init(lease: job.lease, jobClass: job.kind.jobClass)
            let duration = scenario.jobs[plan].duration
            later(
                duration + random.number(0...(duration / 4)),
                .runEnded(place: place, process: workers[place].process, job.lease)
            )
        }
        return idle
    }

    func cancel(_ leases: [JobLease], at place: Int) {
        for lease in leases where workers[place].runs[lease.job]?.lease == lease {
            workers[place].runs[lease.job] = nil
            // What cannot be stopped ends later and is reported all the same.
            guard random.happens(300) else { continue }
            later(random.number(1...500), .strayEnd(place: place, process: workers[place].process, lease))
        }
    }

    func endStray(_ place: Int, _ process: Int, _ lease: JobLease) {
        guard workers[place].process == process, workers[place].core != nil else { return }
        if freeze(place, .strayEnd(place: place, process: process, lease)) { return }
        log("worker \(place) could not stop job \(lease.job) attempt \(short(lease.attempt)), it ends now")
        guard workers[place].runs[lease.job]?.lease != lease else { return }
        let outcome = EndedJob.Outcome.done(effect: effect(plan(of: lease.job) ?? 0))
        handle(place, .ended([EndedJob(lease: lease, outcome: outcome, microseconds: 1000)]))
    }

    func effect(_ plan: Int) -> [UInt8] {
        scenario.jobs[plan].end == .moves ? Self.move(plan) : [UInt8(plan & 255), UInt8(plan >> 8)]
    }

    func endRun(_ place: Int, _ process: Int, _ lease: JobLease) {
        guard workers[place].process == process, workers[place].core != nil else { return }
        if freeze(place, .runEnded(place: place, process: process, lease)) { return }
        guard workers[place].runs[lease.job]?.lease == lease, let plan = plan(of: lease.job) else { return }
        if let lie = workers[place].runs[lease.job]?.lie { return endLie(lie, lease, at: place) }
        let job = scenario.jobs[plan]
        let end = truth[plan].runs < job.firstEnds.count ? job.firstEnds[truth[plan].runs] : job.end
        truth[plan].runs += 1
        log("worker \(place) ends job \(lease.job) attempt \(short(lease.attempt)): \(end)")
        let outcome: EndedJob.Outcome
        switch end {
        case .works, .moves: outcome = .done(effect: effect(plan))
        case .fails, .timesOut:
            truth[plan].failures += 1
            outcome = .failed(
                FailureReason(end == .fails ? .retryable : .timeout, code: "server-error", message: "HTTP 500")
            )
        case .failsForGood: outcome = .failed(FailureReason(.permanent, code: "not-found", message: "HTTP 404"))
        case .throttled(let wait):
            // A host that names no time has failed.
            if wait == nil { truth[plan].failures += 1 } else { truth[plan].throttles += 1 }
            outcome = .failed(FailureReason(.throttled, code: "throttled", message: "HTTP 429", retryAfterMs: wait))
        case .killsWorker:
            die(place, fromOutside: false, restartIn: random.number(100...1000))
            return
        }
        workers[place].runs[lease.job] = nil
        workers[place].kept.insert(lease)
        handle(place, .ended([EndedJob(lease: lease, outcome: outcome, microseconds: job.duration * 1000)]))
        if bug == .ackUnsaid, let header = audit.lastHeader[place] {
            handle(place, .message(header, .resultAck([(lease, .committed)])))
        }
    }

    /// What jobs report that drip or seem to.
    func progress(at place: Int) -> [JobProgress] {
        workers[place].runs.values.sorted { $0.lease.job < $1.lease.job }.compactMap { run in
            guard run.lie == .endlessProgress || run.lie == nil && isDripping(run.lease.job) else { return nil }
            return JobProgress(lease: run.lease, jobClass: run.jobClass, count: now, phase: "reading")
        }
    }

    private func isDripping(_ job: JobID) -> Bool { plan(of: job).map { scenario.jobs[$0].drips } ?? false }

    /// What the supervisor finds in the worker's flight recorder.
    func runningLeases(_ place: Int) -> [JobLease] {
        workers[place].runs.values.map(\.lease).sorted { $0.job < $1.job }
    }

    // MARK: Ends

    /// The process dies of a signal.
    func die(_ place: Int, fromOutside: Bool, restartIn: Milliseconds) {
        guard workers[place].core != nil else { return }
        let running = runningLeases(place)
        countDeath(place, running, fromOutside: fromOutside)
        log("worker \(place) is killed\(fromOutside ? " from outside" : " by its job")")
        endProcess(place, report: .crashed("signal 9", running: running), isSudden: true, restartIn: restartIn)
    }

    /// A worker of this host ends with the coordinator that started it; it may be working for the next one already.
    func endWithCoordinator(_ place: Int) {
        countDeath(place, runningLeases(place), fromOutside: true)
        endProcess(place, report: nil, isSudden: true, restartIn: 100)
    }

    private func countDeath(_ place: Int, _ running: [JobLease], fromOutside: Bool) {
        // Over a link the end of a job is not seen when its result is lost.
        let unheard = workers[place].plan.isLocal ? [] : workers[place].kept
        for lease in unheard.union(running) {
            guard let plan = plan(of: lease.job) else { continue }
            truth[plan].deaths += 1
            if fromOutside { truth[plan].killsFromOutside += 1 }
        }
    }

    func endProcess(_ place: Int, report: SessionEnd?, isSudden: Bool, restartIn: Milliseconds?) {
        guard workers[place].core != nil else { return }
        let plan = workers[place].plan
        if let connection = workers[place].connection {
            if !plan.isLocal, isSudden, random.happens(200) {
                // The whole host is gone, which shows when libzmq's heartbeat gives up.
                later(6000, .timeOut(connection: connection))
            } else {
                close(connection, lateToBroker: isSudden ? random.number(0...4) : 1000, lateToWorker: 0)
            }
        }
        workers[place].core = nil
        workers[place].connection = nil
        workers[place].isStopped = false
        workers[place].frozen = []
        workers[place].runs = [:]
        workers[place].kept = []
        if plan.isLocal, let report {
            later(
                random.number(0...20),
                .input(start: start, .processEnded(processID: workers[place].processID, report))
            )
        }
        if let restartIn { later(restartIn, .startWorker(place: place)) }
    }
}
