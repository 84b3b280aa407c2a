internal import GRDB
internal import LarderCatalog
package import LarderModel

extension LedgerStore {
    package func forget(_ job: JobID) throws { try run("DELETE FROM job WHERE id = ?", job) }

    package func forget(_ name: JobURN) throws {
        for table in ["job", "answer"] {
            try run("DELETE FROM \(table) WHERE kind = ? AND key = ?", name.kind.rawValue, name.key)
        }
    }

    /// Also clears the jobs of the kind away whose keys go on after this one with a colon.
    package func forget(under name: JobURN) throws {
        try forget(name)
        // A semicolon is the byte after the colon. Both at once would have SQLite read all keys of the kind.
        try run("DELETE FROM job WHERE kind = ?1 AND key > ?2 || ':' AND key < ?2 || ';'", name.kind.rawValue, name.key)
    }

    /// Clears a job away if it has ended well, so that it can be added again.
    package func forgetDone(_ urn: JobURN) throws {
        try run("DELETE FROM job WHERE kind = ? AND key = ? AND \(Self.done)", urn.kind.rawValue, urn.key)
    }

    /// Clears a job away if it has ended in any way, so that it can be added again.
    package func forgetEnded(_ urn: JobURN) throws {
        try run("DELETE FROM job WHERE kind = ? AND key = ? AND NOT \(Self.ready)", urn.kind.rawValue, urn.key)
    }

    /// Clears all of a source's jobs away, before a new sync enqueues them again.
    package func forgetAll(of source: SourceID) throws { try run("DELETE FROM job WHERE sourceID = ?", source) }

    package func forgetIdleLanes() throws {
        try run("DELETE FROM lane WHERE NOT EXISTS (SELECT 1 FROM job WHERE laneID = lane.id)")
    }

    /// Clears everything away but the count of coordinator starts, what of quotas is used, and the numbers that jobs
    /// had: results of workers that come back late name neither again.
    ///
    /// Foreign keys must be off.
    package func forgetEverything() throws {
        for table in ["suspicion", "crash", "job", "syncRequest", "lane", "host", "endedPattern", "answer"] {
            try run("DELETE FROM \(table)")
        }
    }
}

extension LedgerStore {
    /// Writes down that a source's addresses of a pattern are not followed any more, and why.
    package func end(pattern: String, of source: SourceID, _ sentence: String) throws {
        let sql = """
            INSERT INTO endedPattern (sourceID, pattern, sentence) VALUES (?, ?, ?)
            ON CONFLICT (sourceID, pattern) DO UPDATE SET sentence = excluded.sentence
            """
        try run(sql, source, pattern, sentence)
    }

    /// The patterns of a source that have ended, each with the sentence that tells why.
    package func endedPatterns(of source: SourceID) throws -> [String: String] {
        let rows = try rows("SELECT pattern, sentence FROM endedPattern WHERE sourceID = ?", source)
        return Dictionary(try rows.map { try ($0.value(0), $0.value(1)) }) { $1 }
    }

    package func forgetEndedPatterns(of source: SourceID) throws {
        try run("DELETE FROM endedPattern WHERE sourceID = ?", source)
    }

    package func syncRequest(of source: SourceID) throws -> String? {
        try String.fetchOne(db, sql: "SELECT text FROM syncRequest WHERE sourceID = ?", arguments: [source])
    }

    /// How many parts of the larder have been checked for these sources: the smallest of their counts.
    ///
    /// - Parameter isQuick: Whether the checks only look for files.
    package func checkedParts(of sources: [SourceID], isQuick: Bool) throws -> Int {
        let sql = "SELECT min(\(Self.parts(isQuick))) FROM syncRequest WHERE sourceID IN (\(Self.list(sources)))"
        return try Int.fetchOne(db, sql: sql) ?? 0
    }

    /// Counts a checked part for those of the sources whose count is `checks`: for the others it was not the next part.
    package func countPart(after checks: Int, of sources: [SourceID], isQuick: Bool) throws {
        let column = Self.parts(isQuick)
        let condition = "\(column) = ? AND sourceID IN (\(Self.list(sources)))"
        try db.execute(sql: "UPDATE syncRequest SET \(column) = \(column) + 1 WHERE \(condition)", arguments: [checks])
    }

    private static func parts(_ isQuick: Bool) -> String { isQuick ? "seenParts" : "readParts" }

    package func setSyncRequest(_ text: String, of source: SourceID) throws {
        let sql = """
            INSERT INTO syncRequest (sourceID, text) VALUES (?, ?) ON CONFLICT (sourceID) DO UPDATE SET text = excluded.text
            """
        try run(sql, source, text)
    }

    /// When the source's lists were last asked for whole, in Unix milliseconds; 0: that is not known.
    package func wholeListsAt(of source: SourceID) throws -> Int64 {
        try Int64.fetchOne(db, sql: "SELECT wholeListsAt FROM syncRequest WHERE sourceID = ?", arguments: [source]) ?? 0
    }

    /// Writes down when the source's lists were asked for whole.
    ///
    /// - Parameter time: In Unix milliseconds; 0: the next sync asks for all of them.
    package func setWholeLists(of source: SourceID, at time: Int64) throws {
        try run("UPDATE syncRequest SET wholeListsAt = ? WHERE sourceID = ?", time, source)
    }

    /// Forgets what the source's sync was asked for: the next sync begins from the start.
    package func forgetRequest(of source: SourceID) throws {
        try run("DELETE FROM syncRequest WHERE sourceID = ?", source)
    }
}
