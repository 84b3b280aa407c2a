internal import Foundation
internal import Glibc
internal import LarderLedger
internal import LarderModel
internal import LarderThreading
internal import LarderWorkerCore
internal import Logging
internal import Subprocess
internal import SystemPackage

/// Keeps local worker processes running: starts them, restarts them with backoff, and ends them.
///
/// Each worker reads a pipe whose write end is here: when the coordinator ends in any way, the worker exits.
package struct WorkerSupervisor: Sendable {
    package struct Configuration: Sendable {
        var program: String
        var count: Int
        var endpoint: String
        var cachePath: String
        /// The larder whose readers all processes of the sync give way to; nil: they give way to none.
        var larderPath: String?
        package var renderThreads = 1
        package var flightRecorders: String?
        var limits = WorkerLimits()
        /// Environment variables with sources' keys, which workers get with WELCOME instead.
        var hiddenVariables: Set<String> = []
        /// How long a worker may be silent before it is killed.
        package var maxSilence: Duration = .seconds(60)
        package var further: [String] = []

        package init(program: String, count: Int, endpoint: String, cachePath: String) {
            (self.program, self.count, self.endpoint, self.cachePath) = (program, count, endpoint, cachePath)
        }
    }

    let configuration: Configuration
    let dispatcher: Dispatcher
    let console: Console

    var liveness: WorkerLiveness { dispatcher.setup.liveness }
    private var logger: Logger { dispatcher.setup.logger }

    package init(_ configuration: Configuration, _ dispatcher: Dispatcher, console: Console) {
        self.configuration = configuration
        self.dispatcher = dispatcher
        self.console = console
    }

    /// Runs until cancelled or until workers are not replaced any more; every worker has ended when it returns.
    ///
    /// - Throws: ``CoordinatorError`` with code `workersKeepEnding`.
    package func run() async throws {
        async let _ = giveWay(getpid(), niceness: 10)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...max(1, configuration.count) where configuration.count > 0 {
                group.addTask { try await keep(number) }
            }
            try await group.waitForAll()
        }
    }

    package static func findProgram() throws -> String {
        let beside = OwnProgram.beside("worker")
        guard FileManager.default.isExecutableFile(atPath: beside) else {
            throw CoordinatorError(
                .workerMissing,
                "The worker program is missing: \(beside) does not exist or cannot be run. Put `worker` beside "
                    + "`coordinator`, or start workers yourself and use --workers 0 with --listen."
            )
        }
        return beside
    }

    private func keep(_ number: Int) async throws {
        var policy = RestartPolicy()
        while !Task.isCancelled, !liveness.isEnding {
            let started = ContinuousClock.now
            let (end, hadJoined) = try await runOnce(number)
            guard !Task.isCancelled, !liveness.isEnding else { return }
            let verdict = policy.workerEnded(
                end,
                after: ContinuousClock.now - started,
                hadJoined: hadJoined,
                countDeath: liveness.diedQuickly
            )
            guard case .restart(let pause) = verdict else { throw error(for: verdict, worker: number, end) }
            logger.info(
                "A worker is replaced",
                metadata: ["worker.id": "worker-\(number)", "reason": "\(end.explained)"]
            )
            guard pause > .zero else { continue }
            do { try await Task.sleep(for: pause) } catch { return }
        }
    }

    private func error(for verdict: RestartPolicy.Verdict, worker number: Int, _ end: TerminationStatus)
        -> CoordinatorError
    {
        let message =
            switch verdict {
            case .refused:
                "Worker \(number) was refused and ended; its own message, above, says why. Install the same release "
                    + "of coordinator and worker."
            case .misused:
                "Worker \(number) cannot do what its command line or environment asks for; its own message, above, "
                    + "says why."
            case .deadly:
                "Workers die of whatever job they begin (last: \(end.explained)). Nothing is lost: `coordinator "
                    + "status` names jobs at which they did, `coordinator why URN` the evidence."
            case .broken, .restart:
                "Workers end as soon as they start (last: \(end.explained)). Try `\(configuration.program) --help`: "
                    + "a missing library shows there."
            }
        return CoordinatorError(.workersKeepEnding, message)
    }

    private var environment: Subprocess.Environment {
        let hidden = configuration.hiddenVariables.compactMap { Subprocess.Environment.Key(rawValue: $0) }
        return .inherit.updating(Dictionary(uniqueKeysWithValues: hidden.map { ($0, String?.none) }))
    }

    /// Lowers the priority of a process once the larder is read, to the run's end: raising it again takes a right.
    private func giveWay(_ processID: Int32, niceness: Int32) async {
        guard let larder = configuration.larderPath else { return }
        // Each second, as it may have new threads.
        while (try? await Task.sleep(for: .seconds(1))) != nil {
            if ReadingMark.isSet(in: larder) { ProcessPriority.lower(processID, to: niceness) }
        }
    }

    private func runOnce(_ number: Int) async throws -> (TerminationStatus, hadJoined: Bool) {
        var options = PlatformOptions()
        options.processGroupID = 0  // Ctrl-C reaches the coordinator alone, which then ends the workers in order
        options.teardownSequence = [.send(signal: .terminate, allowedDurationToNextStep: .seconds(2))]
        var limits = configuration.limits
        limits.memoryLimitBytes = Self.memoryOfWorker(limits, count: configuration.count)
        let flightRecorder = configuration.flightRecorders.map { "\($0)/worker-\(number).flight" }
        // An earlier worker's file says nothing of this worker's end.
        if let flightRecorder { _ = unsafe unlink(flightRecorder) }
        let arguments = arguments(number, limits, flightRecorder: flightRecorder)
        let (maxSilence, limitBytes) = (configuration.maxSilence, limits.memoryLimitBytes)
        do {
            let result = try await Subprocess.run(
                .path(FilePath(configuration.program)),
                arguments: Arguments(arguments),
                environment: environment,
                platformOptions: options,
                input: .inputWriter,
                output: .discarded,
                error: .sequence
            ) { execution in
                let watch = WorkerWatch(
                    processID: execution.processIdentifier.value,
                    limitBytes: limitBytes,
                    maxSilence: maxSilence,
                    liveness: liveness
                )
                async let _ = watch.run()
                async let _ = giveWay(execution.processIdentifier.value, niceness: 15)
                for try await line in execution.standardError.strings(bufferingPolicy: .unbounded) {
                    console.print(line)
                }
                return watch
            }
            let processID = UInt32(result.processIdentifier.value)
            let hadJoined = liveness.ended(processID)
            let end = Self.sessionEnd(result.terminationStatus, result.closureResult, flightRecorder: flightRecorder)
            if case .crashed(let evidence, _) = end, !Task.isCancelled, !liveness.isEnding {
                logger.warning(
                    "A worker died",
                    metadata: ["worker.id": "worker-\(number)", "process.id": "\(processID)", "reason": "\(evidence)"]
                )
            }
            dispatcher.post(.ledger([.processEnded(processID: processID, end)]))
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

    private func arguments(_ number: Int, _ limits: WorkerLimits, flightRecorder: String?) -> [String] {
        [
            "--connect", configuration.endpoint, "--cache", configuration.cachePath, "--name", "worker-\(number)",
            "--render-threads", "\(configuration.renderThreads)", "--end-with-input",
        ] + configuration.further + limits.arguments(memory: "--memory")
            + (flightRecorder.map { ["--flight-recorder", $0] } ?? [])
    }

    /// Bytes above which one of `count` local workers is replaced: as the user says, or an even share.
    static func memoryOfWorker(_ limits: WorkerLimits, count: Int) -> UInt64 {
        let all = Double(ProcessMemory.limitBytes()) * WorkerLimits.memoryShare
        return limits.memoryLimitBytes ?? max(WorkerLimits.minShareBytes, UInt64(all / Double(max(1, count))))
    }

    private static func sessionEnd(_ status: TerminationStatus, _ watch: WorkerWatch, flightRecorder: String?)
        -> SessionEnd
    {
        // A stalled worker reported the job that hung; other jobs are not to blame.
        if [.exited(WorkerExit.Code.finished), .exited(WorkerExit.Code.stalled)].contains(status) { return .bye }
        let running = flightRecorder.flatMap(FlightRecorder.read(path:))
        return .crashed(
            watch.evidence(status.explained, phases: (running ?? []).map(\.phase)),
            running: running?.map(\.lease)
        )
    }
}

extension TerminationStatus {
    fileprivate var explained: String {
        switch self {
        case .exited(let code): "exit code \(code)"
        case .signaled(let signal): unsafe "signal \(signal), \(String(cString: strsignal(signal)))"
        }
    }
}

extension WorkerLimits {
    /// The same limits for another process, whose option for memory is named here.
    package func arguments(memory option: String) -> [String] {
        var words = [
            "--stall-fetch", "\(stallAfterMs.fetch)ms", "--stall-render", "\(stallAfterMs.render)ms", "--stall-grace",
            "\(stallGraceMs)ms",
        ]
        if let memoryLimitBytes { words += [option, "\(memoryLimitBytes)"] }
        if let recycleAfterJobs { words += ["--recycle-jobs", "\(recycleAfterJobs)"] }
        if let recycleAfterMs { words += ["--recycle-after", "\(recycleAfterMs)ms"] }
        return words
    }
}
