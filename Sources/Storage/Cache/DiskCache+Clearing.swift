internal import Foundation
internal import Glibc
package import LarderModel

/// A file of the cache, as its folder shows it.
package struct CachedFile: Sendable, Hashable {
    /// Its name.
    package var name: Digest
    /// Its length in bytes.
    package var byteCount: Int
    /// When it was written, in milliseconds since 1970 by the clock of the disk's machine.
    package var writtenAt: Int64
}

/// Finding and taking away what nobody needs; for the coordinator alone.
extension DiskCache {
    /// Calls `visit` with each blob, in order of the names.
    ///
    /// Blobs that come or go meanwhile may be missed.
    package func forEachBlobFile(_ visit: (CachedFile) throws -> Void) throws {
        try forEachFile(in: "blobs") { file, _ in try visit(file) }
    }

    /// Calls `visit` with each file of what is known of an answer, in order of the names, and what it says.
    ///
    /// Left out are those that cannot be read: who asks for that answer moves a damaged one aside.
    package func forEachRecordFile(_ visit: (CachedFile, ResponseRecord) throws -> Void) throws {
        try forEachFile(in: "responses") { file, path in
            guard let bytes = try? contents(of: path, limit: limits.maxRecordBytes),
                let record = ResponseRecord(decoding: bytes)
            else { return }
            try visit(file, record)
        }
    }

    /// Takes away what is known of an answer.
    ///
    /// - Returns: Whether there was something.
    @discardableResult
    package func remove(record file: CachedFile) throws(CacheError) -> Bool {
        try FileCalls.remove(path("responses", file.name))
    }

    private func forEachFile(in kind: String, _ visit: (CachedFile, String) throws -> Void) throws {
        for area in try FileCalls.names(in: "\(folder)/\(kind)").sorted() where area.utf8.count == 2 {
            let names = try FileCalls.names(in: "\(folder)/\(kind)/\(area)").compactMap { Digest(hex: $0) }
            for name in names.sorted() {
                let path = path(kind, name)
                var info = Glibc.stat()
                guard unsafe lstat(path, &info) == 0, info.st_mode & S_IFMT == S_IFREG else { continue }
                let time = Int64(info.st_mtim.tv_sec) * 1_000 + Int64(info.st_mtim.tv_nsec / 1_000_000)
                try visit(CachedFile(name: name, byteCount: Int(info.st_size), writtenAt: time), path)
            }
        }
    }

    /// Takes away everything but what tells this cache from any other.
    ///
    /// - Returns: The files that were there, in each of the cache's folders.
    /// - Throws: The error of the first thing that cannot be taken away; what went before it is gone.
    @discardableResult
    package func empty() throws -> [String: Swept] {
        var found: [String: Swept] = [:]
        for kind in ["responses", "effects", "blobs", "tmp", "quarantine", "derived"] {
            for name in try FileCalls.names(in: "\(folder)/\(kind)") {
                let path = "\(folder)/\(kind)/\(name)"
                found[kind, default: Swept()] += Self.files(under: path)
                try FileManager.default.removeItem(atPath: path)
            }
        }
        return found
    }

    /// The regular files that a path names or holds.
    private static func files(under path: String) -> Swept {
        var swept = Swept()
        for name in [""] + (FileManager.default.subpaths(atPath: path) ?? []) {
            guard let length = try? FileCalls.length(of: name.isEmpty ? path : "\(path)/\(name)") else { continue }
            swept += Swept(files: 1, bytes: length)
        }
        return swept
    }
}

extension DiskCache.Swept {
    /// Adds what another step took away.
    package static func += (left: inout Self, right: Self) {
        left.files += right.files
        left.bytes += right.bytes
    }
}
