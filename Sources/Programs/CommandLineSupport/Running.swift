internal import ArgumentParser
internal import Foundation
internal import LarderThreading
internal import UnixSignals

/// Runs a command; prints an error on standard error, with exit code 2.
package func reportingErrors(of program: String, _ body: () async throws -> Int32) async throws {
    let code: Int32
    do {
        code = try await body()
    } catch {
        printError("\(program): \(error)")
        throw ExitCode(2)
    }
    guard code == 0 else { throw ExitCode(code) }
}

package struct OutputNotWritable: Error, CustomStringConvertible {
    package let description =
        "The result cannot be written: standard output is closed or full. Give it another file."
}

/// - Throws: ``OutputNotWritable``: an unreadable result is no success.
package func printResult(_ text: String) throws {
    do {
        try FileHandle.standardOutput.write(contentsOf: Data((text + "\n").utf8))
    } catch {
        throw OutputNotWritable()
    }
}

/// Runs `body` with SIGINT, SIGTERM and SIGHUP as requests to stop.
package func withStopRequests<Result>(_ body: (AsyncStream<Void>) async throws -> Result) async throws -> Result {
    // A process started with nohup outlives the terminal.
    let hangup: [UnixSignal] = ProcessSignals.ignoresHangup ? [] : [.sighup]
    let signals = await UnixSignalsSequence(trapping: [.sigint, .sigterm] + hangup)
    let (requests, sink) = AsyncStream<Void>.makeStream()
    async let _: Void = { for await _ in signals { sink.yield() } }()
    return try await body(requests)
}
