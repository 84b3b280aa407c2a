import Subprocess
import Testing

@testable import LarderSync

@Suite("Restart policy") struct RestartPolicyTests {
    private func verdict(
        _ policy: inout RestartPolicy,
        _ end: TerminationStatus,
        after lifetime: Duration = .seconds(1),
        hadJoined: Bool = true,
        deaths: Int = 0
    ) -> RestartPolicy.Verdict {
        policy.workerEnded(end, after: lifetime, hadJoined: hadJoined) { deaths + $0 }
    }

    @Test(arguments: [(Int32(78), RestartPolicy.Verdict.refused), (Int32(64), .misused)])
    func `a worker that says that it cannot work is not started again`(code: Int32, expected: RestartPolicy.Verdict) {
        var policy = RestartPolicy()
        #expect(verdict(&policy, .exited(code)) == expected)
    }

    @Test(arguments: [Int32(0), 70])
    func `a worker that makes room is replaced at once, and never counts as dead`(code: Int32) {
        var policy = RestartPolicy()
        #expect(verdict(&policy, .exited(code), after: .seconds(10), deaths: 1000) == .restart(after: .zero))
        #expect(verdict(&policy, .exited(code), deaths: 1000) == .restart(after: .milliseconds(100)))
    }

    @Test func `workers that never join wait longer and longer, up to five seconds, until one lives longer`() {
        var policy = RestartPolicy()
        let pauses = (0..<7).map { _ in verdict(&policy, .signaled(9), hadJoined: false) }
        #expect(pauses == [200, 400, 800, 1600, 3200, 5000, 5000].map { .restart(after: .milliseconds($0)) })
        #expect(verdict(&policy, .signaled(9), after: .seconds(60)) == .restart(after: .milliseconds(100)))
        #expect(verdict(&policy, .signaled(9), hadJoined: false) == .restart(after: .milliseconds(200)))
    }

    @Test func `too many quick deaths in a row end the run, and say whether a job is to blame`() {
        var policy = RestartPolicy()
        let most = RestartPolicy.maxQuickDeaths
        #expect(verdict(&policy, .signaled(9), deaths: most - 2) == .restart(after: .milliseconds(200)))
        #expect(verdict(&policy, .signaled(9), deaths: most - 1) == .deadly)
        #expect(
            verdict(&policy, .signaled(9), hadJoined: false, deaths: most - RestartPolicy.neverJoined) == .broken
        )
        #expect(verdict(&policy, .exited(0), hadJoined: false, deaths: most) == .broken)
        #expect(verdict(&policy, .signaled(9), after: .seconds(3), deaths: most) == .restart(after: .milliseconds(100)))
    }

    @Test func `workers that die of every job they begin are started more and more rarely`() {
        var policy = RestartPolicy()
        let pauses = (0..<10).map { verdict(&policy, .signaled(9), deaths: $0) }
        #expect(
            pauses
                == [100, 100, 100, 100, 200, 400, 800, 1600, 3200, 5000].map { .restart(after: .milliseconds($0)) }
        )
    }

    @Test func `a job that is done forgives the deaths before it`() {
        let liveness = WorkerLiveness()
        #expect(liveness.diedQuickly(weight: 8) == 8)
        #expect(liveness.diedQuickly(weight: 1) == 9)
        liveness.jobDone()
        #expect(liveness.diedQuickly(weight: 1) == 1)
    }
}
