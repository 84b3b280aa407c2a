internal import GRDB
package import LarderModel

/// Clearing away what nobody is to do any more.
extension LedgerStore {
    /// Clears the job of this name away.
    package func forget(_ name: JobURN) throws {
        try db.cachedStatement(sql: "DELETE FROM job WHERE kind = ? AND key = ?")
            .execute(arguments: [name.kind.databaseValue, name.key])
    }

    /// Clears the job of this name away, and those of its kind whose keys go on after it with a colon.
    package func forget(under name: JobURN) throws {
        try forget(name)
        // A semicolon is the byte after the colon. Both at once would have SQLite read all keys of the kind.
        try db.cachedStatement(sql: "DELETE FROM job WHERE kind = ?1 AND key > ?2 || ':' AND key < ?2 || ';'")
            .execute(arguments: [name.kind.databaseValue, name.key])
    }

    /// Clears lanes away that no job waits in.
    package func forgetIdleLanes() throws {
        try db.execute(sql: "DELETE FROM lane WHERE NOT EXISTS (SELECT 1 FROM job WHERE laneID = lane.id)")
    }

    /// Clears everything away but the count of coordinator starts, what of quotas is used, and the numbers that jobs had: results of workers that come back late
    /// name neither again.
    ///
    /// Foreign keys must be off.
    package func forgetEverything() throws {
        for table in ["suspicion", "crash", "job", "syncRequest", "lane", "host", "endedPattern"] {
            try db.execute(sql: "DELETE FROM \(table)")
        }
    }
}
