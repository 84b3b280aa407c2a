internal import LarderHashing
package import LarderModel
internal import SystemPackage

/// Checks many blobs of a cache, which are named in the order of their digests.
package struct BlobCheck {
    private let cache: DiskCache
    /// Whether the bytes are read and checked too.
    private let readsBytes: Bool
    private var folder: CachePath?
    private var names: Set<String> = []
    private var buffer: [UInt8]

    private static let bufferBytes = 256 << 10

    package init(_ cache: DiskCache, readsBytes: Bool) {
        self.cache = cache
        self.readsBytes = readsBytes
        buffer = readsBytes ? [UInt8](repeating: 0, count: Self.bufferBytes) : []
    }

    /// Whether a blob is there; a damaged one is moved into `quarantine/`, if its bytes are read and the cache can be
    /// written.
    ///
    /// - Throws: ``CacheError`` with code `io` or `notWritable` when the cache cannot be read.
    package mutating func isThere(_ digest: Digest) throws(CacheError) -> Bool {
        let path = cache.path("blobs", digest)
        guard readsBytes else { return try isListed(path) }
        if (try? isWhole(path, digest)) == true { return true }
        do throws(CacheError) {
            _ = try cache.blob(digest)
            return true
        } catch {
            guard [.missing, .corrupt, .tooLarge].contains(error.code) else { throw error }
            return false
        }
    }

    /// Looks at each folder once.
    private mutating func isListed(_ path: CachePath) throws(CacheError) -> Bool {
        let parent = path.parent
        if folder != parent {
            names = Set(try FileCalls.names(in: parent))
            folder = parent
        }
        return names.contains(path.name)
    }

    /// Whether a file has the bytes that it is named after, read in pieces.
    private mutating func isWhole(_ path: CachePath, _ digest: Digest) throws(CacheError) -> Bool {
        let file = try Descriptor(path, .readOnly, .nonBlocking, verb: "read")
        guard let length = try file.length(), length <= cache.limits.maxBlobBytes else { return false }
        var stream = DigestStream()
        while case let count = try file.read(into: &buffer), count > 0 { stream.add(buffer, first: count) }
        return stream.finish() == digest
    }
}
