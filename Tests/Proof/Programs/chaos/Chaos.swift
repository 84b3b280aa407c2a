internal import ArgumentParser
internal import Foundation
internal import LarderChaos
internal import LarderCommandLine

/// Disturbs real clusters and checks that nothing is lost.
@main
struct Chaos: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chaos",
        abstract: "Disturbs real coordinators and workers while they sync, and checks that nothing is lost.",
        discussion: """
            Each run fills a new larder from the sample site with the programs that lie beside this one. A schedule, \
            which depends on the seed alone, says what is done to them at which share of the work. What was killed is \
            started again by the same command.

            A run holds when the sync ends by itself, its digest and its number of jobs are those of an undisturbed \
            run, every job is done or dead with a reason, `verify` and SQLite's integrity_check find nothing, no \
            killed coordinator had claimed to be finished, and no process, folder of sockets or pile of descriptors \
            is left.

            Progress goes to standard error, the summary to standard output. A run that fails is printed with its \
            schedule, and its folder is kept; --seed N --runs 1 with the same --only and --recipes does the same to a \
            cluster again, though not to the same microsecond; --steps leaves out what the failure does not need.

            A coordinator may give up (exit code 2, and a reason) for a cache that is away or fails, and is started \
            again when that is over. Lying workers send what a coordinator can find to be wrong. Wrong content in the \
            right form for a job that a worker holds cannot be told from the truth: give keys only to machines that \
            you trust.

            KINDS OF DISTURBANCE
            \(DisturbanceKind.allCases.map(\.helpLine).joined(separator: "\n"))

            EXIT CODES
              0  every run held        1  a run failed        2  runs cannot be made here        64  bad usage

            EXAMPLES
              chaos --runs 100 --only kill
              chaos --seed 17 --runs 1 --show
            """
    )

    @Option(help: "How many runs, 1 to 1000000; each has the next seed.")
    var runs = 10

    @Option(help: "The seed of the first run.")
    var seed: UInt64 = 1

    @Option(
        help: ArgumentHelp(
            "The kinds of disturbance to choose from, with commas between; all that this machine allows otherwise.",
            valueName: "kinds"
        )
    )
    var only: String?

    @Option(help: "Recipes of the sample site, 1 to 100000.")
    var recipes = 60

    @Option(help: "Articles of the sample site, 0 to 100000.")
    var articles = 20

    @Option(
        help: ArgumentHelp(
            "The steps of each schedule to keep, counted from 1, with commas between; all otherwise.",
            valueName: "numbers"
        )
    )
    var steps: String?

    @Flag(help: "Print the schedules and do nothing.")
    var show = false

    @Flag(help: "Stop at the first run that fails.")
    var stopAtFailure = false

    func validate() throws {
        try check(runs, "--runs", 1...1_000_000)
        try check(recipes, "--recipes", 1...100_000)
        try check(articles, "--articles", 0...100_000)
        for name in words where DisturbanceKind(rawValue: name) == nil {
            let known = DisturbanceKind.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("--only: there is no kind '\(name)'. Kinds: \(known).")
        }
        guard steps == nil || !(keptSteps ?? []).isEmpty else {
            throw ValidationError("--steps takes numbers from 1 with commas between.")
        }
        guard only == nil || !words.isEmpty else {
            throw ValidationError("--only is empty. Name a kind, or leave it out.")
        }
    }

    private func check(_ value: Int, _ name: String, _ range: ClosedRange<Int>) throws {
        guard range.contains(value) else {
            throw ValidationError(
                "\(name) \(value) is out of range. It takes \(range.lowerBound) to \(range.upperBound)."
            )
        }
    }

    /// Nil where --steps is left out or is no list of numbers.
    private var keptSteps: Set<Int>? {
        let numbers = steps?.split(separator: ",").map { Int($0) ?? 0 }
        return numbers.flatMap { $0.allSatisfy { $0 > 0 } ? Set($0) : nil }
    }

    private var words: [String] { (only ?? "").split(separator: ",").map(String.init) }

    func run() async throws {
        let kinds = try chosenKinds()
        let seeds = (0..<runs).map { seed &+ UInt64($0) }
        let campaign = Campaign(
            seeds: seeds,
            kinds: kinds,
            content: SampleServer.Content(recipes: recipes, articles: articles),
            steps: keptSteps
        )
        if show {
            for schedule in campaign.schedules { print(schedule) }
            return
        }
        for binary in Binary.allCases where !FileManager.default.isExecutableFile(atPath: binary.path) {
            printError(
                "chaos: \(binary.path) is missing. Build it into the same folder: "
                    + "swift build --product \(binary.rawValue)"
            )
            throw ExitCode(2)
        }
        printError("Disturbing with \(kinds.map(\.rawValue).joined(separator: ", ")). An undisturbed run comes first.")
        let began = ContinuousClock.now
        let outcome: Campaign.Outcome
        do {
            var number = 0
            outcome = try await campaign.run { verdict, time in
                number += 1
                report(verdict, time, "\(number)/\(runs)")
                return verdict.faults.isEmpty || !stopAtFailure
            }
        } catch {
            printError("chaos: \(error)")
            throw ExitCode(2)
        }
        let time = (ContinuousClock.now - began).formatted(.units(allowed: [.minutes, .seconds], width: .narrow))
        print("jobs of a run    \(outcome.jobs)")
        print("digest           \(outcome.digest)")
        print("runs             \(outcome.trials) in \(time), seeds from \(seed)")
        print("disturbances     \(outcome.disturbances)")
        print("failed           \(outcome.failures.count)")
        for failure in outcome.failures { print("\n" + Self.report(failure)) }
        if !outcome.failures.isEmpty { throw ExitCode(1) }
    }

    /// The kinds that were asked for, or all that can be made here.
    private func chosenKinds() throws -> [DisturbanceKind] {
        let asked = words.compactMap(DisturbanceKind.init)
        for kind in asked {
            if let obstacle = Campaign.obstacle(to: kind) {
                printError("chaos: --only \(kind.rawValue): \(obstacle).")
                throw ExitCode(2)
            }
        }
        guard asked.isEmpty else { return asked }
        return DisturbanceKind.allCases.filter { kind in
            guard let obstacle = Campaign.obstacle(to: kind) else { return true }
            printError("Without \(kind.rawValue): \(obstacle).")
            return false
        }
    }

    private func report(_ verdict: Trial.Verdict, _ time: Duration, _ place: String) {
        let seconds = time.formatted(.units(allowed: [.seconds], width: .narrow, fractionalPart: .show(length: 1)))
        let what = verdict.faults.isEmpty ? "held" : "FAILED"
        printError("\(place)  seed \(verdict.schedule.seed)  \(verdict.disturbances) disturbances  \(seconds)  \(what)")
        if !verdict.faults.isEmpty { printError(Self.report(verdict)) }
    }

    private static func report(_ verdict: Trial.Verdict) -> String {
        var lines = ["\(verdict.schedule)", "what was done:"] + verdict.log.map { "  " + $0 }
        lines += ["what is wrong:"] + verdict.faults.map { "  " + $0 }
        if let folder = verdict.folder { lines.append("kept: \(folder)") }
        return lines.joined(separator: "\n")
    }
}

extension DisturbanceKind {
    fileprivate var helpLine: String {
        "  " + rawValue.padding(toLength: 8, withPad: " ", startingAt: 0) + explanation
    }
}
