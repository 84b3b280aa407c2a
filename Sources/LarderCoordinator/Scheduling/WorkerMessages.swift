internal import LarderLedger
internal import LarderProtocol

/// What workers say, as the ledger takes it.
extension WorkerIntroduction {
    init(_ hello: WireHello, isLocal: Bool) {
        let oldest = max(1, hello.protocolMin)
        self.init(
            name: String(hello.workerID.prefix(64)),
            incarnation: [UInt8](hello.incarnation.prefix(16)),
            processID: hello.processID,
            isLocal: isLocal,
            kinds: Set(hello.kinds.compactMap(JobKind.init(rawValue:))),
            cacheID: hello.cacheID,
            protocols: oldest...max(oldest, hello.protocolMax),
            held: zip(hello.heldJob, hello.heldAttempt).map(JobLease.init(job:attempt:))
        )
    }
}

extension [AssignedJob] {
    /// The same jobs in parts that each fit into a message.
    func packed() -> [[AssignedJob]] {
        var parts: [[AssignedJob]] = [[]]
        var bytes = 0
        for job in self {
            if bytes + job.spec.count > WireLimits.packBytes, bytes > 0 {
                parts.append([])
                bytes = 0
            }
            parts[parts.count - 1].append(job)
            bytes += job.spec.count + 24
        }
        return parts
    }
}

extension LedgerEvent {
    /// What a worker's message means to the ledger; nil for messages that only a coordinator sends.
    init?(_ session: SessionID, _ message: Message) {
        switch message {
        case .credit(let credit): self = .credit(session, fetch: credit.fetch, render: credit.render)
        case .started(let columns): self = .started(session, columns.leases)
        case .heartbeat(let beat):
            self = .heartbeat(session, zip(beat.job, beat.attempt).map(JobLease.init(job:attempt:)))
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

extension LedgerEvent {
    /// A worker that cannot write the cache: the larder's trouble, which ends the run instead of its jobs.
    var cacheTrouble: CoordinatorError? {
        guard case .failures(_, let failures) = self else { return nil }
        let codes = ["cache-full": CoordinatorError.Code.diskFull, "cache-not-writable": .larderNotWritable]
        for failure in failures {
            if let code = codes[failure.reason.code] {
                return CoordinatorError(code, "A worker cannot write the cache: \(failure.reason.message)")
            }
        }
        return nil
    }
}
