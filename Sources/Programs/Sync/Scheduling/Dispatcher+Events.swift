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
            let worker: WorkerIntroduction
            switch origin {
            case .local:
                setup.liveness.joined(session, processID: hello.processID)
                worker = WorkerIntroduction(hello, isLocal: true)
            case .remote(let key): worker = WorkerIntroduction(hello, isLocal: false, keyName: key)
            }
            names[session] = hello.workerID
            hosts[session] = PlainText.line(hello.host, maxBytes: 64)
            setup.logger.info(
                "A worker introduced itself",
                metadata: [
                    "worker.id": "\(hello.workerID)", "host": "\(PlainText.line(hello.host, maxBytes: 64))",
                    "process.id": "\(hello.processID)",
                    "session": "\(session)",
                ]
            )
            return .hello(session, worker)
        case .lost(let session, let reason):
            setup.liveness.lost(session)
            setup.logger.info(
                "A worker's connection is gone",
                metadata: ["worker.id": "\(forgetName(session))", "session": "\(session)", "reason": "\(reason)"]
            )
            return .linkLost(session)
        case .refused(let address, let key):
            peers.refused(address: address, key: key)
            return nil
        case .turnedAway(let failure, let count):
            peers.failed(failure, count)
            return nil
        case .message(let session, let message):
            setup.liveness.heard(session)
            guard let event = LedgerEvent(session, message) else { return nil }
            switch event {
            case .started(_, let leases): starts?.start(leases, at: elapsed)
            case .failures(_, let failures):
                for failure in failures { tellOfUnknownSource(failure, session) }
                return .failures(session, failures.map { judged($0, of: session) })
            default: break
            }
            return event
        }
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
    private func tellOfUnknownSource(_ failure: ReportedFailure, _ session: SessionID) {
        guard failure.reason.code == .unknownSource,
            readersOfLess.insert(names[session] ?? "unknown").inserted
        else { return }
        setup.logger.warning(
            "A worker cannot do the jobs of a source: \(PlainText.line(failure.reason.message, maxBytes: 500))",
            metadata: ["worker.id": "\(names[session] ?? "unknown")"]
        )
    }

    /// Logs a result that the cache lacks.
    func tellOfLostResult(_ entry: CommitEntry) {
        guard case .retry(_, _, _, let reason) = entry.outcome, reason.code == .lostResult,
            let session = entry.session
        else { return }
        setup.logger.warning(
            "A worker's result cannot be used, and the job is tried again: \(reason.message)",
            metadata: ["worker.id": "\(names[session] ?? "unknown")", "job.id": "\(entry.lease.job)"]
        )
    }

    func forgetName(_ session: SessionID) -> String {
        hosts[session] = nil
        return names.removeValue(forKey: session) ?? "unknown"
    }
}
