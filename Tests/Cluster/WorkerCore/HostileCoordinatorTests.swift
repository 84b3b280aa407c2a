import Foundation
import LarderModel
import LarderProtocol
import LarderTestSupport
import Testing

@testable import LarderWorkerCore

/// A coordinator that says anything, in any order: the worker's counts stay true, and the next coordinator finds it
/// working.
@Suite("Worker core under a hostile coordinator") struct HostileCoordinatorTests {
    @Test func `no order of messages upsets the worker's counts, and it goes on under the next coordinator`() {
        let run = FuzzRun("worker-core") { item in
            var story = Story(numbers: item.numbers)
            for _ in 0..<item.numbers.below(120) {
                story.step()
                if let problem = story.problem { return problem }
            }
            return story.nextCoordinator()
        }
        #expect(run.failures.isEmpty, "\(run.failures.joined(separator: "\n"))")
    }

    /// Whoever names the same jobs again and again must not cost more each time.
    @Test func `a large assignment that is named again and again is taken in time`() {
        var story = Story(numbers: SeededGenerator(seed: 1))
        let took = ProcessorTime.seconds {
            story.join()
            for attempt in 1...3 as ClosedRange<Attempt> {
                let jobs = (1...20_000 as ClosedRange<JobID>).map {
                    AssignedJob(lease: JobLease(job: $0, attempt: attempt), kind: .detail, spec: [])
                }
                story.receive(.assign(jobs, number: 0))
            }
            story.receive(.cancel((1...20_000 as ClosedRange<JobID>).map { JobLease(job: $0, attempt: 3) }))
        }
        #expect(story.core.heldJobs == 0 && story.problem == nil)
        #expect(took < 10)
    }
}

/// One worker, and what is said to it.
private struct Story {
    var numbers: SeededGenerator
    var core: WorkerCore
    var now: UInt64 = 1_000
    var epoch: UInt64 = 1
    var session: SessionID = 7
    /// What runs as far as the executor knows.
    var running: Set<JobLease> = []
    var hasLeft = false

    init(numbers: SeededGenerator) {
        self.numbers = numbers
        var configuration = WorkerCore.Configuration(
            Hello(
                workerID: "test",
                incarnation: [9],
                host: "h",
                processID: 1,
                cacheID: "c"
            ),
            fetchSlots: 8,
            renderSlots: 1
        )
        configuration.orphanExitMs = nil
        core = WorkerCore(configuration: configuration, now: 1_000)
    }

    mutating func step() {
        now += numbers.oneIn(10) ? UInt64(numbers.below(40_000)) : UInt64(numbers.below(300))
        switch numbers.below(14) {
        case 0: handle(.tick(residentBytes: numbers.extreme(), cpuMs: numbers.extreme()))
        case 1, 2, 3: endSome()
        case 4: join()
        case 5: receive(.who, session: 0)
        case 6: if numbers.oneIn(20) { handle(.drain) }
        case 7, 8, 9: receive(.assign(jobs(), number: 0))
        case 10: receive(.resultAck(jobs().map { (lease: $0.lease, status: AckStatus.stale) }))
        case 11: receive(.cancel(jobs().map(\.lease)))
        case 12: receive(.recall(jobs().map(\.lease)))
        default: receiveOdd()
        }
    }

    mutating func join() {
        receive(.who, session: 0)
        // A message holds no longer time.
        let heartbeatMs = UInt64(UInt32(truncatingIfNeeded: numbers.extreme()))
        let dropped = jobs().map(\.lease)
        receive(.welcome(Welcome(protocolVersion: 1, heartbeatMs: heartbeatMs, leaseMs: 0, drop: dropped)))
    }

    /// Few numbers, so that jobs, leases and kinds meet again in other company.
    private mutating func jobs() -> [AssignedJob] {
        (0..<numbers.below(12)).map { _ in
            let attempt = numbers.oneIn(8) ? numbers.extreme() : UInt64(numbers.below(3))
            let job = numbers.oneIn(12) ? numbers.extreme() : UInt64(numbers.below(10))
            return AssignedJob(
                lease: JobLease(job: JobID(job), attempt: Attempt(attempt)),
                kind: numbers.pick(JobKind.allCases),
                spec: [1]
            )
        }
    }

    private mutating func endSome() {
        let ended = running.sorted { ($0.job, $0.attempt) < ($1.job, $1.attempt) }.filter { _ in numbers.oneIn(2) }
        running.subtract(ended)
        var jobs = ended.map { lease in
            EndedJob(
                lease: lease,
                outcome: numbers.oneIn(3)
                    ? .failed(FailureReason(.retryable, code: "x", message: "y"))
                    : .done(effect: [UInt8](repeating: 1, count: numbers.below(300))),
                microseconds: numbers.extreme()
            )
        }
        if numbers.oneIn(4) { jobs += jobs }
        handle(.ended(jobs))
    }

    /// Messages for the other side, damaged ones, those of other sessions and epochs.
    private mutating func receiveOdd() {
        switch numbers.below(5) {
        case 0: receive(.result([]))
        case 1: receive(.assign(jobs(), number: 0), session: SessionID(numbers.extreme()))
        case 2:
            epoch += UInt64(numbers.below(3))
            receive(.who, session: 0)
        case 3: receive(.heartbeatAck(assigned: 0))
        default:
            let body = Message.assign(jobs(), number: 0).encodedBody()
            let damaged = Mutator(.fields(after: 0), samples: [body], maxBytes: 4_096).damaged(body, &numbers)
            let header = MessageHeader(type: 6, epoch: epoch, session: session, sequence: 1)
            if let message = try? Message(header: header, body: damaged) { handle(.message(header, message)) }
        }
    }

    mutating func receive(_ message: Message, session: SessionID? = nil) {
        let header = MessageHeader(type: message.type, epoch: epoch, session: session ?? self.session, sequence: 1)
        handle(.message(header, message))
    }

    private mutating func handle(_ event: WorkerCore.Event) {
        for action in core.handle(event, at: now) {
            switch action {
            case .run(let jobs): running.formUnion(jobs.map(\.lease))
            case .cancel(let leases): running.subtract(leases)
            case .exit: hasLeft = true
            case .send, .configure, .giveBackFreeMemory, .tellSilence, .probe, .tellTrouble, .reconnect: break
            }
        }
    }

    /// Where the worker's counts differ from what it holds.
    var problem: String? {
        for jobClass in JobClass.allCases {
            let held = core.held.filter { $0.value.jobClass == jobClass }
            let open = held.filter { $0.value.end == nil }
            let running = open.filter(\.value.isRunning)
            guard core.outstanding[jobClass] == open.count, core.running[jobClass] == running.count else {
                return
                    "\(jobClass): it counts \(core.outstanding[jobClass]) open and \(core.running[jobClass]) running jobs, "
                    + "and holds \(open.count) and \(running.count)"
            }
            let queued = Set(core.queues[jobClass].map(\.lease))
            guard queued.count == core.queues[jobClass].count,
                queued
                    == Set(open.filter { !$0.value.isRunning }.map { JobLease(job: $0.key, attempt: $0.value.attempt) })
            else { return "\(jobClass): its queue is not what it holds" }
        }
        let ended = core.held.values.filter { $0.end != nil }
        let bytes = ended.map { if case .ended(_, let bytes) = $0.stage { bytes } else { 0 } }.reduce(0, +)
        guard core.unacknowledged == ended.count, core.unacknowledgedBytes == bytes else {
            return "it counts \(core.unacknowledged) results, and holds \(ended.count)"
        }
        return nil
    }

    /// A coordinator that starts anew gets an introduction and a job done.
    mutating func nextCoordinator() -> String? {
        guard !hasLeft, !core.isDraining else { return nil }
        epoch += 1
        session = session.advanced(by: 1)
        now += 1_001
        receive(.who, session: 0)
        let held = core.held.sorted { $0.key < $1.key }.map { JobLease(job: $0.key, attempt: $0.value.attempt) }
        let welcome = Welcome(protocolVersion: 1, heartbeatMs: 0, leaseMs: 0, drop: held)
        for _ in 0..<core.unansweredHellos { receive(.welcome(welcome)) }
        let lease = JobLease(job: 4_711, attempt: 1)
        receive(.assign([AssignedJob(lease: lease, kind: .detail, spec: [])], number: 0))
        return running.contains(lease) ? problem : "the next coordinator's job was not begun"
    }
}
