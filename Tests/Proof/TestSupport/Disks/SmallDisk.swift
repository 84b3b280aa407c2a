internal import Foundation

/// A file system in memory of a few hundred kilobytes, where this process may mount one.
package struct SmallDisk: Sendable {
    /// Whether this process may mount a file system (root, or CAP_SYS_ADMIN).
    package static let mayMount = (try? with(kilobytes: 64) { _ in }) != nil

    /// The mount was refused.
    package struct NoMount: Error {}

    /// Where it is mounted: a new folder.
    package let folder: String

    private init(kilobytes: Int, at folder: String? = nil) throws {
        self.folder = folder ?? FileManager.default.temporaryDirectory.path + "/larder-disk-\(UUID().uuidString)"
        let folder = self.folder
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        guard try Self.run("mount", "-t", "tmpfs", "-o", "size=\(kilobytes)k", "larder-test", folder) else {
            try? FileManager.default.removeItem(atPath: folder)  // an empty folder does no harm
            throw NoMount()
        }
    }

    /// Mounts one, runs `body`, takes it away.
    ///
    /// - Throws: ``NoMount``, or what `body` throws.
    package static func with<Result>(kilobytes: Int, _ body: (SmallDisk) throws -> Result) throws -> Result {
        let disk = try SmallDisk(kilobytes: kilobytes)
        defer { disk.takeAway() }
        return try body(disk)
    }

    /// Mounts one in a new folder at the path, runs `body`, takes it away.
    ///
    /// - Throws: ``NoMount``, or what `body` throws.
    package static func with<Result>(
        kilobytes: Int,
        at folder: String,
        _ body: (SmallDisk) async throws -> Result
    ) async throws -> Result {
        let disk = try SmallDisk(kilobytes: kilobytes, at: folder)
        defer { disk.takeAway() }
        return try await body(disk)
    }

    /// Takes all the room that is left.
    package func fill() throws {
        let file = unsafe open(folder + "/filling", O_WRONLY | O_CREAT, 0o600)
        guard file >= 0 else { throw NoMount() }
        defer { close(file) }
        let bytes = [UInt8](repeating: 0, count: 1 << 20)
        while unsafe write(file, bytes, bytes.count) > 0 {}
    }

    /// Gives back what ``fill()`` took.
    package func makeRoom() throws { try FileManager.default.removeItem(atPath: folder + "/filling") }

    /// Gives it another size; what is on it stays.
    package func resize(kilobytes: Int) throws {
        guard try Self.run("mount", "-o", "remount,size=\(kilobytes)k", folder) else { throw NoMount() }
    }

    /// Refuses every write from now on.
    package func makeReadOnly() throws {
        guard try Self.run("mount", "-o", "remount,ro", folder) else { throw NoMount() }
    }

    /// Takes writes again.
    package func makeWritable() throws {
        guard try Self.run("mount", "-o", "remount,rw", folder) else { throw NoMount() }
    }

    /// A process that was just ended may hold it for a moment: the lazy form takes the mount away all the same.
    private func takeAway() {
        _ = try? Self.run("umount", "--lazy", folder)  // a leftover mount in a temporary folder does no harm
        try? FileManager.default.removeItem(atPath: folder)
    }

    static func run(_ command: String, _ arguments: String...) throws -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [command] + arguments
        process.standardError = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}
