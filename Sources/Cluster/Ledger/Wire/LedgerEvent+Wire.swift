package import LarderProtocol

extension WorkerIntroduction {
    /// Reads a HELLO, whose every field is the peer's word only.
    ///
    /// - Parameter isLocal: Whether it came in over the endpoint of this coordinator's own children.
    package init(_ hello: WireHello, isLocal: Bool) {
        let oldest = max(1, hello.protocolMin)
        self.init(
            name: PlainText.line(hello.workerID, maxBytes: 64),
            incarnation: [UInt8](hello.incarnation.prefix(16)),
            processID: hello.processID,
            isLocal: isLocal,
            kinds: Set(hello.kinds.compactMap(JobKind.init(rawValue:))),
            cacheID: PlainText.line(hello.cacheID, maxBytes: 64),
            protocols: oldest...max(oldest, hello.protocolMax),
            held: zip(hello.heldJob, hello.heldAttempt).map(JobLease.init(job:attempt:)),
            hello: hello.number
        )
    }
}

extension LedgerEvent {
    /// What a worker's message means to the ledger; nil for HELLO, and for messages that only a coordinator sends.
    package init?(_ session: SessionID, _ message: Message) {
        switch message {
        case .credit(let credit): self = .credit(session, fetch: credit.fetch, render: credit.render)
        case .started(let columns): self = .started(session, columns.leases)
        case .heartbeat(let beat):
            self = .heartbeat(
                session,
                zip(beat.job, beat.attempt).map(JobLease.init(job:attempt:)),
                assigned: beat.assigned
            )
        case .result(let result):
            self = .results(
                session,
                result.job.indices.map {
                    JobResult(
                        lease: JobLease(job: result.job[$0], attempt: result.attempt[$0]),
                        effect: [UInt8](result.effect[$0])
                    )
                }
            )
        case .fail(let fail):
            self = .failures(session, fail.failures.map { ReportedFailure(lease: $0.lease, reason: $0.reason) })
        case .release(let columns): self = .released(session, columns.leases)
        case .drain: self = .draining(session)
        case .bye: self = .sessionEnded(session, .bye)
        case .who, .hello, .welcome, .reject, .assign, .heartbeatAck, .resultAck, .cancel, .recall: return nil
        }
    }
}
