internal import Foundation
internal import GRDB
internal import LarderCache
internal import LarderCatalog
internal import LarderCatalogWriting
internal import LarderLedger
internal import LarderSync

extension LarderClearing {
    /// Removes every row in one transaction, then every file of the cache.
    func removeEverything() throws {
        do {
            try database.pool.writeWithoutTransaction { db in
                // With foreign keys on, SQLite would log the whole catalog; a full disk has no room for that.
                try db.execute(sql: "PRAGMA foreign_keys = OFF")
                defer { try? db.execute(sql: "PRAGMA foreign_keys = ON") }  // no more is written than a new file
                try db.inTransaction {
                    let counts = try CatalogReader(db).counts()
                    report.rows.recipes = counts.recipes
                    report.rows.articles = counts.articles
                    report.rows.outlets = counts.outlets
                    report.rows.pictures = counts.images
                    report.rows.texts = counts.texts
                    try LedgerStore(db).forgetEverything()
                    try CatalogRemoval(db).removeEverything()
                    return .commit
                }
            }
        } catch {
            throw CatalogError(error, path: database.path) ?? error
        }
        report.further = try larder.cache.empty()
        try? FileManager.default.removeItem(atPath: PlanRecord.folder(in: larder.path))  // a plan harms nobody
    }
}
