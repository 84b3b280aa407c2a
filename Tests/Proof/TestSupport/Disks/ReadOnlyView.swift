internal import Foundation

/// A folder under a second path that is read-only, where this process may mount.
package enum ReadOnlyView {
    /// Mounts the view at a new folder, runs `body` with its path, takes it away.
    ///
    /// - Throws: ``SmallDisk/NoMount``, or what `body` throws.
    package static func with<Result>(
        of folder: String,
        at path: String,
        _ body: (String) async throws -> Result
    ) async throws -> Result {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        guard try SmallDisk.run("mount", "--bind", folder, path) else { throw SmallDisk.NoMount() }
        // A leftover mount in a temporary folder does no harm, as long as what it shows is not removed through it.
        defer { _ = try? SmallDisk.run("umount", "--lazy", path) }
        guard try SmallDisk.run("mount", "-o", "remount,bind,ro", path) else { throw SmallDisk.NoMount() }
        return try await body(path)
    }
}
