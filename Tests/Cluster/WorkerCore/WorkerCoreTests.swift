import LarderModel
import LarderProtocol
import LarderWorkerCore
import Testing

@Suite("Worker core") struct WorkerCoreTests {
    @Test func `a challenge is answered with an introduction, once`() {
        var worker = WorkerHarness()
        worker.receive(.who, session: 0)
        #expect(worker.takeSent().map(\.isHello) == [true])
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
        worker.receive(.heartbeatAck(assigned: 0))
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

    @Test func `a worker whose cache cannot be used says so when it joins, and asks for no work`() {
        var worker = WorkerHarness(trouble: FailureReason(.drain, code: "cache-not-writable", message: "Read-only"))
        worker.join()
        worker.tick()
        let words = worker.sent.compactMap {
            if case .heartbeat(let beat) = $0 { beat.trouble?.message } else { nil }
        }
        #expect(words == ["Read-only"])
        #expect(!worker.sent.contains { if case .credit = $0 { true } else { false } })
    }

    @Test func `a refusal ends the worker with the coordinator's reason`() {
        var worker = WorkerHarness()
        worker.receive(.reject(Rejection(code: "", text: "Install the same release on both.")), session: 0)
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
        let beats = worker.sent.compactMap {
            if case .heartbeat(let beat) = $0 { Set(beat.jobs.map(\.lease.job)) } else { nil }
        }
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
        worker.receive(.recall((1...3).map { JobLease(job: JobID($0), attempt: Attempt(100 + $0)) }))
        #expect(worker.released == [2, 3])
        #expect(worker.core.heldJobs == 1)
    }
}
