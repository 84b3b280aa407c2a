internal import LarderLedger
internal import LarderModel
internal import LarderProtocol

/// Injected bugs: changes of the cores' events and actions.
extension World {
    func injecting(_ event: LedgerEvent) -> [LedgerEvent] {
        guard let bug else { return [event] }
        switch (bug, event) {
        case (.inflateCredit, .message(let session, .credit(let fetch, let render))):
            return [.credit(session, fetch: fetch * 2, render: render * 2)]
        case (.restampAttempts, .message(let session, .result(let results))):
            return results.map { restamped($0, session) }
        case (.swapEffects, .message(let session, .result(let results))): return [.results(session, swapped(results))]
        case (.hideDrain, .message(_, .drain)): return []
        case (.hideEnds, .sessionEnded), (.hideEnds, .message(_, .bye)), (.hideEnds, .processEnded),
            (.hideEnds, .linkLost):
            return []
        case (.believeStrangers, .message(let session, .fail(let failures))):
            return failures.map { .failures(audit.leases[$0.lease.job]?.session ?? session, [$0]) }
        case (.believeLiars, .hello(let session, var introduction)):
            introduction.isLocal = true
            return [.hello(session, introduction)]
        case (.stopAtTrouble, .message(_, .fail(let failures))):
            return failures.contains { $0.reason.isCacheTrouble } ? [event, .drain] : [event]
        case (.hideProgress, .message(let session, .heartbeat(let beat))):
            return [.heartbeat(session, beat.jobs.map(\.lease), assigned: beat.assigned)]
        case (.hideBeginnings, .message(_, .started)): return []
        case (.hideMoves, .message(let session, .result(let results))):
            let hidden = results.map { result in
                changed(result) { if $0.effect == Self.forgedMove { $0.effect = Self.hiddenMove } }
            }
            return [.results(session, hidden)]
        case (.inflateSlots, .hello(let session, let introduction)):
            return [.hello(session, changed(introduction) { $0.hello.slots.fetch *= 8 })]
        case (.forgeProgress, .message(let session, .heartbeat(let beat))):
            let held = beat.jobs.map(\.lease)
            return [.heartbeat(session, held, assigned: beat.assigned, progress: held.map { _ in UInt64(now) })]
        case (.hideSilence, .tick), (.keepSilent, .tick):
            return audit.sessions.sorted { $0.key < $1.key }.map {
                .credit($0.key, fetch: $0.value.granted.fetch, render: $0.value.granted.render)
            } + [event]
        case (.inflateLanes, .added), (.hideDelays, .added), (.inflateDelays, .added): return [withOtherLimits(event)]
        case (.inflateLanes, .committed), (.hideDelays, .committed), (.inflateDelays, .committed):
            return [withOtherLimits(event)]
        case (.hideRetryAfter, .message(let session, .fail(let failures))):
            return [.failures(session, failures.map { changed($0) { $0.reason.retryAfterMs = nil } })]
        case (.failForGood, .message(let session, .fail(let failures))):
            return [.failures(session, failures.map { changed($0) { $0.reason.failureClass = .permanent } })]
        case (.chargeTwice, .loaded(let queue, let jobs, let end)):
            return [.loaded(queue: queue, jobs: jobs.map { changed($0) { $0.job.errors += 1 } }, reachedEnd: end)]
        case (.forgetSuspicions, .loaded(let queue, let jobs, let end)):
            return [.loaded(queue: queue, jobs: jobs.map { changed($0) { $0.job.suspicions = [] } }, reachedEnd: end)]
        case (.reloadWaiting, .tick): return [event] + waitingAgain()
        case (.forgetRequeue, .message(let session, .heartbeat(let beat))):
            // They seem to move on, or the ledger's own look at progress would bring them back.
            let jobs = everything(of: session, beat.jobs.map(\.lease))
            let progress = jobs.map { _ in UInt64(now) }
            return [.started(session, jobs), .heartbeat(session, jobs, assigned: beat.assigned, progress: progress)]
        case (.forgetRequeue, .hello(let session, var introduction)):
            introduction.hello.held = everything(of: session, introduction.hello.held)
            return [.hello(session, introduction)]
        case (.blameEverybody, .processEnded(let processID, .crashed(let evidence, _))):
            return [.processEnded(processID: processID, .crashed(evidence, running: everything(of: processID)))]
        default: return [event]
        }
    }

    private func changed<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
        var value = value
        change(&value)
        return value
    }

    private func restamped(_ result: JobResult, _ session: SessionID) -> LedgerEvent {
        guard let lease = audit.leases[result.lease.job] else { return .results(session, [result]) }
        let live = JobLease(job: result.lease.job, attempt: lease.attempt)
        return .results(lease.session, [JobResult(lease: live, effect: result.effect)])
    }

    private func swapped(_ results: [JobResult]) -> [JobResult] {
        guard results.count > 1 else { return results.map { JobResult(lease: $0.lease, effect: []) } }
        var swapped = results
        swapped[0].effect = results[1].effect
        swapped[1].effect = results[0].effect
        return swapped
    }

    /// What the workers of a process of this host hold.
    private func everything(of processID: UInt32) -> [JobLease] {
        audit.leases.filter { _, lease in
            guard let worker = audit.sessions[lease.session]?.introduction else { return false }
            return worker.isLocal && worker.hello.processID == processID
        }
        .map { JobLease(job: $0.key, attempt: $0.value.attempt) }.sorted { $0.job < $1.job }
    }

    private func everything(of session: SessionID, _ held: [JobLease]) -> [JobLease] {
        let place = audit.placeOf[session]
        let given = audit.leases.filter { audit.placeOf[$0.value.session] == place && !$0.value.isCommitting }
        let more = given.map { JobLease(job: $0.key, attempt: $0.value.attempt) }.filter { !held.contains($0) }
        return held + more.sorted { $0.job < $1.job }
    }

    private func withOtherLimits(_ event: LedgerEvent) -> LedgerEvent {
        func changed(_ added: [AddedJobs]) -> [AddedJobs] {
            added.map {
                var jobs = $0
                switch bug {
                case .inflateLanes: jobs.lane.limits.concurrency += 2
                case .inflateDelays: jobs.lane.limits.delayMs += 30_000
                default: jobs.lane.limits.delayMs = 0
                }
                return jobs
            }
        }
        switch event {
        case .added(let added): return .added(changed(added))
        case .committed(let entries, let added): return .committed(entries, added: changed(added))
        default: return event
        }
    }

    private func waitingAgain() -> [LedgerEvent] {
        audit.inMemory.sorted().compactMap { job in
            guard audit.leases[job] == nil, let due = audit.dueAt[job], due > ledgerNow + 100, let lane = lane(of: job),
                let plan = plan(of: job)
            else { return nil }
            let (kind, source) = (scenario.jobs[plan].kind, scenario.jobs[plan].source)
            let queued = QueuedJob(id: job, kind: kind, source: source, lane: lane.id)
            let queue = JobQueueID(lane: lane.id, source: source, kind: kind)
            return .loaded(queue: queue, jobs: [(job: queued, waitMs: Milliseconds(0))], reachedEnd: nil)
        }
    }

    func injecting(_ actions: [LedgerAction]) -> [LedgerAction] {
        guard let bug else { return actions }
        var changed: [LedgerAction] = []
        for action in actions {
            changed.append(action)
            switch (bug, action) {
            case (.assignTwice, .send(let session, .assign(let jobs, let number))):
                let other = audit.sessions.filter { $0.key != session && $0.value.isJoined && !$0.value.hasEnded }.keys
                    .min()
                changed.append(.send(other ?? session, .assign(jobs, number: number)))
            case (.ackEarly, .commit(let entries)):
                for entry in entries {
                    if let session = entry.session {
                        changed.append(.send(session, .resultAck([(entry.lease, .committed)])))
                    }
                }
            default: break
            }
        }
        if bug == .finishEarly, ledger?.unfinishedJobs == 1 { changed.append(.finished) }
        return changed
    }
}
