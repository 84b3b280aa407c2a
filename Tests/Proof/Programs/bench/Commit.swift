import ArgumentParser
import LarderBench
import LarderCommandLine

extension Bench {
    struct Commit: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Measure how many results a second are checked and written, without workers.",
            discussion: """
                Decodes, checks and commits five results for each of N made-up recipes, among them a text with 120 links, 32 results \
                in a transaction, on one thread. The last line is the rate.
                """
        )

        @Option(help: "Recipes, 1 to 1,000,000.")
        var recipes = 1000

        func validate() throws {
            guard (1...1_000_000).contains(recipes) else {
                throw ValidationError("--recipes \(recipes) is out of range. It takes 1 to 1000000.")
            }
        }

        func run() async throws {
            try await reportingErrors(of: "bench") {
                let bench = try BenchCommit(recipes: recipes)
                defer { bench.finish() }
                var time = Duration.zero
                try bench.run { body in time += try ContinuousClock().measure(body) }
                try printResult("\(Int(Double(5 * recipes) / (time / .seconds(1)))) results/s")
                return 0
            }
        }
    }
}
