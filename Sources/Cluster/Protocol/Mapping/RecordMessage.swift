internal import LarderModel

internal import struct Foundation.Data

/// Records as messages: field 1 is the URN; the list of a record's fields gives the numbers and kinds of all others.
///
/// What is absent is not sent. A list is a field for each element; extra fields and origins are messages of a name (1)
/// and a text (2).
enum RecordMessage {
    private static let urn = 1
    private static let (name, text) = (1, 2)

    static func data<Record: NamedRecord>(_ record: Record) -> Data {
        var writer = FieldWriter()
        if !record.urn.isEmpty { writer.write(urn, bytes: record.urn.utf8) }
        for field in Record.fields where field.traits.number != 0 {
            let value = field.get(record)
            if case .absent = value { continue }
            write(value, field.traits, to: &writer)
        }
        return Data(writer.bytes)
    }

    private static func write(_ value: FieldValue, _ field: FieldTraits, to writer: inout FieldWriter) {
        let number = field.number
        switch value {
        case .absent: break
        case .text(let text): if field.isOptional || !text.isEmpty { writer.write(number, bytes: text.utf8) }
        case .integer(let integer):
            let varint = UInt64(bitPattern: field.clamped(integer))
            if field.isOptional || varint != 0 { writer.write(number, varint: varint) }
        case .number(let double): writer.write(number, double)
        case .flag(let flag): if field.isOptional || flag { writer.write(number, varint: flag ? 1 : 0) }
        case .digest(let digest): writer.write(number, bytes: digest.bytes)
        case .texts(let texts): for text in texts { writer.write(number, bytes: text.utf8) }
        case .counts(let counts): for count in counts { writer.write(number, varint: UInt64(clamping: count)) }
        case .rows(let rows):
            let elements = field.list?.elements ?? []
            for row in rows {
                writer.write(number) { writer in
                    for index in row.indices { write(row[index], elements[index], to: &writer) }
                }
            }
        case .extra(let fields): for field in fields { write(number, field.name, field.json, to: &writer) }
        case .origins(let origins):
            for (name, origin) in origins.sorted(by: { $0.key < $1.key }) {
                write(number, name, origin.rawValue, to: &writer)
            }
        }
    }

    private static func write(_ number: Int, _ name: String, _ text: String, to writer: inout FieldWriter) {
        writer.write(number) { writer in
            if !name.isEmpty { writer.write(Self.name, bytes: name.utf8) }
            if !text.isEmpty { writer.write(Self.text, bytes: text.utf8) }
        }
    }

    // MARK: Reading

    /// - Throws: ``ProtocolError`` with code `malformed`; also where a field is missing that a record must have.
    static func records<Record: NamedRecord>(_ messages: [Data]) throws(ProtocolError) -> [Record] {
        try messages.map { message throws(ProtocolError) in try record([UInt8](message)) }
    }

    private static func record<Record: NamedRecord>(_ bytes: [UInt8]) throws(ProtocolError) -> Record {
        var record = Record.blank
        let fields = Record.fields
        var values = [FieldValue](repeating: .absent, count: fields.count)
        try forEachField(bytes.span, 0..<bytes.count) { number, content throws(ProtocolError) in
            // Fields without a number are not sent.
            guard number != 0 else { throw malformed }
            if number == UInt64(urn) {
                record.urn = try string(content, bytes)
                return
            }
            guard let index = fields.firstIndex(where: { $0.traits.number == number }) else { return }
            let field = fields[index]
            if field.traits.kind == .list, let elements = field.traits.list?.elements {
                let row = try row(content, elements, bytes)
                guard field.append(&record, row) else { throw malformed }
            } else {
                try add(content, to: &values[index], field.traits, bytes)
            }
        }
        for index in fields.indices {
            if case .absent = values[index] {
                if fields[index].traits.isRequired { throw malformed }
            } else if !fields[index].set(&record, values[index]) {
                throw malformed
            }
        }
        return record
    }

    private static func row(
        _ content: FieldContent,
        _ elements: [FieldTraits],
        _ bytes: [UInt8]
    ) throws(ProtocolError) -> [FieldValue] {
        guard case .bytes(let range) = content else { throw malformed }
        var values = [FieldValue](repeating: .absent, count: elements.count)
        try forEachField(bytes.span, range) { number, content throws(ProtocolError) in
            guard number != 0 else { throw malformed }
            guard let index = elements.firstIndex(where: { $0.number == number }) else { return }
            try add(content, to: &values[index], elements[index], bytes)
        }
        return values
    }

    /// Reads a field that is no list of elements, or adds an entry to a list of texts, counts or pairs.
    private static func add(
        _ content: FieldContent,
        to value: inout FieldValue,
        _ field: FieldTraits,
        _ bytes: [UInt8]
    ) throws(ProtocolError) {
        switch (field.kind, content) {
        case (.text, _): value = .text(try string(content, bytes))
        case (.integer, .varint(let varint)): value = .integer(field.clamped(Int64(bitPattern: varint)))
        case (.number, .fixed(let bits)): value = .number(Double(bitPattern: bits))
        case (.flag, .varint(let varint)): value = .flag(varint != 0)
        case (.digest, .bytes(let range)):
            guard let digest = Digest(bytes: bytes[range]) else { throw malformed }
            value = .digest(digest)
        case (.texts, _):
            var texts = value.texts ?? []
            value = .absent
            texts.append(try string(content, bytes))
            value = .texts(texts)
        case (.counts, .varint(let varint)):
            var counts: [Int] = []
            if case .counts(let before) = value { counts = before }
            value = .absent
            counts.append(Int(UInt32(clamping: varint)))
            value = .counts(counts)
        case (.extra, .bytes(let range)):
            let pair = try pair(range, bytes)
            var fields: ExtraFields = []
            if case .extra(let before) = value { fields = before }
            value = .absent
            fields.append(ExtraField(name: pair.name, json: pair.text))
            value = .extra(fields)
        case (.origins, .bytes(let range)):
            let pair = try pair(range, bytes)
            var origins: FieldOrigins = [:]
            if case .origins(let before) = value { origins = before }
            value = .absent
            if let origin = FieldOrigin(rawValue: pair.text) { origins[pair.name] = origin }
            value = .origins(origins)
        default: throw malformed
        }
    }

    private static func pair(_ range: Range<Int>, _ bytes: [UInt8]) throws(ProtocolError) -> (
        name: String, text: String
    ) {
        var pair = (name: "", text: "")
        try forEachField(bytes.span, range) { number, content throws(ProtocolError) in
            guard number != 0 else { throw malformed }
            if number == UInt64(name) { pair.name = try string(content, bytes) }
            if number == UInt64(text) { pair.text = try string(content, bytes) }
        }
        return pair
    }

    private static func string(_ content: FieldContent, _ bytes: [UInt8]) throws(ProtocolError) -> String {
        guard case .bytes(let range) = content, let text = String(validating: bytes[range], as: UTF8.self) else {
            throw malformed
        }
        return text
    }

    private static let malformed = ProtocolError(.malformed, "A record is not made of its fields")
}

extension FieldTraits {
    /// The number within the field's range.
    fileprivate func clamped(_ integer: Int64) -> Int64 {
        guard case .integer(let range) = kind else { return integer }
        return min(max(integer, range.lowerBound), range.upperBound)
    }
}
