internal import Foundation

/// Waits until `condition` holds: looks at once, and again at every change below `folder`.
///
/// - Parameter limit: Only ends what would never end: a loaded machine takes ten times as long as another.
/// - Returns: Whether it held before `limit` was over.
package func eventually(
    in folder: String,
    within limit: Duration = .seconds(240),
    _ condition: () throws -> Bool
) async throws -> Bool {
    let watch = try FolderWatch(folder, until: ContinuousClock.now + limit)
    defer { withExtendedLifetime(watch) {} }
    if try condition() { return true }
    for await _ in watch.changes where try condition() { return true }
    return try condition()
}

/// Processes, from `/proc`.
package enum ProcessTable {
    /// The workers that serve the larder in `folder`, whoever their parent is now.
    package static func workers(of larder: String) -> [Int32] {
        let cache = larder + "/cache"
        return processIDs.filter { processID in
            let words = commandLine(processID)
            guard let program = words.first, program.hasSuffix("/worker") else { return false }
            return words.contains(cache) && !isZombie(processID)
        }
    }

    /// The processes whose parent is `parent`.
    package static func children(of parent: Int32) -> [Int32] {
        processIDs.filter { field("PPid", of: $0).flatMap { Int32($0) } == parent }
    }

    /// A line of `/proc/PID/status`; nil when there is no such process.
    package static func field(_ name: String, of processID: Int32) -> String? {
        guard let text = try? String(contentsOfFile: "/proc/\(processID)/status", encoding: .utf8) else { return nil }
        let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        return line.map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
    }

    /// Open descriptors of a process; nil when there is no such process.
    package static func descriptors(of processID: Int32) -> Int? {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(processID)/fd"))?.count
    }

    /// The niceness of each thread of a process (proc_pid_stat(5), field 19).
    package static func niceness(ofThreadsOf processID: Int32) -> [Int32] {
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(processID)/task")) ?? []
        return threads.compactMap { thread in
            let text = try? String(contentsOfFile: "/proc/\(processID)/task/\(thread)/stat", encoding: .utf8)
            // The name, field 2, may have spaces.
            let fields = text?.split(separator: ")").last?.split(separator: " ") ?? []
            return fields.count > 16 ? Int32(fields[16]) : nil
        }
    }

    private static var processIDs: [Int32] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { Int32($0) }
    }

    /// Whether a process is gone, or has ended and nobody has waited for it.
    package static func isZombie(_ processID: Int32) -> Bool { field("State", of: processID)?.hasPrefix("Z") ?? true }

    private static func commandLine(_ processID: Int32) -> [String] {
        let data = FileManager.default.contents(atPath: "/proc/\(processID)/cmdline") ?? Data()
        return data.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }
}
