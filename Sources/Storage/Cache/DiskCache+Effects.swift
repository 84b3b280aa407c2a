internal import LarderHashing
package import LarderModel

/// Results on their way from a worker to the coordinator, for as long as it takes to commit them.
///
/// They are in a folder of their own, `effects/`, where leftovers are found without asking the catalog.
extension DiskCache {
    /// Stores a result that is too large for a message.
    ///
    /// - Throws: ``CacheError`` as ``store(blob:)`` does.
    package func store(effect bytes: [UInt8]) throws(CacheError) -> Digest {
        let digest = Digest(of: bytes)
        tell?(CacheFile(.effects, digest), bytes)
        try replace(path("effects", digest), with: bytes)
        return digest
    }

    /// The bytes of a result, checked against its name and length.
    ///
    /// - Throws: ``CacheError`` with code `missing` when there is none, `corrupt` when it is another, `tooLarge` or
    ///   `io`.
    package func effect(_ digest: Digest, length: Int) throws(CacheError) -> [UInt8] {
        let path = path("effects", digest)
        guard let found = try FileCalls.length(of: path) else {
            throw CacheError(.missing, "No result '\(digest)' in '\(folder)'.")
        }
        guard found == length, let bytes = try contents(of: path, limit: length), Digest(of: bytes) == digest else {
            throw CacheError(.corrupt, "'\(path)' does not hold the result that it is named after.")
        }
        return bytes
    }

    /// Removes a result once it is committed; for the coordinator alone.
    package func remove(effect digest: Digest) throws(CacheError) { try FileCalls.remove(path("effects", digest)) }

    /// Removes results left over when their coordinator or worker was killed, or every job has ended.
    ///
    /// For the coordinator alone. A result that is still wanted is made again, at the cost of its job.
    ///
    /// - Parameter age: Only results stored longer ago; nil: all. A day leaves room for clocks that disagree.
    package func sweepEffects(olderThan age: Duration? = nil) throws(CacheError) {
        let oldest = age.map { UnixTime.nowMs - Int64($0 / .milliseconds(1)) } ?? .max
        guard let areas = try? FileCalls.names(in: CachePath(folder, "effects")) else { return }
        for area in areas {
            for name in try FileCalls.names(in: CachePath(folder, "effects/" + area)) where Digest(hex: name) != nil {
                let path = CachePath(folder, "effects/\(area)/\(name)")
                if let status = try? FileCalls.status(of: path), status.writtenAt < oldest {
                    try FileCalls.remove(path)
                }
            }
        }
    }
}
