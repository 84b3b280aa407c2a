internal import GRDB
package import LarderModel

/// Items by what is known of them, and by addresses that are nearly theirs.
extension CatalogReader {
    /// The URNs of the recipes and articles of these sources of which only a list says something, at most `limit`.
    package func partialItems(sources: [SourceID], limit: Int) throws -> [String] {
        let ids = sources.sorted().map(\.description).joined(separator: ", ")
        let sql = """
            SELECT urn FROM recipe WHERE isPartial AND sourceID IN (\(ids))
            UNION ALL SELECT urn FROM article WHERE isPartial AND sourceID IN (\(ids)) LIMIT ?
            """
        return try db.rows(sql, [limit]).map { try $0.value(0) }
    }

    /// The URNs that lists or pages of these sources name and that are no items: nothing but their addresses is known.
    ///
    /// - Parameter codes: The codes of notes that say why.
    package func leftOut(of sources: [SourceID], _ codes: [String]) throws -> [String] {
        let ids = sources.sorted().map(\.description).joined(separator: ", ")
        let hasNoRow = """
            NOT EXISTS (SELECT 1 FROM article WHERE urn = recordURN) AND NOT EXISTS (SELECT 1 FROM recipe WHERE urn = recordURN)
            """
        let sql = """
            SELECT recordURN FROM provenance WHERE sourceID IN (\(ids)) AND recordKind = 'article' AND origin = 'list'
            AND EXISTS (SELECT 1 FROM listing WHERE itemURN = recordURN) AND \(hasNoRow)
            UNION SELECT recordURN FROM note WHERE sourceID IN (\(ids)) AND code IN (\(Self.quoted(codes)))
            AND syncID = (SELECT max(id) FROM sync WHERE sync.sourceID = note.sourceID)
            AND (recordURN LIKE 'article:%' OR recordURN LIKE 'recipe:%') AND \(hasNoRow)
            """
        return try db.rows(sql).map { try $0.value(0) }
    }

    /// How many items lists, records and pages name, addresses of which nothing else is known included.
    package func namedItems() throws -> Int {
        let sql =
            "SELECT count(*) FROM (SELECT DISTINCT recordURN FROM provenance WHERE recordKind IN ('recipe', 'article'))"
        return try db.rows(sql)[0][0]
    }

    /// Whether a list or a note names this URN, which has no row.
    package func isLeftOut(_ urn: String) throws -> Bool {
        guard try record(urn: urn) == nil else { return false }
        return try db.exists(
            "SELECT 1 FROM provenance WHERE recordURN = ?1 UNION ALL SELECT 1 FROM note WHERE recordURN = ?1",
            [urn]
        )
    }

    /// Words of this program as a list for SQL.
    static func quoted(_ words: [String]) -> String { words.map { "'\($0)'" }.joined(separator: ", ") }

    /// The recipes and articles at the host of this address, longest common prefix first.
    ///
    /// Of several items at one address the first counts. Reads all addresses.
    package func items(near address: WebAddress, limit: Int) throws -> [(urn: String, address: String)] {
        let wanted = Self.place(address.description)
        let host = Self.escaped(wanted.prefix { $0 != "/" })
        let sql = """
            SELECT urn, sourceURL FROM recipe WHERE sourceURL LIKE ?1 ESCAPE '!' OR sourceURL LIKE ?2 ESCAPE '!'
            UNION ALL SELECT urn, url FROM article WHERE url LIKE ?1 ESCAPE '!' OR url LIKE ?2 ESCAPE '!'
            """
        let rows = try Row.fetchCursor(db, sql: sql, arguments: ["%://\(host)/%", "%://www.\(host)/%"])
        var best: [(distance: Int, excess: Int, urn: String, address: String)] = []
        while let row = try rows.next() {
            let urn: String = try row.value(0)
            let url: String = try row.value(1)
            guard !best.contains(where: { $0.address == url }) else { continue }
            let place = Self.place(url)
            let shared = zip(place.utf8, wanted.utf8).prefix { $0 == $1 }.count
            best.append((-shared, abs(place.utf8.count - wanted.utf8.count), urn, url))
            guard best.count > limit else { continue }
            best.sort { ($0.distance, $0.excess, $0.urn) < ($1.distance, $1.excess, $1.urn) }
            best.removeLast()
        }
        return best.sorted { ($0.distance, $0.excess, $0.urn) < ($1.distance, $1.excess, $1.urn) }
            .map { (urn: $0.urn, address: $0.address) }
    }

    /// An address without its scheme and a `www.` in front.
    private static func place(_ address: String) -> String {
        let rest = address.firstRange(of: "://").map { address[$0.upperBound...] } ?? address[...]
        return String(rest.hasPrefix("www.") ? rest.dropFirst(4) : rest)
    }
}
