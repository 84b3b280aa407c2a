import LarderLedger
import LarderModel
import LarderProtocol
import Testing

@testable import LarderSimulation

@Suite("Simulation") struct SimulationTests {
    static let milliseconds: UInt64 = 60_000

    /// The first few of the seeds that `deploy/check.sh` runs with optimized code, where they take a tenth of the time.
    @Test(arguments: 0..<4) func `every invariant holds in a cluster where things go wrong`(stripe: UInt64) {
        for seed in stripe * 10 + 1...stripe * 10 + 10 {
            let scenario = Scenario(seed: seed, milliseconds: Self.milliseconds)
            let result = Simulation.run(scenario)
            guard let violation = result.violation else { continue }
            let small = Simulation.shrink(scenario, maxRuns: 300)
            let trace = Simulation.run(small, tracing: true).trace.suffix(60).joined(
                separator: "\n"
            )
            Issue.record("seed \(seed): \(violation)\n\(small)\n\(trace)")
            return
        }
    }

    @Test func `a seed gives the same run twice`() {
        for seed: UInt64 in 1...10 {
            let scenario = Scenario(seed: seed, milliseconds: 20_000)
            let first = Simulation.run(scenario, tracing: true)
            let second = Simulation.run(scenario, tracing: true)
            let difference = zip(first.trace, second.trace).first { $0 != $1 }
            #expect(difference == nil && first.trace.count == second.trace.count, "\(String(describing: difference))")
            #expect(!first.trace.isEmpty && first.steps > 0)
        }
    }

    /// A seed that shows each bug after few steps: what `simulate --soonest` prints.
    ///
    /// The search goes on from there where the seed does not show it any more.
    private static let firstSeeds: [InjectedBug: UInt64] = [
        .ackEarly: 208, .ackUnsaid: 2608, .askAgain: 52, .assignTwice: 118, .believeLiars: 349,
        .believeStrangers: 227, .blameEverybody: 982, .chargeTwice: 489,
        .commitTwice: 208, .doubleSlots: 284, .failForGood: 489, .finishEarly: 8, .forgeProgress: 142,
        .forgetSuspicions: 353, .keepSilent: 279, .stopAtTrouble: 51, .forgetRequeue: 364,
        .hideDelays: 1529, .hideDrain: 359, .hideEnds: 235, .hideRetryAfter: 266, .hideSilence: 279,
        .hideSilenceFromWorker: 939, .inflateCredit: 259, .inflateDelays: 195, .inflateLanes: 962,
        .loadEnded: 2554, .loadEverything: 1768, .loseJob: 274, .lyingDisk: 2554, .reloadWaiting: 2297,
        .restampAttempts: 120, .reuseEpoch: 232, .swapEffects: 208, .openEarly: 73, .grantTwice: 62, .hideRequests: 580,
    ]

    @Test(arguments: InjectedBug.allCases) func `an injected bug is found by an invariant that is meant for it`(
        bug: InjectedBug
    ) {
        let others = Set(Invariant.allCases).subtracting(bug.invariants)
        let first = Self.firstSeeds[bug] ?? 1
        let isFound = (first..<first + 2000).contains { seed in
            let scenario = Scenario(seed: seed, milliseconds: Self.milliseconds)
            return Simulation.run(scenario, bug: bug, ignoring: others).violation != nil
        }
        #expect(isFound, "\(bug.rawValue) was not found in 2,000 seeds")
    }

    @Test func `every invariant has an injected bug that it finds`() {
        let covered = InjectedBug.allCases.reduce(into: Set<Invariant>()) { $0.formUnion($1.invariants) }
        #expect(Set(Invariant.allCases).subtracting(covered).isEmpty)
    }

    @Test func `a failing scenario is made smaller and fails by the same invariant`() throws {
        let failing = (1...50).lazy.map { Scenario(seed: $0, milliseconds: Self.milliseconds) }
            .first { Simulation.run($0, bug: .ackEarly).violation?.invariant == .ackAfterCommit }
        let scenario = try #require(failing)
        let small = Simulation.shrink(scenario, bug: .ackEarly)
        let result = Simulation.run(small, bug: .ackEarly, tracing: true)
        #expect(result.violation?.invariant == .ackAfterCommit)
        #expect(small.jobs.count == 1 && small.workers.count == 1 && small.faults.isEmpty)
        #expect(result.trace.contains { $0.contains("← ledger RESULT_ACK") })
    }

    @Test func `without faults every job ends as planned`() {
        for seed: UInt64 in 1...40 {
            var scenario = Scenario(seed: seed, milliseconds: 1000)
            scenario.faults = []
            #expect(Simulation.run(scenario).violation == nil, "seed \(seed)")
        }
    }

    @Test func `two hundred workers are all back within five seconds of a coordinator that starts again`() throws {
        var scenario = Scenario(seed: 7, milliseconds: 60_000)
        scenario.workers = (0..<200).map { number in
            WorkerPlan(
                isLocal: false,
                fetchSlots: 4,
                renderSlots: 1,
                startsAt: UInt64(1 + number)
            )
        }
        scenario.lanes = [LaneInfo(id: 1, name: "host", jobClass: .fetch, concurrency: 10_000)]
        scenario.jobs = (0..<8_000).map { _ in
            JobPlan(kind: .detail, lane: 0, duration: 1000, firstEnds: [], end: .works, finds: [], isRoot: true)
        }
        scenario.faults = [Fault(at: 5000, kind: .crash(downFor: 3000))]
        scenario.links = LinkPlan(delay: 5, jitter: 20, duplicated: 0, late: 0)
        scenario.coordinator.window = 4096
        scenario.coordinator.assignJobs = 512
        scenario.coordinator.introductions = 20
        let result = Simulation.run(scenario, tracing: true)
        #expect(result.violation == nil, "\(result.violation.map(String.init(describing:)) ?? "")")

        var startedAt: Int?
        var backAt: [Substring: Int] = [:]
        var introductions = 0
        for line in result.trace {
            let words = line.split(separator: " ")
            guard let time = Int(words[0]) else { continue }
            if line.hasSuffix("coordinator starts, epoch 2") { startedAt = time }
            guard let startedAt, time < startedAt + 30_000 else { continue }
            if line.contains("→ ledger hello") { introductions += 1 }
            if words[2] == "worker", words[4] == "runs", backAt[words[3]] == nil { backAt[words[3]] = time - startedAt }
        }
        #expect(startedAt != nil && backAt.count == 200, "\(backAt.count) workers go on")
        #expect((backAt.values.max() ?? .max) <= 5000, "the last one after \(backAt.values.max() ?? -1) ms")
        #expect(introductions <= 3 * 200, "\(introductions) introductions")
    }
}
