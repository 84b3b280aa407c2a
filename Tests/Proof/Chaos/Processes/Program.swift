internal import CLinuxShims
internal import Foundation
internal import Synchronization

/// The binaries under test.
package enum Binary: String, CaseIterable {
    case coordinator
    case worker
    case sampleSite = "sample-site"

    /// Where the build put it: in the folder of the test bundle, or beside the program that runs.
    package var path: String { Self.folder + "/" + rawValue }

    /// The test bundle is an executable on Linux, or a library that SwiftPM's helper loads: then its path is an
    /// argument.
    static let folder: String = {
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") }
        let places = [own] + (bundle.map { [$0] } ?? []) + [CommandLine.arguments[0]]
        let folders = places.map { URL(fileURLWithPath: $0).deletingLastPathComponent().path }
        return folders.first { FileManager.default.isExecutableFile(atPath: $0 + "/coordinator") } ?? folders[0]
    }()
}

/// How a process ended.
package enum ProcessEnd: Equatable, CustomStringConvertible {
    case exited(Int32)
    case signaled(Int32)

    package init(waitStatus: Int32) {
        let signal = waitStatus & 0x7F
        self = signal == 0 ? .exited((waitStatus >> 8) & 0xFF) : .signaled(signal)
    }

    package var description: String {
        switch self {
        case .exited(let code): "exit code \(code)"
        case .signaled(let signal): "signal \(signal)"
        }
    }
}

/// A process that a test started, with its output in files.
///
/// It starts with no signal blocked and the default reaction to all, whatever the thread that starts it has set.
package final class Program: Sendable {
    private enum State {
        case running([CheckedContinuation<ProcessEnd, Never>])
        case ended(ProcessEnd)
    }

    package let processID: Int32
    private let logs: String
    private let state = Mutex(State.running([]))

    /// What a process finds as its standard input.
    package enum Input {
        /// `/dev/null`.
        case nothing
        /// No descriptor 0 at all.
        case closed
    }

    package struct CouldNotStart: Error, CustomStringConvertible {
        package var description: String
    }

    package init(
        _ path: String,
        _ arguments: [String],
        environment: [String: String],
        input: Input = .nothing,
        logs: String
    ) throws {
        self.logs = logs
        processID = try Self.spawn(
            path,
            [path] + arguments,
            environment.map { "\($0.key)=\($0.value)" },
            input,
            logs + ".out",
            logs + ".err"
        )
        Thread { [self] in waitForEnd() }.start()
    }

    /// What it wrote to standard output so far.
    package var output: String { Self.text(logs + ".out") }
    /// What it wrote to standard error so far.
    package var errors: String { Self.text(logs + ".err") }

    package var hasEnded: Bool {
        state.withLock { state in
            if case .ended = state { true } else { false }
        }
    }

    /// Sends a signal; nothing happens when the process has ended.
    package func signal(_ number: Int32) {
        state.withLock { state in
            // While the lock is held and the state is running, the process is not reaped: the id is still its own.
            if case .running = state { _ = kill(processID, number) }
        }
    }

    /// Waits for the end.
    package var end: ProcessEnd {
        get async {
            await withCheckedContinuation { waiter in
                let end: ProcessEnd? = state.withLock { state in
                    switch state {
                    case .ended(let end): return end
                    case .running(let waiters):
                        state = .running(waiters + [waiter])
                        return nil
                    }
                }
                if let end { waiter.resume(returning: end) }
            }
        }
    }

    /// Waits for the end, and ends the process itself when that takes longer than `limit`.
    package func end(within limit: Duration) async -> ProcessEnd? {
        let folder = URL(fileURLWithPath: logs).deletingLastPathComponent().path
        // A folder that cannot be watched leaves only the end itself to wait for.
        let wasInTime = (try? await eventually(in: folder, within: limit) { self.hasEnded }) ?? hasEnded
        if !wasInTime { signal(SIGKILL) }
        let end = await end
        return wasInTime ? end : nil
    }

    private func waitForEnd() {
        var information = unsafe siginfo_t()
        while unsafe waitid(P_PID, id_t(processID), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        let (waiters, end) = state.withLock { state in
            var status: Int32 = 0
            while unsafe waitpid(processID, &status, 0) < 0, errno == EINTR {}
            let end = ProcessEnd(waitStatus: status)
            var waiters: [CheckedContinuation<ProcessEnd, Never>] = []
            if case .running(let list) = state { waiters = list }
            state = .ended(end)
            return (waiters, end)
        }
        for waiter in waiters { waiter.resume(returning: end) }
        // For the watches of the folder; there are none when it is gone.
        try? Data().write(to: URL(fileURLWithPath: logs + ".end"))
    }

    private static func text(_ path: String) -> String {
        String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    }

    private static func spawn(
        _ path: String,
        _ arguments: [String],
        _ environment: [String],
        _ input: Input,
        _ output: String,
        _ error: String
    ) throws -> Int32 {
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        unsafe sigemptyset(&none)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        var all = sigset_t()
        unsafe sigfillset(&all)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        switch input {
        case .nothing: unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        case .closed: unsafe posix_spawn_file_actions_addclose(&actions, 0)
        }
        unsafe posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        unsafe posix_spawn_file_actions_addopen(&actions, 2, error, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        // A listening socket of this process would keep its port for as long as the program runs.
        unsafe larder_linux_spawn_close_rest(&actions)

        let words = unsafe arguments.map { unsafe strdup($0) } + [nil]
        let variables = unsafe environment.map { unsafe strdup($0) } + [nil]
        defer {
            for index in unsafe words.indices { unsafe free(words[index]) }
            for index in unsafe variables.indices { unsafe free(variables[index]) }
        }
        var processID: Int32 = 0
        let code = unsafe posix_spawn(&processID, path, &actions, &attributes, words, variables)
        guard code == 0 else {
            throw CouldNotStart(description: "\(path) could not be started: \(unsafe String(cString: strerror(code)))")
        }
        return processID
    }
}
