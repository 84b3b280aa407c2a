internal import Foundation
internal import GRDB
internal import LarderCatalog
internal import LarderModel

/// What recipes can be grouped by.
public enum RecipeGrouping: String, Sendable, CaseIterable {
    case source, language, category, cuisine, keyword
}

/// What articles can be grouped by: also their publication, and its subject.
public enum ArticleGrouping: String, Sendable, CaseIterable {
    case source, language, category, outlet
}

/// A group of items with their count.
public struct LarderSection: Sendable, Hashable, Identifiable {
    /// The value for a filter: ``RecipeFilter`` or ``ArticleFilter``.
    public let id: String
    /// For people; of a publication its name.
    public let name: String
    /// How many items that their source still lists.
    public let count: Int
}

extension LarderReader {
    /// The groups of recipes by a field, the largest first; one statement.
    public func recipeSections(by field: RecipeGrouping, limit: Int = 100) throws -> [LarderSection] {
        try sections("recipe", field.rawValue, limit)
    }

    /// The groups of articles by a field, the largest first; one statement.
    public func articleSections(by field: ArticleGrouping, limit: Int = 100) throws -> [LarderSection] {
        try sections("article", field.rawValue, limit)
    }

    private func sections(_ kind: String, _ field: String, _ limit: Int) throws -> [LarderSection] {
        let name = field == "outlet" ? "(SELECT outlet.name FROM outlet WHERE outlet.urn = tag.name)" : "NULL"
        let sql = """
            SELECT name, \(name), count FROM tag
            WHERE kind = ? AND field = ? AND count > 0 ORDER BY count DESC, name LIMIT ?
            """
        return try Row.fetchAll(db.bound(sql, kind, field, max(0, limit))).map { row in
            let id: String = try row.value(0)
            let identifier = field == "outlet" ? RecordURN(id)?.identifier.removingPercentEncoding : id
            return try LarderSection(id: id, name: row.value(1) ?? identifier ?? id, count: row.value(2))
        }
    }
}
