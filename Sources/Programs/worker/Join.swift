import ArgumentParser
import Foundation
import LarderCommandLine
import LarderFetch
import LarderModel
import LarderThreading
import LarderTransport
import LarderWorker
import LarderWorkerCore
import Logging

struct Join: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Join a coordinator and do its jobs (what `worker` does when no subcommand is named)."
    )

    @Option(help: ArgumentHelp("The coordinator's endpoint, such as tcp://127.0.0.1:5570.", valueName: "endpoint"))
    var connect: String
    @Option(
        help: ArgumentHelp(
            "The cache folder that all share: LARDER/cache. `coordinator` (or `http`): this machine has no such folder, "
                + "and files go to the coordinator and come from it over the same connection.",
            valueName: "dir"
        )
    )
    var cache: String
    @Option(
        help: ArgumentHelp(
            "With `--cache coordinator`: where this worker keeps files of the jobs it does, and up to 1 GB or half of "
                + "the free room for later ones (default: the system's folder for temporary files).",
            valueName: "dir"
        )
    )
    var scratch: String?
    @Option(help: "What people call this worker; the host and the process number unless typed.")
    var name = "\(ProcessInfo.processInfo.hostName.prefix(40))-\(ProcessInfo.processInfo.processIdentifier)"
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Threads for render jobs, 1 to 64; one for each core unless typed.", valueName: "n")
    )
    var renderThreads = WorkerService.Options.defaultRenderThreads
    @Option(parsing: .unconditional, help: ArgumentHelp("Fetches under way at once, 1 to 1024.", valueName: "n"))
    var fetchSlots = 32
    @Option(help: ArgumentHelp("This worker's secret key, for a coordinator that wants keys.", valueName: "file"))
    var key: String?
    @Option(help: ArgumentHelp("The coordinator's public key, server.public.", valueName: "file"))
    var serverKey: String?
    @Option(
        help: ArgumentHelp(
            "When this worker ends: stopped (by Ctrl-C or a signal; it waits for one coordinator after another), or "
                + "finished (with the coordinator's work, when it is refused, or without a coordinator for 10 minutes).",
            valueName: "when"
        )
    )
    var until = Until.stopped
    @OptionGroup(title: "Limits")
    var workerOptions: WorkerLimitOptions
    @OptionGroup(title: "Log")
    var log: LogOptions
    @Flag(help: .hidden)
    var endWithInput = false

    enum Until: String, ExpressibleByArgument, CaseIterable {
        case stopped
        case finished
    }

    func validate() throws {
        try check(renderThreads, "--render-threads", 1...64)
        try check(fetchSlots, "--fetch-slots", 1...1024)
        guard (key == nil) == (serverKey == nil) else {
            throw ValidationError(
                "--key and --server-key go together: a worker needs its own secret and the coordinator's public key."
            )
        }
        do {
            _ = try Self.failpoints()
        } catch {
            throw ValidationError("\(error)")
        }
        guard scratch?.isEmpty != true else { throw ValidationError("--scratch takes the name of a folder.") }
        guard scratch == nil || withoutFolder else {
            throw ValidationError(
                "--scratch goes with `--cache coordinator`; with a cache folder, nothing is kept elsewhere."
            )
        }
        if let fault = Endpoint.fault(in: connect) { throw ValidationError("--connect \(connect): \(fault)") }
    }

    private var withoutFolder: Bool { [WorkerService.Options.ofCoordinator, "http"].contains(cache) }

    private static func failpoints() throws -> Failpoints {
        try Failpoints(parsing: ProcessInfo.processInfo.environment[Failpoints.variable] ?? "")
    }

    func run() async throws {
        try await reportingErrors(of: "worker") { try await join() }
    }

    /// Never returns in the end: jobs that cannot be stopped may still run.
    private func join() async throws -> Never {
        if let fault = AddressSpaceLimit.fault { throw SettingError(fault) }
        if let fault = ThreadLimit.fault(needing: 8 + renderThreads, "") { throw SettingError(fault) }
        let environment = ProcessInfo.processInfo.environment
        if let fault = ProxyEnvironment(environment).fault { throw SettingError(fault) }
        ProcessSignals.reportFileSizeLimit()
        var logger = log.logger("worker")
        logger[metadataKey: "worker.id"] = "\(name)"
        let place = withoutFolder ? WorkerService.Options.ofCoordinator : cache
        var options = WorkerService.Options(endpoint: connect, cache: place, name: name, logger: logger)
        if let scratch { options.scratch = scratch }
        options.renderThreads = renderThreads
        options.fetchSlots = fetchSlots
        options.proxies = ProxySettings(environment: environment)
        options.keyFile = key
        options.serverKeyFile = serverKey
        options.endsWithInput = endWithInput
        options.stays = until == .stopped && !endWithInput
        options.limits = workerOptions.limits
        options.flightRecorder = workerOptions.flightRecorder
        options.failpoints = try Self.failpoints()
        if !options.failpoints.isEmpty {
            logger.warning("\(Failpoints.variable) makes this worker fail on purpose: \(options.failpoints.text)")
        }
        // Handled before the coordinator knows this worker.
        let signals = await StopSignals()
        options.leave = { [self, logger] in leave($0, signals, logger) }
        leave(try await WorkerService(options).run(stopRequests: signals.requests), signals, logger)
    }

    /// A worker that is stopped while it makes room for a fresh process ends.
    private func leave(_ end: WorkerService.End, _ signals: StopSignals, _ logger: Logger) -> Never {
        if end.wantsFresh, !signals.isAsked { replace(end, logger) }
        // Whoever stops a worker knows why it ends.
        if let message = end.message, end.code != 0 || !signals.isAsked { printError("worker: \(message)") }
        // Abandoned jobs may still run: libraries are not unloaded under them.
        _exit(end.code)
    }

    /// Starts a fresh process: a coordinator restarts its workers, any other worker replaces itself.
    private func replace(_ end: WorkerService.End, _ logger: Logger) -> Never {
        let reason: Logger.Metadata = ["reason": "\(end.message ?? "")"]
        if endWithInput {
            let level: Logger.Level = end.code == 0 ? .info : .notice
            logger.log(level: level, "The worker makes room for a fresh one", metadata: reason)
        } else {
            logger.notice("The worker starts afresh", metadata: reason)
            let refusal = OwnProcess.startAfresh()
            logger.error("The worker could not start afresh and ends", metadata: ["errno": "\(-refusal)"])
        }
        _exit(end.code)
    }
}

struct WorkerLimitOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Memory this worker may hold, such as 768M or 2G, at least 64M (default: 80% of the machine or container).",
            valueName: "size"
        ),
        transform: WorkerLimits.memoryBytes(typed:)
    )
    var memory: UInt64?
    @OptionGroup(title: "Limits")
    var shared: LimitOptions
    @Option(help: .hidden)
    var flightRecorder: String?

    var limits: WorkerLimits {
        var limits = WorkerLimits()
        limits.memoryLimitBytes = memory
        shared.apply(to: &limits)
        return limits
    }
}
