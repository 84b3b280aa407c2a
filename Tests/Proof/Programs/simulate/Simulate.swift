internal import ArgumentParser
internal import LarderLedger
internal import LarderSimulation

/// Runs many seeds of the simulated cluster and reports the first ones that fail.
@main
struct Simulate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Runs a simulated cluster from many seeds and checks its invariants after every step."
    )

    @Option(help: "Seeds to run.")
    var seeds = 10_000
    @Option(help: "Virtual seconds in which things go wrong.")
    var seconds = 60
    @Option(help: "The first seed.")
    var firstSeed: UInt64 = 1
    @Option(help: "An injected bug: \(InjectedBug.allCases.map(\.rawValue).joined(separator: ", ")).")
    var bug: String?
    @Option(help: "Threads.")
    var threads = 2
    @Option(help: "Failing seeds to shrink and print in full.")
    var shown = 1
    @Option(help: "Runs to spend on making a failing seed's scenario smaller.")
    var shrinking = 500
    @Option(help: "Lines of a trace at most; the last ones are kept.")
    var lines = 400
    @Option(help: "Invariants not to look at, with commas between.")
    var ignore = ""
    @Flag(help: "Look only at the invariants that are meant to find the injected bug.")
    var meant = false
    @Flag(
        help:
            "For each injected bug the one of these seeds that shows it after the fewest steps, as the tests list them."
    )
    var soonest = false

    func validate() throws {
        guard seeds > 0, seconds > 0, threads > 0, seconds <= 100_000 else {
            throw ValidationError("--seeds, --seconds (up to 100000) and --threads must be above 0.")
        }
        if let bug, InjectedBug(rawValue: bug) == nil {
            throw ValidationError("--bug: there is no injected bug '\(bug)'.")
        }
    }

    func run() async throws {
        guard !soonest else { return await printSoonest() }
        let bug = bug.flatMap(InjectedBug.init(rawValue:))
        var ignoring = Set(ignore.split(separator: ",").compactMap { Invariant(rawValue: String($0)) })
        if meant, let bug { ignoring.formUnion(Set(Invariant.allCases).subtracting(bug.invariants)) }
        let clock = ContinuousClock()
        let began = clock.now
        let tally = await Self.sweep(
            seeds: seeds,
            firstSeed: firstSeed,
            milliseconds: Milliseconds(seconds) * 1000,
            bug,
            ignoring,
            threads: threads
        )
        let elapsed = clock.now - began
        let failures = tally.failures.sorted { $0.seed < $1.seed }
        for failure in failures.prefix(shown) {
            let scenario = Scenario(seed: failure.seed, milliseconds: Milliseconds(seconds) * 1000)
            let small = Simulation.shrink(scenario, bug: bug, ignoring: ignoring, maxRuns: shrinking)
            let result = Simulation.run(small, bug: bug, ignoring: ignoring, tracing: true)
            print("seed \(failure.seed): \(result.violation.map(String.init(describing:)) ?? "does not fail again")")
            print("before it was made smaller: \(failure.violation)")
            print(small)
            if result.trace.count > lines { print("… \(result.trace.count - lines) lines left out") }
            for line in result.trace.suffix(lines) { print(line) }
        }
        let byInvariant = Dictionary(grouping: failures, by: \.violation.invariant.rawValue)
        for (name, found) in byInvariant.sorted(by: { $0.key < $1.key }) {
            let quickest = found.min { $0.steps < $1.steps }.map { "soonest \($0.seed), after \($0.steps) steps" } ?? ""
            print("\(name): \(found.count) seeds, first \(found[0].seed), \(quickest)")
        }
        print(
            "\(seeds) seeds, \(tally.steps) steps, \(tally.jobs) jobs, "
                + "\(tally.milliseconds / 1000 / UInt64(seeds)) virtual seconds each, \(failures.count) failed, \(elapsed)"
        )
        if !failures.isEmpty { throw ExitCode(1) }
    }

    private func printSoonest() async {
        for bug in InjectedBug.allCases {
            let tally = await Self.sweep(
                seeds: seeds,
                firstSeed: firstSeed,
                milliseconds: Milliseconds(seconds) * 1000,
                bug,
                Set(Invariant.allCases).subtracting(bug.invariants),
                threads: threads
            )
            let quickest = tally.failures.min { ($0.steps, $0.seed) < ($1.steps, $1.seed) }
            print(quickest.map { ".\(bug): \($0.seed), // after \($0.steps) steps" } ?? "// .\(bug): no seed shows it")
        }
    }

    struct Tally: Sendable {
        var failures: [(seed: UInt64, steps: Int, violation: Violation)] = []
        var steps = 0
        var jobs = 0
        var milliseconds: UInt64 = 0
    }

    /// Runs seeds in stripes, one stripe a thread.
    static func sweep(
        seeds: Int,
        firstSeed: UInt64,
        milliseconds: Milliseconds,
        _ bug: InjectedBug?,
        _ ignoring: Set<Invariant>,
        threads: Int
    ) async -> Tally {
        await withTaskGroup(of: Tally.self) { group in
            for stripe in 0..<threads {
                group.addTask {
                    var tally = Tally()
                    for offset in stride(from: stripe, to: seeds, by: threads) {
                        let seed = firstSeed &+ UInt64(offset)
                        let scenario = Scenario(seed: seed, milliseconds: milliseconds)
                        let result = Simulation.run(scenario, bug: bug, ignoring: ignoring)
                        tally.steps += result.steps
                        tally.jobs += result.jobs
                        tally.milliseconds += result.milliseconds
                        if let violation = result.violation { tally.failures.append((seed, result.steps, violation)) }
                    }
                    return tally
                }
            }
            var sum = Tally()
            for await part in group {
                sum.failures += part.failures
                sum.steps += part.steps
                sum.jobs += part.jobs
                sum.milliseconds += part.milliseconds
            }
            return sum
        }
    }
}
