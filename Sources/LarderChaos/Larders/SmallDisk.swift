internal import Foundation

/// A file system in memory, where this process may mount one.
package struct SmallDisk {
    package static let mayMount = (try? with({ _ in }, kilobytes: 64, at: "/tmp/lct-mount-\(UUID().uuidString)")) != nil

    package struct NoMount: Error {}

    package let folder: String

    /// Mounts it in a new folder, runs `body`, unmounts it.
    package static func with<Result>(
        _ scratch: Scratch,
        kilobytes: Int,
        _ body: (SmallDisk) async throws -> Result
    ) async throws -> Result {
        let disk = try mounted(kilobytes: kilobytes, at: scratch.path("disk"))
        // A process that was just ended may hold it for a moment: the lazy form takes the mount away all the same.
        defer { _ = try? run("umount", "--lazy", disk.folder) }
        return try await body(disk)
    }

    private static func with(_ body: (SmallDisk) -> Void, kilobytes: Int, at folder: String) throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let disk = try mounted(kilobytes: kilobytes, at: folder)
        body(disk)
        _ = try run("umount", disk.folder)
    }

    private static func mounted(kilobytes: Int, at folder: String) throws -> SmallDisk {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        guard try run("mount", "-t", "tmpfs", "-o", "size=\(kilobytes)k", "larder-test", folder) else {
            throw NoMount()
        }
        return SmallDisk(folder: folder)
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

    /// Changes the size of the file system.
    package func resize(kilobytes: Int) throws {
        guard try Self.run("mount", "-o", "remount,size=\(kilobytes)k", folder) else { throw NoMount() }
    }

    /// Lets nobody write any more.
    package func makeReadOnly() throws {
        guard try Self.run("mount", "-o", "remount,ro", folder) else { throw NoMount() }
    }

    private static func run(_ command: String, _ arguments: String...) throws -> Bool {
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
