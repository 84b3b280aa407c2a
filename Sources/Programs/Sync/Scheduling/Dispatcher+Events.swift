internal import LarderCache
internal import LarderLedger
internal import LarderModel
internal import LarderProtocol
internal import LarderSourceAdapters
internal import LarderTransport
internal import Logging

extension Dispatcher {
    func ledgerEvent(_ event: BrokerEvent) -> LedgerEvent? {
        switch event {
        case .hello(let session, let worker):
            let hello = worker.hello
            if worker.isLocal { setup.liveness.joined(session, processID: hello.processID) }
            names[session] = hello.workerID
            hosts[session] = PlainText.line(hello.host, maxBytes: 64)
            log(.info, "A worker introduced itself", session, ["process.id": "\(hello.processID)"])
            return .hello(session, worker)
        case .lost(let session, let reason):
            setup.liveness.lost(session)
            log(.info, "A worker's connection is gone", session, ["reason": "\(reason)"])
            (names[session], hosts[session]) = (nil, nil)
            return .linkLost(session)
        case .refused(let address, let key): peers.refused(address: address, key: key)
        case .turnedAway(let failure, let count): peers.failed(failure, count)
        case .message(let session, let message):
            setup.liveness.heard(session)
            switch message {
            case .started(let leases): starts?.start(leases, at: elapsed)
            case .fail(let failures):
                for failure in failures { logUnknownSource(failure, session) }
                return .message(session, .fail(failures.map { judged($0, of: session) }))
            default: break
            }
            return .message(session, message)
        }
        return nil
    }

    /// Makes a repeated answer of another form permanent: a third request would get the same.
    private func judged(_ failure: ReportedFailure, of session: SessionID) -> ReportedFailure {
        guard failure.reason.code == FailureCode(ReadFailure.Code.otherForm), failure.reason.failureClass == .retryable,
            core.holds(session, failure.lease), !otherForms.insert(failure.lease.job).inserted
        else { return failure }
        var failure = failure
        failure.reason.failureClass = .permanent
        return failure
    }

    /// Logs once that a worker cannot read a source's definition: another worker must do its jobs.
    private func logUnknownSource(_ failure: ReportedFailure, _ session: SessionID) {
        guard failure.reason.code == .unknownSource, readersOfLess.insert(names[session] ?? "unknown").inserted
        else { return }
        let reason = PlainText.line(failure.reason.message, maxBytes: 500)
        log(.warning, "A worker cannot do the jobs of a source: \(reason)", session)
    }

    func logLostResult(_ entry: CommitEntry) {
        guard case .retry(_, _, _, let reason) = entry.outcome, reason.code == .lostResult, let session = entry.session
        else { return }
        let message = "A worker's result cannot be used, and the job is tried again: \(reason.message)"
        log(.warning, message, session, ["job.id": "\(entry.lease.job)"])
    }

    static let firstProbePauseMs: Milliseconds = 1000

    func log(_ level: Logger.Level, _ message: String, _ session: SessionID?, _ further: Logger.Metadata = [:]) {
        var metadata = further
        metadata["worker.id"] = "\(session.flatMap { names[$0] } ?? "unknown")"
        metadata["host"] = "\(session.flatMap { hosts[$0] } ?? "unknown")"
        if let session { metadata["session"] = "\(session)" }
        setup.logger.log(level: level, "\(message)", metadata: metadata)
    }

    func log(_ report: WorkerReport, of session: SessionID) {
        names[session] = report.name
        hosts[session] = PlainText.line(report.host, maxBytes: 64)
        // The supervisor reports local workers.
        let usual: Logger.Level = report.isLocal ? .info : .notice
        let (level, message, reason): (Logger.Level, String, String?) =
            switch report.news {
            case .joined: (usual, "A worker joined", nil)
            case .left: (usual, "A worker left", "it said that it ends")
            case .lost(let reason): (.notice, "A worker is gone", reason)
            case .silent(let jobs):
                (
                    .warning, "A worker is silent: what it held goes to others",
                    "\(jobs.counted("job")) held, three beats missed"
                )
            case .heard: (.notice, "A worker is heard again", nil)
            case .troubled(let reason):
                (.warning, "A worker cannot work, and gets nothing to do before it can", reason.message)
            case .recovered: (.notice, "A worker can work again", nil)
            case .stalled(let jobs, let pauseMs):
                (
                    .warning, "A worker does not do what it holds: it was taken from it",
                    "\(jobs.counted("job")) without progress; nothing more for "
                        + "\(Duration.milliseconds(Int64(pauseMs)).spoken)"
                )
            case .unreliable(let count):
                (
                    .warning, "A worker is not believed, and gets work only when no other worker has room",
                    "\(count) times its result was refused, or another worker did what it could not do"
                )
            case .sharesName: (.warning, "Two workers bear one name. Give each its own with --name", nil)
            case .knowsFewerKinds(let kinds):
                (
                    .warning, "A worker of another release does not know all kinds of jobs, and gets the others",
                    kinds.map(\.name).joined(separator: ", ")
                )
            }
        log(level, message, session, reason.map { ["reason": "\($0)"] } ?? [:])
        switch report.news {
        case .troubled(let reason):
            let host = PlainText.line(report.host, maxBytes: 64)
            troubled[session] = (reason, "\(report.name) on \(host): \(reason.message)")
            troubles[report.name] = troubled[session]?.line
            guard reason.isCacheTrouble else { break }
            probePauseMs = Self.firstProbePauseMs
            probeCache()
        case .recovered, .left, .lost: troubled[session] = nil
        case .joined, .silent, .heard, .stalled, .unreliable, .sharesName, .knowsFewerKinds: break
        }
    }

    /// Checks the cache folder while a worker reports trouble with its own, or none is joined: without the folder none
    /// can join.
    func watchCache() {
        let isAlone = core.joinedWorkers == 0 && core.unfinishedJobs > 0 && end == nil
        guard now >= probeDueAt, isAlone || troubled.values.contains(where: { $0.reason.isCacheTrouble }) else {
            return
        }
        probeCache()
    }

    private func probeCache() {
        guard setup.cache != nil, !isProbing else { return }
        isProbing = true
        // A disk with less room than this is full for any run.
        let isFull = troubled.values.contains { $0.reason.code == .cacheFull }
        backgroundSink.yield { [cache = setup.cache] in .probed(cache?.trouble(writing: isFull ? 16 << 20 : 4096)) }
    }

    /// - Throws: ``CoordinatorError`` when the cache folder is unusable: no job can be done then.
    func finishProbe(_ trouble: CacheError?) throws {
        if let trouble { throw CoordinatorError(cache: trouble) }
        isProbing = false
        probeDueAt = now + probePauseMs
        probePauseMs = min(30_000, probePauseMs * 2)
    }

    /// Suggests how to start a worker when there is none for a while.
    func adviseWithoutWorkers() {
        guard core.joinedWorkers == 0, core.unfinishedJobs > 0, end == nil, let advice = setup.adviceWithoutWorkers
        else {
            aloneSince = nil
            return
        }
        let since = aloneSince ?? now
        aloneSince = since
        guard now >= max(since, adviseAt) + Self.aloneMs else { return }
        adviseAt = now + 5 * Self.aloneMs
        setup.logger.notice(
            "No worker is joined, so nothing is done. \(advice)",
            metadata: ["jobs": "\(core.unfinishedJobs)"]
        )
    }

    private static let aloneMs: Milliseconds = 10_000
}
