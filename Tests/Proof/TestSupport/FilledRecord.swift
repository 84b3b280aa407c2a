package import LarderModel

extension NamedRecord {
    /// A record with a value in every field that a record says, no two alike; texts and lists of texts hold the name of
    /// their field.
    ///
    /// Words of enumerations are those of ``FieldedRecord/blank``, and what combining records decides is left out.
    package static func filled(urn: String) -> Self {
        var record = blank
        record.urn = urn
        var numbers = Numbers()
        for field in fields where !field.isDerived {
            _ = field.set(&record, numbers.value(of: field.traits))
        }
        return record
    }
}

/// Gives each field a number of its own.
private struct Numbers {
    private var last = 0

    mutating func value(of field: FieldTraits, prefix: String = "") -> FieldValue {
        last += 1
        switch field.kind {
        case .text: return .text(prefix + field.name)
        case .integer: return .integer(Int64(last))
        case .number: return .number(Double(last) + 0.25)
        case .flag: return .flag(true)
        case .digest: return .digest(Digest(bytes: [UInt8](repeating: UInt8(last), count: Digest.byteCount)) ?? .zero)
        case .texts: return .texts([field.name, "another " + field.name])
        case .counts: return .counts([last, last + 1_000])
        case .list:
            let elements = field.list?.elements ?? []
            return .rows(["", "another "].map { prefix in elements.map { value(of: $0, prefix: prefix) } })
        case .extra:
            return .extra([
                ExtraField(name: "first", json: #"{"a":[1.50,null]}"#), ExtraField(name: "second", json: "true"),
            ])
        case .origins: return .origins([:])
        }
    }
}
