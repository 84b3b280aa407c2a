internal import GRDB
internal import LarderCatalog
package import LarderModel

/// Patterns of addresses that led to nothing new.
extension LedgerStore {
    /// Writes down that a source's addresses of a pattern are not followed any more, and why.
    package func end(pattern: String, of source: SourceID, _ sentence: String) throws {
        try db.bound(
            """
            INSERT INTO endedPattern (sourceID, pattern, sentence) VALUES (?, ?, ?)
            ON CONFLICT (sourceID, pattern) DO UPDATE SET sentence = excluded.sentence
            """,
            source.databaseValue,
            pattern.databaseValue,
            sentence.databaseValue
        ).execute()
    }

    /// The patterns of a source that have ended, each with the sentence that tells why.
    package func endedPatterns(of source: SourceID) throws -> [String: String] {
        let rows = try Row.fetchAll(
            db,
            sql: "SELECT pattern, sentence FROM endedPattern WHERE sourceID = ?",
            arguments: [source]
        )
        return Dictionary(rows.map { ($0[0], $0[1]) }) { $1 }
    }

    /// Follows all of a source's addresses again.
    package func forgetEndedPatterns(of source: SourceID) throws {
        try db.execute(sql: "DELETE FROM endedPattern WHERE sourceID = ?", arguments: [source])
    }
}
