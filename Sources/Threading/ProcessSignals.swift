internal import Foundation
internal import Glibc

package enum ProcessSignals {
    /// Whether the parent process had this one ignore SIGHUP, as `nohup` does.
    package static var ignoresHangup: Bool {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("SigIgn:") }),
            let set = line.split(separator: "\t").last.flatMap({ UInt64($0, radix: 16) })
        else { return false }
        return set & 1 << UInt64(SIGHUP - 1) != 0
    }

    /// Lets a write beyond `ulimit -f` fail with an error; else it would kill this process and its children.
    package static func reportFileSizeLimit() { signal(SIGXFSZ, SIG_IGN) }
}
