import LarderLedger
import LarderModel
import LarderProtocol
import LarderSimulation
import Testing

@Suite("Failures that a second worker has to confirm") struct ConfirmationTests {
    /// The other one of the workers 1 and 2.
    private func other(_ session: SessionID) -> SessionID { SessionID(3 - session.rawValue) }

    private static let gone = FailureReason(.permanent, code: "gone", message: "HTTP 404")
    private static let memory = FailureReason(.outOfMemory, code: "out-of-memory", message: "No memory.")
    private static let throttled = FailureReason(
        .throttled,
        code: "throttled",
        message: "HTTP 429",
        retryAfterMs: 60_000
    )

    /// Two workers of other hosts.
    private func harness(jobs: Int, fetch: UInt64 = 100) -> LedgerHarness {
        var harness = LedgerHarness()
        for session: SessionID in 1...2 { harness.join(session, fetch: fetch, isLocal: false) }
        harness.enqueue(jobs)
        return harness
    }

    /// Lets workers do what they are given until the run ends; those that `failures` names fail with these reasons.
    private func finish(_ harness: inout LedgerHarness, failures: [SessionID: FailureReason]) {
        for _ in 0..<2000 where !harness.isFinished {
            for (session, job) in harness.popAssignments() {
                if let reason = failures[session] {
                    harness.fail(job, reason, at: session)
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
    }

    @Test(arguments: [gone, throttled, FailureReason(.timeout, code: "io", message: "Late.")])
    func `a remote worker's failure is charged once a second worker reports it too`(reason: FailureReason) {
        var harness = harness(jobs: 1)
        var sessions: [SessionID] = []
        for _ in 1...2 {
            #expect(harness.table[1]?.job.errors == 0 && harness.ledger.pausedHosts(at: harness.now).isEmpty)
            for (session, job) in harness.popAssignments() {
                sessions.append(session)
                harness.fail(job, reason, at: session)
            }
        }
        #expect(sessions.sorted() == [1, 2])
        #expect(harness.popAcknowledgements().map(\.status) == [.stale, .committed])
        #expect(harness.count(.dead) == (reason == Self.gone ? 1 : 0))
        #expect(harness.ledger.pausedHosts(at: harness.now).count == (reason == Self.throttled ? 1 : 0))
        #expect(harness.ledger.waitingJobs == (reason == Self.gone ? 0 : 1))
    }

    @Test func `local workers are believed at once, and so is a remote worker that is alone`() {
        for isLocal in [true, false] {
            var harness = LedgerHarness()
            harness.join(1, isLocal: isLocal)
            if isLocal { harness.join(2) }
            harness.enqueue(2)
            for (session, job) in harness.popAssignments() { harness.fail(job, Self.gone, at: session) }
            #expect(harness.count(.dead) == 2)
        }
    }

    @Test func `a failure counts when the worker that was to confirm it leaves`() {
        var harness = harness(jobs: 1)
        let (session, job) = harness.popAssignments()[0]
        harness.fail(job, Self.gone, at: session)
        harness.send(.sessionEnded(other(session), .bye))
        #expect(harness.count(.dead) == 1 && harness.isFinished)
    }

    @Test(arguments: [gone, memory]) func `a worker that fails everything ends no job while another one is there`(
        reason: FailureReason
    ) {
        var harness = harness(jobs: 200)
        finish(&harness, failures: [1: reason])
        #expect(harness.count(.done) == 200)
        #expect(harness.table.rows.allSatisfy { $0.job.errors == 0 && $0.job.crashes == 0 })
        #expect(harness.isUnreliable(1) == (reason == Self.gone))
        var both = self.harness(jobs: 20)
        finish(&both, failures: [1: reason, 2: reason])
        #expect(both.count(.dead) == 20 && !both.isUnreliable(1) && !both.isUnreliable(2))
    }

    /// As a fleet in containers has one key.
    @Test func `where all workers have one name, another process confirms a failure`() {
        var harness = LedgerHarness()
        for session: SessionID in 1...2 { harness.join(session, name: "fleet", isLocal: false) }
        harness.enqueue(40)
        finish(&harness, failures: [1: Self.gone])
        #expect(harness.isFinished && harness.count(.dead) == 0)
        #expect(harness.table.rows.allSatisfy { $0.job.errors == 0 })

        var failing = LedgerHarness()
        for session: SessionID in 1...2 { failing.join(session, name: "fleet", isLocal: false) }
        failing.enqueue(40)
        finish(&failing, failures: [1: Self.gone, 2: Self.gone])
        #expect(failing.isFinished && failing.count(.dead) == 40)
    }

    @Test func `a worker that was wrong three times gets work only when no other one has room`() {
        for wrong in 2...3 {
            var harness = harness(jobs: 2 * wrong, fetch: UInt64(2 * wrong))
            for (session, job) in harness.popAssignments().sorted(by: { $0.session > $1.session }) {
                // Results are refused.
                harness.spoils = session == 1 ? .lostResult : nil
                harness.send(.results(session, [JobResult(job)]))
            }
            harness.spoils = nil
            for (session, job) in harness.popAssignments() { harness.send(.results(session, [JobResult(job)])) }
            harness.send(.credit(1, fetch: UInt64(wrong) + 3, render: 0))
            harness.send(.credit(2, fetch: UInt64(2 * wrong) + 3, render: 0))
            harness.enqueue(4)
            let sessions = harness.popAssignments().map(\.session)
            #expect(harness.isUnreliable(1) == (wrong == 3))
            #expect(sessions.count { $0 == 2 } == (wrong == 3 ? 3 : 2))
            #expect(sessions.count { $0 == 1 } == (wrong == 3 ? 1 : 2))
        }
    }

    @Test func `a worker that was wrong three times confirms nothing`() {
        var harness = harness(jobs: 6)
        for (session, job) in harness.popAssignments() {
            if session == 1 { harness.fail(job, Self.gone, at: 1) } else { harness.send(.results(2, [JobResult(job)])) }
        }
        for (session, job) in harness.popAssignments() { harness.send(.results(session, [JobResult(job)])) }
        #expect(harness.isUnreliable(1))
        harness.enqueue(1)
        let (session, job) = harness.popAssignments()[0]
        #expect(session == 2)
        harness.fail(job, Self.gone, at: 2)
        #expect(harness.count(.dead) == 1)
    }

    @Test func `a job that stalls at a remote worker goes to another one uncharged`() {
        var harness = harness(jobs: 1)
        let (session, job) = harness.popAssignments()[0]
        harness.send(.started(session, [job.lease]))
        harness.wait(41_000) {
            $0.send(.heartbeat(session, [job.lease], assigned: 1, progress: [0]))
            $0.send(.heartbeat(other(session), [], assigned: 0))
        }
        #expect(harness.popAssignments().map(\.session) == [other(session)])
        #expect(harness.table[1]?.job.errors == 0)
    }

    /// Progress is the worker's word alone.
    @Test(arguments: [(true, 175, []), (true, 190, [true]), (false, 190, []), (false, 610, [false])])
    func `a job that moves for ever at a remote worker goes to an idle one`(
        hasOther: Bool,
        seconds: Milliseconds,
        elsewhere: [Bool]
    ) {
        var harness = LedgerHarness()
        harness.join(1, isLocal: false)
        if hasOther { harness.join(2, isLocal: false) }
        harness.enqueue(1)
        let (session, job) = harness.popAssignments()[0]
        harness.send(.started(session, [job.lease]))
        var step: UInt64 = 0
        harness.wait(seconds * 1000) {
            step += 1
            $0.send(.heartbeat(session, [job.lease], assigned: 1, progress: [step]))
            if hasOther { $0.send(.heartbeat(other(session), [], assigned: 0)) }
        }
        #expect(harness.popAssignments().map { $0.session == other(session) } == elsewhere)
        // Alone with it, the worker is believed for ten minutes.
        #expect((harness.table[1]?.job.errors ?? 0 > 0) == (seconds > 600))
    }

    /// The result of a job that goes on at another host.
    private static func redirection(to url: String = "http://10.0.0.1/") -> [UInt8] {
        let redirect = JobRedirect(url: url, count: 1, freshUntil: 0, foundAt: 0)
        let page = PageWork(itemURN: "article:s:1", url: "http://a.test/1")
        var effect = JobEffect()
        effect.found = [FoundJob(spec: JobSpec(source: "s", work: .page(page), redirect: redirect))]
        return effect.serializedBytes()
    }

    /// The result of a job for an item's page that is not there.
    private static func nothing() -> [UInt8] {
        var effect = JobEffect()
        effect.notes = [JobNote(code: "page-missing", message: "It is gone.", urn: "article:s:1")]
        return effect.serializedBytes()
    }

    @Test(arguments: [redirection(), nothing()])
    func `a job goes on elsewhere, or brings nothing, only where two remote workers say so`(claim: [UInt8]) throws {
        for isTrue in [true, false] {
            var harness = harness(jobs: 1)
            let (liar, job) = harness.popAssignments()[0]
            harness.send(.results(liar, [JobResult(lease: job.lease, effect: claim)]))
            #expect(harness.count(.done) == 0)
            let (second, again) = try #require(harness.popAssignments().first)
            #expect(second == other(liar))
            harness.send(.results(second, [JobResult(lease: again.lease, effect: isTrue ? claim : [])]))
            #expect(harness.count(.done) == 1 && harness.table[1]?.job.errors == 0)
        }
        var local = LedgerHarness(workers: 2)
        local.enqueue(1)
        let (session, job) = local.popAssignments()[0]
        local.send(.results(session, [JobResult(lease: job.lease, effect: claim)]))
        #expect(local.count(.done) == 1)
    }

    @Test(arguments: [
        ("http://10.0.0.1/?at=9", true), ("http://10.0.0.1:81/", false), ("http://b.test/", false),
    ]) func `two remote workers have to be sent on to the same host`(url: String, isSame: Bool) throws {
        var harness = harness(jobs: 1)
        for bytes in [Self.redirection(), Self.redirection(to: url)] {
            let (session, job) = try #require(harness.popAssignments().first)
            harness.send(.results(session, [JobResult(lease: job.lease, effect: bytes)]))
        }
        #expect(harness.count(.done) == (isSame ? 1 : 0))
        #expect(harness.table[1]?.job.errors == (isSame ? 0 : 1) && harness.ledger.waitingJobs == (isSame ? 0 : 1))
    }

    @Test func `a redirect counts without a charge when the worker that was to confirm it leaves`() throws {
        var left = harness(jobs: 1)
        let (first, given) = left.popAssignments()[0]
        left.send(.results(first, [JobResult(lease: given.lease, effect: Self.redirection())]))
        left.send(.sessionEnded(other(first), .bye))
        let (alone, again) = try #require(left.popAssignments().first { $0.session == first })
        #expect(left.table[1]?.job.errors == 0)
        left.send(.results(alone, [JobResult(lease: again.lease, effect: Self.redirection())]))
        #expect(left.count(.done) == 1)
    }

    @Test(arguments: [true, false]) func `another worker's cache trouble is waited for, but not for ever`(
        recovers: Bool
    ) {
        var harness = harness(jobs: 1)
        let trouble = FailureReason(.drain, code: "cache-io", message: "It is so.")
        let (session, job) = harness.popAssignments()[0]
        harness.send(.heartbeat(other(session), [], assigned: 0, trouble: trouble))
        harness.fail(job, Self.gone, at: session)
        harness.wait(recovers ? 2000 : 31_000) {
            $0.send(.heartbeat(other(session), [], assigned: 0, trouble: trouble))
            $0.send(.heartbeat(session, [], assigned: 1))
        }
        #expect(harness.count(.dead) == (recovers ? 0 : 1))
        harness.send(.heartbeat(other(session), [], assigned: 0))
        #expect(harness.popAssignments().map(\.session) == (recovers ? [other(session)] : []))
    }

    @Test(arguments: [true, false]) func `workers that the coordinator starts are waited for, but not for ever`(
        comes: Bool
    ) {
        var harness = LedgerHarness { $0.startsWorkers = true }
        harness.join(1, isLocal: false)
        harness.enqueue(1)
        harness.fail(harness.popAssignments()[0].job, Self.gone, at: 1)
        #expect(harness.count(.dead) == 0)
        if comes { harness.join(2) }
        #expect(harness.popAssignments().map(\.session) == (comes ? [2] : []))
        guard !comes else { return }
        harness.wait(31_000) { $0.send(.heartbeat(1, [], assigned: 1)) }
        #expect(harness.count(.dead) == 1)
    }

    @Test(arguments: [true, false]) func `a worker was wrong only when another one did the job, not when it was moved`(
        isMoved: Bool
    ) {
        var harness = harness(jobs: 6)
        for (_, job) in harness.popAssignments().filter({ $0.session == 1 }) { harness.fail(job, Self.gone, at: 1) }
        harness.isMoved = isMoved
        for (session, job) in harness.popAssignments() { harness.send(.results(session, [JobResult(job)])) }
        #expect(harness.isUnreliable(1) == !isMoved)
    }
}

extension LedgerHarness {
    /// Whether a report names the worker as wrong three times.
    func isUnreliable(_ session: SessionID) -> Bool {
        actions.contains {
            if case .report(session, let report) = $0 { report.news == .unreliable(wrongReports: 3) } else { false }
        }
    }
}
