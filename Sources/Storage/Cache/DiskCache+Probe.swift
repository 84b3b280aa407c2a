internal import Glibc

extension DiskCache {
    /// Finds out whether the folder can be used: writes, syncs, reads and removes a file.
    ///
    /// - Parameter length: The file's bytes.
    /// - Throws: ``CacheError`` with code `notACache` when the folder is gone or is another cache by now; `full`,
    ///   `notWritable` or `io`.
    package func probe(length: Int = 4096) throws(CacheError) {
        try checkIdentity()
        let bytes = [UInt8](repeating: 0x4c, count: length)
        let file = try stage(bytes)
        try file.finish(.bytes)
        let isSame = try contents(of: file.temporary, limit: length) == bytes
        try FileCalls.remove(file.temporary)
        guard isSame else {
            throw CacheError(
                .io,
                "What is written to '\(folder)' is read back differently. Check the disk or the mount."
            )
        }
    }

    /// Why the folder cannot be used, as a probe that writes so many bytes finds out; nil: it can.
    ///
    /// - Returns: An error of the folder, see ``CacheError/isOfFolder``.
    package func trouble(writing bytes: Int) -> CacheError? {
        do throws(CacheError) {
            try probe(length: bytes)
            return nil
        } catch {
            return error.isOfFolder ? error : CacheError(.io, error.message, errorNumber: error.errorNumber)
        }
    }

    /// Bytes that users without special rights may still write to the folder's disk; nil: that is not known.
    package static func freeBytes(of folder: String) -> Int? {
        var info = statvfs()
        guard unsafe statvfs(folder, &info) == 0 else { return nil }
        return Int(clamping: info.f_bavail) * Int(clamping: info.f_frsize)
    }

    /// Makes sure that a file from elsewhere leaves some room on the disk.
    ///
    /// - Throws: ``CacheError`` with code `full` when less than ``reservedBytes`` would be left.
    package func checkRoom(for bytes: Int) throws(CacheError) {
        guard let free = Self.freeBytes(of: folder), free - bytes < Self.reservedBytes else { return }
        throw CacheError(
            .full,
            "'\(folder)' has \(free >> 20) MB of free room; files of workers on other machines leave "
                + "\(Self.reservedBytes >> 20) MB. Free some room."
        )
    }

    private static let reservedBytes = 64 << 20

    /// Makes sure that the folder is still the cache that was opened: it may have been moved, or its disk be gone.
    func checkIdentity() throws(CacheError) {
        guard try Self.readID(folder) == id else {
            let reason = "it was moved or replaced, or its disk is gone"
            throw CacheError(.notACache, "'\(folder)' is not the cache any more that it was: \(reason). Put it back.")
        }
    }
}
