/// A record or an element of a record's list, whose fields are listed in one table.
package protocol FieldedRecord: Sendable {
    /// Its fields in the order of the catalog's columns; each begins with its ``FieldTraits/number``.
    static var fields: [RecordField<Self>] { get }
    static var blank: Self { get }
}

/// A record with a URN, which is not among its fields.
package protocol NamedRecord: FieldedRecord {
    var urn: String { get set }
    /// What people read of it: without the dates by which lists say that something changed.
    var shown: Self { get }
}

extension NamedRecord {
    package var shown: Self { self }
}

/// One field of a record, for bounds, catalog, protocol, templates and printed lines.
///
/// A new field of a record is a property and an entry in ``FieldedRecord/fields``. A class, as fields are read from
/// their list for each value of each record; `field.name` is `field.traits.name`, several times slower.
@dynamicMemberLookup
package final class RecordField<Record: Sendable>: Sendable {
    package typealias Path<Value> = any WritableKeyPath<Record, Value> & Sendable
    package typealias Append = @Sendable (inout Record, [FieldValue]) -> Bool

    /// What does not depend on the type of record.
    package let traits: FieldTraits
    package let get: @Sendable (Record) -> FieldValue
    /// Sets the value; false, with no change, for a value that the field cannot have.
    package let set: @Sendable (inout Record, FieldValue) -> Bool
    /// Appends an element with these values to a list; false for impossible values, and for other fields.
    package let append: Append

    private init(_ field: RecordField, _ traits: FieldTraits, append: Append? = nil) {
        self.traits = traits
        get = field.get
        set = field.set
        self.append = append ?? field.append
    }

    private init<Value>(
        _ number: Int,
        _ name: String,
        _ kind: FieldKind,
        _ path: Path<Value>,
        isOptional: Bool = true,
        get: @escaping @Sendable (Value) -> FieldValue,
        set: @escaping @Sendable (FieldValue) -> Value?
    ) {
        traits = FieldTraits(
            number: number,
            name: name,
            kind: kind,
            isOptional: isOptional,
            countsAsComplete: isOptional
        )
        let property = StoredProperty(name, path)
        self.get = { get(property.value(of: $0)) }
        self.set = { record, value in
            guard let value = set(value) else { return false }
            property.set(value, in: &record)
            return true
        }
        append = { _, _ in false }
    }

    package subscript<Value>(dynamicMember path: KeyPath<FieldTraits, Value>) -> Value { traits[keyPath: path] }

    private func with(append: Append? = nil, _ change: (inout FieldTraits) -> Void) -> RecordField {
        var traits = traits
        change(&traits)
        return RecordField(self, traits, append: append)
    }
}

/// A stored property by its place in the record, which is read and set in a tenth of the time that a key path takes.
///
/// The standard library's documentation of `MemoryLayout.offset(of:)` allows just this use of it.
private struct StoredProperty<Record, Value>: Sendable {
    private let offset: Int

    init(_ name: String, _ path: WritableKeyPath<Record, Value>) {
        guard let offset = MemoryLayout<Record>.offset(of: path) else {
            preconditionFailure("the field \(name) is not a stored property")
        }
        self.offset = offset
    }

    func value(of record: Record) -> Value {
        unsafe withUnsafePointer(to: record) { record in
            unsafe UnsafeRawPointer(record).load(fromByteOffset: offset, as: Value.self)
        }
    }

    func set(_ value: Value, in record: inout Record) {
        unsafe withUnsafeMutablePointer(to: &record) { record in
            unsafe (UnsafeMutableRawPointer(record) + offset).assumingMemoryBound(to: Value.self).pointee = value
        }
    }
}

/// What a field is, independent of the type of record.
package struct FieldTraits: Sendable {
    /// Its number in the protocol's message of the record, never used for another field; 0: it is not sent.
    package let number: Int
    /// The name of the property, in templates too.
    package let name: String
    package let kind: FieldKind
    /// Whether a record may say nothing here.
    package let isOptional: Bool
    /// The bound of its text, or of each text of a list; nil for fields without texts.
    package var bound: FieldBound?
    package var maxItems: RecordBound?
    /// Whether a message must have it.
    package var isRequired = false
    /// Whether a record says more with a value than without.
    package var countsAsComplete: Bool
    /// This field and the named field are taken from the same record; nil: it is chosen by itself.
    package var follows: String?
    /// Combining the records of an item makes its value.
    package var isDerived = false
    /// Whether it tells how the record was made of which bytes, and nothing that people read: a change of it alone is
    /// no change of the record.
    package var isOfMaking = false
    package var isInTemplates = false
    /// Where it stands in the lines that show a record; nil: nowhere.
    package var line: FieldLine?
    /// The key of a mapping's `fields` whose texts it stores unchanged.
    package var mappedName: String?
    package var list: ListTraits?

    /// Whether a value may be over a bound.
    var hasBounds: Bool { bound != nil || maxItems != nil || kind == .extra || kind == .origins }

    /// The name of the catalog's column or table.
    package var column: String { list?.table ?? name }
}

/// A list whose elements have fields of their own.
package struct ListTraits: Sendable {
    package let table: String
    package let elements: [FieldTraits]
}

extension RecordField {
    package var inTemplates: RecordField { with { $0.isInTemplates = true } }
    package var uncounted: RecordField { with { $0.countsAsComplete = false } }
    package var ofMaking: RecordField { with { $0.isOfMaking = true } }
    package var derived: RecordField { with { $0.isDerived = true } }
    package func following(_ name: String) -> RecordField { with { $0.follows = name } }
    package func shown(_ line: FieldLine) -> RecordField { with { $0.line = line } }
    package func mapped(_ name: String) -> RecordField { with { $0.mappedName = name } }
}

extension RecordField {
    package static func text(_ number: Int, _ name: String, _ path: Path<String>, _ bound: FieldBound) -> RecordField {
        RecordField(number, name, .text, path, isOptional: false, get: { .text($0) }, set: { $0.text ?? "" })
            .with { $0.bound = bound }
    }

    package static func text(_ number: Int, _ name: String, _ path: Path<String?>, _ bound: FieldBound) -> RecordField {
        RecordField(number, name, .text, path, get: { $0.map(FieldValue.text) ?? .absent }, set: { .some($0.text) })
            .with { $0.bound = bound }
    }

    /// A word of an enumeration, which must be there.
    package static func word<Value: RawRepresentable<String> & SendableMetatype>(
        _ number: Int,
        _ name: String,
        _ path: Path<Value>
    ) -> RecordField {
        RecordField(number, name, .text, path, isOptional: false) {
            .text($0.rawValue)
        } set: {
            $0.text.flatMap(Value.init)
        }
        .with { $0.isRequired = true }
    }

    /// A whole number from 0 to 4,294,967,295, or to `max`; absent means 0.
    package static func count(_ number: Int, _ name: String, _ path: Path<Int>, max: Int64 = Int64(UInt32.max))
        -> RecordField
    {
        RecordField(number, name, .integer(0...max), path, isOptional: false) {
            .integer(Int64($0))
        } set: {
            Int($0.integer ?? 0)
        }
    }

    /// A whole number from 0 to 4,294,967,295, or to `max`.
    package static func count(_ number: Int, _ name: String, _ path: Path<Int?>, max: Int64 = Int64(UInt32.max))
        -> RecordField
    {
        RecordField(number, name, .integer(0...max), path) {
            $0.map { .integer(Int64($0)) } ?? .absent
        } set: {
            .some($0.integer.map(Int.init))
        }
    }

    package static func time(_ number: Int, _ name: String, _ path: Path<Int64?>) -> RecordField {
        RecordField(number, name, .integer(.min ... .max), path) {
            $0.map(FieldValue.integer) ?? .absent
        } set: {
            .some($0.integer)
        }
    }

    package static func number(_ number: Int, _ name: String, _ path: Path<Double?>) -> RecordField {
        RecordField(number, name, .number, path, get: { $0.map { .number($0) } ?? .absent }, set: { .some($0.number) })
    }

    /// Yes or no; absent means no.
    package static func flag(_ number: Int, _ name: String, _ path: Path<Bool>) -> RecordField {
        RecordField(number, name, .flag, path, isOptional: false, get: { .flag($0) }, set: { $0.flag ?? false })
    }

    package static func flag(_ number: Int, _ name: String, _ path: Path<Bool?>) -> RecordField {
        RecordField(number, name, .flag, path, get: { $0.map(FieldValue.flag) ?? .absent }, set: { .some($0.flag) })
    }

    /// The name of a blob, which must be there.
    package static func digest(_ number: Int, _ name: String, _ path: Path<Digest>) -> RecordField {
        RecordField(number, name, .digest, path, isOptional: false, get: { .digest($0) }, set: { $0.digest })
            .with { $0.isRequired = true }
    }

    /// A list of texts.
    ///
    /// - Parameter table: The catalog's table of them, with a column `text`; nil: they are JSON in a column.
    package static func texts(
        _ number: Int,
        _ name: String,
        _ path: Path<[String]>,
        _ bound: FieldBound,
        max: RecordBound,
        table: String? = nil
    ) -> RecordField {
        RecordField(number, name, .texts, path) {
            .texts($0)
        } set: { value in
            value.texts ?? value.rows?.compactMap { $0.first?.text } ?? []
        }
        .with {
            $0.bound = bound
            $0.maxItems = max
            let text = FieldTraits(number: 1, name: "text", kind: .text, isOptional: false, countsAsComplete: false)
            $0.list = table.map { ListTraits(table: $0, elements: [text]) }
        }
    }

    package static func counts(_ number: Int, _ name: String, _ path: Path<[Int]>, max: RecordBound) -> RecordField {
        RecordField(number, name, .counts, path, isOptional: false, get: { .counts($0) }, set: { $0.counts ?? [] })
            .with { $0.maxItems = max }
    }

    /// A list of elements with fields of their own, in a table of the catalog.
    package static func list<Element: FieldedRecord>(
        _ number: Int,
        _ name: String,
        table: String,
        _ path: Path<[Element]>,
        max: RecordBound
    ) -> RecordField {
        let fields = Element.fields
        let blank = Element.blank
        let element: @Sendable ([FieldValue]) -> Element? = { values in
            var element = blank
            for index in fields.indices where index < values.count {
                guard fields[index].set(&element, values[index]) else { return nil }
            }
            return element
        }
        return RecordField(number, name, .list, path) { elements in
            .rows(elements.map { element in fields.map { $0.get(element) } })
        } set: {
            ($0.rows ?? []).compactMap(element)
        }
        .with(append: { record, values in
            guard let element = element(values) else { return false }
            record[keyPath: path].append(element)
            return true
        }) {
            $0.maxItems = max
            $0.list = ListTraits(table: table, elements: fields.map(\.traits))
        }
    }

    package static func extra(_ number: Int, _ name: String, _ path: Path<ExtraFields>) -> RecordField {
        RecordField(number, name, .extra, path, isOptional: false, get: { .extra($0) }, set: { $0.extra ?? [] })
    }

    package static func origins(_ number: Int, _ name: String, _ path: Path<FieldOrigins>) -> RecordField {
        RecordField(number, name, .origins, path, isOptional: false, get: { .origins($0) }, set: { $0.origins ?? [:] })
            .with { $0.isDerived = true }
    }
}
