internal import LarderModel
internal import LarderSourceDefinitions

/// The fields by which items are known that stand nowhere in an answer, though the source's file says where.
struct MissingFields {
    private static let needed: [MappedFields.Name] = [.id, .title]

    let names: [MappedFields.Name]
    private let items: [JSONPointer.Found]
    private let mapping: SourceMapping

    /// - Parameter items: All of one answer.
    init(_ items: [JSONPointer.Found], _ mapping: SourceMapping) {
        self.items = items
        self.mapping = mapping
        // The mapping of a built-in kind stands in no file that somebody could correct.
        let checked = items.isEmpty || mapping.isBuiltIn ? [] : Self.needed
        names = checked.filter { name in
            guard let field = mapping.fields[name] else { return false }
            return !items.contains { Self.has($0, field, name) }
        }
    }

    /// Whether anything stands there, be it empty.
    private static func has(
        _ item: JSONPointer.Found,
        _ field: MappedFields.Field,
        _ name: MappedFields.Name
    ) -> Bool {
        // An item that is a text or a number is its own id.
        if name == .id, item.value.text != nil { return true }
        return field.alternatives.contains { pointers in
            pointers.contains { pointer in pointer.found(in: item).contains { $0 != nil } }
        }
    }

    /// What is told of one of ``names``.
    func sentence(_ name: MappedFields.Name, at url: String) -> String {
        let places = (mapping.fields[name]?.alternatives ?? []).flatMap { $0 }
        let key = "`fields.\(name.rawValue)`\(places.inBrackets)"
        let known = items.lazy.compactMap(\.value.shownNames).first ?? "no members"
        guard items.count > 1 else { return "The item on \(url) has nothing at \(key); it has \(known)." }
        return "None of \(items.count) items on \(url) has anything at \(key); an item has \(known)."
    }
}

extension [JSONPointer] {
    /// As a definition writes them, for a sentence; empty where they are the value itself.
    var inBrackets: String {
        let texts = prefix(4).map { $0.text.shortened(to: 80) }.filter { !$0.isEmpty }
        return texts.isEmpty ? "" : " (\(texts.joined(separator: ", ")))"
    }
}

extension JSONPointer {
    /// Whether it names what an object with other members lacks, so that the pointer is wrong and not what it leads to
    /// empty.
    func isAmiss(in value: JSONValue) -> Bool {
        var parent = value
        for count in steps.indices {
            guard let child = prefix(count + 1).value(in: value) else { return parent.members?.isEmpty == false }
            parent = child
        }
        return false
    }
}

extension JSONValue {
    /// The names of the first members of an object, for a sentence; nil: it is no object, or has none.
    var shownNames: String? {
        (members ?? []).prefix(12).map { $0.name.shortened(to: 30) }.joined(separator: ", ").nonEmpty
    }
}
