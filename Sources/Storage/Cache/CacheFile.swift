internal import Glibc
internal import LarderHashing
package import LarderModel
internal import SystemPackage

/// Names a file of a cache.
package struct CacheFile: Sendable, Hashable {
    /// The folder of the cache that holds the file; its raw value travels in messages.
    package enum Area: UInt32, Sendable {
        case blobs = 1
        case responses = 2
        case effects = 3

        var folder: String {
            switch self {
            case .blobs: "blobs"
            case .responses: "responses"
            case .effects: "effects"
            }
        }
    }

    package let area: Area
    /// The SHA-256 of its bytes; of a response: of its key.
    package let name: Digest

    package init(_ area: Area, _ name: Digest) { (self.area, self.name) = (area, name) }

    /// What is known of the answer to a request.
    package static func record(of key: String) -> CacheFile { CacheFile(.responses, Digest(of: key)) }
}

/// Files of one cache for another one, whose process does not reach the folder.
extension DiskCache {
    /// The same cache, which tells of each file before it writes or removes it.
    ///
    /// - Parameter tell: Called on the thread that stores, with the bytes of a file that is written.
    package func telling(_ tell: @escaping @Sendable (CacheFile, [UInt8]?) -> Void) -> DiskCache {
        var cache = self
        cache.tell = tell
        return cache
    }

    /// A part of a file, and the length of the whole; nil: there is no such file.
    ///
    /// - Returns: At most `limit` bytes from `offset` on; they are not checked against the name.
    package func part(of file: CacheFile, from offset: Int, limit: Int) throws(CacheError) -> (
        bytes: [UInt8], length: Int
    )? {
        do throws(CacheError) {
            return try Descriptor(path(file), .readOnly, .nonBlocking, verb: "read").part(from: offset, limit: limit)
        } catch {
            guard error.errorNumber == ENOENT || error.errorNumber == ENOTDIR else { throw error }
            return nil
        }
    }

    /// The length of a file; nil: there is none.
    package func length(of file: CacheFile) throws(CacheError) -> Int? { try FileCalls.length(of: path(file)) }

    /// Whether there is a blob or a result of that name with the bytes that it is named after.
    package func holds(_ file: CacheFile, length: Int) -> Bool {
        guard file.area != .responses, (try? self.length(of: file)) == length else { return false }
        return (try? contents(of: path(file), limit: length)).map { Digest(of: $0) == file.name } ?? false
    }

    /// Stores a whole file that came from elsewhere.
    ///
    /// - Throws: ``CacheError`` with code `corrupt` when the bytes do not belong to the name; as the other stores do.
    package func store(_ bytes: [UInt8], as file: CacheFile) throws(CacheError) {
        switch file.area {
        case .responses:
            guard let record = ResponseRecord(decoding: bytes), CacheFile.record(of: record.key) == file else {
                throw Self.mismatch(file)
            }
            try store(record)
        case .blobs, .effects:
            guard Digest(of: bytes) == file.name else { throw Self.mismatch(file) }
            if file.area == .blobs { try store(blob: bytes) } else { _ = try store(effect: bytes) }
        }
    }

    /// Removes a file; that it is not there is fine.
    package func remove(_ file: CacheFile) throws(CacheError) { try FileCalls.remove(path(file)) }

    func path(_ file: CacheFile) -> CachePath { path(file.area.folder, file.name) }

    /// The error for bytes of another file.
    package static func mismatch(_ file: CacheFile) -> CacheError {
        CacheError(.corrupt, "The bytes that came for '\(file.area.folder)/\(file.name)' do not match that name.")
    }
}
