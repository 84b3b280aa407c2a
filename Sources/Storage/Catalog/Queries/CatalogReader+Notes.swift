internal import GRDB
package import LarderModel

/// What people should know of an item and no column tells.
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
    public func notes(source: Int64? = nil, limit: Int = -1) throws -> [ItemNote] {
        let condition = source == nil ? "" : "WHERE sourceID = ? "
        return try notes(condition + "ORDER BY recordURN, code LIMIT ?", source.map { [$0, limit] } ?? [limit])
    }

    /// How many notes there are on the items of a source.
    public func noteCount(source: Int64) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM note WHERE sourceID = ?", arguments: [source]) ?? 0
    }

    /// The notes on an item and its texts.
    ///
    /// - Parameter urn: The item's, a text's, or a job's for either: all but the first word tells which item it is.
    public func notes(about urn: String) throws -> [ItemNote] {
        let tail = String(RecordURN.tail(urn)) + ":"
        return try notes(
            """
            WHERE substr(? || ':', 1, length(recordURN) - instr(recordURN, ':') + 1) = substr(recordURN || ':', instr(recordURN, ':') + 1)
                OR substr(recordURN || ':', instr(recordURN, ':') + 1, length(?)) = ?
            ORDER BY recordURN, code
            """,
            [tail, tail, tail]
        )
    }

    /// Whether a job or an item has a note of `sync` with one of these codes.
    package func hasNotes(_ codes: [String], of sync: CatalogSync) throws -> Bool {
        let codes = codes.map { "'\($0)'" }.joined(separator: ", ")
        return try Int.fetchOne(
            db.bound(
                "SELECT 1 FROM note WHERE sourceID = ? AND syncID = ? AND code IN (\(codes)) LIMIT 1",
                sync.sourceID.databaseValue,
                sync.id.databaseValue
            )
        ) != nil
    }

    private func notes(_ clauses: String, _ arguments: StatementArguments) throws -> [ItemNote] {
        try Row.fetchAll(db, sql: "SELECT recordURN, code, message FROM note " + clauses, arguments: arguments).map {
            ItemNote(urn: $0[0], code: $0[1], message: $0[2])
        }
    }
}
