import DequeModule
import LarderModel
import LarderProtocol
import LarderSimulation
import LarderTestSupport
import Testing

@testable import LarderLedger

/// Workers that say anything about any job, beside honest ones: nothing traps, no count goes wrong, and once the liars
/// are gone the honest ones end every job.
@Suite("Lying workers") struct LyingWorkerTests {
    @Test func `whatever some workers say, the others end every job once`() {
        let run = FuzzRun("lying-workers") { item in
            var story = LiarStory(numbers: item.numbers)
            for _ in 0..<item.numbers.below(150) {
                story.step()
                if let problem = story.problem { return problem }
            }
            return story.finish()
        }
        #expect(run.failures.isEmpty, "\(run.failures.joined(separator: "\n"))")
    }
}

/// A ledger with three lanes, two honest workers, and liars that come and go.
private struct LiarStory {
    var numbers: SeededGenerator
    var harness: LedgerHarness
    var lastSession: SessionID = 2
    var liars: [SessionID] = []
    /// What the honest workers hold.
    var honest: [SessionID: [JobLease]] = [1: [], 2: []]
    /// Every lease that was ever given to anyone.
    var seen: [JobLease] = []
    static let jobs = 60

    init(numbers: SeededGenerator) {
        self.numbers = numbers
        harness = LedgerHarness(epoch: 5, seed: 1)
        harness.enqueue(Self.jobs / 3, lane: .test(1, concurrency: 4))
        harness.enqueue(Self.jobs / 3, kind: .imageDownload, lane: .test(2, delayMs: 50))
        harness.enqueue(Self.jobs / 3, kind: .text, lane: .test(3, .render))
        harness.commitsAtOnce = self.numbers.oneIn(2)
        for session in honest.keys.sorted() { harness.join(session, fetch: 1, render: 1) }
    }

    mutating func step() {
        switch numbers.below(10) {
        case 0: harness.advance(numbers.oneIn(6) ? UInt64(numbers.below(20_000)) : UInt64(numbers.below(400)))
        case 1: harness.releaseCommits()
        case 2: beHonest(ends: numbers.below(3))
        case 3: if liars.count < 5 { joinLiar() }
        default: lie()
        }
        collect()
    }

    private mutating func joinLiar() {
        lastSession = lastSession.advanced(by: 1)
        let oldest = UInt32(truncatingIfNeeded: numbers.oneIn(4) ? numbers.extreme() : 1)
        harness.send(
            .hello(
                lastSession,
                WorkerIntroduction(
                    Hello(
                        workerID: "liar",
                        // Sometimes the incarnation of another worker, or none.
                        incarnation: numbers.oneIn(8) ? [] : [UInt8(numbers.below(4)) + 3],
                        protocols: oldest...UInt32.max,
                        kinds: numbers.oneIn(8) ? [] : Set(JobKind.allCases),
                        processID: UInt32(truncatingIfNeeded: numbers.extreme()),
                        cacheID: numbers.oneIn(8) ? "another" : "cache",
                        held: leases()
                    ),
                    isLocal: false
                )
            )
        )
        liars.append(lastSession)
    }

    /// Leases of other workers, of this one, and made-up ones.
    private mutating func leases() -> [JobLease] {
        (0..<numbers.below(20)).map { _ in
            if !numbers.oneIn(3), let lease = seen.randomElement(using: &numbers) { return lease }
            return JobLease(
                job: JobID(numbers.oneIn(4) ? numbers.extreme() : UInt64(numbers.below(Self.jobs + 3))),
                attempt: Attempt(numbers.oneIn(2) ? numbers.extreme() : 4 << 40)
            )
        }
    }

    private mutating func lie() {
        guard let liar = liars.randomElement(using: &numbers) else { return joinLiar() }
        switch numbers.below(11) {
        case 0: harness.send(.credit(liar, fetch: numbers.extreme(), render: numbers.extreme()))
        case 1: harness.send(.started(liar, leases()))
        case 2: harness.send(.heartbeat(liar, leases(), assigned: numbers.extreme()))
        case 3: harness.send(.results(liar, leases().map { JobResult(lease: $0, effect: []) }))
        case 4:
            let failures = leases().map { lease in
                ReportedFailure(
                    lease: lease,
                    reason: FailureReason(
                        numbers.pick([.retryable, .timeout, .drain, .throttled]),
                        code: "x",
                        message: "y",
                        retryAfterMs: numbers.oneIn(2) ? numbers.extreme() : nil
                    )
                )
            }
            harness.send(.failures(liar, failures))
        case 5: harness.send(.released(liar, leases()))
        case 6: if numbers.oneIn(4) { harness.send(.draining(liar)) }
        case 7:
            harness.send(numbers.oneIn(2) ? .linkLost(liar) : .sessionEnded(liar, .bye))
            liars.removeAll { $0 == liar }
        case 8:
            // Messages that only coordinators send.
            let odd: [Message] = [
                .who, .suspend, .heartbeatAck(assigned: numbers.extreme()), .cancel(leases()), .recall(leases()),
            ]
            harness.send(.message(liar, numbers.pick(odd)))
        case 9:
            harness.send(.message(liar, .bye))
            liars.removeAll { $0 == liar }
        // A message that was on its way when its session ended.
        default: harness.send(.results(SessionID(numbers.extreme()), leases().map { JobResult(lease: $0, effect: []) }))
        }
    }

    private mutating func beHonest(ends: Int) {
        for session in honest.keys.sorted() {
            let held = honest[session] ?? []
            harness.send(.started(session, held))
            harness.send(.heartbeat(session, held, assigned: harness.ledger.sessions[session]?.assignments ?? 0))
            let done = Array(held.prefix(ends))
            honest[session]?.removeFirst(done.count)
            harness.send(.results(session, done.map { JobResult(lease: $0, effect: []) }))
            let assigned = harness.ledger.sessions[session]?.assigned ?? PerClass(0)
            harness.send(.credit(session, fetch: assigned.fetch + 2, render: assigned.render + 2))
        }
    }

    private mutating func collect() {
        for action in harness.actions {
            switch action {
            case .send(let session, .assign(let jobs, _)):
                seen += jobs.map(\.lease)
                honest[session]?.append(contentsOf: jobs.map(\.lease))
            case .send(let session, .cancel(let leases)):
                let unwanted = Set(leases)
                honest[session]?.removeAll { unwanted.contains($0) }
            default: break
            }
        }
        harness.actions.removeAll { if case .finished = $0 { false } else { true } }
    }

    /// Where the ledger's counts differ from what it holds.
    var problem: String? {
        let ledger = harness.ledger
        // Leases that were adopted have the numbers that their workers named.
        let own = ledger.leases.values.map(\.attempt).filter { $0.epoch == ledger.configuration.epoch }
        if Set(own).count != own.count { return "two jobs under one lease number" }
        for lane in ledger.waiting.lanes {
            let inFlight = ledger.leases.values.count { $0.job.lane == lane.info.id && !$0.isCommitting }
            if lane.inFlight != inFlight {
                return "lane \(lane.info.id) counts \(lane.inFlight) jobs under way, and has \(inFlight)"
            }
        }
        for (id, session) in ledger.sessions {
            let held = Set(ledger.leases.filter { $0.value.session == id }.keys)
            if held != session.leases {
                return "session \(id) counts \(session.leases.count) leases, and has \(held.count)"
            }
        }
        let ready = ledger.waiting.queues.map(\.ready.count).reduce(0, +)
        let waiting = ready + ledger.delayed.count + ledger.suspects.count + ledger.awaitingConfirmation.count
        if ledger.waiting.held != waiting { return "the window counts \(ledger.waiting.held) jobs, and has \(waiting)" }
        let open = harness.table.rows.count { $0.state == .ready }
        if harness.commitsAtOnce, ledger.openJobs != open {
            return "\(ledger.openJobs) unfinished jobs, in the table \(open)"
        }
        return nil
    }

    /// The liars fall silent: everything ends, well or set aside.
    mutating func finish() -> String? {
        harness.commitsAtOnce = true
        harness.releaseCommits()
        // A pause that liars asked for lasts a week at most.
        for round in 0..<4_000 {
            if harness.isFinished { break }
            harness.advance(round % 4 == 3 ? 3_600_000 : 900)
            for session in honest.keys.sorted() where harness.ledger.sessions[session] == nil {
                lastSession = lastSession.advanced(by: 1)
                honest[session] = nil
                honest[lastSession] = []
                harness.join(lastSession, fetch: 1, render: 1)
            }
            collect()
            beHonest(ends: 10)
            collect()
            if let problem { return problem }
        }
        let open = harness.table.rows.count { $0.state == .ready }
        return harness.isFinished && open == 0
            ? nil : "\(open) jobs are left, with \(harness.ledger.leases.count) leases"
    }
}
