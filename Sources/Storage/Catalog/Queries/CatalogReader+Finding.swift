internal import GRDB
package import LarderModel

/// A row that people ask for by its URN, its address or its title.
package struct FoundRecord: Sendable, Hashable {
    /// The row's URN.
    package let urn: String
    /// Its table.
    package let kind: RecordKind
    /// The title of an item, the name of a publication, the address of a picture, the item of a text.
    package let title: String
    /// The name of its source.
    package let source: String
}

/// Rows by what people call them.
extension CatalogReader {
    /// The tables with what stands for a title, and the columns that hold addresses.
    private static let searched: [(kind: RecordKind, title: String, addresses: [String])] = [
        (.recipe, "title", ["sourceURL", "canonicalURL", "apiURL", "imageURL"]),
        (.article, "title", ["url", "canonicalURL", "imageURL"]),
        (.outlet, "name", ["url"]), (.image, "url", ["url"]), (.text, "itemURN", []),
    ]

    /// The row of this URN, in whatever table it stands.
    package func record(urn: String) throws -> FoundRecord? {
        try Self.searched.flatMap { try records(in: $0, "\($0.kind.rawValue).urn = ?", [urn], limit: 1) }.first
    }

    /// Rows that have, or items that had, one of these addresses, of each table at most `limit`.
    package func records(at addresses: [String], limit: Int) throws -> [FoundRecord] {
        let marks = addresses.map { _ in "?" }.joined(separator: ", ")
        return try Self.searched.filter { !$0.addresses.isEmpty }.flatMap { place in
            var conditions = place.addresses.map { "\(place.kind.rawValue).\($0) IN (\(marks))" }
            if place.kind == .recipe || place.kind == .article {
                let former = "json_each(\(place.kind.rawValue).extra, '$.formerURLs')"
                conditions.append("EXISTS (SELECT 1 FROM \(former) WHERE value IN (\(marks)))")
            }
            let arguments = conditions.flatMap { _ in addresses }
            return try records(in: place, conditions.joined(separator: " OR "), arguments, limit: limit)
        }
    }

    /// Recipes and articles whose texts have, or lack, a page at one of these addresses; of each table at most `limit`.
    ///
    /// Reads all texts once.
    package func records(withPages addresses: [String], limit: Int) throws -> [FoundRecord] {
        let marks = addresses.map { _ in "?" }.joined(separator: ", ")
        let sql = """
            SELECT itemURN FROM text WHERE nextPage IN (\(marks))
            UNION SELECT itemURN FROM text JOIN textPage ON textID = text.id WHERE url IN (\(marks)) LIMIT ?
            """
        let items = try db.rows(sql, addresses + addresses + [2 * limit]).map { try $0.value(0) as String }
        let found = items.map { _ in "?" }.joined(separator: ", ")
        return try Self.searched.prefix(2).flatMap { place in
            try records(in: place, "\(place.kind.rawValue).urn IN (\(found))", items, limit: limit)
        }
    }

    /// Recipes, articles and publications whose titles hold all these words, ignoring ASCII case; of each table at most
    /// `limit`.
    package func records(titled words: [String], limit: Int) throws -> [FoundRecord] {
        guard !words.isEmpty else { return [] }
        return try Self.searched.prefix(3).flatMap { place in
            let title = "\(place.kind.rawValue).\(place.title)"
            let condition = words.map { _ in "\(title) LIKE ? ESCAPE '!'" }.joined(separator: " AND ")
            return try records(in: place, condition, words.map(Self.pattern), limit: limit)
        }
    }

    /// Recipes, articles and publications with this title, ignoring ASCII case; of each table at most `limit`.
    package func records(named title: String, limit: Int) throws -> [FoundRecord] {
        try Self.searched.prefix(3).flatMap { place in
            try records(in: place, "\(place.kind.rawValue).\(place.title) = ? COLLATE NOCASE", [title], limit: limit)
        }
    }

    /// Recipes, articles and publications with this identifier in their source; at most three for each source.
    package func records(withID id: String) throws -> [FoundRecord] {
        let names = try sources().map(\.source.name)
        return try Self.searched.prefix(3).flatMap { place in
            let kind = place.kind.rawValue
            return try names.flatMap { try records(in: place, "\(kind).urn = ?", ["\(kind):\($0):\(id)"], limit: 1) }
        }
    }

    /// Titles for a suggestion, at most `limit` of each table.
    package func titles(limit: Int) throws -> [FoundRecord] {
        try Self.searched.prefix(3).flatMap { try records(in: $0, "1", [], limit: limit) }
    }

    /// Rows whose URNs stand next to this one in their table, the nearest first.
    package func records(near urn: String, limit: Int) throws -> [FoundRecord] {
        guard let place = Self.searched.first(where: { urn.hasPrefix($0.kind.rawValue + ":") }) else { return [] }
        let column = "\(place.kind.rawValue).urn"
        return try records(in: place, "\(column) < ?", [urn], order: "\(column) DESC", limit: limit)
            + records(in: place, "\(column) > ?", [urn], order: column, limit: limit)
    }

    private static func pattern(_ word: String) -> String {
        "%" + escaped(word) + "%"
    }

    /// The text for `LIKE … ESCAPE '!'`.
    static func escaped(_ text: some StringProtocol) -> String {
        String(text).replacing("!", with: "!!").replacing("%", with: "!%").replacing("_", with: "!_")
    }

    private func records(
        in place: (kind: RecordKind, title: String, addresses: [String]),
        _ condition: String,
        _ arguments: [String],
        order: String? = nil,
        limit: Int
    ) throws -> [FoundRecord] {
        let table = place.kind.rawValue
        let sql = """
            SELECT \(table).urn, \(table).\(place.title), source.name
            FROM \(table) JOIN source ON source.id = \(table).sourceID
            WHERE \(condition) ORDER BY \(order ?? "\(table).id") LIMIT ?
            """
        return try db.rows(sql, arguments + [limit]).map {
            try FoundRecord(urn: $0.value(0), kind: place.kind, title: $0.value(1), source: $0.value(2))
        }
    }
}
