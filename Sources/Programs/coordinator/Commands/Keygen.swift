import ArgumentParser
import Glibc
import LarderSync
import LarderTools

struct Keygen: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make keys, so that workers of other machines can join.",
        discussion: """
            Makes the coordinator's pair once, and a pair for each --worker. Copy server.public and NAME.secret to \
            that worker, then: worker --connect tcp://HOST:5570 --server-key server.public --key NAME.secret --cache \
            DIR. Removing workers/NAME.public shuts the worker out within a second, also while it is connected.
            """
    )

    @OptionGroup var larder: LarderOption
    @Option(help: ArgumentHelp("The folder of keys (default: keys in the larder).", valueName: "dir"))
    var keys: String?
    @Option(help: ArgumentHelp("Make a key pair for a worker and let it in.", valueName: "name"))
    var worker: [String] = []
    @Option(help: ArgumentHelp("Let in a worker that made its own pair.", valueName: "name=key"))
    var allow: [String] = []
    @Option(
        help: ArgumentHelp(
            "Put the workers' files, NAME.secret and server.public, into this folder; keys that are there and let in stay.",
            valueName: "dir"
        )
    )
    var out: String?
    @Argument(help: .hidden)
    var words: [String] = []

    func validate() throws {
        guard out == nil || !worker.isEmpty else {
            throw ValidationError("--out is for the keys of a worker: name it with --worker.")
        }
        guard let word = words.first else { return }
        throw ValidationError("\"\(word)\" is not expected here. Keys for a worker are made with --worker \(word).")
    }

    func run() async throws {
        try await printingText {
            try LarderCommands.keygen(larder.into, keys: keys, workers: worker, allow: allow, out: out)
        }
    }
}

/// Replaces this process by the program `bench`.
struct BenchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Measure Larder on this machine: runs the program bench with the same arguments.",
        discussion: "It lies beside coordinator, and is built with: \(buildCommand)"
    )

    private static let buildCommand = "swift build -c release --static-swift-stdlib --product bench"
    /// That program's commands, for "did you mean".
    static let paths = ["job", "dispatch", "commit"].map { "bench \($0)" }

    @Argument(parsing: .captureForPassthrough, help: "Arguments of bench, such as job --recipes 3000.")
    var arguments: [String] = []

    func run() async throws {
        try await reportingErrors {
            let program = OwnProgram.beside("bench")
            var words = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
            unsafe execv(program, &words)
            throw CoordinatorError(
                .notFound,
                "The program bench is missing: \(program) cannot be run. Build it: \(Self.buildCommand)"
            )
        }
    }
}
