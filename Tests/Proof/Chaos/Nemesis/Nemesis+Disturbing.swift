internal import Foundation
internal import Glibc
internal import LarderTestSupport
internal import Synchronization

/// The disturbances themselves.
extension Nemesis {
    func perform(_ disturbance: Disturbance) async throws {
        switch disturbance {
        case .kill(let victim, let again): try await kill(victim, again)
        case .stop(let victim, let time):
            let stopped = processes(victim)
            for process in stopped { Glibc.kill(process, SIGSTOP) }
            try await pass(time)
            for process in stopped { Glibc.kill(process, SIGCONT) }
        case .link(let number, let conditions, let time):
            guard let proxy = remote(number)?.proxy else { return }
            await proxy.set(conditions)
            try await pass(time)
            await proxy.set(.fine)
        case .cut(let number): await remote(number)?.proxy.reset()
        case .junk(let connections, let seed):
            let port = port
            try await HostilePeer.onThread {
                try HostilePeer.junk(port: port, connections: connections, seed: seed)
            }
        case .oversizeFrame:
            let port = port
            let reaction = try await HostilePeer.onThread {
                try HostilePeer.oversizeFrame(port: port, within: .seconds(240))
            }
            if reaction != .dropped { printError("A peer with an oversize frame was kept for 240 s") }
        case .halfOpen(let connections, let time):
            let held = try HostilePeer.halfOpen(port: port, connections: connections)
            try await pass(time)
            withExtendedLifetime(held) {}
        case .knock(let keys): try await knock(keys)
        case .fillDisk: try await fillDisk()
        case .loseCache(_, let time): try await loseCache(during: time)
        case .failCalls(let trouble, let time): try await failCalls(trouble, during: time)
        case .lie(let lie, let time): try await join(lie, during: time)
        case .setClock(let seconds, let time):
            try shim?.setClock(ahead: seconds)
            try await pass(time)
            try shim?.setClock(ahead: 0)
        case .linkCache(let area, let time): try await linkCache(area, during: time)
        case .lockCatalog(let time): try await lockCatalog(during: time)
        case .turnClock(let seconds):
            state.withLock { $0.clockOffset += seconds }
            try await kill(.coordinator, .zero)
        }
    }

    /// Lets time pass: the disturbance lasts that long, or until the sync has ended.
    func pass(_ time: Duration) async throws { _ = try await coordinatorEnds(within: time) }

    /// Whether the sync ends in that time.
    func coordinatorEnds(within time: Duration) async throws -> Bool {
        guard let coordinator else { return true }
        return try await eventually(in: scratch.folder, within: time) { coordinator.hasEnded }
    }

    // MARK: Processes

    private func remote(_ number: Int) -> RemoteWorker? {
        state.withLock { $0.remotes.isEmpty ? nil : $0.remotes[number % $0.remotes.count] }
    }

    /// Numbers of processes that are not reaped before this nemesis lets go of them, or that are the coordinator's to
    /// reap.
    private func processes(_ victim: Disturbance.Victim) -> [Int32] {
        let coordinator = coordinator.flatMap { $0.hasEnded ? nil : $0.processID }
        let local = coordinator.map { ProcessTable.children(of: $0).sorted() } ?? []
        let remote = state.withLock { $0.remotes.filter { !$0.program.hasEnded }.map(\.program.processID) }
        return switch victim {
        case .coordinator: coordinator.map { [$0] } ?? []
        case .localWorker(let number): local.isEmpty ? [] : [local[number % local.count]]
        case .remoteWorker(let number): remote.isEmpty ? [] : [remote[number % remote.count]]
        case .everything: (coordinator.map { [$0] } ?? []) + local + remote
        }
    }

    private func kill(_ victim: Disturbance.Victim, _ again: Duration) async throws {
        guard let killed = coordinator else { return }
        let victims = processes(victim)
        for process in victims { Glibc.kill(process, SIGKILL) }
        for remote in state.withLock({ $0.remotes }) where victims.contains(remote.program.processID) {
            _ = await remote.program.end
        }
        if victim == .coordinator || victim == .everything {
            let end = await killed.end
            // It may have come to its end just before.
            guard end == .signaled(SIGKILL) else { return }
            if !killed.output.isEmpty { printError("A killed coordinator had printed: \(killed.output)") }
            try await checkEndedCoordinator()
            try await hold(again)
            try startCoordinator()
        }
        try restartRemotes()
    }

    /// What a coordinator that was killed or gave up must not leave behind.
    func checkEndedCoordinator() async throws {
        let remotes = state.withLock { $0.remotes.filter { !$0.program.hasEnded }.map(\.program.processID) }
        for fault in try await larder.leftovers(besides: remotes) { printError(fault) }
        for fault in try await larder.dishonesties() { printError(fault) }
    }

    // MARK: Remote workers

    func makeKeys() async throws {
        guard schedule.remoteWorkers > 0 else { return }
        let liars = (0..<schedule.liars).map { "liar-\($0)" }
        let names = (0..<schedule.remoteWorkers).map { "remote-\($0)" } + liars + ["revoked"]
        let words = ["keygen", "--keys", scratch.path("keys"), "--into", larder.folder]
        let run = try await scratch.run(.coordinator, words + names.flatMap { ["--worker", $0] })
        // The other side of a list: keys of another cluster.
        let other = ["keygen", "--keys", scratch.path("other-keys"), "--into", larder.folder, "--worker", "unlisted"]
        let second = try await scratch.run(.coordinator, other)
        guard run.end == .exited(0), second.end == .exited(0) else {
            throw TestLarder.StandardError(description: "\(run)\n\(second)")
        }
    }

    func startRemotes() async throws {
        guard schedule.remoteWorkers > 0, let coordinator else { return }
        try await larder.cacheIsMade(by: coordinator)
        for number in 0..<schedule.remoteWorkers {
            let proxy = try LinkProxy(to: port, seed: schedule.seed &+ UInt64(number))
            let name = "remote-\(number)"
            let program: Program
            do {
                program = try startRemote(name, proxy.port)
            } catch {
                await proxy.stop()
                throw error
            }
            state.withLock { $0.remotes.append(RemoteWorker(name: name, proxy: proxy, program: program)) }
        }
    }

    private func startRemote(_ name: String, _ port: Int, keys: [String]? = nil) throws -> Program {
        let own = [
            "--key", scratch.path("keys/\(name).secret"), "--server-key", scratch.path("keys/server.public"),
        ]
        return try larder.startWorker(
            "tcp://127.0.0.1:\(port)",
            ["--name", name] + (keys ?? own),
            environment: shim?.environment ?? [:]
        )
    }

    /// Starts those again that were killed.
    func restartRemotes() throws {
        let remotes = state.withLock { $0.remotes }
        for (index, remote) in remotes.enumerated() where remote.program.hasEnded {
            let program = try startRemote(remote.name, remote.proxy.port)
            state.withLock {
                $0.remotes[index].program = program
                $0.remotes[index].startedAt = .now
            }
        }
    }

    /// Once the sync has ended its workers end too, or at the latest when they are asked to.
    func endRemotes() async throws {
        for remote in state.withLock({ $0.remotes }) {
            remote.program.signal(SIGTERM)
            let end = await remote.program.end(within: .seconds(240))
            // A process that has hardly begun cannot end in order.
            let isNew = end == .signaled(SIGTERM) && ContinuousClock.now - remote.startedAt < .seconds(30)
            // A worker whose cache is away may end with an error.
            let mayFail =
                if case .exited = end { schedule.steps.contains { $0.disturbance.mayEndWorkers } } else { false }
            if end != .exited(0), !isNew, !mayFail {
                printError("\(remote.name) ended with \(String(describing: end)): \(remote.program.errors)")
            }
        }
    }

    /// A worker with wrong keys connects; it is turned away, and ends when asked.
    private func knock(_ wrong: Disturbance.WrongKeys) async throws {
        let server = ["--server-key", scratch.path("keys/server.public")]
        let keys: [String] =
            switch wrong {
            case .none: []
            case .wrongServer:
                [
                    "--key", scratch.path("keys/remote-0.secret"), "--server-key",
                    scratch.path("other-keys/server.public"),
                ]
            case .unlisted: ["--key", scratch.path("other-keys/unlisted.secret")] + server
            case .revoked: ["--key", scratch.path("keys/revoked.secret")] + server
            }
        // Nothing to take away when it was revoked before.
        if wrong == .revoked {
            try? FileManager.default.removeItem(atPath: scratch.path("keys/workers/revoked.public"))
        }
        let stranger = try startRemote("stranger", port, keys: keys)
        try await pass(.seconds(2))
        stranger.signal(SIGTERM)
        guard await stranger.end(within: .seconds(240)) != nil else {
            printError("A worker with \(wrong.rawValue) did not end when asked: \(stranger.errors)")
            return
        }
    }

    // MARK: Disk

    /// Leaves no room, waits until the coordinator gives up, makes room and types the same command again.
    private func fillDisk() async throws {
        guard let disk, let coordinator else { return }
        try disk.fill()
        let run = try await scratch.finish(coordinator, "the sync on a full disk", within: .seconds(240))
        log("the coordinator ended with \(run.end)")
        try disk.makeRoom()
        // It may have come to its end just before.
        guard run.end != .exited(0) else { return }
        if run.end != .exited(2) || !run.errors.contains("is full") || !run.output.isEmpty {
            printError(run.description)
        }
        try await checkEndedCoordinator()
        try startCoordinator()
        try restartRemotes()
    }
}
