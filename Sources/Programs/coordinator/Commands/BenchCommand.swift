import ArgumentParser
import Glibc
import LarderSync

/// Replaces this process by the program `bench`.
struct BenchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Measure Larder on this machine: runs the program bench with the same arguments.",
        discussion: "It lies beside coordinator, and is built with: \(buildCommand)"
    )

    private static let buildCommand = "swift build -c release --product bench"
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
