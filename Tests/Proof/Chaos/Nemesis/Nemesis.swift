internal import Foundation
internal import LarderTestSupport
internal import Synchronization

/// Carries out a schedule: runs the cluster, disturbs it, starts again what it ended, and checks what it finds.
///
/// Used by one task; its times are stimuli, never waits for something to have happened.
final class Nemesis: Sendable {
    struct RemoteWorker: Sendable {
        var name: String
        var proxy: LinkProxy
        var program: Program
        var startedAt = ContinuousClock.now
    }

    struct State: Sendable {
        var coordinator: Program?
        var remotes: [RemoteWorker] = []
        var faults: [String] = []
        var log: [String] = []
        var disturbances = 0
        /// Coordinators started.
        var starts = 0
        var clockOffset = 0
        /// Children of the coordinator that have ended, and when that was first seen.
        var zombies: [Int32: ContinuousClock.Instant] = [:]
        /// Whether the last look found more descriptors than the coordinator needs.
        var hadTooMany = false
        var liarsMade = 0
        /// Liars that stay until the end of the sync.
        var staying: [LyingWorker] = []
        /// Disturbances that a coordinator may give up for, less those that one did.
        var excuses = 0
        /// Whether a coordinator may have filled another cache, which is gone now.
        var hadOtherCache = false
    }

    let trial: Trial
    let schedule: Schedule
    let scratch: Scratch
    let disk: SmallDisk?
    let larder: TestLarder
    /// The larder's cache, where it goes away.
    let cache: CacheFolder?
    let shim: Shim?
    /// The coordinator's, over all its starts.
    private let held: HeldPort
    let state = Mutex(State())
    private let began = ContinuousClock.now

    init(_ trial: Trial, _ scratch: Scratch, _ disk: SmallDisk?) throws {
        held = try HeldPort()
        self.trial = trial
        schedule = trial.schedule
        self.scratch = scratch
        self.disk = disk
        let larder = TestLarder(
            scratch,
            disk == nil ? "larder" : "disk/larder",
            sources: [scratch.path("site.yaml"), scratch.path("site-news.yaml")]
        )
        self.larder = larder
        let folder = larder.folder + "/cache"
        cache = try schedule.cacheLoss.map { try CacheFolder(folder, store: larder.folder + ".cache", $0) }
        shim =
            schedule.needsShim
            ? try Shim(control: scratch.path("shim"), folder: folder, seed: schedule.seed) : nil
    }

    var port: Int { held.number }

    var verdict: Trial.Verdict {
        state.withLock { state in
            Trial.Verdict(
                schedule: schedule,
                faults: state.faults,
                log: state.log,
                disturbances: state.disturbances
            )
        }
    }

    func printError(_ fault: String) { state.withLock { $0.faults.append(fault) } }

    func log(_ line: String) {
        let seconds = (ContinuousClock.now - began) / .seconds(1)
        state.withLock { $0.log.append("\(String(format: "%7.2f", seconds)) s  \(line)") }
    }

    // MARK: The run

    func work() async throws {
        _ = try SampleServer.sources(in: scratch)
        try await makeKeys()
        try startCoordinator()
        try await startRemotes()
        for step in schedule.steps {
            guard try await isReached(step.moment) else { break }
            look()
            log("\(step.disturbance)")
            state.withLock { $0.disturbances += 1 }
            do { try await perform(step.disturbance) } catch {
                // The sync may come to its end meanwhile; its port is closed then.
                guard try await coordinatorEnds(within: .seconds(60)) else { throw error }
                break
            }
        }
        for remote in state.withLock({ $0.remotes }) { await remote.proxy.set(.fine) }
        try await finish()
    }

    /// Starts the sync, or goes on with it.
    func startCoordinator() throws {
        var options: [String] = []
        if schedule.remoteWorkers > 0 {
            options = ["--listen", "tcp://127.0.0.1:\(port)", "--keys", scratch.path("keys")]
        }
        var words = [Binary.coordinator.path]
        words += larder.arguments(workers: schedule.localWorkers, progress: "json", options)
        var environment = shim?.environment ?? [:]
        if let job = schedule.exhausts {
            environment["LARDER_FAILPOINTS"] = "\(job)=exhaust"
            // What a job takes without end is refused long before the machine suffers.
            words = ["/usr/bin/prlimit", "--data=\(Self.dataLimit)", "--"] + words
        }
        let offset = state.withLock { $0.clockOffset }
        if offset != 0 { words = ["/usr/bin/unshare", "-T", "--monotonic", "\(offset)"] + words }
        let program = try scratch.start(words[0], Array(words.dropFirst()), environment: environment)
        state.withLock {
            $0.coordinator = program
            $0.starts += 1
            $0.zombies = [:]
            $0.hadTooMany = false
        }
    }

    /// Bytes of private memory that a process may write to.
    private static let dataLimit = 1 << 30

    var coordinator: Program? { state.withLock { $0.coordinator } }

    /// Waits for the moment; a coordinator that ended by itself ends the disturbances.
    private func isReached(_ moment: Int) async throws -> Bool {
        while let coordinator {
            if try await larder.reached(trial.reference.jobs * moment / 1000, before: coordinator) { return true }
            guard try await goesOn(after: scratch.finish(coordinator, "the disturbed sync")) else { return false }
        }
        return false
    }

    /// Lets the sync come to its end and checks everything.
    private func finish() async throws {
        let run = try await lastRun()
        await stopLiars()
        // A remote worker has memory enough, and may have done the job.
        let dead = run.end == .exited(1) ? 1 : 0
        let allowed = schedule.exhausts == nil ? [0] : schedule.remoteWorkers > 0 ? [0, 1] : [1]
        guard run.end == .exited(Int32(dead)), allowed.contains(dead) else {
            // The lines of progress are of no use here, and many.
            let told = run.errors.split(separator: "\n").filter { !$0.hasPrefix("{") }
            printError("The sync ended with \(run.end): \(run.output)\(told.joined(separator: "\n"))")
            for reason in try larder.deathReasons() { printError(reason) }
            return
        }
        let summary = try FinalSummary(run.output)
        if !summary.finished || summary.left != 0 { printError("It ended, and its summary says: \(run.output)") }
        try await endRemotes()
        // Finished over a cache that was taken away afterwards: the next sync finds that out.
        if state.withLock({ $0.hadOtherCache }) { try await larder.syncedWhole() }
        for fault in try await larder.faults(dead: dead) { printError(fault) }
        if dead > 0 { try await healPoison() }
        let digest = try await larder.digest()
        if digest != trial.reference.digest {
            printError("The digest is \(digest), that of an undisturbed run \(trial.reference.digest)")
        }
        // The same command syncs finished sources again, and then there is less to do.
        let done = try larder.jobCounts().done
        if state.withLock({ $0.starts }) == 1, dead == 0, done != trial.reference.jobs {
            printError("\(done) jobs are done, in an undisturbed run \(trial.reference.jobs)")
        }
        let folders = try FileManager.default.contentsOfDirectory(atPath: scratch.folder)
            .filter { $0.hasPrefix("larder-") }
        if !folders.isEmpty { printError("Folders of sockets are left: \(folders)") }
    }

    /// The run after which none is needed.
    private func lastRun() async throws -> Scratch.Finished {
        while true {
            guard let coordinator else { throw TestLarder.StandardError(description: "There is no coordinator") }
            let run = try await scratch.finish(coordinator, "the disturbed sync", within: .seconds(240))
            log("the coordinator ended with \(run.end)")
            guard try await goesOn(after: run) else { return run }
        }
    }

    /// Only the job that was made to fail is charged; once it no longer fails, the larder is as it should be.
    private func healPoison() async throws {
        let charged = try larder.jobCounts().crashes
        // Bystanders of the first death are tried alone and cleared; none of them may have died.
        log("crashes charged over all jobs: \(charged)")
        let retry = try await larder.command("retry")
        guard retry.end == .exited(0) else { throw TestLarder.StandardError(description: retry.description) }
        try await larder.syncedWhole(workers: 2)
        for fault in try await larder.faults() { printError("after retry: \(fault)") }
    }

    /// Ends what still runs, whatever became of the trial.
    func end() async {
        await stopLiars()
        for remote in state.withLock({ $0.remotes }) { await remote.proxy.stop() }
        cache?.takeAway()
    }
}
