package import LarderModel

/// A file of the cache, as its folder shows it.
package struct CachedFile: Sendable, Hashable {
    package var name: Digest
    package var byteCount: Int
    /// When it was written, in milliseconds since 1970 by the clock of the disk's machine.
    package var writtenAt: Int64
}

/// Finding and removing unneeded files; for the coordinator alone.
extension DiskCache {
    /// Calls `visit` with each blob, in order of the names.
    ///
    /// Blobs that come or go meanwhile may be missed.
    package func forEachBlobFile(_ visit: (CachedFile) throws -> Void) throws {
        try forEachFile(in: "blobs") { file, _ in try visit(file) }
    }

    /// Calls `visit` with the file of each ``ResponseRecord``, in order of the names, and the record.
    ///
    /// Leaves out files that cannot be read; ``record(for:)`` moves a damaged one aside.
    package func forEachRecordFile(_ visit: (CachedFile, ResponseRecord) throws -> Void) throws {
        try forEachFile(in: "responses") { file, path in
            guard let bytes = try? contents(of: path, limit: limits.maxRecordBytes),
                let record = ResponseRecord(decoding: bytes)
            else { return }
            try visit(file, record)
        }
    }

    /// Removes the record of an answer.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    package func remove(record file: CachedFile) throws(CacheError) -> Bool {
        try FileCalls.remove(path("responses", file.name))
    }

    private func forEachFile(in kind: String, _ visit: (CachedFile, CachePath) throws -> Void) throws {
        for area in try FileCalls.names(in: CachePath(folder, kind)).sorted() where area.utf8.count == 2 {
            let names = try FileCalls.names(in: CachePath(folder, "\(kind)/\(area)")).compactMap { Digest(hex: $0) }
            for name in names.sorted() {
                let path = path(kind, name)
                guard let status = try? FileCalls.status(of: path) else { continue }
                try visit(CachedFile(name: name, byteCount: status.length, writtenAt: status.writtenAt), path)
            }
        }
    }

    /// Removes everything but the file `id`; stops at the first thing that cannot be removed.
    ///
    /// - Returns: The files that were there, in each of the cache's folders.
    @discardableResult
    package func empty() throws -> [String: Swept] {
        var found: [String: Swept] = [:]
        for kind in ["responses", "effects", "blobs", "tmp", "quarantine", "derived"] {
            let area = CachePath(folder, kind)
            for name in try FileCalls.names(in: area) {
                found[kind, default: Swept()] += try FileCalls.removeTree(area.appending(name))
            }
            // A symbolic link has no names of its own, and goes itself.
            if !FileCalls.isFolder(area) { try FileCalls.remove(area) }
        }
        return found
    }

    /// Removes temporary files that killed processes have left behind.
    ///
    /// A file's name says when it was begun, by the clock of the machine that wrote it. Removing a file that is still
    /// being written costs its writer one failed store.
    ///
    /// - Parameters:
    ///   - age: A day leaves room for clocks that disagree.
    ///   - now: In milliseconds since 1970; `nil` asks the clock.
    /// - Throws: ``CacheError`` with code `notWritable` or `io`.
    package func sweep(olderThan age: Duration, now: Int64? = nil) throws(CacheError) -> Swept {
        let oldest = (now ?? UnixTime.nowMs) - Int64(age / .milliseconds(1))
        var swept = Swept()
        for name in try FileCalls.names(in: CachePath(folder, "tmp")) {
            guard let begun = Self.beginning(ofTemporary: name), begun < oldest else { continue }
            let path = CachePath(folder, "tmp/" + name)
            let length = try FileCalls.length(of: path) ?? 0
            if try FileCalls.remove(path) { swept += Swept(files: 1, bytes: length) }
        }
        return swept
    }
}

extension DiskCache {
    /// What a sweep removed.
    package struct Swept: Sendable, Hashable {
        package var files = 0
        package var bytes = 0

        package init(files: Int = 0, bytes: Int = 0) {
            self.files = files
            self.bytes = bytes
        }

        package static func += (left: inout Self, right: Self) {
            left.files += right.files
            left.bytes += right.bytes
        }
    }
}
