internal import LarderModel
internal import LarderSourceDefinitions

/// The fields that an answer lacks, though the source's file says where they are.
struct MissingFields {
    /// Without these no item is stored.
    private static let needed: [MappedFields.Name] = [.id, .title]

    let names: [MappedFields.Name]
    private let items: [JSONPointer.Found]
    private let mapping: SourceMapping

    init(
        _ items: [JSONPointer.Found],
        _ mapping: SourceMapping,
        among fields: [MappedFields.Name] = MissingFields.needed
    ) {
        self.items = items
        self.mapping = mapping
        // No file could correct the mapping of a built-in kind.
        let checked = items.isEmpty || mapping.isBuiltIn ? [] : fields
        names = checked.filter { name in
            guard let field = mapping.fields[name] else { return false }
            return !items.contains { Self.has($0, field, name) }
        }
    }

    /// Whether anything is there, even if it is empty.
    private static func has(_ item: JSONPointer.Found, _ field: MappedFields.Field, _ name: MappedFields.Name) -> Bool {
        // An item that is a text or a number is its own id.
        if name == .id, item.value.text != nil { return true }
        return field.alternatives.contains { pointers in
            pointers.contains { pointer in pointer.found(in: item).contains { $0 != nil } }
        }
    }

    func sentence(_ name: MappedFields.Name, at url: String) -> String {
        let places = (mapping.fields[name]?.alternatives ?? []).flatMap { $0 }
        let key = "`fields.\(name.rawValue)`\(places.inBrackets)"
        let known = items.firstNonNil(\.value.shownNames) ?? "no members"
        guard items.count > 1 else { return "The item on \(url) has nothing at \(key); it has \(known)." }
        return "None of \(items.count) items on \(url) has anything at \(key); an item has \(known)."
    }
}

extension [JSONPointer] {
    /// The pointers for a sentence; empty: they are the value itself.
    var inBrackets: String {
        let texts = prefix(4).map { $0.text.shortened(to: 80) }.filter { !$0.isEmpty }
        return texts.isEmpty ? "" : " (\(texts.joined(separator: ", ")))"
    }
}

extension JSONPointer {
    /// Whether an object with other members lacks what the pointer names, so that the pointer is wrong.
    func isAmiss(in value: JSONValue) -> Bool {
        var parent = value
        for count in steps.indices {
            guard let child = prefix(count + 1).value(in: value) else { return parent.members?.isEmpty == false }
            parent = child
        }
        return false
    }

    /// The first name of this path that stands more than once in its object; nil: none.
    ///
    /// JSON does not say which of two members of one name counts (RFC 8259, section 4).
    func repeatedName(in value: JSONValue) -> String? {
        for (count, step) in steps.enumerated() {
            guard case .name(let name) = step, let parent = prefix(count).value(in: value) else { return nil }
            if (parent.members ?? []).count(where: { $0.name.isSame(as: name) }) > 1 { return name }
        }
        return nil
    }
}

extension JSONValue {
    /// The names of an object's first members, for a sentence; nil: there are none.
    var shownNames: String? {
        (members ?? []).prefix(12).map { $0.name.shortened(to: 30) }.joined(separator: ", ").nonEmpty
    }
}
