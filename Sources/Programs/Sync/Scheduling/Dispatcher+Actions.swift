internal import LarderCache
internal import LarderCatalog
internal import LarderLedger
internal import LarderModel
internal import LarderProtocol
internal import LarderTransport
internal import Logging

extension Dispatcher {
    /// What is done beside the dispatcher, which goes on meanwhile; what comes of it is an input.
    enum BackgroundWork: Sendable {
        /// Read jobs of several queues in one look at the table.
        case load([(queue: JobQueueID, after: JobID, limit: Int)])
        /// Read these jobs, which a worker holds from an earlier start.
        case lookUp([JobID], heldBy: SessionID)
        /// Write down that some of a quota are used.
        case reserve(BudgetID)
        /// Look whether the cache folder takes so many bytes.
        case probeCache(bytes: Int)
        /// Wait.
        case wake(after: Duration, due: Milliseconds)
    }

    func perform(_ actions: [LedgerAction]) {
        var loads: [(queue: JobQueueID, after: JobID, limit: Int)] = []
        for action in actions {
            switch action {
            case .send(let session, let message): send(message, to: session)
            case .report(let session, let report): tell(session, report)
            case .forget(let session):
                names[session] = nil
                hosts[session] = nil
                troubled[session] = nil
                setup.broker.forget(session)
            case .commit(let entries):
                for entry in entries { note(entry) }
                setup.committer.submit(entries, workers: names)
            case .suspect(let jobs): setup.committer.submit(suspicions: jobs)
            case .load(let queue, let after, let limit):
                loads.append((queue, after, limit))
            case .lookUp(let session, let jobs):
                backgroundSink.yield(.lookUp(jobs, heldBy: session))
            case .reserve(let budget): backgroundSink.yield(.reserve(budget))
            case .finished: decideEnd(.finished)
            case .drained: decideEnd(.drained)
            }
        }
        if !loads.isEmpty { backgroundSink.yield(.load(loads)) }
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
            setup.logger.notice(
                "A worker was refused",
                metadata: [
                    "worker.id": "\(names[session] ?? "unknown")", "host": "\(hosts[session] ?? "unknown")",
                    "session": "\(session)", "code": "\(rejection.code)",
                    "reason": "\(rejection.text)",
                ]
            )
        default: break
        }
        setup.broker.send(message, to: session)
    }

    private func decideEnd(_ decided: End) {
        end = decided
        setup.liveness.end()
    }

    /// Tells of a job that did not end well.
    private func note(_ entry: CommitEntry) {
        let (level, message, reason): (Logger.Level, Logger.Message, FailureReason)
        switch entry.outcome {
        case .done: return
        case .retry(_, _, _, let why):
            let isTold = setup.tellsFirstFailure && firstFailure == nil
            (level, message, reason) = (isTold ? .notice : .debug, "A job failed and is tried again", why)
        case .dead(_, let crashes, let why):
            (level, message, reason) = (crashes > 0 ? .warning : .info, "A job was set aside", why)
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

    /// A retry or a lane that is paused may be due before the next tick.
    private func scheduleWake() {
        let now = now
        let tick = Milliseconds(Self.tickInterval / .milliseconds(1))
        guard let due = core.nextWake(after: now), due < now + tick, wakeDue.map({ due < $0 }) != false else { return }
        wakeDue = due
        backgroundSink.yield(.wake(after: .milliseconds(Int64(due > now ? due - now : 1)), due: due))
    }

    /// Runs background work, several at once, until cancelled.
    nonisolated func runBackgroundWork() async {
        await withDiscardingTaskGroup { group in
            for await work in backgroundWork {
                group.addTask {
                    do {
                        if let input = try await self.run(work) { self.sink.yield(input) }
                    } catch {
                        self.sink.yield(.failed(error))
                    }
                }
            }
            group.cancelAll()
        }
    }

    /// - Returns: What came of it; nil when nobody waits for it any more.
    private nonisolated func run(_ work: BackgroundWork) async throws -> Input? {
        switch work {
        case .load(let loads):
            let now = UnixTime.nowMs
            let events = try await setup.database.read { db in
                let store = LedgerStore(db)
                return try loads.map { load -> LedgerEvent in
                    let (jobs, end) = try store.unfinished(load.queue, after: load.after, limit: load.limit, now: now)
                    return .loaded(queue: load.queue, jobs: jobs, reachedEnd: end)
                }
            }
            return .loaded(events)
        case .lookUp(let jobs, let session):
            let unfinished = try await setup.database.read { [sources = setup.sources] db in
                try LedgerStore(db).unfinished(jobs, sources: sources)
            }
            return .ledger(.lookedUp(session, unfinished))
        case .reserve(let budget):
            guard setup.quotas.indices.contains(budget) else { return nil }
            let quota = setup.quotas[budget]
            let (count, forMs) = try await setup.database.write { db in
                try quota.take(in: LedgerStore(db), at: UnixTime.nowMs)
            }
            return .granted(budget, count: count, for: .milliseconds(forMs))
        case .probeCache(let bytes): return .probed(setup.cache?.trouble(writing: bytes))
        case .wake(let wait, let due):
            return (try? await setup.clock.sleep(for: wait)).map { _ in .wake(due: due) }
        }
    }
}
