import Foundation
import LarderChaos

/// What the environment asks of these tests.
enum Settings {
    private static let environment = ProcessInfo.processInfo.environment

    /// Whether the long versions run: more seeds, more content.
    static let isFull = environment["LARDER_FULL"] == "1"

    /// The seeds of tests that choose moments; each is printed as the test's argument.
    static let seeds: [UInt64] =
        environment["LARDER_SEED"].flatMap(UInt64.init).map { [$0] } ?? Array(1...(isFull ? 20 : 3))

    static let content = SampleServer.Content(recipes: recipes, articles: articles)
    static let recipes = isFull ? 500 : 12
    static let articles = isFull ? 200 : 4

    /// Whether this process may mount file systems, where a test needs one of its own.
    static let isRoot = geteuid() == 0
}
