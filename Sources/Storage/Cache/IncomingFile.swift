internal import LarderHashing

/// Receives a blob or a result in parts.
///
/// The file gets its name once all parts have come.
package final class IncomingFile {
    private let file: CacheFile
    private let cache: DiskCache
    private let length: Int
    private var staged: StagedFile?
    private var digest: DigestStream? = DigestStream()
    /// Bytes that have come.
    package private(set) var byteCount = 0

    /// - Throws: ``CacheError`` with code `tooLarge` above ``DiskCache/Limits/maxBlobBytes``; `full`, `notWritable`,
    ///   `io`.
    package init(_ file: CacheFile, length: Int, in cache: DiskCache) throws(CacheError) {
        guard file.area != .responses, (1...cache.limits.maxBlobBytes).contains(length) else {
            throw CacheError(
                .tooLarge,
                "A file of \(length) bytes for '\(cache.folder)' is over the limit of \(cache.limits.maxBlobBytes) bytes."
            )
        }
        (self.file, self.cache, self.length) = (file, cache, length)
        staged = try cache.stage([])
    }

    deinit {
        if let staged { _ = try? FileCalls.remove(staged.temporary) }  // a sweep would find it, too
    }

    /// Adds the next bytes; with the last ones the file gets its name.
    ///
    /// - Throws: ``CacheError`` with code `corrupt` when the bytes do not belong to the name; the file is then gone.
    package func add(_ bytes: [UInt8]) throws(CacheError) {
        guard let staged, byteCount + bytes.count <= length else { throw DiskCache.mismatch(file) }
        try staged.write(bytes)
        digest?.add(bytes)
        byteCount += bytes.count
        guard byteCount == length else { return }
        guard digest.take()?.finish() == file.name else { throw DiskCache.mismatch(file) }
        self.staged = nil
        try cache.publish(staged, as: cache.path(file))
    }
}
