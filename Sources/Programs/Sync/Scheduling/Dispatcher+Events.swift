internal import LarderLedger
internal import LarderModel
internal import LarderProtocol
internal import LarderSourceAdapters
internal import LarderTransport
internal import Logging

extension Dispatcher {
    func ledgerEvent(_ event: BrokerEvent) -> LedgerEvent? {
        switch event {
        case .hello(let session, let hello, let origin):
            names[session] = hello.workerID
            hosts[session] = PlainText.line(hello.host, maxBytes: 64)
            log(.info, "A worker introduced itself", session, ["process.id": "\(hello.processID)"])
            switch origin {
            case .local:
                setup.liveness.joined(session, processID: hello.processID)
                return .hello(session, WorkerIntroduction(hello, isLocal: true))
            case .remote(let key):
                return .hello(session, WorkerIntroduction(hello, isLocal: false, keyName: key))
            }
        case .lost(let session, let reason):
            setup.liveness.lost(session)
            log(.info, "A worker's connection is gone", session, ["reason": "\(reason)"])
            (names[session], hosts[session]) = (nil, nil)
            return .linkLost(session)
        case .refused(let address, let key): peers.refused(address: address, key: key)
        case .turnedAway(let failure, let count): peers.failed(failure, count)
        case .message(let session, let message):
            setup.liveness.heard(session)
            let event = LedgerEvent(session, message)
            switch event {
            case .started(_, let leases): starts?.start(leases, at: elapsed)
            case .failures(_, let failures):
                for failure in failures { logUnknownSource(failure, session) }
                return .failures(session, failures.map { judged($0, of: session) })
            default: break
            }
            return event
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

    /// Logs a result that the cache lacks.
    func logLostResult(_ entry: CommitEntry) {
        guard case .retry(_, _, _, let reason) = entry.outcome, reason.code == .lostResult, let session = entry.session
        else { return }
        let message = "A worker's result cannot be used, and the job is tried again: \(reason.message)"
        log(.warning, message, session, ["job.id": "\(entry.lease.job)"])
    }
}
