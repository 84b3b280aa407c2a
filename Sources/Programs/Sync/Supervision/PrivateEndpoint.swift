internal import Foundation
internal import Glibc
internal import LarderCatalog
package import LarderModel
internal import LarderWorkerCore

/// A folder for the local workers' socket that only this user can enter; removed with the run.
package final class PrivateEndpoint: Sendable {
    package let folder: String
    /// Tells other coordinators that this one lives.
    private let lock: FileLock

    /// `ipc://` and the socket's path, below the 107 bytes that Unix sockets allow.
    package var endpoint: String { "ipc://\(folder)/workers" }

    /// Creates the folder; removes folders of killed coordinators.
    /// - Parameter larder: Locked by this process, so no other coordinator of it lives.
    package init(larder: String) throws {
        Self.removeFolders(of: larder)
        let (base, prefix) = Self.place(of: larder)
        folder = try LarderFolder.makePrivate(base + "/" + prefix, for: "the workers' socket", "XDG_RUNTIME_DIR")
        // Renamed only once locked: others would take it for an abandoned one.
        lock = try FileLock(at: folder + "/lock.new")
        _ = unsafe rename(folder + "/lock.new", folder + "/lock")
    }

    deinit {
        // The next run removes a leftover.
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// The running jobs of a larder's local workers, with their phases.
    package static func runningJobs(of larder: String) -> [(job: JobID, phase: String)] {
        let (base, prefix) = place(of: larder)
        let folders = names(in: base).filter { $0.hasPrefix(prefix) }.map { base + "/" + $0 }
        return folders.filter(isAlive).flatMap { folder in
            names(in: folder).sorted().filter { $0.hasSuffix(".flight") }.flatMap { file in
                (FlightRecorder.read(path: folder + "/" + file) ?? []).map { ($0.lease.job, $0.phase) }
            }
        }
    }

    private static func names(in folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }

    private static func isAlive(_ folder: String) -> Bool {
        guard let text = try? String(contentsOfFile: folder + "/lock", encoding: .utf8),
            let process = Int32(text.prefix { $0 != "\n" }), process > 0
        else { return false }
        return kill(process, 0) == 0
    }

    /// Removes folders of dead coordinators; leftovers do no harm.
    package static func removeFolders(of larder: String) {
        let (base, prefix) = place(of: larder)
        for name in names(in: base)
        where name.hasPrefix(prefix) || name.hasPrefix(userPrefix) && isAbandoned(base + "/" + name) {
            try? FileManager.default.removeItem(atPath: base + "/" + name)
        }
    }

    private static func isAbandoned(_ folder: String) -> Bool {
        guard unsafe access(folder + "/lock", F_OK) == 0 else { return false }
        return (try? FileLock(at: folder + "/lock")) != nil
    }

    private static var userPrefix: String { "larder-\(getuid())-" }

    private static func place(of larder: String) -> (base: String, prefix: String) {
        let base = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"].flatMap { isShort($0) ? $0 : nil } ?? "/tmp"
        return (base, userPrefix + "\(StableHash.hex(larder).suffix(16))-")
    }

    private static func isShort(_ path: String) -> Bool { path.utf8.count < 50 && (unsafe access(path, W_OK)) == 0 }
}

package enum OwnProgram {
    /// Where it was when it was started: an upgrade may have put another file there meanwhile.
    package static var path: String {
        guard let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else {
            return CommandLine.arguments[0]
        }
        // The kernel marks a file that was replaced (proc(5)).
        let mark = " (deleted)"
        return path.hasSuffix(mark) ? String(path.dropLast(mark.count)) : path
    }

    /// The path of a program of this name in the same folder.
    package static func beside(_ name: String) -> String {
        URL(fileURLWithPath: path).deletingLastPathComponent().appendingPathComponent(name).path
    }
}
