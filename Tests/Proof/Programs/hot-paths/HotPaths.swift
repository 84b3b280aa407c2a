internal import ArgumentParser

/// Runs one hot path over made-up input, the same at each start, so that its instructions can be counted or its time
/// taken.
@main
struct HotPaths: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hot-paths",
        abstract: "Runs one hot path on one thread over made-up input.",
        discussion: """
            deploy/check.sh --bench counts the instructions of each and compares them with deploy/hot-paths.txt.
            """
    )

    @Argument(help: "What to run: \(HotPath.allCases.map(\.rawValue).joined(separator: ", ")).")
    var path: HotPath
    @Option(help: "How often, 0 to 100,000; 0 only prepares.")
    var count = 100

    func validate() throws {
        guard (0...100_000).contains(count) else {
            throw ValidationError("--count \(count) is out of range. It takes 0 to 100000.")
        }
    }

    func run() throws {
        let time = try path.run(count)
        guard count > 0 else { return }
        let microseconds = time / .microseconds(1) / Double(count)
        print("\(path.rawValue): \(microseconds.rounded()) microseconds each")
    }
}
