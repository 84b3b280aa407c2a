package import GRDB
public import LarderModel

/// A record that the catalog keeps in a table of its own.
package protocol CatalogRecord: Sendable {
    /// Where it is kept.
    static var table: RecordTable<Self> { get }
    /// Unique in the table.
    var urn: String { get }
}

/// What a column is to the records of several origins.
struct ColumnPlan: Sendable {
    let name: String
    /// The place of the column that it follows.
    let leader: Int?
    let isDerived: Bool
    let normal: (@Sendable (DatabaseValue) -> DatabaseValue)?
}

/// A table of the catalog: the only place where its columns are listed beside the schema.
///
/// Beside the columns that are named here every table has `id`, `urn` and `sourceID`. A class, as it is handed on for each record.
package final class RecordTable<Record: Sendable>: Sendable {
    /// The table's name.
    package let name: String
    /// The kind of its records in `provenance`.
    package let kind: RecordKind
    /// Its columns in the order of the record's content.
    package let columns: [RecordColumn<Record>]
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
    /// How much the columns of a record say, whose values are given too.
    package let completeness: @Sendable (Record, [DatabaseValue]) -> Int
    /// What combining asks of the columns; of no type of record, so that its code is made once.
    let plan: [ColumnPlan]
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
    /// `origin`, `record` and `url` of what each origin said of the item with a URN.
    package let originsSQL: String
    let blank: @Sendable (_ urn: String) -> Record

    /// - Parameter blank: A record with this URN and nothing else.
    package init(
        _ name: String,
        kind: RecordKind,
        columns: [RecordColumn<Record>],
        children: [ChildTable<Record>] = [],
        blank: @escaping @Sendable (_ urn: String) -> Record
    ) {
        self.name = name
        self.kind = kind
        self.columns = columns
        self.children = children
        fields = Set(columns.map(\.name) + children.map(\.name))
        self.blank = blank
        // Whole columns are not taken out of the array, as each is made of several counted references.
        let values: @Sendable (Record) -> [DatabaseValue] = { record in
            var values: [DatabaseValue] = []
            values.reserveCapacity(columns.count)
            for index in columns.indices { values.append(columns[index].get(record)) }
            return values
        }
        self.values = values
        lists = { record in children.map { $0.rows(record) } }
        completeness = { record, values in
            var said = 0
            for index in columns.indices { said += columns[index].completeness(record, values[index]) }
            return said
        }
        plan = columns.map { column in
            ColumnPlan(
                name: column.name,
                leader: columns.firstIndex { $0.name == column.follows },
                isDerived: column.isDerived,
                normal: column.normal
            )
        }
        listNames = children.map(\.name)
        blankValues = values(blank(""))
        let names = ["urn", "sourceID"] + columns.map(\.name)
        upsertSQL = """
            INSERT INTO \(name) (\(names.joined(separator: ", ")))
            VALUES (\(names.map { _ in "?" }.joined(separator: ", ")))
            ON CONFLICT (urn) DO UPDATE SET
            \(names.dropFirst().map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
            """
        idSQL = "SELECT id FROM \(name) WHERE urn = ?"
        originsSQL = """
            SELECT origin, record, url FROM provenance
            WHERE recordURN = ? AND recordKind = '\(kind.rawValue)' ORDER BY origin
            """
        selectSQL = "SELECT id, sourceID, urn, \(columns.map(\.name).joined(separator: ", ")) FROM \(name)"
    }

    /// The records that a condition names, whole.
    ///
    /// - Parameter condition: What follows the table's name in a SELECT.
    package func fetch(
        _ condition: String,
        _ arguments: StatementArguments,
        in db: Database
    ) throws -> [StoredRecord<Record>] {
        let rows = try Row.fetchAll(db.cachedStatement(sql: selectSQL + " " + condition), arguments: arguments)
        return try rows.map { row in
            var record = blank(row[2])
            for (index, column) in columns.enumerated() { column.set(&record, row[index + 3]) }
            for child in children { try child.load(&record, row[0], db) }
            return StoredRecord(id: row[0], sourceID: row[1], record: record)
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
    /// Inserts a row, or gives the one at the position these values: parent, `position`, then the columns.
    package let upsertSQL: String
    /// Deletes what comes behind a position: parent, `position`.
    package let deleteSQL: String
    /// The columns of each element of a parent.
    package let selectSQL: String
    /// The values of each element.
    package let rows: @Sendable (Record) -> [[DatabaseValue]]
    /// Replaces the list by elements with these values.
    let fill: @Sendable (inout Record, [[DatabaseValue]]) -> Void
    let load: @Sendable (inout Record, _ id: Int64, Database) throws -> Void

    /// - Parameter blank: An element with nothing in it.
    package init<Element: Sendable>(
        _ name: String,
        of parent: String,
        _ field: any WritableKeyPath<Record, [Element]> & Sendable,
        columns: [RecordColumn<Element>],
        blank: Element
    ) {
        self.name = name
        self.parent = parent
        let names = columns.map(\.name)
        self.columns = names
        let all = [parent, "position"] + names
        upsertSQL = """
            INSERT INTO \(name) (\(all.joined(separator: ", "))) VALUES (\(all.map { _ in "?" }.joined(separator: ", ")))
            ON CONFLICT (\(parent), position) DO UPDATE SET
            \(names.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
            WHERE \(names.map { "\($0) IS NOT excluded.\($0)" }.joined(separator: " OR "))
            """
        deleteSQL = "DELETE FROM \(name) WHERE \(parent) = ? AND position >= ?"
        rows = { record in
            record[keyPath: field].map { element in columns.map { $0.get(element) } }
        }
        let selectSQL = "SELECT \(names.joined(separator: ", ")) FROM \(name) WHERE \(parent) = ? ORDER BY position"
        self.selectSQL = selectSQL
        let fill: @Sendable (inout Record, [[DatabaseValue]]) -> Void = { record, rows in
            record[keyPath: field] = rows.map { row in
                var element = blank
                for (column, value) in zip(columns, row) { column.set(&element, value) }
                return element
            }
        }
        self.fill = fill
        load = { record, id, db in
            let rows = try Row.fetchAll(db.cachedStatement(sql: selectSQL), arguments: [id])
            fill(&record, rows.map { Array($0.databaseValues) })
        }
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
