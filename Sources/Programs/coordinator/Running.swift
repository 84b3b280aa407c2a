import ArgumentParser
import Foundation
import LarderCommandLine
import LarderCoordinator
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

/// SIGINT and SIGTERM, as requests to stop.
enum StopSignals {
    static func requests() -> AsyncStream<Void> {
        let (stream, sink) = AsyncStream<Void>.makeStream()
        let task = Task {
            for await _ in await UnixSignalsSequence(trapping: .sigint, .sigterm) { sink.yield() }
        }
        sink.onTermination = { _ in task.cancel() }
        return stream
    }
}
