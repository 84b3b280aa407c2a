internal import GRDB

/// A larder's catalog, opened for reading, also while a coordinator writes it.
///
/// Any thread may read; four reads run at once, further ones wait. The file is closed when the last copy is gone.
public final class Catalog: Sendable {
    /// The path of the database file, as it was given to the initializer.
    public let path: String
    private let pool: DatabasePool

    /// Opens the catalog at `path`, which is not changed.
    ///
    /// - Throws: ``CatalogError``: `missing`, `notOurs`, `newer`, `notWritable` (a WAL file in a folder without write
    ///   permission), `corrupt`, `busy`, `io`.
    public init(readingFrom path: String) throws(CatalogError) {
        self.path = path
        pool = try CatalogDatabase.openForReading(at: path)
    }

    /// Runs `body` on one unchanging snapshot of the catalog; blocks the calling thread.
    ///
    /// - Throws: ``CatalogError`` for what SQLite refuses, and whatever else `body` throws.
    public func read<Result>(_ body: (CatalogReader) throws -> Result) throws -> Result {
        try CatalogError.mapping(path) { try pool.read { try body(CatalogReader($0)) } }
    }

    /// Runs `body` on one unchanging snapshot of the catalog without blocking the calling thread.
    ///
    /// - Throws: ``CatalogError`` for what SQLite refuses, and whatever else `body` throws.
    public func read<Result: Sendable>(
        _ body: @escaping @Sendable (CatalogReader) throws -> Result
    ) async throws -> Result {
        try await CatalogError.mapping(path) { try await pool.read { try body(CatalogReader($0)) } }
    }
}
