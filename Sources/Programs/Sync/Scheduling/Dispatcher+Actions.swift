internal import LarderCache
internal import LarderCatalog
internal import LarderLedger
internal import LarderModel
internal import LarderProtocol
internal import LarderTransport
internal import Logging

extension Dispatcher {
    /// Runs beside the dispatcher; its result, if any, is an input.
    typealias BackgroundWork = @Sendable () async throws -> Input?

    func perform(_ actions: [LedgerAction]) {
        var loads: [(queue: JobQueueID, after: JobID, limit: Int)] = []
        for action in actions {
            switch action {
            case .send(let session, let message): send(message, to: session)
            case .report(let session, let report): log(report, of: session)
            case .forget(let session):
                names[session] = nil
                hosts[session] = nil
                troubled[session] = nil
                setup.broker.forget(session)
            case .commit(let entries):
                for entry in entries { logFailure(entry) }
                setup.committer.submit(entries, workers: names)
            case .suspect(let jobs): setup.committer.submit(suspicions: jobs)
            case .load(let queue, let after, let limit): loads.append((queue, after, limit))
            case .lookUp(let session, let jobs): lookUp(jobs, heldBy: session)
            case .reserve(let budget): reserve(budget)
            case .finished: decideEnd(.finished)
            case .drained: decideEnd(.drained)
            }
        }
        if !loads.isEmpty { load(loads) }
        scheduleWake()
    }

    private func send(_ message: Message, to session: SessionID) {
        var message = message
        switch message {
        case .welcome(var welcome):
            welcome.sources = setup.configs
            message = .welcome(welcome)
        case .assign(let jobs, _):
            if firstAssign == nil { firstAssign = elapsed }
            starts?.assign(jobs, at: elapsed)
        case .reject(let rejection):
            let reason: Logger.Metadata = ["code": "\(rejection.code)", "reason": "\(rejection.text)"]
            log(.notice, "A worker was refused", session, reason)
        default: break
        }
        setup.broker.send(message, to: session)
    }

    private func decideEnd(_ decided: End) {
        end = decided
        setup.liveness.end()
    }

    private func logFailure(_ entry: CommitEntry) {
        guard let reason = entry.outcome.reason else { return }
        var (level, message): (Logger.Level, Logger.Message) = (.debug, "A job failed and is tried again")
        if case .dead(_, let crashes, _) = entry.outcome {
            (level, message) = (crashes > 0 ? .warning : .info, "A job was set aside")
        } else if setup.logsFirstFailure, firstFailure == nil {
            level = .notice
        }
        if firstFailure == nil { firstFailure = PlainText.line(reason.message, maxBytes: 500) }
        setup.logger.log(
            level: level,
            message,
            metadata: [
                "job.id": "\(entry.lease.job)", "job.kind": "\(entry.kind.name)", "code": "\(reason.code)",
                "reason": "\(reason.message)",
            ]
        )
    }

    /// Wakes before the next tick if a retry or a paused lane is due.
    private func scheduleWake() {
        let now = now
        let tick = Milliseconds(Self.tickInterval)
        guard let due = core.nextWake(after: now), due < now + tick, wakeDue.map({ due < $0 }) != false else { return }
        wakeDue = due
        let wait = Duration.milliseconds(Int64(due > now ? due - now : 1))
        backgroundSink.yield { [clock = setup.clock] in (try? await clock.sleep(for: wait)).map { .wake(due: due) } }
    }

    /// Runs background work concurrently until cancelled.
    nonisolated func runBackgroundWork() async {
        await withDiscardingTaskGroup { group in
            for await work in backgroundWork {
                group.addTask {
                    do {
                        if let input = try await work() { self.sink.yield(input) }
                    } catch {
                        self.sink.yield(.failed(error))
                    }
                }
            }
            group.cancelAll()
        }
    }

    private func load(_ loads: [(queue: JobQueueID, after: JobID, limit: Int)]) {
        backgroundSink.yield { [database = setup.database] in
            let now = UnixTime.nowMs
            let events = try await database.read { db in
                try loads.map { queue, after, limit -> LedgerEvent in
                    let (jobs, end) = try LedgerStore(db).unfinished(queue, after: after, limit: limit, now: now)
                    return .loaded(queue: queue, jobs: jobs, reachedEnd: end)
                }
            }
            return .ledger(events)
        }
    }

    /// Reads jobs that a worker has from an earlier start.
    private func lookUp(_ jobs: [JobID], heldBy session: SessionID) {
        backgroundSink.yield { [setup] in
            let unfinished = try await setup.database.read {
                try LedgerStore($0).unfinished(jobs, sources: setup.sources)
            }
            return .ledger([.lookedUp(session, unfinished)])
        }
    }

    private func reserve(_ budget: BudgetID) {
        guard setup.quotas.indices.contains(budget) else { return }
        backgroundSink.yield { [setup] in
            let (count, forMs) = try await setup.database.write { db in
                try setup.quotas[budget].reserve(in: LedgerStore(db), at: UnixTime.nowMs)
            }
            return .granted(budget, count: count, for: .milliseconds(forMs))
        }
    }
}
