internal import GRDB
internal import LarderModel

/// What one origin said, kept beside its provenance: an object with a member for each column and list that says
/// something.
///
/// A list's elements are arrays of its columns' values in order, without the last ones that are null; columns are only
/// ever added behind the others.
extension RecordTable {
    /// The statement as JSON; equal ones give equal bytes.
    package func json(of statement: OriginStatement) -> String {
        var json = JSONWriter(capacity: 1 << 11)
        json.object { json in
            for (index, value) in statement.values.enumerated() where value.says {
                if plan[index].isDerived, value == 0.databaseValue { continue }
                json.key(plan[index].name)
                json.value(value)
            }
            for (index, rows) in statement.lists.enumerated() where !rows.isEmpty {
                json.key(listNames[index])
                json.array { json in
                    for row in rows {
                        json.array { json in
                            for value in row[...(row.lastIndex { !$0.isNull } ?? 0)] { json.value(value) }
                        }
                    }
                }
            }
        }
        return json.text
    }

    /// Reads what ``json(of:)`` wrote; nil for what is no JSON object.
    package func record(urn: String, json: String) -> Record? {
        guard let value = try? JSONParser.parse(Array(json.utf8), maxDepth: 8, maxValues: .max), value.members != nil
        else { return nil }
        var record = blank(urn)
        for column in columns {
            if let value = value[column.name] { column.load(DatabaseValue(json: value), into: &record) }
        }
        for child in children {
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
}

extension JSONWriter {
    fileprivate mutating func value(_ value: DatabaseValue) {
        switch value.storage {
        case .null: raw("null")
        case .int64(let number): self.value(Int(number))
        case .double(let number): self.value(number)
        case .string(let text): self.value(text)
        case .blob(let bytes): self.value(String(decoding: bytes, as: UTF8.self))
        }
    }
}

extension DatabaseValue {
    fileprivate init(json: JSONValue) {
        self =
            switch json {
            case .string(let text): text.databaseValue
            case .number: json.integer.map(\.databaseValue) ?? json.double.map(\.databaseValue) ?? .null
            default: .null
            }
    }
}
