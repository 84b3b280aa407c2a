internal import Foundation
internal import Glibc
internal import LarderLedger
internal import Subprocess
internal import Synchronization
internal import SystemPackage

/// Keeps N local worker processes running: starts them, starts them again with backoff when they end, and ends them.
///
/// Each worker holds the read end of a pipe whose write end only this process has: when the coordinator goes, however it goes,
/// the pipe closes and the worker ends itself.
struct WorkerSupervisor: Sendable {
    /// How to start workers.
    struct Configuration: Sendable {
        var program: String
        var count: Int
        var endpoint: String
        var cachePath: String
        var renderThreads: Int
    }

    /// Deaths within ``quickDeath`` of their start, without any job done in between, after which the run gives up.
    private static let maxQuickDeaths = 12
    private static let quickDeath: Duration = .seconds(2)

    let configuration: Configuration
    let isDraining: @Sendable () -> Bool
    /// Deaths in a row of workers that had only just started; whoever sees progress resets it.
    let quickDeaths: SharedCount
    /// Told of each worker process that ended.
    let report: @Sendable (_ processID: UInt32, SessionEnd) -> Void

    /// Runs until cancelled; every worker has ended when it returns.
    ///
    /// - Throws: ``CoordinatorError`` with code `workersKeepEnding` when starting them again does not help.
    func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...max(1, configuration.count) where configuration.count > 0 {
                group.addTask { try await keep(number) }
            }
            try await group.waitForAll()
        }
    }

    /// The worker program, which lies beside this one.
    static func findProgram() throws -> String {
        let own =
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
        let beside = URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent("worker").path
        guard FileManager.default.isExecutableFile(atPath: beside) else {
            throw CoordinatorError(
                .workerMissing,
                "The worker program is missing: \(beside) does not exist or cannot be run. Put `worker` beside `coordinator`, or start workers yourself and use --workers 0 with --listen."
            )
        }
        return beside
    }

    private func keep(_ number: Int) async throws {
        var pause: Duration = .milliseconds(100)
        while !Task.isCancelled, !isDraining() {
            let started = ContinuousClock.now
            let end = try await runOnce(number)
            guard !Task.isCancelled, !isDraining() else { return }
            if case .exited(78) = end {
                throw CoordinatorError(
                    .workersKeepEnding,
                    "Worker \(number) was refused and ended; its own message, above, says why. Install the same release of coordinator and worker."
                )
            }
            if ContinuousClock.now - started < Self.quickDeath {
                if quickDeaths.increment() >= Self.maxQuickDeaths {
                    throw CoordinatorError(
                        .workersKeepEnding,
                        "Workers end as soon as they start (last: \(Self.describe(end))). Try `\(configuration.program) --help`: a missing library shows there."
                    )
                }
                pause = min(.seconds(5), pause * 2)
            } else {
                pause = .milliseconds(100)
            }
            do { try await Task.sleep(for: pause) } catch { return }
        }
    }

    private func runOnce(_ number: Int) async throws -> TerminationStatus {
        var options = PlatformOptions()
        options.processGroupID = 0  // Ctrl-C reaches the coordinator alone, which then ends the workers in order
        options.teardownSequence = [.send(signal: .terminate, allowedDurationToNextStep: .seconds(2))]
        let arguments: [String] = [
            "--connect", configuration.endpoint, "--cache", configuration.cachePath, "--name", "worker-\(number)",
            "--render-threads", "\(configuration.renderThreads)", "--end-with-input",
        ]
        let report = report
        do {
            let result = try await Subprocess.run(
                .path(FilePath(configuration.program)),
                arguments: Arguments(arguments),
                platformOptions: options,
                input: .inputWriter,
                output: .sequence,
                error: .currentStandardError
            ) { execution in
                // The worker says nothing here: the stream ends with the process.
                for try await _ in execution.standardOutput {}
            }
            report(UInt32(result.processIdentifier.value), Self.sessionEnd(result.terminationStatus))
            return result.terminationStatus
        } catch is CancellationError {
            return .exited(0)
        } catch let error as SubprocessError {
            if Task.isCancelled { return .exited(0) }
            throw CoordinatorError(
                .workerMissing,
                "A worker could not be started from \(configuration.program): \(error)"
            )
        }
    }

    private static func sessionEnd(_ status: TerminationStatus) -> SessionEnd {
        if case .exited(0) = status { return .bye }
        return .crashed(describe(status))
    }

    private static func describe(_ status: TerminationStatus) -> String {
        switch status {
        case .exited(let code): "exit code \(code)"
        case .signaled(let signal): unsafe "signal \(signal), \(String(cString: strsignal(signal)))"
        }
    }
}

/// A count shared by tasks.
final class SharedCount: Sendable {
    private let value = Mutex(0)

    func increment() -> Int {
        value.withLock {
            $0 += 1
            return $0
        }
    }

    func reset() { value.withLock { $0 = 0 } }
}
