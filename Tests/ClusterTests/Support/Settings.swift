import Foundation

/// What the environment asks of these tests.
enum Settings {
    private static let environment = ProcessInfo.processInfo.environment

    /// Whether the long versions run: more seeds, more content.
    static let isFull = environment["LARDER_FULL"] == "1"

    /// The seeds of tests that choose moments; each is printed as the test's argument.
    static let seeds: [UInt64] =
        environment["LARDER_SEED"].flatMap(UInt64.init).map { [$0] } ?? Array(1...(isFull ? 20 : 3))

    static let recipes = isFull ? 500 : 60
    static let articles = isFull ? 200 : 20

    /// Whether this process may mount file systems, where a test needs one of its own.
    static let isRoot = geteuid() == 0
}

/// Numbers that depend on the seed alone (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
