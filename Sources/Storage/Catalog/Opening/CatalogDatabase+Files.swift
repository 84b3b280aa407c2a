internal import Foundation

extension CatalogDatabase {
    /// Refuses what is no plain file of its own where SQLite has its files.
    ///
    /// SQLite would wait at a named pipe for ever, and write into a file that has another name elsewhere. A rollback
    /// journal may name a file that SQLite then removes.
    ///
    /// - Parameter mayWrite: Whether the catalog's own file is written, too.
    static func refuseSharedFiles(at path: String, mayWrite: Bool) throws(CatalogError) {
        for ending in ["", "-wal", "-shm", "-journal"] {
            var info = stat()
            let name = path + ending
            guard unsafe ending.isEmpty ? stat(name, &info) == 0 : lstat(name, &info) == 0 else { continue }
            let isFile = info.st_mode & S_IFMT == S_IFREG
            // What is in place of the catalog itself, SQLite is not given either.
            guard isFile || ending.isEmpty else { throw refusal(of: name, "is not a file") }
            guard !isFile || info.st_nlink < 2 || ending.isEmpty && !mayWrite else {
                throw refusal(of: name, "has a second name elsewhere (a hard link)")
            }
        }
        guard !namesFurtherFile(journal: path + "-journal") else {
            throw refusal(of: path + "-journal", "names a further file, which no journal of Larder does,")
        }
    }

    /// Whether a file is a catalog by its beginning, even one that is damaged or of another version.
    package static func isCatalog(at path: String) -> Bool {
        var info = stat()
        guard unsafe stat(path, &info) == 0, info.st_mode & S_IFMT == S_IFREG,
            let file = FileHandle(forReadingAtPath: path)
        else { return false }
        defer { try? file.close() }
        // SQLite's file format, section 1.3.
        guard let header = try? file.read(upToCount: 72), header.starts(with: Data("SQLite format 3\0".utf8)) else {
            return false
        }
        return header.dropFirst(68).reduce(0) { $0 << 8 | Int32($1) } == applicationID
    }

    private static func refusal(of name: String, _ what: String) -> CatalogError {
        CatalogError(
            code: .notOurs,
            message: "\(name) \(what) and is not touched. Find out who put it there, and move it away."
        )
    }

    /// Whether the journal ends with the name of a super-journal (SQLite's file format, section 3).
    private static func namesFurtherFile(journal: String) -> Bool {
        guard let file = FileHandle(forReadingAtPath: journal), let length = try? file.seekToEnd(), length >= 8 else {
            return false
        }
        defer { try? file.close() }
        try? file.seek(toOffset: length - 8)
        return (try? file.readToEnd()) == Data([0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7])
    }
}
