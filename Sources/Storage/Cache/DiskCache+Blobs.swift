internal import LarderHashing
package import LarderModel

extension DiskCache {
    /// Stores bytes under their SHA-256 and returns it.
    ///
    /// Costs one read, and no write, when those bytes are there; whatever else has their name is replaced.
    ///
    /// - Parameter bytes: At most ``Limits/maxBlobBytes`` bytes.
    /// - Throws: ``CacheError`` with code `tooLarge`, `full`, `notWritable` or `io`. Nothing is left behind then.
    @discardableResult
    package func store(blob bytes: [UInt8]) throws(CacheError) -> Digest {
        guard bytes.count <= limits.maxBlobBytes else {
            let limit = "the limit of \(limits.maxBlobBytes) bytes"
            throw CacheError(.tooLarge, "A blob of \(bytes.count) bytes for '\(folder)' is over \(limit).")
        }
        let digest = Digest(of: bytes)
        let path = path("blobs", digest)
        tell?(CacheFile(.blobs, digest), bytes)
        if !holds(path, bytes) { try replace(path, with: bytes) }
        return digest
    }

    /// Whether a file has exactly these bytes; one that cannot be read has not.
    private func holds(_ path: CachePath, _ bytes: [UInt8]) -> Bool {
        guard (try? FileCalls.length(of: path)) == bytes.count else { return false }
        return (try? contents(of: path, limit: bytes.count)) == bytes
    }

    /// Whether there is a blob of that name; its bytes are not read.
    package func contains(_ digest: Digest) throws(CacheError) -> Bool { try length(of: digest) != nil }

    /// How many bytes a blob has, without reading them; `nil`: there is none.
    package func length(of digest: Digest) throws(CacheError) -> Int? {
        try FileCalls.length(of: path("blobs", digest))
    }

    /// The same as ``length(of:)``, also right after another machine has stored the blob.
    ///
    /// A network file system may cache that a file is missing; reading the folder makes it look again.
    package func freshLength(of digest: Digest) throws(CacheError) -> Int? {
        if let length = try length(of: digest) { return length }
        _ = try FileCalls.names(in: path("blobs", digest).parent)
        return try length(of: digest)
    }

    /// The bytes of a blob, checked against its name.
    ///
    /// - Throws: ``CacheError`` with code `missing`; `corrupt` if the bytes are not the ones that were stored, or the
    ///   name is not a file's: it is then in `quarantine/`, if the folder can be written; `tooLarge` or `io`.
    package func blob(_ digest: Digest) throws(CacheError) -> [UInt8] {
        let path = path("blobs", digest)
        var fault = CacheError(.corrupt, "'\(path)' does not hold the bytes it is named after.")
        do throws(CacheError) {
            guard let bytes = try freshContents(of: path) else {
                throw CacheError(.missing, "No blob '\(digest)' in '\(folder)'. Fetch it again.")
            }
            if Digest(of: bytes) == digest { return bytes }
        } catch {
            guard error.code == .corrupt else { throw error }
            fault = error
        }
        let isAside = try quarantine(path, limit: limits.maxBlobBytes) { Digest(of: $0) == digest }
        let end =
            isAside ? "It is in 'quarantine' now: fetch it again." : "The cache cannot be written, so it stays there."
        throw CacheError(.corrupt, "\(fault.message) \(end)", errorNumber: fault.errorNumber)
    }

    /// The contents of a blob, also right after another machine stored it; see ``freshLength(of:)``.
    private func freshContents(of path: CachePath) throws(CacheError) -> [UInt8]? {
        if let bytes = try contents(of: path, limit: limits.maxBlobBytes) { return bytes }
        _ = try FileCalls.names(in: path.parent)
        return try contents(of: path, limit: limits.maxBlobBytes)
    }

    /// Removes a blob; for the coordinator alone, which knows what is still needed.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    package func remove(_ digest: Digest) throws(CacheError) -> Bool { try FileCalls.remove(path("blobs", digest)) }
}
