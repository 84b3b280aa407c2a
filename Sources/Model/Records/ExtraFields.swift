/// A field of the source that the catalog has no column for.
public struct ExtraField: Sendable, Hashable {
    /// The field's name.
    public var name: String
    /// Its value as JSON; text that is no JSON is kept as a JSON string.
    public var json: String

    /// A field.
    public init(name: String, json: String) {
        self.name = name
        self.json = json
    }
}

/// What a source says of an item beyond the catalog's columns.
///
/// Coded as one JSON object, name to value: the order does not count, and the last of several equal names wins.
public struct ExtraFields: Sendable, Hashable, RandomAccessCollection, RangeReplaceableCollection, MutableCollection,
    ExpressibleByArrayLiteral
{
    private var fields: [ExtraField] = []

    /// Names of fields by which a list says that an item changed, or which of its states it names.
    package static let changeSignals: Set<String> = ["lastmod", "updated", "lastrevid", "modified_gmt"]

    /// None.
    public init() {}

    /// These fields.
    public init(arrayLiteral fields: ExtraField...) { self.fields = fields }

    /// The position of the first field.
    public var startIndex: Int { fields.startIndex }
    /// The position behind the last field.
    public var endIndex: Int { fields.endIndex }

    /// The field at a position.
    public subscript(position: Int) -> ExtraField {
        get { fields[position] }
        set { fields[position] = newValue }
    }

    /// Puts other fields into the place of some.
    public mutating func replaceSubrange(_ range: Range<Int>, with new: some Collection<ExtraField>) {
        fields.replaceSubrange(range, with: new)
    }

    /// The fields by name, then by value, byte by byte, so in any order of the source; the last of equal names is kept.
    package var inOrder: [ExtraField] {
        let sorted =
            fields.count < 2
            ? fields
            : fields.sorted { left, right in
                left.name.isSame(as: right.name)
                    ? left.json.utf8.lexicographicallyPrecedes(right.json.utf8)
                    : left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
            }
        return sorted.indices.compactMap { index in
            index + 1 < sorted.count && sorted[index + 1].name.isSame(as: sorted[index].name)
                ? nil : sorted[index]
        }
    }
}

extension ExtraFields {
    /// Whether both have the same fields, in any order.
    public static func == (left: ExtraFields, right: ExtraFields) -> Bool {
        left.inOrder.elementsEqual(right.inOrder) { $0.name.isSame(as: $1.name) && $0.json.isSame(as: $1.json) }
    }

    /// Hashes the fields in an order of their own.
    public func hash(into hasher: inout Hasher) {
        for field in inOrder {
            hasher.combine(Array(field.name.utf8))
            hasher.combine(Array(field.json.utf8))
        }
    }
}

extension ExtraFields: Codable {
    /// Reads an object of any values.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyKey.self)
        self.init(
            try container.allKeys.map { key in
                ExtraField(name: key.stringValue, json: try container.decode(JSONValue.self, forKey: key).json)
            }
        )
    }

    /// Writes an object; what is no JSON is written as a string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyKey.self)
        for field in inOrder {
            let value = (try? JSONParser.parse(Array(field.json.utf8))) ?? .string(field.json)
            try container.encode(value, forKey: AnyKey(stringValue: field.name))
        }
    }
}

/// Records leave the key out where there are none; the synthesized coding of records prefers these.
extension KeyedEncodingContainer {
    mutating func encode(_ fields: ExtraFields, forKey key: Key) throws {
        guard !fields.isEmpty else { return }
        try fields.encode(to: superEncoder(forKey: key))
    }
}

extension KeyedDecodingContainer {
    func decode(_ type: ExtraFields.Type, forKey key: Key) throws -> ExtraFields {
        try decodeIfPresent(type, forKey: key) ?? ExtraFields()
    }
}
