import LarderModel
import LarderProtocol
import LarderTransport
import Testing

@Suite("Worker core") struct WorkerCoreTests {
    @Test func `a challenge is answered with an introduction, once`() {
        var worker = WorkerHarness()
        worker.receive(.who, session: 0)
        #expect(worker.takeSent().map(\.type) == [Message.hello(WireHello()).type])
    }

    @Test func `no more jobs run at once than there are slots`() {
        var worker = WorkerHarness(fetchSlots: 2)
        worker.join()
        worker.assign(1...5)
        #expect(worker.running == [1, 2])
        worker.end([1])
        #expect(worker.running == [1, 2, 3])
    }

    @Test func `grants are absolute and cover the free slots`() {
        var worker = WorkerHarness(fetchSlots: 4)
        worker.join()
        #expect(worker.lastCredit?.fetch == 4)
        worker.assign(1...4)
        worker.end([1, 2, 3, 4])
        #expect((worker.lastCredit?.fetch ?? 0) >= 8)
    }

    @Test func `a result is kept until it is acknowledged and said again in a new session`() {
        var worker = WorkerHarness()
        worker.join()
        worker.assign(1...2)
        worker.end([1, 2])
        #expect(worker.takeResults() == [1, 2])
        worker.acknowledge([1])
        worker.receive(.who, session: 0)
        worker.join(session: 8)
        #expect(worker.takeResults() == [2])
        worker.acknowledge([2], session: 8)
        #expect(worker.core.heldJobs == 0)
    }

    @Test func `work from a coordinator that was replaced is not begun`() {
        var worker = WorkerHarness()
        worker.join(epoch: 5)
        worker.assign(1...1, epoch: 4)
        #expect(worker.running.isEmpty)
    }

    @Test func `nothing new starts while the coordinator is silent`() {
        var worker = WorkerHarness(fetchSlots: 1)
        worker.join()
        worker.assign(1...2)
        worker.now += 10_001
        worker.end([1])
        #expect(worker.running == [1])
        worker.receive(.heartbeatAck(WireHeartbeatAck()))
        #expect(worker.running == [1, 2])
    }

    @Test func `a drain gives back what has not begun and ends when the rest is acknowledged`() {
        var worker = WorkerHarness(fetchSlots: 1)
        worker.join()
        worker.assign(1...3)
        worker.drain()
        #expect(worker.released == [2, 3])
        worker.end([1])
        #expect(worker.exit == nil)
        worker.acknowledge([1])
        #expect(worker.exit == .finished)
    }

    @Test func `a refusal ends the worker with the coordinator's reason`() {
        var worker = WorkerHarness()
        var reject = WireReject()
        reject.text = "Install the same release on both."
        worker.receive(.reject(reject), session: 0)
        #expect(worker.exit == .refused("Install the same release on both."))
        #expect(worker.exit?.code == 78)
    }

    @Test func `heartbeats come in time and name everything held`() {
        var worker = WorkerHarness()
        worker.join()
        worker.assign(1...3)
        worker.end([1])
        worker.now += 1000
        worker.tick()
        let beats = worker.sent.compactMap { if case .heartbeat(let beat) = $0 { Set(beat.job) } else { nil } }
        #expect(beats.last == [1, 2, 3])
    }

    @Test func `a coordinator silent for a minute makes the worker connect anew`() {
        var worker = WorkerHarness()
        worker.join()
        worker.now += 60_001
        worker.tick()
        #expect(worker.reconnects == 1)
    }

    @Test func `each silence of ten seconds is told once`() {
        var worker = WorkerHarness()
        worker.now += 10_001
        for _ in 0..<3 { worker.tick() }
        #expect(worker.toldSilences == 1, "nobody answered at all")
        worker.join()
        worker.tick()
        #expect(worker.toldSilences == 1)
        worker.now += 10_001
        for _ in 0..<3 { worker.tick() }
        #expect(worker.toldSilences == 2)
    }
}

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

    init(fetchSlots: Int = 4) {
        core = WorkerCore(
            configuration: .init(
                name: "w",
                incarnation: [1],
                processID: 1,
                host: "h",
                cacheID: "c",
                fetchSlots: fetchSlots,
                renderSlots: 1
            ),
            now: 1000
        )
    }

    mutating func handle(_ event: WorkerCore.Event) {
        for action in core.handle(event, at: now) {
            switch action {
            case .send(let message, _, _): sent.append(message)
            case .run(let jobs): running.formUnion(jobs.map(\.lease.job))
            case .exit(let exit): self.exit = exit
            case .reconnect: reconnects += 1
            case .tellSilence: toldSilences += 1
            case .configure, .cancel, .giveBackFreeMemory: break
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

    mutating func join(session: SessionID = 7, epoch: UInt64 = 1, answering hello: UInt64 = 0, version: UInt32 = 2) {
        self.session = session
        self.epoch = epoch
        var welcome = WireWelcome()
        welcome.protocol = version
        welcome.hello = hello
        welcome.heartbeatMs = 1000
        receive(.welcome(welcome))
    }

    mutating func assign(_ jobs: ClosedRange<JobID>, epoch: UInt64? = nil) {
        let assigned = jobs.map { AssignedJob(lease: JobLease(job: $0, attempt: 100 + $0), kind: .detail, spec: []) }
        receive(.assign(WireAssign(assigned)), epoch: epoch)
    }

    mutating func end(_ jobs: [JobID]) {
        handle(
            .ended(
                jobs.map {
                    EndedJob(
                        lease: JobLease(job: $0, attempt: 100 + $0),
                        outcome: .done(effect: []),
                        microseconds: 1000
                    )
                }
            )
        )
    }

    mutating func acknowledge(_ jobs: [JobID], session: SessionID? = nil) {
        let answers = jobs.map { (lease: JobLease(job: $0, attempt: 100 + $0), status: AckStatus.committed) }
        receive(.resultAck(WireResultAck(answers)), session: session)
    }

    mutating func drain() { handle(.drain) }
    mutating func tick() { handle(.tick(residentBytes: 0, cpuMs: 0)) }

    mutating func takeSent() -> [Message] {
        defer { sent = [] }
        return sent
    }

    mutating func takeResults() -> [JobID] {
        takeSent().flatMap { if case .result(let result) = $0 { result.job } else { [JobID]() } }
    }

    var lastCredit: WireCredit? { sent.compactMap { if case .credit(let credit) = $0 { credit } else { nil } }.last }
    var released: [JobID] { sent.flatMap { if case .release(let columns) = $0 { columns.job } else { [JobID]() } } }
}
