internal import GRDB

/// Why the catalog could not be opened, read or written.
public struct CatalogError: Error, Sendable, CustomStringConvertible {
    /// What went wrong; the raw value is stable and never holds a path or a URL.
    public enum Code: String, Sendable, CaseIterable {
        /// The file belongs to another program, or is no SQLite file at all.
        case notOurs = "not-ours"
        /// A newer Larder has changed the file's schema.
        case newer
        /// An older Larder made the file: a sync brings it up to date, or it has to be made anew, as the message says.
        case older
        /// There is no file to read.
        case missing
        /// The file or its folder cannot be written or created.
        case notWritable = "not-writable"
        /// The disk has no room; the transaction was rolled back and the file is whole.
        case diskFull = "disk-full"
        /// SQLite found the file damaged, or it holds a value that another program wrote.
        case corrupt
        /// Another connection held the file for longer than the busy timeout.
        case busy
        /// The disk or the file system failed.
        case io
        /// The statement breaks a rule of the schema, or the library was called wrongly.
        case invalid
    }

    /// What went wrong.
    public let code: Code
    /// One or two sentences that name the thing and the way out.
    public let message: String
    /// The error of SQLite or GRDB, where there was one.
    public let cause: (any Error)?

    /// An error of this library.
    public init(code: Code, message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// The error for a failed use of the database at `path`, or nil where `error` is not SQLite's or GRDB's.
    ///
    /// A ``CatalogError`` is returned as it is.
    public init?(_ error: any Error, path: String) {
        if let known = error as? CatalogError {
            self = known
            return
        }
        if error is RowDecodingError {
            // GRDB tells the column in the text alone: `could not decode Int64 from … - column: "startedAt", …`.
            let parts = "\(error)".split(separator: " - column: \"", maxSplits: 1)
            let column = parts.count == 2 ? "its column \(parts[1].prefix { $0 != "\"" })" : "one of its columns"
            self.init(
                code: .corrupt,
                message: Self.damageText(path, column + " holds a value that Larder did not write"),
                cause: error
            )
            return
        }
        guard let error = error as? DatabaseError else { return nil }
        let code = Code(error)
        self.init(code: code, message: code.sentence(path: path, error: error), cause: error)
    }

    /// Runs `body`; an error of SQLite comes out as a ``CatalogError``, any other as it is.
    static func mapping<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch {
            throw CatalogError(error, path: path) ?? error
        }
    }

    static func mapping<Result>(_ path: String, _ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch {
            throw CatalogError(error, path: path) ?? error
        }
    }

    /// The error for what a check of the file at `path` found.
    package static func damaged(_ path: String, _ damage: String) -> CatalogError {
        CatalogError(code: .corrupt, message: damageText(path, damage))
    }

    fileprivate static func damageText(_ path: String, _ damage: String) -> String {
        "\(path) is damaged: \(damage). Move it away with its -wal and -shm files, if there are any, and sync again: "
            + cacheStands
    }

    /// Why the loss of a catalog is bearable.
    static let cacheStands = "the cache still stands, and what it holds is only asked for changes."

    /// The message alone; programs go by the code.
    public var description: String { message }
}

extension CatalogError.Code {
    /// The code for a result of SQLite (https://www.sqlite.org/rescode.html).
    fileprivate init(_ error: DatabaseError) {
        if error.extendedResultCode == .SQLITE_IOERR_SHMSIZE {
            self = .diskFull  // the shared-memory file could not grow
            return
        }
        switch error.resultCode {
        case .SQLITE_NOTADB: self = .notOurs
        case .SQLITE_FULL: self = .diskFull
        case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH: self = .notWritable
        case .SQLITE_CORRUPT, .SQLITE_FORMAT: self = .corrupt
        case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL, .SQLITE_INTERRUPT, .SQLITE_ABORT: self = .busy
        case .SQLITE_IOERR, .SQLITE_NOMEM, .SQLITE_NOLFS: self = .io
        default: self = .invalid
        }
    }

    fileprivate func sentence(path: String, error: DatabaseError) -> String {
        let detail = "\(error.message ?? "no message") (SQLite \(error.extendedResultCode.rawValue))"
        return switch self {
        case .notOurs:
            "\(path) is no SQLite file, or its beginning is damaged: \(detail). Choose another folder with --into; "
                + "if this is your larder, move the file away and sync again: \(CatalogError.cacheStands)"
        case .notWritable:
            "\(path) cannot be opened or written: \(detail). Check that its folder exists and who may read and write there."
        case .diskFull:
            "No room on the disk of \(path): \(detail). The transaction was rolled back; free some room and go on."
        case .corrupt where error.extendedResultCode == .SQLITE_CORRUPT_VTAB:
            "The search index in \(path) is damaged: \(detail). Type `coordinator find --rebuild` with the larder's "
                + "--into: that makes it again of what the catalog has."
        case .corrupt: CatalogError.damageText(path, detail)
        case .busy: "Another program holds \(path): \(detail). Close that program, and type the same command again."
        case .io: "Reading or writing \(path) failed: \(detail). Check the disk."
        case .newer, .older, .missing, .invalid: "\(path) refused a statement: \(detail)."
        }
    }
}
