internal import GRDB
public import LarderModel

/// What people should know of an item and no column contains.
public struct ItemNote: Sendable, Hashable {
    /// The item's.
    public let urn: String
    /// A kebab-case label, such as `over-links`.
    public let code: String
    /// One sentence.
    public let message: String
}

extension CatalogReader {
    /// The first notes on items, by URN; of one source, or of all.
    public func notes(source: SourceID? = nil, limit: Int = -1) throws -> [ItemNote] {
        let condition = source == nil ? "" : "WHERE sourceID = ? "
        return try notes(condition + "ORDER BY recordURN, code LIMIT ?", source.map { [$0, limit] } ?? [limit])
    }

    /// How many notes there are on the items of a source.
    public func noteCount(source: SourceID) throws -> Int {
        try db.rows("SELECT count(*) FROM note WHERE sourceID = ?", [source])[0][0]
    }

    /// The notes on an item and its texts.
    ///
    /// - Parameter urn: The item's, a text's, or a job's for either: all but the first word identifies the item.
    public func notes(about urn: String) throws -> [ItemNote] {
        let tail = String(RecordURN.tail(urn)) + ":"
        let clauses = """
            WHERE substr(?1 || ':', 1, length(recordURN) - instr(recordURN, ':') + 1)
                = substr(recordURN || ':', instr(recordURN, ':') + 1)
              OR substr(recordURN || ':', instr(recordURN, ':') + 1, length(?1)) = ?1
            ORDER BY recordURN, code
            """
        return try notes(clauses, [tail])
    }

    /// The codes of the notes on one record.
    package func noteCodes(of urn: String) throws -> Set<String> {
        Set(try db.rows("SELECT code FROM note WHERE recordURN = ?", [urn]).map { try $0.value(0) })
    }

    /// The messages of notes on records of these sources, each with its count; at most `limit`.
    ///
    /// - Parameter codes: Of notes that are left out.
    package func sentences(
        sources: [SourceID],
        except codes: [String],
        limit: Int
    ) throws -> [(message: String, count: Int)] {
        let kinds = Self.quoted(RecordKind.allCases.map(\.rawValue))
        let ids = sources.sorted().map(\.description).joined(separator: ", ")
        let sql = """
            SELECT message, count(*) FROM note
            WHERE sourceID IN (\(ids)) AND substr(recordURN, 1, instr(recordURN, ':') - 1) IN (\(kinds))
            AND code NOT IN (\(Self.quoted(codes))) GROUP BY message ORDER BY message LIMIT ?
            """
        return try db.rows(sql, [limit]).map { try (message: $0.value(0), count: $0.value(1)) }
    }

    /// Whether a job or an item has a note of `sync` with one of these codes.
    package func hasNotes(_ codes: [String], of sync: CatalogSync) throws -> Bool {
        let sql = "SELECT 1 FROM note WHERE sourceID = ? AND syncID = ? AND code IN (\(Self.quoted(codes))) LIMIT 1"
        return try db.exists(sql, [sync.sourceID, sync.id])
    }

    /// The messages of the notes of `sync` with one of these codes, each once.
    package func messages(_ codes: [String], of sync: CatalogSync) throws -> [String] {
        let sql =
            "SELECT DISTINCT message FROM note WHERE sourceID = ? AND syncID = ? AND code IN (\(Self.quoted(codes))) ORDER BY 1"
        return try db.rows(sql, [sync.sourceID, sync.id]).map { try $0.value(0) }
    }

    private func notes(_ clauses: String, _ values: [any DatabaseValueConvertible]) throws -> [ItemNote] {
        try db.rows("SELECT recordURN, code, message FROM note " + clauses, values).map {
            try ItemNote(urn: $0.value(0), code: $0.value(1), message: $0.value(2))
        }
    }
}
