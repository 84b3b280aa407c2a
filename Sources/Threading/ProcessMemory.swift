internal import CLinuxShims
internal import Foundation
internal import Glibc

/// How much memory processes use, and how much they may use.
package enum ProcessMemory {
    /// Bytes that a process has in memory now; nil when there is no such process.
    ///
    /// From `/proc/PID/statm` (proc(5), `resident`).
    ///
    /// - Parameter processID: Nil: this process.
    package static func residentBytes(of processID: Int32? = nil) -> UInt64? {
        let path = processID.map { "/proc/\($0)/statm" } ?? "/proc/self/statm"
        guard let text = read(path) else { return nil }
        let fields = text.split(separator: " ")
        guard fields.count > 1, let pages = UInt64(fields[1]) else { return nil }
        return pages * UInt64(max(1, sysconf(Int32(_SC_PAGESIZE))))
    }

    /// Bytes that this process and its children may use together: the machine's memory, or the limit of a control group
    /// (a container).
    ///
    /// - Parameter root: Where `/proc` and `/sys` are; another folder in tests.
    package static func limitBytes(root: String = "") -> UInt64 {
        ([physicalBytes(root: root)] + groupLimits(root: root)).min() ?? physicalBytes(root: root)
    }

    private static func physicalBytes(root: String) -> UInt64 {
        let line = (read(root + "/proc/meminfo") ?? "").split(separator: "\n").first {
            $0.hasPrefix("MemTotal:")
        }
        let kibibytes = line.flatMap { $0.split(separator: " ").dropFirst().first }.flatMap { UInt64($0) }
        return kibibytes.map { $0 << 10 } ?? UInt64.max
    }

    /// The limits of this process's control group and of all above it, versions 2 and 1.
    ///
    /// In a container the paths may be the host's, of which only the root is visible.
    private static func groupLimits(root: String) -> [UInt64] {
        let lines = (read(root + "/proc/self/cgroup") ?? "").split(separator: "\n")
        return lines.flatMap { line -> [UInt64] in
            let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3 else { return [] }
            if parts[1].isEmpty {
                return limits(in: root + "/sys/fs/cgroup", of: parts[2], file: "memory.max")
            }
            guard parts[1].split(separator: ",").contains("memory") else { return [] }
            return limits(in: root + "/sys/fs/cgroup/memory", of: parts[2], file: "memory.limit_in_bytes")
        }
    }

    private static func limits(in mount: String, of group: Substring, file: String) -> [UInt64] {
        var folders = group.split(separator: "/").filter { $0 != ".." && $0 != "." }.prefix(64)
        var found: [UInt64] = []
        while true {
            let path = ([mount] + folders.map(String.init) + [file]).joined(separator: "/")
            // "max", and the huge numbers of version 1, mean none.
            let text = read(path)?.split(whereSeparator: \.isWhitespace).first
            if let bytes = text.flatMap({ UInt64($0) }), bytes < 1 << 60 { found.append(bytes) }
            guard folders.popLast() != nil else { return found }
        }
    }

    /// A file's text; the name of a control group may hold any bytes.
    private static func read(_ path: String) -> String? {
        (try? Data(contentsOf: URL(fileURLWithPath: path))).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns freed memory to the system, about 10 MB in a millisecond.
    package static func giveBackFree() { larder_linux_trim_heap() }
}
