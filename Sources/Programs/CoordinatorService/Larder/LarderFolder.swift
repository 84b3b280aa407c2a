internal import Foundation
internal import Glibc
package import LarderCache
internal import SystemPackage

/// A larder on the disk: `catalog.sqlite` and `cache/`, held by one coordinator at a time.
package final class LarderFolder: Sendable {
    /// The folder.
    package let path: String
    /// The cache that workers share.
    package let cache: DiskCache

    private let lock: FileDescriptor

    /// The catalog's file.
    package var catalogPath: String { path + "/catalog.sqlite" }
    /// The cache's folder.
    package var cachePath: String { path + "/cache" }

    /// Takes the larder at `path` for this process, making it when there is none.
    ///
    /// The lock ends with the process, however that ends.
    ///
    /// - Throws: ``CoordinatorError`` with code `larderNotWritable`, `larderInUse`, or the cache's error.
    package init(taking path: String) throws {
        let path = LarderFolder.absolute(path)
        let refusal = LarderFolder.makeFolders(path)
        guard refusal == 0 else {
            throw CoordinatorError(
                .larderNotWritable,
                "The larder folder \(path) cannot be made: \(LarderFolder.errorText(refusal)). Choose another folder with --into."
            )
        }
        let lock: FileDescriptor
        do {
            lock = try FileDescriptor.open(
                FilePath(path + "/coordinator.lock"),
                .readWrite,
                options: [.create, .closeOnExec],
                permissions: [.ownerReadWrite, .groupRead, .otherRead]
            )
        } catch {
            throw CoordinatorError(
                .larderNotWritable,
                "The larder \(path) cannot be written: \(error). Make it writable for this user, or choose another folder with --into."
            )
        }
        guard flock(lock.rawValue, LOCK_EX | LOCK_NB) == 0 else {
            let holder = LarderFolder.holder(of: lock)
            try? lock.close()
            throw CoordinatorError(
                .larderInUse,
                "Another coordinator\(holder) is using the larder \(path). Wait for it, stop it, or choose another folder with --into."
            )
        }
        LarderFolder.writeHolder(into: lock)
        do {
            cache = try DiskCache(folder: path + "/cache")
        } catch {
            try? lock.close()
            throw error
        }
        self.path = path
        self.lock = lock
    }

    deinit {
        try? lock.close()  // the lock goes with it
    }

    /// `path` without `~`-magic, made absolute against the working directory.
    package static func absolute(_ path: String) -> String {
        URL(fileURLWithPath: path).standardizedFileURL.path
    }

    private static func holder(of lock: FileDescriptor) -> String {
        var bytes = [UInt8](repeating: 0, count: 32)
        let count = unsafe bytes.withUnsafeMutableBytes { try? unsafe lock.read(fromAbsoluteOffset: 0, into: $0) } ?? 0
        let text = String(decoding: bytes.prefix(count), as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        return Int(text) == nil ? "" : " (process \(text))"
    }

    private static func writeHolder(into lock: FileDescriptor) {
        // For the error message of the next process that finds the larder in use; the lock holds without it.
        try? lock.resize(to: 0)
        _ = try? lock.writeAll(toAbsoluteOffset: 0, "\(getpid())\n".utf8)
    }

    static func errorText(_ number: Int32) -> String { unsafe String(cString: strerror(number)) }

    /// Makes a folder and those above it.
    ///
    /// - Returns: 0, or the error number.
    private static func makeFolders(_ path: String) -> Int32 {
        var partial = ""
        for name in path.split(separator: "/") {
            partial += "/" + name
            let number = unsafe mkdir(partial, 0o755) == 0 ? 0 : errno
            let isThere = unsafe access(partial, F_OK) == 0
            guard number == 0 || isThere && number != ENOTDIR else { return number }
        }
        var isFolder: ObjCBool = false
        guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return ENOENT }
        return isFolder.boolValue ? 0 : ENOTDIR
    }
}
