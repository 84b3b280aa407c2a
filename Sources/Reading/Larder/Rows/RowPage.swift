internal import Foundation
internal import GRDB
internal import LarderCatalog

/// A part of a list, with the place where the next part begins.
public struct RowPage<Element: Sendable>: Sendable {
    /// In the order of the list.
    public let rows: [Element]
    /// Pass it to the same query for the rows that follow; nil: there are none.
    public let next: PageCursor?
}

extension RowPage: Equatable where Element: Equatable {}
extension RowPage: Hashable where Element: Hashable {}

/// The place behind a row of a list, which stays the same when rows before it come or go.
public struct PageCursor: Sendable, Hashable, Codable {
    enum Value: Sendable, Hashable, Codable {
        case number(Double)
        case key(Data)
        case text(String)
    }

    let value: Value
    let id: Int64
}

extension PageCursor.Value {
    init(_ value: DatabaseValue) {
        self =
            switch value.storage {
            case .int64(let number): .number(Double(number))
            case .double(let number): .number(number)
            case .blob(let key): .key(key)
            case .string(let text): .text(text)
            case .null: .number(0)
            }
    }

    var databaseValue: DatabaseValue {
        switch self {
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
}

/// How a list is ordered; an index has the order, or SQLite sorts.
struct RowOrder {
    /// In SQL.
    var value: String
    var isDescending: Bool
    /// Its index; nil: all items are sorted.
    var index: String?
    /// Whether the tags of items have the same order.
    var isOfTags = false
    /// What rows without a value in this order lack; they are left out.
    var needs: String?
}
