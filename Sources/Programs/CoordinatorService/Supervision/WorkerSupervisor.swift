internal import Foundation
internal import Glibc
internal import LarderLedger
internal import LarderThreading
internal import LarderTransport
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
        /// Where workers note what they do; nil: nowhere.
        var flightRecorders: String?
        var limits = WorkerLimits()
        /// How long a worker may say nothing at all before it is killed.
        var maxSilence: Duration = .seconds(60)
        /// Further words of each worker's command line.
        var further: [String] = []
    }

    /// The share of the machine's or the container's memory that local workers take together, unless told otherwise.
    private static let memoryShare = 0.8
    /// What a worker gets at least, in bytes.
    private static let leastMemory: UInt64 = 128 << 20

    /// The weight of deaths within ``quickDeath`` of their start, without any job done in between, at which the run gives up: 12
    /// workers that never joined, or 32 jobs at which three each died.
    private static let maxQuickDeaths = 96
    /// The weight of a worker that never joined; one that had may have died of a job.
    private static let neverJoined = 8
    private static let quickDeath: Duration = .seconds(2)

    let configuration: Configuration
    let isDraining: @Sendable () -> Bool
    /// The weight of deaths in a row of workers that had only just started; whoever sees a job done resets it.
    let quickDeaths: SharedCount
    /// Which workers say something.
    var liveness = WorkerLiveness()
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
            let (end, hadJoined) = try await runOnce(number)
            guard !Task.isCancelled, !isDraining() else { return }
            if case .exited(78) = end {
                throw CoordinatorError(
                    .workersKeepEnding,
                    "Worker \(number) was refused and ended; its own message, above, says why. Install the same release of coordinator and worker."
                )
            }
            if case .exited(64) = end {
                throw CoordinatorError(
                    .workersKeepEnding,
                    "Worker \(number) cannot do what its command line or environment asks for; its own message, above, says why."
                )
            }
            // 0: it made room for a fresh one; 70: a job that hung, which is charged to the job.
            if end == .exited(0) || end == .exited(70) {
                guard ContinuousClock.now - started < Self.quickDeath else { continue }
                do { try await Task.sleep(for: .milliseconds(100)) } catch { return }
                continue
            }
            if ContinuousClock.now - started < Self.quickDeath {
                if quickDeaths.add(hadJoined ? 1 : Self.neverJoined) >= Self.maxQuickDeaths {
                    let how = Self.describe(end)
                    throw CoordinatorError(
                        .workersKeepEnding,
                        hadJoined
                            ? "Workers die of whatever job they begin (last: \(how)). Nothing is lost: `coordinator status` names jobs at which they did, `coordinator why URN` the evidence."
                            : "Workers end as soon as they start (last: \(how)). Try `\(configuration.program) --help`: a missing library shows there."
                    )
                }
                if !hadJoined { pause = min(.seconds(5), pause * 2) }
            } else {
                pause = .milliseconds(100)
            }
            do { try await Task.sleep(for: pause) } catch { return }
        }
    }

    /// - Returns: How the worker ended, and whether it had introduced itself.
    private func runOnce(_ number: Int) async throws -> (TerminationStatus, hadJoined: Bool) {
        var options = PlatformOptions()
        options.processGroupID = 0  // Ctrl-C reaches the coordinator alone, which then ends the workers in order
        options.teardownSequence = [.send(signal: .terminate, allowedDurationToNextStep: .seconds(2))]
        var arguments: [String] =
            [
                "--connect", configuration.endpoint, "--cache", configuration.cachePath, "--name", "worker-\(number)",
                "--render-threads", "\(configuration.renderThreads)", "--end-with-input",
            ] + configuration.further
        var limits = configuration.limits
        if limits.memoryLimitBytes == nil { limits.memoryLimitBytes = fairShare }
        arguments += limits.arguments
        let flightRecorder = configuration.flightRecorders.map { "\($0)/worker-\(number).box" } ?? ""
        if !flightRecorder.isEmpty {
            _ = unsafe unlink(flightRecorder)  // an earlier worker's is no witness of this one's end
            arguments += ["--flight-recorder", flightRecorder]
        }
        let report = report
        let (limitBytes, liveness, maxSilence) = (limits.memoryLimitBytes, liveness, configuration.maxSilence)
        let watches = Mutex<WorkerWatch?>(nil)
        do {
            let result = try await Subprocess.run(
                .path(FilePath(configuration.program)),
                arguments: Arguments(arguments),
                platformOptions: options,
                input: .inputWriter,
                output: .sequence,
                error: .currentStandardError
            ) { execution in
                let watch = WorkerWatch(
                    processID: execution.processIdentifier.value,
                    limitBytes: limitBytes,
                    maxSilence: maxSilence,
                    liveness: liveness
                )
                watches.withLock { $0 = watch }
                let watching = Task { await watch.run() }
                defer { watching.cancel() }
                // The worker says nothing here: the stream ends with the process.
                for try await _ in execution.standardOutput {}
                watching.cancel()
                await watching.value
            }
            let processID = UInt32(result.processIdentifier.value)
            let hadJoined = liveness.ended(processID)
            report(
                processID,
                Self.sessionEnd(result.terminationStatus, watches.withLock { $0 }, flightRecorder: flightRecorder)
            )
            return (result.terminationStatus, hadJoined)
        } catch is CancellationError {
            return (.exited(0), true)
        } catch let error as SubprocessError {
            if Task.isCancelled { return (.exited(0), true) }
            throw CoordinatorError(
                .workerMissing,
                "A worker could not be started from \(configuration.program): \(error)"
            )
        }
    }

    /// An even share of the memory for each worker.
    private var fairShare: UInt64 {
        let all = Double(ProcessMemory.limitBytes()) * Self.memoryShare
        return max(Self.leastMemory, UInt64(all / Double(max(1, configuration.count))))
    }

    private static func sessionEnd(_ status: TerminationStatus, _ watch: WorkerWatch?, flightRecorder: String)
        -> SessionEnd
    {
        // 70: it has said which job hung; what else ran there is not to blame.
        if status == .exited(0) || status == .exited(70) { return .bye }
        let running = FlightRecorder.read(path: flightRecorder)
        let words = describe(status)
        return .crashed(
            watch?.evidence(words, phases: (running ?? []).map(\.phase)) ?? words,
            running: running?.map(\.lease)
        )
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

    func add(_ count: Int) -> Int {
        value.withLock {
            $0 += count
            return $0
        }
    }

    func reset() { value.withLock { $0 = 0 } }
}
