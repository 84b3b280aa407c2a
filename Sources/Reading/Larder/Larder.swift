public import Foundation
package import GRDB
@_exported public import LarderAttributedText
package import LarderCatalog
@_exported public import LarderModel

/// A larder that an app reads: rows ready to show, whole items, pictures as files, search and changes.
///
/// It only reads. The folder may be in an app's bundle, on a read-only medium or of another user, and a sync may run
/// meanwhile. Put a new download in a new folder and open it with a new ``Larder/Larder``: SQLite's files must not be
/// replaced while they are open. All methods may be called from any thread or actor; four reads run at once, further
/// ones wait.
public final class Larder: Sendable {
    /// The larder's folder.
    public let folder: URL
    let connections: CatalogConnections
    let blobs: BlobFolder
    let watch = Watch()

    /// Opens the larder in a folder.
    ///
    /// - Parameters:
    ///   - folder: Holds `catalog.sqlite`.
    ///   - cache: Holds `blobs` with the pictures' files; nil: `cache` in the folder.
    public convenience init(readingFrom folder: URL, cache: URL? = nil) async throws(LarderError) {
        let path = folder.appending(path: "catalog.sqlite", directoryHint: .notDirectory).path(percentEncoded: false)
        try await self.init(folder, cache: cache, connections: Self.open(path))
    }

    package init(_ folder: URL, cache: URL? = nil, connections: CatalogConnections) {
        self.folder = folder
        blobs = BlobFolder(cache ?? folder.appending(path: "cache", directoryHint: .isDirectory))
        self.connections = connections
    }

    @concurrent private static func open(_ path: String) async throws(LarderError) -> CatalogConnections {
        do {
            return try CatalogConnections(path)
        } catch {
            throw LarderError(error, exists: FileManager.default.fileExists(atPath: path))
        }
    }

    /// Runs `body` on one unchanging snapshot of the catalog, off the calling thread.
    ///
    /// `body` may run more than once where a sync changes a file that cannot be locked.
    ///
    /// - Throws: ``LarderError``, `CancellationError`, and what else `body` throws.
    @concurrent public func read<Result: Sendable>(
        _ body: @escaping @Sendable (LarderReader) throws -> Result
    ) async throws -> Result {
        do {
            return try await connections.read { [blobs] db in try body(LarderReader(db, blobs)) }
        } catch let error as CatalogError {
            throw LarderError(error)
        }
    }

    /// The connections in use.
    package func connectionPool() throws -> DatabasePool { try connections.pool }
}
