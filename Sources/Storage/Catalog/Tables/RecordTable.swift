package import GRDB
public import LarderModel

/// A record that the catalog keeps in a table of its own.
package protocol CatalogRecord: NamedRecord {
    /// Where it is kept.
    static var table: RecordTable<Self> { get }
}

/// A row's values in the order of the table's columns, and the values of each element of each of its lists.
package typealias RowContent = (values: [DatabaseValue], lists: [[[DatabaseValue]]])

/// A table of the catalog, made of the one list of a record's fields.
///
/// Beside the columns that are named here every table has `id`, `urn` and `sourceID`. A class, as it is handed on for
/// each record.
package final class RecordTable<Record: NamedRecord>: Sendable {
    /// The table's name, and the kind of its records in `provenance`.
    package let kind: RecordKind
    /// Its columns in the order of the record's content.
    package let columns: [RecordField<Record>]
    /// The places of the columns that people read, see ``FieldTraits/isOfMaking``.
    package let shown: [Int]
    /// The names of its columns and lists.
    package let fields: Set<String>
    /// The tables of its lists.
    package let children: [ChildTable<Record>]
    /// A record's values in the order of the columns.
    ///
    /// Made with the table, as code for any type of record takes several times as long.
    package let values: @Sendable (Record) -> [DatabaseValue]
    /// The values of each element of each list, in the order of the lists.
    package let lists: @Sendable (Record) -> [[[DatabaseValue]]]
    /// How much the columns of a record say, whose values are given too; of two records the more complete one stays.
    package let completeness: @Sendable (Record, [DatabaseValue]) -> Int
    /// What combining asks of the columns; of no type of record, so that its code is made once.
    let plan: [FieldTraits]
    /// The places of the columns that others follow; nil: a column is chosen by itself.
    let leaders: [Int?]
    /// The names of the lists.
    let listNames: [String]
    /// The values of a record that says nothing.
    let blankValues: [DatabaseValue]
    /// Inserts a row, or gives the one with the URN these values: `urn`, `sourceID`, then the columns.
    package let upsertSQL: String
    /// The `id` of a URN.
    package let idSQL: String
    /// `id`, `sourceID`, `urn`, then the columns.
    let selectSQL: String
    /// `origin`, `record`, `url` and `id` of what each origin said of the item with a URN.
    package let originsSQL: String

    /// The table's name.
    package var name: String { kind.rawValue }

    package init(_ kind: RecordKind) {
        self.kind = kind
        let name = kind.rawValue
        let columns = Record.fields.filter { $0.list == nil }
        let children = ChildTable.all(of: Record.self, parent: name + "ID")
        self.columns = columns
        self.children = children
        fields = Set(Record.fields.map(\.traits.column))
        let values: @Sendable (Record) -> [DatabaseValue] = { record in columns.map { $0.column(of: record) } }
        self.values = values
        lists = { record in children.map { $0.rows(record) } }
        let plan = columns.map(\.traits)
        completeness = { record, values in
            var said = 0
            for index in columns.indices {
                if plan[index].kind == .texts {
                    said += columns[index].get(record).texts?.count ?? 0
                } else if plan[index].countsAsComplete, !values[index].isNull {
                    said += 1
                }
            }
            return said
        }
        self.plan = plan
        shown = plan.indices.filter { !plan[$0].isOfMaking }
        leaders = plan.map { column in plan.firstIndex { $0.name == column.follows } }
        listNames = children.map(\.name)
        blankValues = values(Record.blank)
        let names = ["urn", "sourceID"] + plan.map(\.name)
        upsertSQL = """
            INSERT INTO \(name) (\(names.joined(separator: ", ")))
            VALUES (\(names.map { _ in "?" }.joined(separator: ", ")))
            ON CONFLICT (urn) DO UPDATE SET
            \(names.dropFirst().map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
            """
        idSQL = "SELECT id FROM \(name) WHERE urn = ?"
        originsSQL = """
            SELECT origin, record, url, id FROM provenance
            WHERE recordURN = ? AND recordKind = '\(name)' ORDER BY origin
            """
        selectSQL = "SELECT id, sourceID, urn, \(plan.map(\.name).joined(separator: ", ")) FROM \(name)"
    }

    /// What people read of a record: the values of ``shown`` columns, and those of its lists.
    package func content(of record: Record) -> RowContent {
        let record = record.shown
        let values = self.values(record)
        let lists = zip(children, lists(record)).map { child, rows in rows.map { row in child.shown.map { row[$0] } } }
        return (shown.map { values[$0] }, lists)
    }

    /// The values and lists of the row with a URN; nil: there is none.
    package func content(ofRow urn: String, in db: Database) throws -> RowContent? {
        guard let row = try Row.fetchOne(db.bound(selectSQL + " WHERE urn = ?", [urn])) else { return nil }
        let id: Int64 = try row.value(0)
        return (Array(row.databaseValues.dropFirst(3)), try children.map { try $0.values(of: id, in: db) })
    }

    /// A record with this URN and nothing else.
    func blank(_ urn: String) -> Record {
        var record = Record.blank
        record.urn = urn
        return record
    }

    /// The records that a condition names, whole.
    ///
    /// - Parameter condition: What follows the table's name in a SELECT.
    package func fetch(
        _ condition: String,
        _ values: [any DatabaseValueConvertible],
        in db: Database
    ) throws -> [StoredRecord<Record>] {
        try Row.fetchAll(db.bound(selectSQL + " " + condition, values)).map { row in
            var record = try blank(row.value(2))
            for (index, column) in columns.enumerated() { try column.load(row.value(index + 3), into: &record) }
            for child in children { try child.load(&record, row.value(0), db) }
            return try StoredRecord(id: row.value(0), sourceID: row.value(1), record: record)
        }
    }
}

/// The table of a list that records of another table have; its rows are keyed by that record and their position.
package final class ChildTable<Record: Sendable>: Sendable {
    /// The table's name.
    package let name: String
    /// The column with the record's identifier.
    package let parent: String
    /// The other columns, apart from `position`.
    package let columns: [String]
    /// The places of those columns that people read, see ``FieldTraits/isOfMaking``.
    package let shown: [Int]
    /// Inserts a row, or gives the one at the position these values: parent, `position`, then the columns.
    package let upsertSQL: String
    /// Deletes what comes behind a position: parent, `position`.
    package let deleteSQL: String
    /// The columns of each element of a parent.
    package let selectSQL: String
    /// The values of each element.
    package let rows: @Sendable (Record) -> [[DatabaseValue]]
    /// Replaces the list by elements with these values.
    package let fill: @Sendable (inout Record, [[DatabaseValue]]) -> Void

    /// The tables of all lists of a type of record.
    ///
    /// - Parameter parent: The column with the record's identifier.
    package static func all(of record: Record.Type, parent: String) -> [ChildTable] where Record: FieldedRecord {
        Record.fields.compactMap { field in field.list.map { ChildTable(field, $0, of: parent) } }
    }

    private init(_ field: RecordField<Record>, _ list: ListTraits, of parent: String) {
        let name = list.table
        self.name = name
        self.parent = parent
        let elements = list.elements
        let names = elements.map(\.name)
        columns = names
        shown = elements.indices.filter { !elements[$0].isOfMaking }
        let all = [parent, "position"] + names
        upsertSQL = """
            INSERT INTO \(name) (\(all.joined(separator: ", "))) VALUES (\(all.map { _ in "?" }.joined(separator: ", ")))
            ON CONFLICT (\(parent), position) DO UPDATE SET
            \(names.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
            WHERE \(names.map { "\($0) IS NOT excluded.\($0)" }.joined(separator: " OR "))
            """
        deleteSQL = "DELETE FROM \(name) WHERE \(parent) = ? AND position >= ?"
        rows = { record in
            let value = field.get(record)
            if let texts = value.texts { return texts.map { [$0.storable.databaseValue] } }
            return (value.rows ?? []).map { row in row.map { DatabaseValue($0) } }
        }
        selectSQL = "SELECT \(names.joined(separator: ", ")) FROM \(name) WHERE \(parent) = ? ORDER BY position"
        fill = { record, rows in
            let values = rows.map { row in zip(elements, row).map { $0.value($1) } }
            _ = field.set(&record, .rows(values))
        }
    }

    /// Reads the list of the record with an identifier.
    package func load(_ record: inout Record, _ id: Int64, _ db: Database) throws {
        fill(&record, try values(of: id, in: db))
    }

    /// The values of each element of the list of the record with an identifier.
    package func values(of id: Int64, in db: Database) throws -> [[DatabaseValue]] {
        try Row.fetchAll(db.bound(selectSQL, id)).map { Array($0.databaseValues) }
    }
}

/// A record with its place in one catalog file.
@dynamicMemberLookup
public struct StoredRecord<Record: Sendable>: Sendable, Identifiable {
    /// The row's identifier in this file.
    public let id: Int64
    /// The row of its source.
    public let sourceID: SourceID
    /// The record.
    public let record: Record

    /// A field of the record.
    public subscript<Value>(dynamicMember field: KeyPath<Record, Value>) -> Value { record[keyPath: field] }
}

extension StoredRecord: Equatable where Record: Equatable {}
extension StoredRecord: Hashable where Record: Hashable {}
