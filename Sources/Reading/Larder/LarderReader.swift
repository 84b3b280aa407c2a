package import GRDB
internal import LarderCatalog

/// What apps ask of a larder, on one unchanging snapshot of its catalog.
///
/// It lives as long as the closure that it was given to. Each method says how many statements it runs.
public struct LarderReader {
    package var database: Database { db }
    let db: Database
    let blobs: BlobFolder

    /// A reader on a connection of `larder` that is in use.
    package init(_ database: Database, of larder: Larder) { self.init(database, larder.blobs) }

    init(_ db: Database, _ blobs: BlobFolder) {
        self.db = db
        self.blobs = blobs
    }
}
