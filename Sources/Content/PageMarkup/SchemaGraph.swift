import LarderHTML
internal import LarderModel

/// All the schema.org entities of a page, as JSON objects with `@type` and `@id`.
struct SchemaGraph {
    /// The objects of all blocks, outer ones before inner ones, at most 20,000.
    private(set) var entities: [JSONValue] = []
    private var byID: [[UInt8]: JSONValue] = [:]

    init(_ roots: [JSONValue]) {
        for root in roots { collect(root, depth: 0) }
    }

    private mutating func collect(_ value: JSONValue, depth: Int) {
        guard entities.count < 20_000, depth < 80 else { return }
        switch value {
        case .array(let items):
            for item in items { collect(item, depth: depth + 1) }
        case .object(let members):
            entities.append(value)
            for key in ["@id", "url"] {
                // A bare reference says nothing, and the fullest description of an entity is the one to keep.
                guard let id = value[key]?.string.map({ Array($0.utf8) }), members.count > 1 else { continue }
                if (byID[id]?.members?.count ?? 0) < members.count, key == "@id" || byID[id] == nil { byID[id] = value }
            }
            for member in members { collect(member.value, depth: depth + 1) }
        default: break
        }
    }

    /// The entity that a bare reference means; any other value as it is.
    func resolved(_ value: JSONValue) -> JSONValue {
        guard let members = value.members, members.count <= 2, value["name"] == nil,
            let id = value["@id"]?.string ?? value["url"]?.string, let entity = byID[Array(id.utf8)]
        else { return value }
        return entity
    }

    /// Whether one of the entity's types has this name, with or without schema.org's address.
    static func isType(_ value: JSONValue, _ names: Set<String>) -> Bool {
        let types = value["@type"].map { $0.items ?? [$0] } ?? []
        return types.contains { type in
            guard let name = type.string?.utf8.split(whereSeparator: isMark).last else { return false }
            return names.contains(Substring(name).knownWord)
        }
    }

    /// Whether a byte ends the part of a type's address before its name.
    static func isMark(_ byte: UInt8) -> Bool { byte == 0x2F || byte == 0x23 || byte == 0x3A }

    func first(ofType names: Set<String>) -> JSONValue? { entities.first { Self.isType($0, names) } }

    /// The page's recipe: the first that has ingredients or instructions, completed from others of the same name or id.
    var recipe: JSONValue? {
        let recipes = entities.filter { Self.isType($0, ["Recipe", "recipe", "Recipes"]) }
        func isFull(_ value: JSONValue) -> Bool {
            ["recipeIngredient", "ingredients", "recipeInstructions"].contains { !Self.isEmpty(value[$0]) }
        }
        guard let chosen = recipes.first(where: isFull) ?? recipes.first, var members = chosen.members else {
            return nil
        }
        for other in recipes.prefix(100) where other != chosen {
            let isSame =
                other["@id"].map { $0 == chosen["@id"] } ?? false || other["name"].map { $0 == chosen["name"] } ?? false
            guard isSame else { continue }
            for member in (other.members ?? []).prefix(100) where Self.isEmpty(chosen[member.name]) {
                members.append(member)
            }
        }
        return .object(members)
    }

    static func isEmpty(_ value: JSONValue?) -> Bool {
        switch value {
        case nil, .null?, .string("")?, .array([])?, .object([])?: true
        default: false
        }
    }
}

extension SchemaGraph {
    /// Reads the `application/ld+json` blocks of a page; blocks that hold no JSON are passed over.
    static func linkedData(in document: HTMLDocument) -> [JSONValue] {
        var values: [JSONValue] = []
        for script in document.elements(named: .script) {
            guard let type = document.value(of: .type, on: script),
                CharacterReferences.decoding(type).lowercased().contains("ld+json")
            else {
                continue
            }
            var bytes: [UInt8] = []
            document.appendTextContent(of: script, to: &bytes)
            guard bytes.count <= SourceLimits.maxAnswerBytes else { continue }
            let text = unwrapped(bytes)
            guard !text.isEmpty else { continue }
            let limit = 200_000
            let value =
                (try? JSONParser.parse(text, maxValues: limit))
                ?? (try? JSONParser.parse(text, maxValues: limit, lenient: true))
            if let value { values.append(value) }
        }
        return values
    }

    /// The JSON without the comment or CDATA section round it and without semicolons at its end.
    private static func unwrapped(_ bytes: [UInt8]) -> [UInt8] {
        guard let start = bytes.firstIndex(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") }) else {
            return []
        }
        var text = bytes[start...]
        // "<![CDATA[" and "/*<![CDATA[*/" end in a bracket that begins no JSON.
        let lead = String(decoding: bytes[..<start], as: UTF8.self)
        if lead.hasSuffix("<!"), text.starts(with: "[CDATA[".utf8) {
            text = text.dropFirst(7).drop { $0 != UInt8(ascii: "{") && $0 != UInt8(ascii: "[") }
        }
        guard let end = text.lastIndex(where: { $0 == UInt8(ascii: "}") || $0 == UInt8(ascii: "]") }) else { return [] }
        text = text[...end]
        if text.suffix(2).elementsEqual("]]".utf8), lead.hasSuffix("<!") {
            guard let end = text.dropLast(2).lastIndex(where: { $0 == UInt8(ascii: "}") || $0 == UInt8(ascii: "]") })
            else { return [] }
            text = text[...end]
        }
        return Array(text)
    }
}
