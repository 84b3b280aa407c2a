internal import Foundation
package import GRDB
package import LarderModel

/// A field's value as a column of the catalog keeps it.
///
/// U+0000 in a text, which SQLite's text functions take for the end, is kept as U+FFFD; a number that is not finite as
/// NULL. Lists of texts and numbers, extra fields and origins are JSON.
extension DatabaseValue {
    /// - Parameter value: No list of elements, which a table of its own keeps.
    package init(_ value: FieldValue) {
        self =
            switch value {
            case .absent, .rows: .null
            case .text(let text): text.storable.databaseValue
            case .integer(let number): number.databaseValue
            // There is one zero, so that equal numbers have equal bytes.
            case .number(let number): number.isFinite ? (number == 0 ? 0 : number).databaseValue : .null
            case .flag(let flag): (flag ? 1 : 0).databaseValue
            case .digest(let digest): digest.databaseValue
            case .texts(let texts): JSONWriter.text { $0.value(texts.map(\.storable)) }.databaseValue
            case .counts(let numbers): JSONColumn.array(numbers).databaseValue
            case .extra(let fields): JSONColumn.value(of: fields)
            case .origins(let origins): JSONColumn.value(of: origins)
            }
    }
}

extension FieldTraits {
    /// The value that a column holds.
    package func value(_ column: DatabaseValue) -> FieldValue {
        switch kind {
        case .text: String.fromDatabaseValue(column).map(FieldValue.text) ?? .absent
        case .integer: Int64.fromDatabaseValue(column).map(FieldValue.integer) ?? .absent
        case .number: Double.fromDatabaseValue(column).map(FieldValue.number) ?? .absent
        case .flag: Bool.fromDatabaseValue(column).map(FieldValue.flag) ?? .absent
        case .digest: Digest(databaseValue: column).map(FieldValue.digest) ?? .absent
        case .texts: .texts(JSONColumn.value(column)?.items?.compactMap(\.string) ?? [])
        case .counts: .counts(JSONColumn.value(column)?.items?.compactMap(\.integer) ?? [])
        case .list: .absent
        case .extra: .extra(JSONColumn.fields(of: column))
        case .origins: .origins(JSONColumn.origins(of: column))
        }
    }

    /// The value that a record has which was given this one.
    func normal(_ column: DatabaseValue) -> DatabaseValue { kind == .extra ? DatabaseValue(value(column)) : column }
}

extension RecordField {
    /// The value of a record as the catalog keeps it.
    package func column(of record: Record) -> DatabaseValue { DatabaseValue(get(record)) }

    /// Puts a value of the catalog into a record.
    package func load(_ value: DatabaseValue, into record: inout Record) { _ = set(&record, traits.value(value)) }
}

/// JSON in columns, which is always valid, whatever a source says.
package enum JSONColumn {
    /// Values nested deeper are kept as a string, for SQLite's JSON functions have limits that vary by version.
    static let maxDepth = 100

    package static func value(_ column: DatabaseValue) -> JSONValue? {
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

    static func origins(of column: DatabaseValue) -> FieldOrigins {
        let origins = (value(column)?.members ?? []).compactMap { member in
            member.value.string.flatMap(FieldOrigin.init).map { (member.name, $0) }
        }
        return Dictionary(origins) { $1 }
    }

    /// The origins by the names of their fields.
    static func value(of origins: FieldOrigins) -> DatabaseValue {
        JSONWriter.text { json in
            json.object { json in
                for (name, origin) in origins.sorted(by: { $0.key < $1.key }) { json.member(name, origin.rawValue) }
            }
        }.databaseValue
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
