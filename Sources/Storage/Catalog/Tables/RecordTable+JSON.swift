package import GRDB
internal import LarderModel

/// What one origin said, kept beside its provenance: an object with a member for each column and list that says
/// something.
///
/// A list's elements are arrays of its columns' values in order, without the last ones that are null; columns are only
/// ever added behind the others. Columns and lists with the same value as the item's row are left out, and named in the
/// member `=`, which comes first.
extension RecordTable {
    private static var sameAsRow: String { "=" }

    /// The statement as JSON; equal ones give equal bytes.
    ///
    /// - Parameter row: The item's row, whose values are left out; nil: the JSON has all values.
    package func json(of statement: OriginStatement, beyond row: RowContent? = nil) -> String {
        let columns = statement.values.indices.filter { index in
            let value = statement.values[index]
            return value.says && !(plan[index].isDerived && value == 0.databaseValue)
        }
        let lists = statement.lists.indices.filter { !statement.lists[$0].isEmpty }
        let sameColumns = Set(columns.filter { row?.values[$0].isIdentical(to: statement.values[$0]) ?? false })
        let sameLists = Set(lists.filter { row?.lists[$0].isIdentical(to: statement.lists[$0]) ?? false })
        var json = JSONWriter(capacity: 1 << 11)
        json.object { json in
            let same = sameColumns.sorted().map { plan[$0].name } + sameLists.sorted().map { listNames[$0] }
            if !same.isEmpty { json.member(Self.sameAsRow, same.joined(separator: " ")) }
            for index in columns where !sameColumns.contains(index) {
                json.key(plan[index].name)
                json.value(statement.values[index])
            }
            for index in lists where !sameLists.contains(index) {
                json.key(listNames[index])
                json.array { json in
                    for row in statement.lists[index] {
                        json.array { json in
                            for value in row[...(row.lastIndex { !$0.isNull } ?? 0)] { json.value(value) }
                        }
                    }
                }
            }
        }
        return json.text
    }

    /// Whether the JSON leaves out values of the item's row.
    package func needsRow(_ json: String) -> Bool { json.utf8.starts(with: "{\"\(Self.sameAsRow)\":".utf8) }

    /// Reads what ``json(of:beyond:)`` wrote; nil for what is no JSON object, or lacks its row.
    package func record(urn: String, json: String, row: RowContent?) -> Record? {
        guard let value = try? JSONParser.parse(Array(json.utf8), maxDepth: 8, maxValues: .max), value.members != nil
        else { return nil }
        let same = Set(value[Self.sameAsRow]?.string?.split(separator: " ") ?? [])
        if row == nil, !same.isEmpty { return nil }
        var record = blank(urn)
        for (index, column) in columns.enumerated() {
            if let row, same.contains(column.name[...]) {
                column.load(row.values[index], into: &record)
            } else if let value = value[column.name] {
                column.load(DatabaseValue(json: value), into: &record)
            }
        }
        for (index, child) in children.enumerated() {
            if let row, same.contains(child.name[...]) {
                child.fill(&record, row.lists[index])
                continue
            }
            guard let rows = value[child.name]?.items else { continue }
            let blank = [DatabaseValue](repeating: .null, count: child.columns.count)
            child.fill(
                &record,
                rows.map { row in
                    let values = (row.items ?? []).map(DatabaseValue.init(json:))
                    return values + blank.dropFirst(values.count)
                }
            )
        }
        return record
    }

    /// What an origin said of an item by its JSON, with the item's row where that is needed.
    package func record(urn: String, json: String, in db: Database) throws -> Record? {
        record(urn: urn, json: json, row: needsRow(json) ? try content(ofRow: urn, in: db) : nil)
    }
}

extension [[DatabaseValue]] {
    /// Whether all values have the same type and the same bytes.
    package func isIdentical(to other: [[DatabaseValue]]) -> Bool {
        elementsEqual(other) { $0.elementsEqual($1) { $0.isIdentical(to: $1) } }
    }
}

extension JSONWriter {
    fileprivate mutating func value(_ value: DatabaseValue) {
        switch value.storage {
        case .null: raw("null")
        case .int64(let number): Int(exactly: number).map { self.value($0) } ?? self.value(number)
        case .double(let number): self.value(number)
        case .string(let text): self.value(text)
        case .blob(let bytes): self.value(String(decoding: bytes, as: UTF8.self))
        }
    }
}

extension DatabaseValue {
    /// Whether both have the same type and the same bytes; `==` takes other forms of Unicode and of numbers for equal.
    fileprivate func isIdentical(to other: DatabaseValue) -> Bool {
        switch (storage, other.storage) {
        case (.null, .null): true
        case (.int64(let left), .int64(let right)): left == right
        case (.double(let left), .double(let right)): left == right
        case (.string(let left), .string(let right)): left.isSame(as: right)
        case (.blob(let left), .blob(let right)): left == right
        default: false
        }
    }

    fileprivate init(json: JSONValue) {
        self =
            switch json {
            case .string(let text): text.databaseValue
            case .number: json.int64.map(\.databaseValue) ?? json.double.map(\.databaseValue) ?? .null
            default: .null
            }
    }
}
