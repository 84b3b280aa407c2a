import LarderModel
import LarderProtocol
import LarderWorkerCore

/// A worker core with a clock that the test sets.
struct WorkerHarness {
    var core: WorkerCore
    var now: UInt64 = 1000
    var sent: [Message] = []
    var running: Set<JobID> = []
    var exit: WorkerExit?
    var reconnects = 0
    var toldSilences = 0
    private var epoch: UInt64 = 1
    private var session: SessionID = 7

    init(fetchSlots: Int = 4, trouble: FailureReason? = nil) {
        var configuration = WorkerCore.Configuration(
            Hello(workerID: "w", incarnation: [1], host: "h", processID: 1, cacheID: "c"),
            fetchSlots: fetchSlots,
            renderSlots: 1
        )
        configuration.trouble = trouble
        core = WorkerCore(configuration: configuration, now: 1000)
    }

    mutating func handle(_ event: WorkerCore.Event) {
        for action in core.handle(event, at: now) {
            switch action {
            case .send(let message, _, _): sent.append(message)
            case .run(let jobs): running.formUnion(jobs.map(\.lease.job))
            case .exit(let exit): self.exit = exit
            case .reconnect: reconnects += 1
            case .tellSilence: toldSilences += 1
            case .configure, .cancel, .giveBackFreeMemory, .probe, .tellTrouble: break
            }
        }
    }

    mutating func receive(_ message: Message, session: SessionID? = nil, epoch: UInt64? = nil) {
        let header = MessageHeader(
            type: message.type,
            epoch: epoch ?? self.epoch,
            session: session ?? self.session,
            sequence: 1
        )
        handle(.message(header, message))
    }

    mutating func join(session: SessionID = 7, epoch: UInt64 = 1, answering hello: UInt64 = 0) {
        self.session = session
        self.epoch = epoch
        receive(
            .welcome(
                Welcome(protocolVersion: Hello.spokenProtocols.upperBound, hello: hello, heartbeatMs: 1000, leaseMs: 0)
            )
        )
    }

    mutating func assign(_ jobs: ClosedRange<JobID>, epoch: UInt64? = nil) {
        let assigned = jobs.map {
            AssignedJob(lease: JobLease(job: $0, attempt: Attempt(100 + $0.rawValue)), kind: .detail, spec: [])
        }
        receive(.assign(assigned, number: 0), epoch: epoch)
    }

    mutating func end(_ jobs: [JobID]) {
        handle(
            .ended(
                jobs.map {
                    EndedJob(
                        lease: JobLease(job: $0, attempt: Attempt(100 + $0.rawValue)),
                        outcome: .done(effect: []),
                        microseconds: 1000
                    )
                }
            )
        )
    }

    mutating func acknowledge(_ jobs: [JobID], session: SessionID? = nil) {
        let answers = jobs.map {
            (lease: JobLease(job: $0, attempt: Attempt(100 + $0.rawValue)), status: AckStatus.committed)
        }
        receive(.resultAck(answers), session: session)
    }

    mutating func drain() { handle(.drain) }
    mutating func tick() { handle(.tick(residentBytes: 0, cpuMs: 0)) }

    mutating func takeSent() -> [Message] {
        defer { sent = [] }
        return sent
    }

    mutating func takeResults() -> [JobID] {
        takeSent().flatMap(\.results)
    }

    var lastCredit: (fetch: UInt64, render: UInt64)? { sent.compactMap(\.credit).last }
    var released: [JobID] { sent.flatMap(\.released) }
}
