internal import Foundation
internal import Glibc
internal import LarderModel
internal import Synchronization
internal import SystemPackage

extension DiskCache {
    /// Where a file of this name is: in one of 256 folders.
    func path(_ area: String, _ digest: Digest) -> CachePath {
        let hex = digest.hex
        return CachePath(folder, "\(area)/\(hex.prefix(2))/\(hex)")
    }

    /// The time in milliseconds since 1970, for ``sweep(olderThan:now:)``, a UUID of this process and a number.
    static func temporaryName() -> String {
        "\(UnixTime.nowMs)-\(processID)-\(temporaries.add(1, ordering: .relaxed).newValue)"
    }

    /// When the file that ``temporaryName()`` named was begun; `nil` for any other name.
    ///
    /// Earlier releases left the number out.
    static func beginning(ofTemporary name: String) -> Int64? {
        let parts = name.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, UUID(uuidString: String(parts[1].prefix(36))) != nil else { return nil }
        let number = parts[1].dropFirst(36)
        guard number.isEmpty || (number.first == "-" && UInt64(number.dropFirst()) != nil) else { return nil }
        return Int64(parts[0])
    }

    /// Processes of several machines may share a cache.
    private static let processID = UUID().uuidString
    private static let temporaries = Atomic<UInt64>(0)

    static func syncFolder(_ path: CachePath) throws(CacheError) {
        try Descriptor(path, .readOnly, .directory, verb: "write").sync()
    }

    /// Writes `bytes` under a temporary name.
    func stage(_ bytes: [UInt8]) throws(CacheError) -> StagedFile {
        let temporary = CachePath(folder, "tmp/" + Self.temporaryName())
        do throws(CacheError) {
            return try StagedFile(bytes, temporary: temporary)
        } catch {
            guard error.errorNumber == ENOENT || error.errorNumber == ENOTDIR else { throw error }
            try checkIdentity()  // an empty mount point must not be filled in place of the cache
            try restoreFolder(temporary.parent)  // somebody has cleaned up
            return try StagedFile(bytes, temporary: temporary)
        }
    }

    /// Gives a temporary file its name; the caller syncs the folder.
    private func publish(_ temporary: CachePath, as path: CachePath) throws(CacheError) {
        do throws(CacheError) {
            do throws(CacheError) {
                try FileCalls.rename(temporary, to: path)
            } catch {
                let parent = path.parent
                switch error.errorNumber {
                case ENOENT, ENOTDIR:
                    try checkIdentity()
                    try restoreFolder(parent.parent)
                    try restoreFolder(parent)
                case EISDIR, ENOTEMPTY, EEXIST:
                    try Self.moveAside(path)  // a folder has the name
                default: throw error
                }
                if durability == .power { try Self.syncFolder(parent.parent) }
                try FileCalls.rename(temporary, to: path)
            }
        } catch {
            // The first error is the one to report.
            _ = try? FileCalls.remove(temporary)
            throw error
        }
    }

    /// Writes `bytes` and gives them their name in one step.
    func replace(_ path: CachePath, with bytes: [UInt8]) throws(CacheError) { try publish(try stage(bytes), as: path) }

    func publish(_ file: StagedFile, as path: CachePath) throws(CacheError) {
        try file.finish(durability)
        try publish(file.temporary, as: path)
        if durability == .power { try Self.syncFolder(path.parent) }
    }

    /// The bytes of a file; `nil` when there is none of that name.
    ///
    /// - Throws: ``CacheError`` with code `corrupt` when something else than a file has it, or it may not be read;
    ///   `tooLarge`, `io`.
    func contents(of path: CachePath, limit: Int) throws(CacheError) -> [UInt8]? {
        do throws(CacheError) {
            return try Self.read(path, limit: limit)
        } catch {
            switch error.errorNumber {
            case ENOENT, ENOTDIR: return nil
            case ESTALE: return try Self.read(path, limit: limit)  // NFS: replaced between the open and the read
            // A file that another user keeps to itself is of no use, and can be replaced where the folder is ours.
            case EACCES, EPERM:
                throw CacheError(.corrupt, "'\(path)' may not be read.", errorNumber: error.errorNumber)
            case ELOOP, ENXIO: throw CacheError(.corrupt, "'\(path)' is not a file.", errorNumber: error.errorNumber)
            default: throw error
            }
        }
    }

    private static func read(_ path: CachePath, limit: Int) throws(CacheError) -> [UInt8] {
        try Descriptor(path, .readOnly, .nonBlocking, verb: "read").readAll(limit: limit)
    }

    /// Moves a bad file aside, where it can be looked at.
    ///
    /// Another process may have replaced it by a good file before the move: if `isGood`, the file is put back.
    ///
    /// - Returns: `false` if the folder is not writable: the file is then where it was.
    func quarantine(_ path: CachePath, limit: Int, isGood: ([UInt8]) -> Bool) throws(CacheError) -> Bool {
        let aside: CachePath
        do throws(CacheError) {
            guard let moved = try Self.moveAside(path) else { return true }  // another process was first
            aside = moved
        } catch {
            guard error.code == .notWritable else { throw error }
            return false
        }
        // What cannot be read stays aside.
        if let bytes = try? contents(of: aside, limit: limit), isGood(bytes) { try FileCalls.rename(aside, to: path) }
        return true
    }

    /// Moves whatever has a name into `quarantine/`, with another name; nil: nothing has it.
    @discardableResult
    static func moveAside(_ path: CachePath) throws(CacheError) -> CachePath? {
        let quarantine = CachePath(path.root, "quarantine")
        let aside = quarantine.appending(path.name + "-" + UUID().uuidString)
        do throws(CacheError) {
            try FileCalls.makeFolder(quarantine)
            try FileCalls.rename(path, to: aside)
            return aside
        } catch {
            guard error.errorNumber == ENOENT else { throw error }
            return nil
        }
    }

    /// Makes one of the cache's folders where it is missing, or where something else has its name.
    private func restoreFolder(_ path: CachePath) throws(CacheError) {
        do throws(CacheError) {
            try FileCalls.makeFolder(path)
        } catch {
            guard error.code == .notACache else { throw error }
            try Self.moveAside(path)
            try FileCalls.makeFolder(path)
        }
    }
}
