internal import GRDB
internal import LarderCatalog
package import LarderModel

extension CatalogWriter {
    /// Merges a note for people on an item.
    ///
    /// Of several notes with one code on one item, the latest sync's is kept; within a sync, the first in byte order.
    /// Digests do not count notes.
    ///
    /// - Parameter note: Its URN is an item's, which may come later or never.
    package func merge(note: JobNote, sync: CatalogSync) throws {
        let sql = """
            INSERT INTO note (recordURN, code, sourceID, syncID, message) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (recordURN, code) DO UPDATE
            SET sourceID = excluded.sourceID, syncID = excluded.syncID, message = excluded.message
            WHERE excluded.syncID > syncID OR (excluded.syncID = syncID AND excluded.message < message)
            """
        try db.run(sql, [note.urn.storable, note.code.storable, sync.sourceID, sync.id, note.message.storable])
    }

    /// Drops the notes that syncs before `sync` made on jobs of its source, which it has done again.
    package func forgetNotesOfJobs(before sync: CatalogSync) throws {
        let kinds = RecordKind.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        let sql = """
            DELETE FROM note WHERE sourceID = ? AND syncID < ?
            AND substr(recordURN, 1, instr(recordURN, ':') - 1) NOT IN (\(kinds))
            """
        try db.run(sql, [sync.sourceID, sync.id])
    }

    /// Whether there are notes.
    package func hasNotes() throws -> Bool {
        try db.exists("SELECT 1 FROM note LIMIT 1", [])
    }

    /// Whether a record has a note of `code` from `sync`.
    package func hasNote(_ code: String, on urn: String, of sync: CatalogSync) throws -> Bool {
        try db.exists(
            "SELECT 1 FROM note WHERE recordURN = ? AND code = ? AND syncID = ?",
            [urn.storable, code, sync.id]
        )
    }

    /// Drops the notes that syncs before `sync` made on an item.
    package func forgetNotes(of urn: String, before sync: CatalogSync) throws {
        try db.run("DELETE FROM note WHERE recordURN = ? AND syncID < ?", [urn.storable, sync.id])
    }

    /// The records and jobs that have a note of `code` from `sync`, with its message, but for records that it has merged
    /// all the same, as another answer brought them too.
    package func recordsHeld(noted code: String, in sync: CatalogSync) throws -> [(urn: String, message: String)] {
        let sql = """
            SELECT recordURN, message FROM note WHERE sourceID = ?1 AND syncID = ?2 AND code = ?3 AND NOT EXISTS (
                SELECT 1 FROM provenance AS p WHERE p.recordURN = note.recordURN AND p.recordKind <> 'answer'
                AND p.origin = 'record' AND p.syncID = ?2
            ) ORDER BY recordURN
            """
        return try Row.fetchAll(db.bound(sql, sync.sourceID, sync.id, code)).map { try ($0.value(0), $0.value(1)) }
    }

    /// Drops a record's or a job's notes of these codes from `sync`.
    package func forgetNotes(_ codes: [String], on urn: String, of sync: CatalogSync) throws {
        let sql = "DELETE FROM note WHERE recordURN = ? AND code = ? AND syncID = ?"
        for code in codes {
            try db.run(sql, [urn.storable, code, sync.id])
        }
    }
}
