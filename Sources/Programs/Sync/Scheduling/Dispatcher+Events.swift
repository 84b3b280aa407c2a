internal import LarderLedger
internal import LarderModel
internal import LarderProtocol
internal import LarderSourceAdapters
internal import LarderTransport
internal import Logging

extension Dispatcher {
    /// What the broker's event means to the ledger; nil: nothing.
    func ledgerEvent(_ event: BrokerEvent) -> LedgerEvent? {
        switch event {
        case .hello(let session, let worker):
            let hello = worker.hello
            if worker.isLocal { setup.liveness.joined(session, processID: hello.processID) }
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
            switch message {
            case .started(let leases): starts?.start(leases, at: elapsed)
            case .fail(let failures):
                for failure in failures { tellOfUnknownSource(failure, session) }
                return .message(session, .fail(failures.map { judged($0, of: session) }))
            default: break
            }
            return .message(session, message)
        }
    }

    /// The failure; permanent the second time for the same job, where a third answer would be the same.
    private func judged(_ failure: ReportedFailure, of session: SessionID) -> ReportedFailure {
        guard failure.reason.code == FailureCode(ReadFailure.Code.otherForm), failure.reason.failureClass == .retryable,
            core.holds(session, failure.lease), !otherForms.insert(failure.lease.job).inserted
        else { return failure }
        var failure = failure
        failure.reason.failureClass = .permanent
        return failure
    }

    /// Names, once, a worker that cannot read a source's definition: its jobs wait for another one that can.
    private func tellOfUnknownSource(_ failure: ReportedFailure, _ session: SessionID) {
        guard failure.reason.code == .unknownSource,
            readersOfLess.insert(names[session] ?? "unknown").inserted
        else { return }
        setup.logger.warning(
            "A worker cannot do the jobs of a source: \(PlainText.line(failure.reason.message, maxBytes: 500))",
            metadata: ["worker.id": "\(names[session] ?? "unknown")"]
        )
    }

    /// Names the worker whose result could not be used because the cache lacks it.
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
