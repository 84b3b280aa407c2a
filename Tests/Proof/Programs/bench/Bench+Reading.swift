import ArgumentParser
import Foundation
import LarderBench
import LarderCommandLine

extension Bench {
    struct Reading: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Measure how soon the screens of an app have their rows.",
            discussion: """
                Writes a larder of N made-up recipes and N / 4 articles, unless the folder has one, and asks it what an app's \
                screens ask, many times each. A line for each query tells the times and how many statements it ran.
                """
        )

        @Option(help: "Recipes, 100 to 5,000,000.")
        var recipes = 20_000
        @Option(help: "Words in the body of each article, 0 to 10,000.")
        var words = 300
        @Option(help: "How often each query is asked, 1 to 10,000.")
        var rounds = 200
        @Option(help: ArgumentHelp("Keep the larder here (default: a temporary folder).", valueName: "dir"))
        var into: String?

        func validate() throws {
            for (name, value, range) in [
                ("--recipes", recipes, 100...5_000_000), ("--words", words, 0...10_000),
                ("--rounds", rounds, 1...10_000),
            ] where !range.contains(value) {
                throw ValidationError(
                    "\(name) \(value) is out of range. It takes \(range.lowerBound) to \(range.upperBound)."
                )
            }
        }

        func run() async throws {
            try await reportingErrors(of: "bench") {
                let manager = FileManager.default
                let folder =
                    into.map { URL(fileURLWithPath: $0, isDirectory: true) }
                    ?? manager.temporaryDirectory.appending(path: "larder-reading-\(UUID().uuidString)")
                defer { if into == nil { try? manager.removeItem(at: folder) } }
                try manager.createDirectory(at: folder, withIntermediateDirectories: true)
                let bench = BenchReading(recipes: recipes, words: words, folder: folder, rounds: rounds)
                try await bench.run { line in print(line) }
                return 0
            }
        }
    }
}
