internal import Foundation
internal import Glibc
internal import LarderSync
internal import LarderTestSupport
internal import LarderThreading
internal import Synchronization

/// Runs a program to its end and measures it; Foundation and Subprocess wait for a child before its times can be read.
struct MeasuredProcess: Sendable {
    /// How long a program has to end in order after it was asked to.
    private static let patience: Duration = .seconds(40)
    private static let lookInterval: Duration = .milliseconds(500)

    let program: String
    let arguments: [String]
    /// Standard output and standard error go to this path with `.out` and `.err` behind.
    let log: String

    /// How it ran.
    struct Outcome: Sendable {
        /// The exit code; 128 and the signal's number for a program that a signal ended.
        var exitCode: Int32
        var wall: Duration
        var times: ProcessTimes
        /// How the processor time is shared among threads.
        var threads: ThreadTimes
        var output: String
        var errors: String

        /// The last line of what it wrote on standard error.
        var lastWord: String {
            errors.split(separator: "\n").last.map(String.init) ?? "it wrote nothing on standard error"
        }
    }

    /// - Throws: `CancellationError` when the task was cancelled, after the program has ended; ``CoordinatorError``
    ///   when it could not be started.
    func run() async throws -> Outcome {
        try Task.checkCancellation()
        let began = MonotonicClock.now
        let processID = try spawn()
        let askedToEnd = Mutex<UInt64?>(nil)
        let ended = Mutex(began)
        let threads = Mutex(ThreadTimes())
        let thread = try OwnerThread(name: "bench-wait") { [processID] in
            while !Self.hasEnded(processID) {
                OtherProcess.waitForEnd(of: processID, within: Self.lookInterval)
                if !Self.hasEnded(processID) { threads.withLock { $0.look(at: processID) } }
                if let asked = askedToEnd.withLock({ $0 }), MonotonicClock.elapsed(since: asked) > Self.patience {
                    kill(-processID, SIGKILL)
                }
            }
            ended.withLock { $0 = MonotonicClock.now }
        }
        await withTaskCancellationHandler {
            await thread.joined()
        } onCancel: {
            askedToEnd.withLock { $0 = MonotonicClock.now }
            kill(-processID, SIGTERM)
        }
        let times = ProcessTimes(of: processID)
        // What it started and left behind; its number is taken until it is waited for.
        kill(-processID, SIGKILL)
        var status: Int32 = 0
        while unsafe waitpid(processID, &status, 0) < 0, errno == EINTR {}
        try Task.checkCancellation()
        guard let times else { throw CoordinatorError(.internal, "/proc/\(processID)/stat cannot be read.") }
        let signal = status & 0x7F
        return Outcome(
            exitCode: signal == 0 ? (status >> 8) & 0xFF : 128 + signal,
            wall: .nanoseconds(Int64(ended.withLock { $0 } - began)),
            times: times,
            threads: threads.withLock { $0 },
            output: Self.text(log + ".out"),
            errors: Self.text(log + ".err")
        )
    }

    private static func text(_ path: String) -> String {
        String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    }

    /// Whether it has ended; it stays to be waited for.
    private static func hasEnded(_ processID: Int32) -> Bool {
        var information = unsafe siginfo_t()
        let status = unsafe waitid(P_PID, id_t(processID), &information, WEXITED | WNOWAIT | WNOHANG)
        return status != 0 ? errno != EINTR : unsafe information.si_signo == SIGCHLD
    }

    /// Starts it in a process group of its own, so that Ctrl-C reaches this process alone, which then ends the group.
    private func spawn() throws -> Int32 {
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        unsafe sigfillset(&signals)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_addopen(&actions, 1, log + ".out", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        unsafe posix_spawn_file_actions_addopen(&actions, 2, log + ".err", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        var environment = ProcessInfo.processInfo.environment
        // A proxy would be measured too.
        for name in ["no_proxy", "NO_PROXY"] { environment[name] = "127.0.0.1" }
        let words = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
        let variables = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
        defer { unsafe (words + variables).forEach { unsafe free($0) } }
        var processID: Int32 = 0
        let code = unsafe posix_spawnp(&processID, program, &actions, &attributes, words, variables)
        guard code == 0 else {
            throw CoordinatorError(.notFound, "\(program) cannot be run: \(unsafe String(cString: strerror(code))).")
        }
        return processID
    }
}
