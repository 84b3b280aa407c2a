internal import Foundation
internal import Glibc
internal import LarderCatalog
package import LarderModel
internal import LarderWorkerCore

/// A folder only this user can enter, for the socket of local workers; gone with the run.
package final class PrivateEndpoint: Sendable {
    package let folder: String
    /// Held as long as the folder is used, so that others see that its coordinator lives.
    private let lock: FileLock

    /// `ipc://` and the socket's path, below the 107 bytes that Unix sockets allow.
    package var endpoint: String { "ipc://\(folder)/workers" }

    /// Makes the folder; folders that killed coordinators of this or another larder left behind are removed.
    ///
    /// - Parameter larder: The larder, which this process holds: no other coordinator of it can be alive.
    package init(larder: String) throws {
        Self.removeFolders(of: larder)
        let (base, prefix) = Self.place(of: larder)
        var template = Array((base + "/" + prefix + String(repeating: "X", count: 6)).utf8CString)
        guard let made = unsafe mkdtemp(&template) else {
            throw CoordinatorError(
                .larderNotWritable,
                "No folder for the workers' socket could be made in \(base): \(LarderFolder.errorText(errno)). Set "
                    + "XDG_RUNTIME_DIR to a folder of yours."
            )
        }
        folder = unsafe String(cString: made)
        // Under its name only once it is held: others would take it for a dead one's.
        lock = try FileLock(at: folder + "/lock.new")
        _ = unsafe rename(folder + "/lock.new", folder + "/lock")
    }

    deinit {
        // Nobody else uses it, and a leftover is removed by the next run.
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// The jobs that local workers of a coordinator that is at work in a larder have under way, and what each does.
    package static func runningJobs(of larder: String) -> [(job: JobID, phase: String)] {
        let (base, prefix) = place(of: larder)
        let folders = ((try? FileManager.default.contentsOfDirectory(atPath: base)) ?? []).filter {
            $0.hasPrefix(prefix)
        }
        return folders.map { base + "/" + $0 }.filter(isAlive).flatMap { folder in
            let files = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
            return files.filter { $0.hasSuffix(".flight") }.flatMap { file in
                (FlightRecorder.read(path: folder + "/" + file) ?? []).map { ($0.lease.job, $0.phase) }
            }
        }
    }

    private static func isAlive(_ folder: String) -> Bool {
        guard let text = try? String(contentsOfFile: folder + "/lock", encoding: .utf8),
            let process = Int32(text.prefix { $0 != "\n" }), process > 0
        else { return false }
        return kill(process, 0) == 0
    }

    /// Removes what coordinators of a larder left that are gone; what cannot be removed does no harm.
    package static func removeFolders(of larder: String) {
        let (base, prefix) = place(of: larder)
        for name in (try? FileManager.default.contentsOfDirectory(atPath: base)) ?? []
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
