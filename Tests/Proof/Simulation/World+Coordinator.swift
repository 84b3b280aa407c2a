internal import LarderLedger
internal import LarderModel
internal import LarderProtocol
internal import LarderTransport
internal import LarderWorkerCore

/// The coordinator's process: starts, ends, and the way of events into the ledger and of its actions out.
extension World {
    /// The ledger's clock begins with each start, as the real one's does.
    var ledgerNow: Milliseconds { now - startedAt + 1 }

    var policies: (fetch: RetryPolicy, render: RetryPolicy) {
        (
            RetryPolicy(attempts: 4, baseMs: 100, capMs: 3000, maxThrottles: 6),
            RetryPolicy(attempts: 3, baseMs: 50, capMs: 1000, maxThrottles: 6)
        )
    }

    func startCoordinator() {
        guard !isUp else { return }
        start += 1
        if bug != .reuseEpoch || epoch == 0 { epoch += 1 }
        startedAt = now
        directory = SessionDirectory(epoch: epoch)
        postedAt = 0
        wakeAt = 0
        isStoppingRun = false
        log("coordinator starts, epoch \(epoch)")
        checkAcknowledged("after a restart")
        audit.beginEpoch()
        var configuration = JobLedger.Configuration(epoch: epoch, cacheID: "cache")
        configuration.leaseMs = scenario.coordinator.lease
        configuration.windowJobs = scenario.coordinator.window
        configuration.startsWorkers = scenario.workers.contains { $0.isLocal && $0.startsAt <= now }
        configuration.assignJobs = scenario.coordinator.assignJobs
        configuration.maxIntroductions = scenario.coordinator.introductions
        configuration.defaultPolicy = policies.fetch
        configuration.renderPolicy = policies.render
        // No job of a scenario takes that long by itself.
        configuration.longestMs = PerClass(fetch: 240_000, render: 240_000)
        audit.configuration = configuration
        ledger = JobLedger(configuration: configuration, seed: random.next())
        isUp = true
        closeLanes()
        feed(.added(table.openWork { lane($0) }))
        guard isUp else { return }
        later(250, .tick(start: start))
        for place in workers.indices where workers[place].plan.isLocal && workers[place].core == nil {
            if workers[place].plan.startsAt <= now { later(random.number(1...100), .startWorker(place: place)) }
        }
    }

    /// The coordinator's process ends; local workers end with it.
    func endCoordinator(losingUnsynced: Bool) {
        guard isUp else { return }
        log("coordinator ends\(losingUnsynced ? " suddenly" : "")")
        // A transaction under way may have reached the disk although it was not reported.
        if isTransacting, !losingUnsynced || random.happens(500) { _ = apply(transaction) }
        if losingUnsynced, let tableBefore {
            table = tableBefore
            plans.removeLast(plans.count - table.rows.count)
        }
        pending = []
        transaction = []
        isTransacting = false
        ledger = nil
        isUp = false
        start += 1
        frozen = []
        isPaused = false
        for place in workers.indices {
            guard let connection = workers[place].connection else { continue }
            close(connection, lateToBroker: 0, lateToWorker: losingUnsynced ? random.number(0...3) : 1000)
        }
        directory = SessionDirectory(epoch: epoch)
        for place in workers.indices where workers[place].plan.isLocal && workers[place].core != nil {
            later(random.number(0...300), .endWorker(place: place, process: workers[place].process))
        }
        later(downFor, .startCoordinator)
    }

    /// Hands something to the ledger's queue, in order.
    func post(_ event: LedgerEvent) {
        guard isUp else { return }
        postedAt = max(postedAt, now + random.number(0...scenario.coordinator.queue))
        events.insert(.input(start: start, event), at: postedAt)
    }

    func feed(_ event: LedgerEvent) {
        let event = withHostPlan(event)
        log("→ ledger \(describe(event))")
        auditBefore(event)
        for event in injecting(event) {
            guard violation == nil, let actions = ledger?.handle(event, at: ledgerNow) else { return }
            perform(injecting(actions))
        }
        auditAfter()
        if case .tick = event {
            auditWaits()
            auditStalls()
        }
        scheduleWake()
    }

    private func scheduleWake() {
        guard let due = ledger?.nextWake(after: ledgerNow), due > ledgerNow, due < ledgerNow + 250 else { return }
        let at = startedAt + due - 1
        guard wakeAt == 0 || at < wakeAt else { return }
        wakeAt = at
        events.insert(.wake(start: start), at: at)
    }

    private func perform(_ actions: [LedgerAction]) {
        for action in actions where violation == nil && isUp {
            log("← ledger \(describe(action))")
            auditAction(action)
            switch action {
            case .send(let session, let message):
                send(message, to: session)
                if bug == .askAgain, case .assign = message, let connection = directory.route(of: session) {
                    challenge(connection)
                }
            case .forget(let session): forget(session)
            case .commit(let entries): submit(entries)
            case .suspect(let jobs): for (job, suspicions) in jobs { table.suspect(job, suspicions) }
            case .load(let queue, let after, let limit):
                later(
                    random.number(0...scenario.coordinator.read),
                    .read(start: start, queue: queue, after: after, limit: limit)
                )
            case .lookUp(let session, let jobs):
                later(random.number(0...scenario.coordinator.read), .lookUp(start: start, session, jobs))
            case .reserve(let budget): reserve(budget)
            case .finished: finish()
            case .drained:
                downFor = max(downFor, 50)
                endCoordinator(losingUnsynced: false)
            case .report: break
            }
        }
    }

    private func finish() {
        for place in workers.indices { log("at the end worker \(place) holds \(workers[place].core?.heldJobs ?? 0)") }
        checkAcknowledged("at the end")
        for (row, plan) in zip(table.rows, plans) {
            let fate = scenario.jobs[plan].fate
            guard row.state != fate else { continue }
            if row.state == .dead, row.job.crashes > 0, truth[plan].killsFromOutside > 0 { continue }
            if truth[plan].hadOnlyLiars { continue }
            fail(
                .sameFate,
                "job \(row.job.id) (plan \(plan)) ended \(row.state.name) with \(row.job.errors) errors and "
                    + "\(row.job.crashes) crashes; undisturbed it ends \(fate.name)"
            )
        }
        isOver = true
    }

    private func checkAcknowledged(_ when: String) {
        for job in audit.acknowledged.sorted() where table[job]?.state != .done {
            let state = table[job]?.state.name ?? "gone"
            fail(.ackedSurvives, "job \(job) was acknowledged as committed and is \(state) \(when)")
        }
    }
}
