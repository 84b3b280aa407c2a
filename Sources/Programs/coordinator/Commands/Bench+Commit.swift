import ArgumentParser
import LarderCommandLine
import LarderCoordinator

extension Bench {
    struct Commit: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Measure what the coordinator spends on storing results.",
            discussion: """
                Results of made-up recipes, each with a web page's text of 120 links and a picture, are checked and written to a \
                catalog in a temporary folder, 32 in a transaction. Nothing is fetched and no worker is started.
                """
        )

        @Option(help: "Recipes, 1 to 100,000.")
        var recipes = 3000

        func validate() throws {
            guard (1...100_000).contains(recipes) else {
                throw ValidationError("--recipes \(recipes) is out of range. It takes 1 to 100000.")
            }
        }

        func run() async throws {
            try await reportingErrors {
                let bench = BenchCommit(recipes: recipes)
                guard let figures = try await untilStopped({ try await bench.run() }) else {
                    printError("coordinator: stopped before there were figures.")
                    return 2
                }
                try tell(figures.text)
                return 0
            }
        }
    }
}
