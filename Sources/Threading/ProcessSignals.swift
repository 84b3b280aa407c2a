internal import Foundation
internal import Glibc
internal import Synchronization

package enum ProcessSignals {
    /// Whether the parent process had this one ignore SIGHUP, as `nohup` does.
    package static var ignoresHangup: Bool {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("SigIgn:") }),
            let set = line.split(separator: "\t").last.flatMap({ UInt64($0, radix: 16) })
        else { return false }
        return set & 1 << UInt64(SIGHUP - 1) != 0
    }

    /// How often this process went on after a stop (SIGTSTP, SIGSTOP), counted from the first call on.
    package static var continuations: Int {
        _ = watch
        return continued.load(ordering: .relaxed)
    }

    private static let continued = Atomic<Int>(0)

    private static let watch: Void = {
        _ = continued.load(ordering: .relaxed)  // made before a signal needs it
        signal(SIGCONT) { _ in _ = ProcessSignals.continued.add(1, ordering: .relaxed) }
    }()

    /// Lets SIGQUIT (Ctrl-\\) end this process, as it does by default; the Swift runtime prints a crash and goes on.
    package static func endOnQuit() { signal(SIGQUIT, SIG_DFL) }

    /// Lets a write to a closed pipe fail with an error; else it would end this process.
    package static func reportClosedPipes() { signal(SIGPIPE, SIG_IGN) }

    /// Lets a write beyond `ulimit -f` fail with an error; else it would kill this process and its children.
    package static func reportFileSizeLimit() { signal(SIGXFSZ, SIG_IGN) }
}
