import ArgumentParser
import LarderCommandLine

@main
struct Bench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Measure Larder on this machine.",
        subcommands: [Dispatch.self, Job.self, Commit.self, Reading.self, Serve.self]
    )
}

/// Runs a measurement until its end or until a stop is asked for.
///
/// - Returns: Nil after a stop, which standard error names; every process that it started has ended then.
func untilStopped<Figures: Sendable>(_ body: @escaping @Sendable () async throws -> Figures) async throws -> Figures? {
    let figures = try await withStopRequests { requests in
        try await withThrowingTaskGroup(of: Figures?.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await body() }
            group.addTask {
                _ = await requests.first { _ in true }
                return nil
            }
            return try await group.next() ?? nil
        }
    }
    if figures == nil { printError("bench: stopped before there were figures.") }
    return figures
}
