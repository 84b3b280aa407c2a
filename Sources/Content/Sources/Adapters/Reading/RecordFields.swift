internal import LarderHTML
internal import LarderModel
internal import LarderPageReading

/// The fields of one JSON object, read one by one; the rest becomes extra fields.
struct RecordFields {
    private var left: [JSONMember]
    private(set) var cut: [String] = []

    /// Of members with the same name the last one counts.
    init(_ members: [JSONMember]) {
        var seen: Set<[UInt8]> = []
        left = members.reversed().filter { seen.insert(Array($0.name.utf8)).inserted }.reversed()
    }

    /// Removes and returns a field if `read` understands it; a null is removed too, as it equals no field.
    mutating func take<Value>(_ name: String, _ read: (JSONValue) -> Value?) -> Value? {
        guard let index = left.firstIndex(where: { $0.name.isSame(as: name) }) else { return nil }
        if left[index].value == .null {
            left.remove(at: index)
            return nil
        }
        guard let value = read(left[index].value) else { return nil }
        left.remove(at: index)
        return value
    }

    /// A text as the source gives it, from a string or number.
    mutating func text(_ name: String, max: Int = RecordBound.fieldBytes.limit) -> String? {
        guard let text = take(name, \.text) else { return nil }
        return limited(text, name, max)
    }

    /// A one-line text: without tags, references decoded, trimmed.
    mutating func title(_ name: String) -> String? {
        guard let text = take(name, \.text) else { return nil }
        return title(text, name)
    }

    /// The same for a text of the field `name`.
    mutating func title(_ text: String, _ name: String) -> String {
        limited(FragmentText.line(text), name, RecordBound.titleBytes.limit)
    }

    /// A URL as the source gives it, trimmed.
    mutating func url(_ name: String) -> String? {
        guard let text = take(name, \.string) else { return nil }
        return limited(text.trimmedASCII, name, RecordBound.urlBytes.limit)
    }

    /// An identifier out of a string or number; nil where it is empty.
    mutating func identifier(_ name: String) -> String? {
        guard let text = take(name, \.text)?.trimmedSpace, !text.isEmpty else { return nil }
        return limited(text, name, RecordBound.identifierBytes.limit)
    }

    mutating func double(_ name: String) -> Double? { take(name, \.double) }

    /// A whole number from 0 to 4,294,967,295.
    mutating func count(_ name: String) -> Int? {
        take(name) { $0.integer.flatMap { UInt32(exactly: $0) } }.map(Int.init)
    }

    mutating func limited(_ text: String, _ name: String, _ max: Int) -> String {
        let clean =
            text.utf8.contains(0)
            ? String(text.unicodeScalars.map { $0.value == 0 ? "\u{FFFD}" : Character($0) }) : text
        guard clean.utf8.count > max else { return clean }
        cut.append(name)
        return clean.prefix(bytes: max)
    }

    /// The rest as JSON, in the source's order, at most ``RecordBound/extraBytes``.
    mutating func extras() -> ExtraFields {
        var room = RecordBound.extraBytes.limit
        var extras = ExtraFields()
        for member in left {
            let extra = ExtraField(name: member.name, json: member.value.json)
            let size = extra.name.utf8.count + extra.json.utf8.count
            guard size <= room else {
                cut.append(member.name.shortened(to: 60))
                continue
            }
            room -= size
            extras.append(extra)
        }
        left = []
        return extras
    }
}
