import LarderModel
import LarderProtocol
import LarderTransport
import Testing

@Suite("Joining") struct JoiningTests {
    @Test func `a connection is asked who it is once, however much it says before it answers`() {
        var directory = SessionDirectory<Int>(epoch: 1)
        #expect(directory.message(naming: 7, from: 1) == .challenge)
        #expect(directory.message(naming: 7, from: 1) == .ignore)
        let (session, replaced) = directory.hello(from: 1)
        #expect(replaced == nil && session >> 32 == 1)
        #expect(directory.message(naming: session, from: 1) == .session(session))
        #expect(directory.message(naming: session, from: 2) == .challenge, "a session is bound to its connection")
        directory.forget(session)
        #expect(directory.message(naming: session, from: 1) == .challenge)
    }

    @Test func `a question that did not get through is asked again`() {
        var directory = SessionDirectory<Int>(epoch: 1)
        directory.probe(from: 1)
        #expect(directory.message(naming: 7, from: 1) == .ignore)
        directory.challengeFailed(on: 1)
        #expect(directory.message(naming: 7, from: 1) == .challenge)
    }

    @Test func `a second introduction replaces the session of the connection`() {
        var directory = SessionDirectory<Int>(epoch: 1)
        let first = directory.hello(from: 1).session
        let (second, replaced) = directory.hello(from: 1)
        #expect(replaced == first && second != first)
        #expect(directory.route(of: first) == nil && directory.route(of: second) == 1)
    }

    @Test func `only the answer to the last introduction counts`() {
        var worker = WorkerHarness()
        worker.receive(.who, session: 0)
        worker.now += 2000
        worker.tick()
        let numbers = worker.takeSent().compactMap { if case .hello(let hello) = $0 { hello.number } else { nil } }
        #expect(numbers == [1, 2])
        worker.join(session: 7, answering: 1)
        #expect(worker.takeSent().isEmpty, "the coordinator has replaced that session already")
        worker.join(session: 8, answering: 2)
        #expect(worker.lastCredit != nil)
    }

    @Test func `introductions that nobody answers are repeated ever more rarely`() {
        var worker = WorkerHarness()
        worker.receive(.who, session: 0)
        for _ in 0..<590 {
            worker.now += 100
            worker.tick()
        }
        let hellos = worker.sent.count(where: \.isHello)
        #expect(hellos == 5, "at 0, 2, 6, 14 and 30 s")
    }

    @Test func `a busy coordinator is asked again when it said`() {
        var worker = WorkerHarness()
        worker.receive(.who, session: 0)
        _ = worker.takeSent()
        worker.receive(.reject(Rejection(code: "busy", text: "", retryAfterMs: 700)), session: 0)
        worker.now += 600
        worker.tick()
        #expect(worker.exit == nil && worker.takeSent().isEmpty)
        worker.now += 100
        worker.tick()
        #expect(worker.takeSent().map(\.isHello) == [true])
    }

    @Test func `beats tell the last assignment that arrived or was named`() {
        var worker = WorkerHarness()
        worker.join()
        let job = AssignedJob(lease: JobLease(job: 1, attempt: 101), kind: .detail, spec: [])
        worker.receive(.assign([job], number: 3))
        worker.now += 1000
        worker.tick()
        worker.receive(.heartbeatAck(assigned: 4))
        worker.now += 1000
        worker.tick()
        let told = worker.takeSent().compactMap { if case .heartbeat(let beat) = $0 { beat.assigned } else { nil } }
        #expect(told == [3, 4])
    }

    @Test func `a recall gives back what waits and keeps what runs`() {
        var worker = WorkerHarness(fetchSlots: 1)
        worker.join()
        worker.assign(1...3)
        worker.receive(.recall((1...3).map { JobLease(job: $0, attempt: 100 + $0) }))
        #expect(worker.released == [2, 3])
        #expect(worker.core.heldJobs == 1)
    }
}
