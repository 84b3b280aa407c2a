@_exported public import GRDB
public import Larder

extension Larder {
    /// Runs SQL of the app's own on one unchanging snapshot, over the larder's own connections.
    ///
    /// The views `card`, `recipe_full` and `article_full` are made for that; see the page "The catalog". `body` may run
    /// more than once where a sync changes a file that cannot be locked.
    ///
    /// - Throws: `DatabaseError` for SQL that cannot be run, ``LarderError`` for a catalog that cannot be read,
    ///   `CancellationError`, and what else `body` throws.
    public func readDatabase<Result: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws -> Result {
        do {
            return try await read { reader in
                do {
                    return try body(reader.database)
                } catch let error as DatabaseError where StatementFailure.codes.contains(error.resultCode) {
                    throw StatementFailure(error: error)
                }
            }
        } catch let failure as StatementFailure {
            throw failure.error
        }
    }

    /// The connections that the larder reads with now, such as for GRDB's own query interface.
    ///
    /// Writing fails. Observations of GRDB do not see what a sync of another process writes: use
    /// ``Larder/changes(every:)``. Where the file cannot be locked these connections are of no use once a sync has
    /// changed it: read with ``readDatabase(_:)`` there.
    public var databaseReader: any DatabaseReader {
        get throws { try connectionPool() }
    }
}

/// A row of the view `card`.
public struct CardRecord: Codable, Sendable, Hashable, Identifiable, FetchableRecord, TableRecord {
    /// The view's name.
    public static let databaseTableName = "card"

    /// Unique in every larder.
    public var urn: String
    /// `recipe` or `article`.
    public var kind: String
    /// The name of its source.
    public var source: String
    /// Plain text.
    public var title: String
    /// The site, person or publication.
    public var publisher: String?
    /// A sentence or two, plain text.
    public var summary: String?
    /// Of a recipe, the time in all.
    public var minutes: Int?
    /// Of a recipe; -1: not known.
    public var rank: Double
    /// In Unix milliseconds: when an article was published, or a sync found a recipe first; 0: not known.
    public var time: Int64
    /// A BCP 47 tag.
    public var language: String?
    /// The source lists it no more.
    public var isGone: Bool
    /// Only a list has named it so far.
    public var isPartial: Bool
    /// The item's page.
    public var url: String?
    /// The picture's URN; nil: it has none, or none that was downloaded.
    public var imageURN: String?
    /// The original picture's file, in the larder's folder.
    public var imageFile: String?
    /// In pixels, of the original.
    public var imageWidth: Int?
    /// In pixels, of the original.
    public var imageHeight: Int?
    /// In base64.
    public var thumbHash: String?
    /// `#rrggbb`.
    public var dominantColor: String?
    /// Why the picture cannot be shown.
    public var imageRejectCode: String?

    /// The URN.
    public var id: String { urn }
}

/// An error in the app's own SQL, which says nothing of the catalog.
private struct StatementFailure: Error {
    static let codes: [ResultCode] = [
        .SQLITE_ERROR, .SQLITE_READONLY, .SQLITE_TOOBIG, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_MISUSE,
        .SQLITE_AUTH, .SQLITE_RANGE,
    ]
    let error: DatabaseError
}
