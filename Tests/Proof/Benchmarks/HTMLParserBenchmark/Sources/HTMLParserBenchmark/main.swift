import Foundation
import LarderHTML

let arguments = Array(CommandLine.arguments.dropFirst())
func option(_ name: String, _ fallback: String) -> String {
    guard let index = arguments.firstIndex(of: name), index + 1 < arguments.count else { return fallback }
    return arguments[index + 1]
}

let usage = """
    HTMLParserBenchmark [--corpus DIR] [--pages N] [--rounds N]   speed against libgumbo and selectolax
    HTMLParserBenchmark hostile                                   time and memory on inputs made to cost
    HTMLParserBenchmark compare [--corpus DIR]                    trees against libgumbo's
    HTMLParserBenchmark profile [--corpus DIR] [--set whole]      parses for 10 s, to be watched by perf

    DIR holds pages as *.html.gz (default: ../../../../../shared/corpus/recipes). --pages 0 takes all of them.
    """

let corpus = option("--corpus", "../../../../../shared/corpus/recipes")
do {
    switch arguments.first {
    case "hostile":
        try HostileInputs.run(only: arguments.dropFirst().first)
    case "hostile-one":
        HostileInputs.measureHere(arguments[1], Int(arguments[2]) ?? 0)
    case "compare":
        try TreeComparison.run(corpus: corpus)
    case "profile":
        try Speed.profile(corpus: corpus, set: option("--set", "whole"))
    case "help", "--help":
        print(usage)
    default:
        try Speed.run(
            corpus: corpus,
            pages: Int(option("--pages", "80")) ?? 80,
            rounds: Int(option("--rounds", "9")) ?? 9
        )
    }
} catch {
    FileHandle.standardError.write(Data("\(error)\n\n\(usage)\n".utf8))
    exit(2)
}
