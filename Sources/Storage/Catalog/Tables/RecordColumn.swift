internal import Foundation
package import GRDB
package import LarderModel

/// One column of a table, and the field of the record that it holds.
///
/// U+0000 in a text, which SQLite's text functions take for the end, is kept as U+FFFD; a number that is not finite as NULL.
package struct RecordColumn<Record>: Sendable {
    /// The column's name.
    package let name: String
    /// How much a record says in this column, whose value is given too; of two records the more complete one stays.
    package let completeness: @Sendable (Record, DatabaseValue) -> Int
    /// The column whose origin decides of which record this one is taken too; nil: it is chosen by itself.
    package var follows: String?
    /// Combining the records of an item decides its value: no record says it.
    package var isDerived = false
    /// The value that a record has which was given this one; nil: the same.
    package var normal: (@Sendable (DatabaseValue) -> DatabaseValue)?
    /// The value as the catalog keeps it.
    package let get: @Sendable (Record) -> DatabaseValue
    /// Puts a value of the catalog into a record.
    package let set: @Sendable (inout Record, DatabaseValue) -> Void
}

extension RecordColumn {
    package typealias Field<Value> = any WritableKeyPath<Record, Value> & Sendable

    /// - Parameter countsAsComplete: Whether a record says more with a value than with NULL.
    private init(
        name: String,
        countsAsComplete: Bool,
        get: @escaping @Sendable (Record) -> DatabaseValue,
        set: @escaping @Sendable (inout Record, DatabaseValue) -> Void
    ) {
        self.init(
            name: name,
            completeness: { _, value in countsAsComplete && !value.isNull ? 1 : 0 },
            get: get,
            set: set
        )
    }

    package static func text(_ name: String, _ field: Field<String>) -> Self {
        RecordColumn(name: name, countsAsComplete: false) { record in
            record[keyPath: field].storable.databaseValue
        } set: { record, value in
            record[keyPath: field] = String.fromDatabaseValue(value) ?? ""
        }
    }

    package static func text(
        _ name: String,
        _ field: Field<String?>,
        countsAsComplete: Bool = true,
        follows: String? = nil
    ) -> Self {
        var column = RecordColumn(name: name, countsAsComplete: countsAsComplete) { record in
            record[keyPath: field]?.storable.databaseValue ?? .null
        } set: { record, value in
            record[keyPath: field] = String.fromDatabaseValue(value)
        }
        column.follows = follows
        return column
    }

    /// One word of an enumeration.
    package static func word<Value: RawRepresentable<String> & SendableMetatype>(_ name: String, _ field: Field<Value>)
        -> Self
    {
        RecordColumn(name: name, countsAsComplete: false) { record in
            record[keyPath: field].rawValue.databaseValue
        } set: { record, value in
            if let word = String.fromDatabaseValue(value).flatMap(Value.init) { record[keyPath: field] = word }
        }
    }

    package static func boolean(_ name: String, _ field: Field<Bool?>) -> Self {
        RecordColumn(name: name, countsAsComplete: true) { record in
            record[keyPath: field].map { $0 ? 1 : 0 }?.databaseValue ?? .null
        } set: { record, value in
            record[keyPath: field] = Bool.fromDatabaseValue(value)
        }
    }

    /// The origins of the other columns, kept as a JSON object.
    package static func origins(_ name: String, _ field: Field<FieldOrigins>) -> Self {
        var column = RecordColumn(name: name, countsAsComplete: false) { record in
            JSONWriter.text { json in
                json.object { json in
                    for (name, origin) in record[keyPath: field].sorted(by: { $0.key < $1.key }) {
                        json.member(name, origin.rawValue)
                    }
                }
            }.databaseValue
        } set: { record, value in
            let members = JSONColumn.value(value)?.members ?? []
            record[keyPath: field] = Dictionary(
                members.compactMap { member in
                    member.value.string.flatMap(FieldOrigin.init).map { (member.name, $0) }
                }
            ) { $1 }
        }
        column.isDerived = true
        return column
    }

    package static func integer<Value: BinaryInteger & DatabaseValueConvertible & SendableMetatype>(
        _ name: String,
        _ field: Field<Value>
    ) -> Self {
        RecordColumn(name: name, countsAsComplete: false) { record in
            record[keyPath: field].databaseValue
        } set: { record, value in
            record[keyPath: field] = Value.fromDatabaseValue(value) ?? 0
        }
    }

    package static func integer<Value: BinaryInteger & DatabaseValueConvertible & SendableMetatype>(
        _ name: String,
        _ field: Field<Value?>,
        follows: String? = nil
    ) -> Self {
        var column = RecordColumn(name: name, countsAsComplete: true) { record in
            record[keyPath: field]?.databaseValue ?? .null
        } set: { record, value in
            record[keyPath: field] = Value.fromDatabaseValue(value)
        }
        column.follows = follows
        return column
    }

    package static func real(_ name: String, _ field: Field<Double?>) -> Self {
        RecordColumn(name: name, countsAsComplete: true) { record in
            guard let number = record[keyPath: field], number.isFinite else { return .null }
            // There is one zero, so that equal numbers have equal bytes.
            return (number == 0 ? 0 : number).databaseValue
        } set: { record, value in
            record[keyPath: field] = Double.fromDatabaseValue(value)
        }
    }

    package static func boolean(_ name: String, _ field: Field<Bool>, isDerived: Bool = false) -> Self {
        var column = RecordColumn(name: name, countsAsComplete: false) { record in
            (record[keyPath: field] ? 1 : 0).databaseValue
        } set: { record, value in
            record[keyPath: field] = Bool.fromDatabaseValue(value) ?? false
        }
        column.isDerived = isDerived
        return column
    }

    package static func digest(_ name: String, _ field: Field<Digest>) -> Self {
        RecordColumn(name: name, countsAsComplete: false) { record in
            record[keyPath: field].databaseValue
        } set: { record, value in
            if let digest = Digest(databaseValue: value) { record[keyPath: field] = digest }
        }
    }

    /// A list of texts, kept as a JSON array.
    package static func texts(_ name: String, _ field: Field<[String]>) -> Self {
        RecordColumn(name: name) { record, _ in
            record[keyPath: field].count
        } get: { record in
            JSONWriter.text { $0.value(record[keyPath: field].map(\.storable)) }.databaseValue
        } set: { record, value in
            record[keyPath: field] = JSONColumn.value(value)?.items?.compactMap(\.string) ?? []
        }
    }

    /// A list of numbers, kept as a JSON array.
    package static func integers(_ name: String, _ field: Field<[Int]>) -> Self {
        RecordColumn(name: name, countsAsComplete: false) { record in
            JSONColumn.array(record[keyPath: field]).databaseValue
        } set: { record, value in
            record[keyPath: field] = JSONColumn.value(value)?.items?.compactMap(\.integer) ?? []
        }
    }

    /// Fields without a column, kept as a JSON object; NULL where there are none.
    package static func extra(_ name: String, _ field: Field<ExtraFields>) -> Self {
        var column = RecordColumn(name: name, countsAsComplete: false) { record in
            JSONColumn.value(of: record[keyPath: field])
        } set: { record, value in
            record[keyPath: field] = JSONColumn.fields(of: value)
        }
        column.normal = { JSONColumn.value(of: JSONColumn.fields(of: $0)) }
        return column
    }
}

/// JSON in columns, which is always valid, whatever a source says.
package enum JSONColumn {
    /// Values nested deeper are kept as a string, for SQLite's JSON functions have limits that vary by version.
    static let maxDepth = 100

    static func value(_ column: DatabaseValue) -> JSONValue? {
        String.fromDatabaseValue(column).flatMap { parsed($0, maxDepth: maxDepth + 1) }
    }

    /// The numbers in their order.
    package static func array(_ numbers: [Int]) -> String {
        JSONWriter.text { json in json.array(numbers) { $0.value($1) } }
    }

    /// The fields of an object.
    static func fields(of column: DatabaseValue) -> ExtraFields {
        ExtraFields((value(column)?.members ?? []).map { ExtraField(name: $0.name, json: $0.value.json) })
    }

    /// The fields in their fixed order; NULL where there are none.
    static func value(of fields: ExtraFields) -> DatabaseValue {
        fields.isEmpty ? .null : object(fields).databaseValue
    }

    private static func object(_ fields: ExtraFields) -> String {
        JSONWriter.text { json in
            json.object { json in
                // Two names may be the same as the catalog keeps them.
                let kept = ExtraFields(fields.map { ExtraField(name: $0.name.storable, json: $0.json.storable) })
                for field in kept.inOrder {
                    let isValue = parsed(field.json, maxDepth: maxDepth) != nil
                    json.key(field.name)
                    if isValue { json.raw(field.json) } else { json.value(field.json) }
                }
            }
        }
    }

    /// Nil for what is no JSON, such as a byte order mark, which the parser alone would skip.
    private static func parsed(_ text: String, maxDepth: Int) -> JSONValue? {
        let bytes = Array(text.utf8)
        guard !bytes.starts(with: [0xEF, 0xBB, 0xBF]) else { return nil }
        return try? JSONParser.parse(bytes, maxDepth: maxDepth, maxValues: .max)
    }
}

extension DatabaseValue {
    /// Whether a record with this value in a column says something there.
    package var says: Bool {
        switch storage {
        case .null: false
        case .string(let text): !text.isEmpty && text != "[]" && text != "{}"
        default: true
        }
    }
}

extension Digest {
    /// The digest as a BLOB of 32 bytes.
    package var databaseValue: DatabaseValue { Data(bytes).databaseValue }

    /// The digest out of a BLOB of 32 bytes, else nil.
    package init?(databaseValue value: DatabaseValue) {
        guard case .blob(let data) = value.storage else { return nil }
        self.init(bytes: data)
    }
}

extension String {
    /// The text as the catalog keeps it.
    package var storable: String {
        let hasZero = unsafe utf8.withContiguousStorageIfAvailable { bytes in
            // The C library looks at many bytes at once.
            unsafe bytes.baseAddress.map { unsafe memchr($0, 0, bytes.count) != nil } ?? false
        }
        guard hasZero ?? utf8.contains(0) else { return self }
        var scalars = UnicodeScalarView()
        for scalar in unicodeScalars { scalars.append(scalar == "\0" ? "\u{FFFD}" : scalar) }
        return String(scalars)
    }
}
