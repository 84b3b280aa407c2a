import ArgumentParser
import Foundation
import LarderCommandLine
import LarderCoordinator
import LarderThreading
import UnixSignals

/// Runs a command's work; an error becomes one sentence on standard error and exit code 2.
func reportingErrors(_ body: () async throws -> Int32) async throws {
    let code: Int32
    do {
        code = try await body()
    } catch {
        printError("coordinator: \(error)")
        throw ExitCode(2)
    }
    guard code == 0 else { throw ExitCode(code) }
}

/// Runs a command that prints one result.
func telling(_ result: () async throws -> String) async throws {
    try await reportingErrors {
        try tell(await result())
        return 0
    }
}

/// Prints a command's result.
///
/// - Throws: When standard output takes nothing: a result that nobody gets is no success.
func tell(_ text: String) throws {
    do {
        try FileHandle.standardOutput.write(contentsOf: Data((text + "\n").utf8))
    } catch {
        throw CoordinatorError(
            .outputNotWritable,
            "The result cannot be written: standard output is closed or full. Give it another file."
        )
    }
}

/// Runs `body` with SIGINT, SIGTERM and SIGHUP taken in as requests to stop.
func withStopRequests<Result>(_ body: (AsyncStream<Void>) async throws -> Result) async throws -> Result {
    // Who started this with nohup wants it to outlive the terminal.
    let hangup: [UnixSignal] = ProcessSignals.ignoresHangup ? [] : [.sighup]
    let signals = await UnixSignalsSequence(trapping: [.sigint, .sigterm] + hangup)
    let (requests, sink) = AsyncStream<Void>.makeStream()
    async let _: Void = { for await _ in signals { sink.yield() } }()
    return try await body(requests)
}

/// Runs a measurement until its end or until a stop is asked for.
///
/// - Returns: Nil when a stop was asked for before its end; what it started has ended then.
func untilStopped<Figures: Sendable>(_ body: @escaping @Sendable () async throws -> Figures) async throws -> Figures? {
    try await withStopRequests { requests in
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
}
