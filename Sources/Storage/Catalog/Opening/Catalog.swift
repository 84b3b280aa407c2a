/// A larder's catalog, opened for reading, also while a coordinator writes it.
///
/// Any thread may read; four reads run at once, further ones wait. The file is closed when the last copy is gone.
public final class Catalog: Sendable {
    /// The path of the database file, as it was given to the initializer.
    public let path: String
    private let connections: CatalogConnections

    /// Opens the catalog at `path`, which is not changed.
    ///
    /// - Throws: ``CatalogError``: `missing`, `notOurs`, `newer`, `older`, `notWritable` (a WAL file in a folder
    ///   without write
    ///   permission), `corrupt`, `busy`, `io`.
    public init(readingFrom path: String) throws(CatalogError) {
        self.path = path
        connections = try CatalogConnections(path)
    }

    /// Runs `body` on one unchanging snapshot of the catalog; blocks the calling thread.
    ///
    /// `body` may run more than once where another process changes a file that cannot be locked.
    ///
    /// - Throws: ``CatalogError`` for what SQLite refuses, and whatever else `body` throws.
    public func read<Result>(_ body: (CatalogReader) throws -> Result) throws -> Result {
        try connections.read { try body(CatalogReader($0)) }
    }

    /// Runs `body` on one unchanging snapshot of the catalog without blocking the calling thread.
    ///
    /// `body` may run more than once where another process changes a file that cannot be locked.
    ///
    /// - Throws: ``CatalogError`` for what SQLite refuses, and whatever else `body` throws.
    public func read<Result: Sendable>(
        _ body: @escaping @Sendable (CatalogReader) throws -> Result
    ) async throws -> Result {
        try await connections.read { try body(CatalogReader($0)) }
    }
}
