package import LarderLedger
internal import LarderModel

/// What one run of a scenario came to.
package struct SimulationResult: Sendable {
    /// What did not hold; nil when everything held.
    package var violation: Violation?
    /// Virtual milliseconds it took.
    package var milliseconds: Milliseconds
    /// Things that happened.
    package var steps: Int
    /// Jobs in the table at the end.
    package var jobs: Int
    /// What happened, in order; empty unless it was asked for.
    package var trace: [String]
}

/// Runs a whole cluster in one thread: the real cores of coordinator and workers, with simulated links, disk and clock.
package enum Simulation {
    /// Runs a scenario to its end.
    ///
    /// - Parameters:
    ///   - bug: A bug to put between the cores and their world.
    ///   - ignoring: Invariants that are not looked at.
    ///   - tracing: Whether to write down what happens.
    package static func run(
        _ scenario: Scenario,
        bug: InjectedBug? = nil,
        ignoring: Set<Invariant> = [],
        tracing: Bool = false
    ) -> SimulationResult {
        let world = World(scenario, bug: bug, ignoring: ignoring, tracing: tracing)
        world.run()
        return SimulationResult(
            violation: world.violation,
            milliseconds: world.now,
            steps: world.steps,
            jobs: world.table.rows.count,
            trace: world.trace ?? []
        )
    }

    /// Makes a failing scenario smaller while the same invariant still fails.
    ///
    /// - Parameters:
    ///   - bug: As in the failing run.
    ///   - ignoring: As in the failing run.
    ///   - maxRuns: Runs to spend.
    package static func shrink(
        _ scenario: Scenario,
        bug: InjectedBug? = nil,
        ignoring: Set<Invariant> = [],
        maxRuns: Int = 2000
    ) -> Scenario {
        guard let invariant = run(scenario, bug: bug, ignoring: ignoring).violation?.invariant else {
            return scenario
        }
        var runs = 0
        var smallest = scenario
        var isSmaller = true
        while isSmaller, runs < maxRuns {
            isSmaller = false
            for candidate in smallest.smaller() where runs < maxRuns {
                runs += 1
                guard run(candidate, bug: bug, ignoring: ignoring).violation?.invariant == invariant else {
                    continue
                }
                smallest = candidate
                isSmaller = true
                break
            }
        }
        return smallest
    }
}
