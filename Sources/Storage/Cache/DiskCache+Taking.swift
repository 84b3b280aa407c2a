internal import Glibc
internal import LarderModel

extension DiskCache {
    /// What ``take(from:)`` brought.
    package struct Taken: Sendable, Hashable {
        /// Files that both caches have now as one.
        package var linked = 0
        package var copied = 0
        package var copiedBytes = 0
    }

    /// Takes over the blobs and the answers of another cache: as further names of its files, or as copies where the two
    /// are on different file systems.
    ///
    /// What is there already stays. Files of a cache are never changed, so both may be used as before.
    ///
    /// Copied blobs are checked against their names, linked ones are not.
    ///
    /// - Throws: ``CacheError``; a repetition goes on.
    package func take(from other: DiskCache) throws(CacheError) -> Taken {
        var taken = Taken()
        for area in ["blobs", "responses"] {
            for part in try FileCalls.names(in: CachePath(other.folder, area)).sorted() where part.utf8.count == 2 {
                try FileCalls.makeFolder(CachePath(folder, "\(area)/\(part)"))
                for name in try FileCalls.names(in: CachePath(other.folder, "\(area)/\(part)")) {
                    guard let digest = Digest(hex: name), try FileCalls.length(of: path(area, digest)) == nil else {
                        continue
                    }
                    try take(area, digest, from: other, &taken)
                }
            }
        }
        return taken
    }

    private func take(_ area: String, _ digest: Digest, from other: DiskCache, _ taken: inout Taken) throws(CacheError)
    {
        let (old, new) = (other.path(area, digest), path(area, digest))
        switch try FileCalls.link(old, new) {
        case 0: taken.linked += 1
        case EXDEV, EPERM, EMLINK, EOPNOTSUPP, ENOSYS:
            let bytes =
                area == "blobs" ? try other.blob(digest) : try other.contents(of: old, limit: limits.maxRecordBytes)
            guard let bytes else { return }  // removed meanwhile
            try replace(new, with: bytes)
            (taken.copied, taken.copiedBytes) = (taken.copied + 1, taken.copiedBytes + bytes.count)
        case EEXIST, ENOENT: return
        case let problem: throw CacheError("write", new.description, errorNumber: problem)
        }
    }
}
