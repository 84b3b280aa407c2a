internal import GRDB
internal import LarderCatalog
package import LarderModel

/// What syncs were asked for.
extension LedgerStore {
    /// What the source's sync was asked for.
    package func syncRequest(of source: SourceID) throws -> String? {
        try String.fetchOne(db, sql: "SELECT text FROM syncRequest WHERE sourceID = ?", arguments: [source])
    }

    /// Writes down what the source's sync is asked for.
    package func setSyncRequest(_ text: String, of source: SourceID) throws {
        try db.execute(
            sql: """
                INSERT INTO syncRequest (sourceID, text) VALUES (?, ?) ON CONFLICT (sourceID) DO UPDATE SET text = excluded.text
                """,
            arguments: [source, text]
        )
    }

    /// When the source's lists were last asked for whole, in Unix milliseconds; 0: that is not known.
    package func wholeListsAt(of source: SourceID) throws -> Int64 {
        try Int64.fetchOne(db, sql: "SELECT wholeListsAt FROM syncRequest WHERE sourceID = ?", arguments: [source]) ?? 0
    }

    /// Writes down when the source's lists were asked for whole.
    ///
    /// - Parameter time: In Unix milliseconds; 0: the next sync asks for all of them.
    package func setWholeLists(of source: SourceID, at time: Int64) throws {
        try db.execute(
            sql: "UPDATE syncRequest SET wholeListsAt = ? WHERE sourceID = ?",
            arguments: [time, source]
        )
    }

    /// Forgets what the source's sync was asked for: the next one begins anew.
    package func forgetRequest(of source: SourceID) throws {
        try db.execute(sql: "DELETE FROM syncRequest WHERE sourceID = ?", arguments: [source])
    }
}
