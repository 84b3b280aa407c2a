internal import Foundation
internal import Glibc
package import LarderCache
internal import LarderCatalog

/// A larder on disk: `catalog.sqlite` and `cache/`, locked by one coordinator at a time.
package final class LarderFolder: Sendable {
    package let path: String
    package let cache: DiskCache

    private let lock: FileLock

    package var catalogPath: String { path + "/catalog.sqlite" }
    package var cachePath: String { path + "/cache" }

    /// Locks the larder at `path` until the process ends, and creates it if it is missing.
    ///
    /// - Throws: ``CoordinatorError`` with code `larderNotWritable`, `larderInUse` or `cacheUnusable`; ``CacheError``.
    package init(taking path: String) throws {
        let path = LarderFolder.absolute(path)
        do {
            try FileCalls.makeFolders(path)
        } catch {
            throw CoordinatorError(
                .larderNotWritable,
                "The larder folder \(path) cannot be made: \(LarderFolder.errorText(error.errorNumber)). Choose "
                    + "another folder with --into."
            )
        }
        lock = try LarderFolder.lock(path)
        cache = try LarderFolder.openCache(path + "/cache")
        self.path = path
    }

    /// `path` without `~`-magic, made absolute against the working directory.
    package static func absolute(_ path: String) -> String {
        URL(fileURLWithPath: path).standardizedFileURL.path
    }

    private static func openCache(_ folder: String) throws -> DiskCache {
        do throws(CacheError) {
            return try DiskCache(folder: folder)
        } catch {
            guard error.code == .notACache else { throw error }
            throw CoordinatorError(
                .cacheUnusable,
                "\(folder) would be the larder's cache, and holds something else. Choose another folder with --into, "
                    + "or move that away. (\(error.message))"
            )
        }
    }

    private static func lock(_ path: String) throws(CoordinatorError) -> FileLock {
        do {
            return try FileLock(at: path + "/coordinator.lock")
        } catch {
            switch error {
            case .notOpened(let number), .notLocked(let number):
                throw CoordinatorError(
                    .larderNotWritable,
                    "The larder \(path) cannot be written: \(errorText(number)). Make it writable for this user, or "
                        + "choose another folder with --into."
                )
            case .held:
                throw CoordinatorError(
                    .larderInUse,
                    "Another coordinator\(error.holderText) is using the larder \(path). Wait for it, stop it, or "
                        + "choose another folder with --into."
                )
            }
        }
    }

    /// Creates a folder with an unguessable name that only this user can enter.
    package static func makePrivate(_ prefix: String, for use: String, _ variable: String) throws -> String {
        var template = Array((prefix + "XXXXXX").utf8CString)
        guard let made = unsafe mkdtemp(&template) else {
            throw CoordinatorError(
                .larderNotWritable,
                "No folder for \(use) could be made at \(prefix): \(errorText(errno)). Set \(variable) to a folder of "
                    + "yours."
            )
        }
        return unsafe String(cString: made)
    }

    package static func errorText(_ number: Int32) -> String { unsafe String(cString: strerror(number)) }
}

/// Which file a path names.
struct FileIdentity: Equatable {
    private let device: Int?
    private let inode: Int?

    init(of path: String) {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        device = attributes?[.systemNumber] as? Int
        inode = attributes?[.systemFileNumber] as? Int
    }
}
