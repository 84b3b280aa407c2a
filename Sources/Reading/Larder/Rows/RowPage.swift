internal import Foundation
internal import GRDB
internal import LarderCatalog

/// A part of a list, with the place where the next part begins.
public struct RowPage<Element: Sendable>: Sendable {
    /// In the order of the list.
    public let rows: [Element]
    /// Pass it to the same query for the rows that follow; nil: there are none.
    ///
    /// Do not query for the next page then: without a cursor a query gives the first page.
    public let next: PageCursor?
}

extension RowPage: Equatable where Element: Equatable {}
extension RowPage: Hashable where Element: Hashable {}

/// The place behind a row of a list, which stays the same when rows before it come or go.
///
/// It is of one catalog file: another download has other places.
public struct PageCursor: Sendable, Hashable, Codable {
    enum Value: Sendable, Hashable, Codable {
        case integer(Int64)
        case number(Double)
        case key(Data)
        case text(String)
    }

    /// ``RowOrder/name`` of its list.
    let order: String
    let value: Value
    let id: Int64
}

extension PageCursor.Value {
    init(_ value: DatabaseValue) {
        self =
            switch value.storage {
            case .int64(let number): .integer(number)
            case .double(let number): .number(number)
            case .blob(let key): .key(key)
            case .string(let text): .text(text)
            case .null: .number(0)
            }
    }

    var databaseValue: DatabaseValue {
        switch self {
        case .integer(let number): number.databaseValue
        case .number(let number): number.databaseValue
        case .key(let key): key.databaseValue
        case .text(let text): text.databaseValue
        }
    }
}

/// A row type of a list, whose pages are one SQL statement each.
protocol ListedRow: Sendable {
    /// The table with the rest of its record, `shown` in SQL.
    static var table: String { get }
    /// What it reads of `item`, `source`, `shown` and ``join``, before the columns of its picture.
    static var columns: String { get }
    /// A further table.
    static var join: String { get }
    init(_ row: Row, at start: Int, pixelWidth: Int, _ blobs: BlobFolder) throws
}

extension ListedRow {
    static var join: String { "" }
    /// The columns of a row, of `item` and ``joined``.
    static var selected: String { "\(columns), \(ShownPicture.columns)" }
    static var joined: String {
        """
        CROSS JOIN \(table) AS shown ON shown.id = item.\(table)ID
        CROSS JOIN source ON source.id = item.sourceID \(join) \(ShownPicture.join("shown.imageURN"))
        """
    }
}

/// How a list is ordered; an index has the order, or SQLite sorts.
struct RowOrder {
    /// Identifies the order in cursors.
    let name: String
    /// The SQL expression that rows are sorted by; the following ones are SQL, too.
    var value: String
    var id = "item.id"
    var isGone = "item.isGone"
    var isDescending = false
    /// The tables that are read in this order.
    var tables: String
    /// What ``value`` needs where the items are found by a tag.
    var join = ""
    var isIndexed: Bool
    /// Whether the tags of items have the same order.
    var isOfTags = false
    /// What rows without a value in this order lack; they are left out.
    var needs: String?
}

extension RowOrder {
    /// The order of a column of `item`, or of an expression that has no index.
    init(
        name: String,
        value: String,
        isDescending: Bool = false,
        index: String? = nil,
        isOfTags: Bool = false,
        needs: String? = nil
    ) {
        (self.name, self.value, self.isDescending, self.isOfTags) = (name, value, isDescending, isOfTags)
        (tables, isIndexed, self.needs) = (index.map { "item INDEXED BY \($0)" } ?? "item", index != nil, needs)
    }

    init(titlesOf language: TitleLanguage) {
        name = "title " + language.name
        (value, id, isGone) = ("titleOrder.key", "titleOrder.itemID", "titleOrder.isGone")
        tables = "titleOrder INDEXED BY titleOrder_on_key CROSS JOIN item ON item.id = titleOrder.itemID"
        join = "CROSS JOIN titleOrder ON titleOrder.itemID = item.id"
        needs = "titleOrder.language = '\(language.name)'"
        isIndexed = true
    }
}
