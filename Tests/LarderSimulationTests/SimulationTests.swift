import LarderSimulation
import Testing

@Suite("Simulation") struct SimulationTests {
    static let milliseconds: UInt64 = 60_000

    @Test(arguments: 0..<4) func `every invariant holds in a cluster where things go wrong`(stripe: UInt64) {
        for seed in stripe * 60 + 1...stripe * 60 + 60 {
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
            #expect(first.trace == second.trace)
            #expect(!first.trace.isEmpty && first.steps > 0)
        }
    }

    @Test(arguments: Plant.allCases) func `a planted bug is found by an invariant that is meant for it`(plant: Plant) {
        let others = Set(Invariant.allCases).subtracting(plant.invariants)
        let isFound = (1...2000).contains { seed in
            let scenario = Scenario(seed: UInt64(seed), milliseconds: Self.milliseconds)
            return Simulation.run(scenario, plant: plant, ignoring: others).violation != nil
        }
        #expect(isFound, "\(plant.rawValue) was not found in 2,000 seeds")
    }

    @Test func `every invariant has a planted bug that it finds`() {
        let covered = Plant.allCases.reduce(into: Set<Invariant>()) { $0.formUnion($1.invariants) }
        #expect(Set(Invariant.allCases).subtracting(covered).isEmpty)
    }

    @Test func `a failing scenario is made smaller and fails by the same invariant`() throws {
        let failing = (1...50).lazy.map { Scenario(seed: $0, milliseconds: Self.milliseconds) }
            .first { Simulation.run($0, plant: .ackEarly).violation?.invariant == .ackAfterCommit }
        let scenario = try #require(failing)
        let small = Simulation.shrink(scenario, plant: .ackEarly)
        let result = Simulation.run(small, plant: .ackEarly, tracing: true)
        #expect(result.violation?.invariant == .ackAfterCommit)
        #expect(small.jobs.count == 1 && small.workers.count == 1 && small.faults.isEmpty)
        #expect(result.trace.contains { $0.contains("acknowledge") })
    }

    @Test func `without faults every job ends as planned`() {
        for seed: UInt64 in 1...40 {
            var scenario = Scenario(seed: seed, milliseconds: 1000)
            scenario.faults = []
            #expect(Simulation.run(scenario).violation == nil, "seed \(seed)")
        }
    }
}
