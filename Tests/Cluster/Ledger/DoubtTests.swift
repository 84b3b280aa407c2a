import LarderLedger
import LarderModel
import LarderProtocol
import LarderSimulation
import Testing

@Suite("Failures that only one worker tells") struct DoubtTests {
    private static let gone = FailureReason(.permanent, code: "gone", message: "HTTP 404")

    /// Two workers of other hosts.
    private static func harness(jobs: Int, kind: JobKind = .detail) -> LedgerHarness {
        var harness = LedgerHarness()
        harness.join(1, isLocal: false)
        harness.join(2, isLocal: false)
        harness.enqueue(jobs, kind: kind)
        return harness
    }

    private static func failure(_ job: AssignedJob, _ reason: FailureReason = gone) -> [ReportedFailure] {
        [ReportedFailure(lease: job.lease, reason: reason)]
    }

    @Test func `a worker that fails everything for good ends no job while another one is there`() {
        var harness = Self.harness(jobs: 200)
        for _ in 0..<2000 where !harness.saidFinished {
            for (session, job) in harness.takeAssignments() {
                if session == 1 {
                    harness.send(.failures(1, Self.failure(job)))
                } else {
                    harness.send(.results(2, [JobResult(job)]))
                }
            }
            harness.send(.heartbeat(1, [], assigned: 0))
            harness.send(.credit(2, fetch: 10_000, render: 0))
            harness.send(.heartbeat(2, [], assigned: 0))
            harness.advance(250)
        }
        #expect(harness.count(.done) == 200)
        #expect(harness.table.rows.allSatisfy { $0.job.errors == 0 })
        #expect(harness.news.contains { if case .contradicted = $0 { true } else { false } })
    }

    @Test func `missing pages are asked for twice once in a while only`() {
        var harness = Self.harness(jobs: 1000)
        var tries = 0
        for _ in 0..<200 where !harness.saidFinished {
            for (session, job) in harness.takeAssignments() {
                tries += 1
                // One page in three is missing.
                if job.lease.job.rawValue % 3 == 0 {
                    harness.send(.failures(session, Self.failure(job)))
                } else {
                    harness.send(.results(session, [JobResult(job)]))
                }
            }
            for session in 1...2 as ClosedRange<SessionID> {
                harness.send(.credit(session, fetch: 10_000, render: 0))
                harness.send(.heartbeat(session, [], assigned: 0))
            }
            harness.advance(250)
        }
        #expect(harness.count(.dead) == 333 && harness.count(.done) == 667)
        // A hundred are under way at each worker while it waits for the second word.
        #expect(tries <= 1000 + 333 / 2, "\(tries) tries")
        #expect(!harness.news.contains { if case .contradicted = $0 { true } else { false } })
    }

    @Test func `workers of this coordinator are believed, and so is whoever is alone`() {
        for isLocal in [true, false] {
            var harness = LedgerHarness()
            harness.join(1, isLocal: isLocal)
            if isLocal { harness.join(2) }
            harness.enqueue(2)
            for (session, job) in harness.takeAssignments() { harness.send(.failures(session, Self.failure(job))) }
            #expect(harness.count(.dead) == 2)
        }
    }

    @Test func `what was said counts when no other worker is left to ask`() {
        var harness = Self.harness(jobs: 1)
        let (session, job) = harness.takeAssignments()[0]
        let other: SessionID = session == 1 ? 2 : 1
        harness.send(.failures(session, Self.failure(job)))
        #expect(harness.takeAcknowledgements().map(\.status) == [.stale])
        #expect(harness.takeAssignments().map(\.session) == [other])
        harness.send(.sessionEnded(other, .bye))
        #expect(harness.count(.dead) == 1 && harness.saidFinished)
    }

    @Test func `a worker that says that every job took its memory sets none aside, and two that say so do`() {
        let memory = FailureReason(.outOfMemory, code: "out-of-memory", message: "No memory.")
        for both in [false, true] {
            var harness = Self.harness(jobs: 20, kind: .text)
            for _ in 0..<2000 where !harness.saidFinished {
                for (session, job) in harness.takeAssignments() {
                    if session == 1 || both {
                        harness.send(.failures(session, Self.failure(job, memory)))
                    } else {
                        harness.send(.results(session, [JobResult(job)]))
                    }
                }
                for session in 1...2 as ClosedRange<SessionID> {
                    harness.send(.credit(session, fetch: 10_000, render: 10_000))
                    harness.send(.heartbeat(session, [], assigned: 0))
                }
                harness.advance(250)
            }
            #expect(harness.count(both ? .dead : .done) == 20, "both: \(both)")
        }
    }

    @Test func `another worker's cache trouble is waited for, but not for ever`() {
        for recovers in [true, false] {
            var harness = Self.harness(jobs: 1)
            let trouble = FailureReason(.drain, code: "cache-io", message: "It is so.")
            let (session, job) = harness.takeAssignments()[0]
            let other: SessionID = session == 1 ? 2 : 1
            harness.send(.heartbeat(other, [], assigned: 0, trouble: trouble))
            harness.send(.failures(session, Self.failure(job)))
            #expect(harness.takeAcknowledgements().map(\.status) == [.stale])
            if recovers {
                harness.advance(2000)
                harness.send(.heartbeat(other, [], assigned: 0))
                #expect(harness.takeAssignments().map(\.session) == [other])
            } else {
                harness.wait(31_000) {
                    $0.send(.heartbeat(other, [], assigned: 0, trouble: trouble))
                    $0.send(.heartbeat(session, [], assigned: 1))
                }
                #expect(harness.count(.dead) == 1)
            }
        }
    }

    @Test func `workers that the coordinator starts are waited for, but not for ever`() {
        for comes in [true, false] {
            var harness = LedgerHarness { $0.startsWorkers = true }
            harness.join(1, isLocal: false)
            harness.enqueue(1)
            let job = harness.takeAssignments()[0].job
            harness.send(.failures(1, Self.failure(job)))
            #expect(harness.takeAcknowledgements().map(\.status) == [.stale])
            if comes {
                harness.join(2)
                #expect(harness.takeAssignments().map(\.session) == [2])
            } else {
                harness.wait(31_000) { $0.send(.heartbeat(1, [], assigned: 1)) }
                #expect(harness.count(.dead) == 1)
            }
        }
    }

    @Test(arguments: [true, false])
    func `only a worker that did a job contradicts the one that says that it cannot be done`(isMoved: Bool) {
        var harness = Self.harness(jobs: 1)
        let (session, job) = harness.takeAssignments()[0]
        harness.send(.failures(session, Self.failure(job)))
        let second = harness.takeAssignments()
        #expect(second.count == 1 && second[0].session != session)
        harness.isMoved = isMoved
        harness.send(.results(second[0].session, [JobResult(second[0].job)]))
        let isContradicted = harness.news.contains { if case .contradicted = $0 { true } else { false } }
        #expect(isContradicted == !isMoved)
    }

    @Test func `a host that one unproven worker finds throttled is asked by another one before it pauses`() {
        var harness = Self.harness(jobs: 1)
        let throttled = FailureReason(.throttled, code: "throttled", message: "HTTP 429", retryAfterMs: 60_000)
        for _ in 1...2 {
            let (session, job) = harness.takeAssignments()[0]
            #expect(harness.ledger.pausedHosts(at: harness.now).isEmpty)
            harness.send(.failures(session, Self.failure(job, throttled)))
        }
        #expect(harness.takeAssignments().isEmpty)
        #expect(harness.ledger.pausedHosts(at: harness.now).count == 1)
    }

    @Test func `a job that a worker begins again and again does not move`() {
        var harness = LedgerHarness()
        harness.join(1)
        harness.enqueue(1)
        let job = harness.takeAssignments()[0].job
        harness.wait(60_000) {
            $0.send(.started(1, [job.lease]))
            $0.send(.heartbeat(1, [job.lease], assigned: 1))
        }
        #expect(harness.table[1]?.job.errors == 1)
    }
}
