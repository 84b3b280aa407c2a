internal import Foundation
internal import Glibc

/// Processor time as Linux counts it, in steps of 10 ms.
struct ProcessTimes: Sendable {
    /// Of the process and its threads.
    var own: Duration
    /// Of its children that have ended and been waited for, and of theirs.
    var children: Duration

    /// What a process used so far; it may have ended, as long as nobody has waited for it.
    ///
    /// From `/proc/PID/stat` (proc(5)), fields 14 to 17.
    init?(of processID: Int32) {
        guard let text = try? String(contentsOfFile: "/proc/\(processID)/stat", encoding: .utf8),
            // The name before may hold anything.
            let end = text.lastIndex(of: ")")
        else { return nil }
        let fields = text[text.index(after: end)...].split(separator: " ")
        guard fields.count > 14 else { return nil }
        let ticks = (11...14).map { Double(fields[$0]) ?? 0 }
        let second = Double(max(1, sysconf(Int32(_SC_CLK_TCK))))
        own = .seconds((ticks[0] + ticks[1]) / second)
        children = .seconds((ticks[2] + ticks[3]) / second)
    }
}
