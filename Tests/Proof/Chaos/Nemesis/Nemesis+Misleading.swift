internal import Foundation
internal import Synchronization

/// The disturbances that do not end a process and cut no link: a cache that is away or fails, and workers that lie.
extension Nemesis {
    // MARK: The cache

    func loseCache(during time: Duration) async throws {
        guard let cache else { return }
        try cache.goAway()
        let lasted: Result<Void, any Error>
        do { lasted = .success(try await pass(time)) } catch { lasted = .failure(error) }
        let strangers = try cache.comeBack()
        // What is stored there is lost once the cache is back, however often its job is called done.
        if !strangers.isEmpty {
            log("while the cache was away, \(strangers) were made in its place")
            state.withLock { $0.hadOtherCache = true }
        }
        try lasted.get()
        try excuseEnd()
    }

    func failCalls(_ trouble: Disturbance.CallTrouble, during time: Duration) async throws {
        guard let shim else { return }
        try shim.fail(trouble)
        try await pass(time)
        try shim.fail(nil)
        try excuseEnd()
    }

    /// Once the cache works again, coordinators and workers that gave up for it are started again.
    func excuseEnd() throws {
        state.withLock { $0.excuses += 1 }
        try restartRemotes()
    }

    /// Types the same command again after a coordinator that gave up for its cache, once for each time that it failed.
    ///
    /// - Returns: Whether another one runs now.
    func goesOn(after run: Scratch.Finished) async throws -> Bool {
        guard run.end == .exited(2), state.withLock({ $0.excuses }) > 0 else { return false }
        state.withLock { $0.excuses -= 1 }
        log("the coordinator gave up: \(run.errors.split(separator: "\n").last ?? "without a word")")
        let says = ["cache", "full"].contains { run.errors.lowercased().contains($0) }
        if !says || !run.output.isEmpty { printError(run.description) }
        try await checkEndedCoordinator()
        try startCoordinator()
        try restartRemotes()
        return true
    }

    // MARK: Liars

    func join(_ lie: Lie, during time: Duration?) async throws {
        let number = state.withLock { state in
            defer { state.liarsMade += 1 }
            return state.liarsMade
        }
        let liar = try await LyingWorker(
            lie,
            name: "liar-\(number)",
            port: port,
            keys: scratch.path("keys"),
            cache: larder.folder + "/cache",
            seed: schedule.seed &+ UInt64(number)
        )
        guard let time else {
            state.withLock { $0.staying.append(liar) }
            return
        }
        let lasted: Result<Void, any Error>
        do { lasted = .success(try await pass(time)) } catch { lasted = .failure(error) }
        log(await liar.stop())
        try lasted.get()
    }

    /// Those that stay until the end of the sync.
    func stopLiars() async {
        let liars = state.withLock { state in
            defer { state.staying = [] }
            return state.staying
        }
        for liar in liars { log(await liar.stop()) }
    }
}
