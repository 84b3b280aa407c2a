internal import ArgumentParser
internal import Foundation
internal import LarderThreading
internal import UnixSignals

/// Runs a command; prints an error on standard error, with exit code 2.
package func reportingErrors(of program: String, _ body: () async throws -> Int32) async throws {
    let code: Int32
    ProcessSignals.endOnQuit()
    do {
        code = try await body()
    } catch {
        printError("\(program): \(error)")
        throw ExitCode(2)
    }
    guard code == 0 else { throw ExitCode(code) }
}

/// - Throws: ``SettingError`` if standard output accepts nothing: a result that cannot be read is no success.
package func printResult(_ text: String) throws {
    do {
        try FileHandle.standardOutput.write(contentsOf: Data((text + "\n").utf8))
    } catch {
        throw SettingError("The result cannot be written: standard output is closed or full. Give it another file.")
    }
}

/// - Throws: `ValidationError` for a value outside of the range.
package func check(_ value: Int, _ option: String, _ range: ClosedRange<Int>) throws {
    guard range.contains(value) else {
        throw ValidationError(
            "\(option) \(value) is out of range. It takes \(range.lowerBound) to \(range.upperBound)."
        )
    }
}

/// The environment's name of the process that started this one, and whose end is a request to stop.
package let starterVariable = "LARDER_STARTED_BY"

/// Runs `body` with SIGINT, SIGTERM and SIGHUP as requests to stop, and SIGQUIT as two: to stop at once.
///
/// The end of the process that ``starterVariable`` names is another one.
package func withStopRequests<Result>(_ body: (AsyncStream<Void>) async throws -> Result) async throws -> Result {
    // A process started with nohup outlives the terminal.
    let hangup: [UnixSignal] = ProcessSignals.ignoresHangup ? [] : [.sighup]
    let signals = await UnixSignalsSequence(trapping: [.sigint, .sigterm, .sigquit] + hangup)
    let starter = takeStarter()
    let (requests, sink) = AsyncStream<Void>.makeStream()
    async let _: Void = {
        for await signal in signals { for _ in 0..<(signal == .sigquit ? 2 : 1) { sink.yield() } }
    }()
    async let _: Void = {
        if let starter, await hasEnded(starter) { sink.yield() }
    }()
    return try await body(requests)
}

/// The process that ``starterVariable`` names; processes that this one starts do not get the variable.
private func takeStarter() -> pid_t? {
    defer { unsafe unsetenv(starterVariable) }
    return ProcessInfo.processInfo.environment[starterVariable].flatMap { pid_t($0) }
}

/// Waits until this process has another parent; false: it was cancelled meanwhile.
private func hasEnded(_ parent: pid_t) async -> Bool {
    while getppid() == parent {
        guard (try? await Task.sleep(for: .seconds(1))) != nil else { return false }
    }
    return true
}

@Sendable package func printError(_ message: String) {
    try? FileHandle.standardError.write(contentsOf: Data((message + "\n").utf8))
}
