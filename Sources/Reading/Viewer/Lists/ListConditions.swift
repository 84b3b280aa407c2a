internal import GRDB
internal import Larder
internal import LarderCatalog

/// The filters of lists whose choices are shown with counts.
package enum FilterField: Sendable, CaseIterable {
    case kind, source, category, time, word, language
}

/// The SQL conditions on `item` of a list, with the values of their numbered parameters.
struct ListConditions {
    private(set) var clauses: [String] = []
    private(set) var values: [(any DatabaseValueConvertible)?] = []

    init(_ list: ListAddress) {
        if let query = list.query { searched(query) }
        clauses.append(list.isGone ? "item.isGone" : "NOT item.isGone")
        if let kind = list.kind { clauses.append("item.\(kind)ID NOT NULL") }
        if let source = list.source {
            clauses.append("item.sourceID = (SELECT id FROM source WHERE name = \(add(source)))")
        }
        if let outlet = list.outlet { tagged("outlet", outlet) }
        if let category = list.category { tagged("category", category) }
        if let language = list.language { tagged("language", language) }
        for word in list.words { tagged("keyword", word) }
        if !list.times.isEmpty {
            clauses.append("(\(list.times.map(Self.condition).joined(separator: " OR ")))")
        }
        // Quickest first: what has no time has no place.
        if list.actualOrder == .minutes { clauses.append("item.minutes NOT NULL") }
        clauses.append(Self.isNoTwin)
    }

    /// Leaves out articles whose page is also a recipe's: to a reader they are the same thing.
    static let isNoTwin = """
        (item.articleID IS NULL OR NOT EXISTS (SELECT 1 FROM item AS twin WHERE twin.urn = \(recipeURN)))
        """
    /// The URN of the recipe on an article's page.
    static let recipeURN = "'recipe:' || substr(item.urn, 9)"

    /// The conditions in SQL.
    var text: String { clauses.joined(separator: " AND ") }

    /// The parameter of a further value.
    mutating func add(_ value: any DatabaseValueConvertible) -> String {
        values.append(value)
        return "?\(values.count)"
    }

    private mutating func tagged(_ field: String, _ name: String) {
        let tags = "SELECT id FROM tag WHERE field = '\(field)' AND key = \(add(TagKey.key(field, name)))"
        clauses.append("EXISTS (SELECT 1 FROM itemTag WHERE itemID = item.id AND tagID IN (\(tags)))")
    }

    private mutating func searched(_ query: String) {
        // No word: nothing is found, as FTS5 takes no empty query.
        let expression = LarderReader.searchExpression(of: query)
        clauses.append(
            expression.map { "item.document IN (SELECT rowid FROM search WHERE search MATCH \(add($0)))" } ?? "FALSE"
        )
    }

    static func condition(_ time: ListAddress.Time) -> String {
        switch time {
        case .short: "item.minutes <= 30"
        case .medium: "item.minutes BETWEEN 31 AND 60"
        case .long: "item.minutes > 60"
        case .none: "(item.minutes IS NULL AND item.recipeID NOT NULL)"
        }
    }
}
