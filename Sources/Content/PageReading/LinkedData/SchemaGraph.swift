import LarderHTML
internal import LarderModel

/// An object of a page's markup as JSON, with the form of markup that it came from.
struct SchemaEntity: Sendable {
    let value: JSONValue
    let origin: FieldOrigin
}

/// The schema.org entities of a page: those of its JSON-LD, then those of its attributes.
struct SchemaGraph: Sendable {
    /// The objects of all blocks, outer ones before inner ones, at most 20,000.
    private(set) var entities: [SchemaEntity] = []
    private var byID: [[UInt8]: JSONValue] = [:]

    /// - Parameter scripts: Its `script` elements.
    init(linkedDataIn scripts: [NodeID], _ document: HTMLDocument) {
        for script in scripts {
            var bytes: [UInt8] = []
            document.appendTextContent(of: script, to: &bytes)
            guard bytes.count <= RecordBound.answerBytes.limit, let root = Self.json(Self.unwrapped(bytes)) else {
                continue
            }
            collect(root, .jsonLD, depth: 0)
        }
    }

    mutating func addAttributes(of document: HTMLDocument) {
        for item in AttributeMarkup.items(in: document) { collect(item.value, item.origin, depth: 0) }
        for recipe in Microformats.recipes(in: document) { collect(recipe, .hRecipe, depth: 0) }
    }

    private mutating func collect(_ value: JSONValue, _ origin: FieldOrigin, depth: Int) {
        guard entities.count < 20_000, depth < 80 else { return }
        switch value {
        case .array(let items):
            for item in items { collect(item, origin, depth: depth + 1) }
        case .object(let members):
            entities.append(SchemaEntity(value: value, origin: origin))
            for key in ["@id", "url"] {
                // Keep the fullest description; a bare reference describes nothing.
                guard let id = value[key]?.string.map({ Array($0.utf8) }), members.count > 1 else { continue }
                if (byID[id]?.members?.count ?? 0) < members.count, key == "@id" || byID[id] == nil { byID[id] = value }
            }
            for member in members { collect(member.value, origin, depth: depth + 1) }
        default: break
        }
    }

    /// The fullest object with this `@id`, or with this `url` where none has it as its `@id`.
    func entity(_ id: String) -> JSONValue? { byID[Array(id.utf8)] }

    /// The entity that a bare reference means; any other value as it is.
    func resolved(_ value: JSONValue) -> JSONValue {
        guard let members = value.members, members.count <= 2, value["name"] == nil,
            let id = value["@id"]?.string ?? value["url"]?.string, let entity = entity(id)
        else { return value }
        return entity
    }

    /// Whether one of the entity's types has this name, with or without schema.org's address.
    static func isType(_ value: JSONValue, _ names: Set<String>) -> Bool {
        let types = value["@type"].map { $0.items ?? [$0] } ?? []
        return types.contains { type in
            guard let name = type.string else { return false }
            let word = name.withUTF8Span(lastWord)
            guard word.count < name.utf8.count else { return names.contains(name.knownWord) }
            return names.contains(Substring(name.utf8.dropFirst(word.lowerBound).prefix(word.count)).knownWord)
        }
    }

    /// Where the last word of an address is, without marks at its end.
    private static func lastWord(_ bytes: Span<UInt8>) -> Range<Int> {
        var end = bytes.count
        while end > 0, isMark(bytes[end - 1]) { end -= 1 }
        var start = end
        while start > 0, !isMark(bytes[start - 1]) { start -= 1 }
        return start..<end
    }

    static func isMark(_ byte: UInt8) -> Bool { byte == 0x2F || byte == 0x23 || byte == 0x3A }

    func first(ofType names: Set<String>) -> JSONValue? { entities.first { Self.isType($0.value, names) }?.value }

    /// The page's recipe: the first entity with ingredients or instructions, then further entities of the same recipe.
    ///
    /// Further entities have its name or `@id`, or are the only recipe in another form of markup. Empty for a list of
    /// several recipes without ingredients or instructions.
    var recipes: [SchemaEntity] {
        let all = entities.filter { Self.isType($0.value, ["Recipe", "recipe", "Recipes"]) }.prefix(1_000)
        guard let chosen = all.firstIndex(where: { Self.isFull($0.value) }) ?? all.indices.first else { return [] }
        let main = all[chosen]
        let isList = !Self.isFull(main.value) && all.dropFirst().contains { !Self.isSame($0.value, main.value) }
        guard !isList else { return [] }
        let counts = Dictionary(grouping: all, by: \.origin).mapValues(\.count)
        let others = all.indices.filter { index in
            let other = all[index]
            guard index != chosen else { return false }
            return Self.isSame(other.value, main.value) || other.origin != main.origin && counts[other.origin] == 1
        }
        return [main] + others.prefix(20).map { all[$0] }
    }

    private static func isFull(_ value: JSONValue) -> Bool {
        ["recipeIngredient", "ingredients", "ingredient", "recipeInstructions", "instructions"].contains {
            !isEmpty(value[$0])
        }
    }

    private static func isSame(_ left: JSONValue, _ right: JSONValue) -> Bool {
        ["@id", "name"].contains { key in
            guard let text = left[key]?.string, let other = right[key]?.string else { return false }
            return text.isSame(as: other)
        }
    }

    static func isEmpty(_ value: JSONValue?) -> Bool {
        switch value {
        case nil, .null?, .string("")?, .array([])?, .object([])?: true
        default: false
        }
    }

    private static let maxValues = 200_000

    /// The value of a JSON-LD block, repaired where that is needed.
    private static func json(_ text: [UInt8]) -> JSONValue? {
        guard !text.isEmpty else { return nil }
        if let value = try? JSONParser.parse(text, maxValues: maxValues) { return value }
        if let value = try? JSONParser.parse(text, maxValues: maxValues, lenient: true) { return value }
        return try? JSONParser.parse(JSONRepair.repaired(text), maxValues: maxValues, lenient: true)
    }

    /// The JSON without the comment or CDATA section round it and without semicolons at its end.
    private static func unwrapped(_ bytes: [UInt8]) -> [UInt8] {
        func opens(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") }
        func closes(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") }
        guard let start = bytes.firstIndex(where: opens) else { return [] }
        var text = bytes[start...]
        // The last bracket of "<![CDATA[" and "/*<![CDATA[*/" begins no JSON.
        let isSection = bytes[..<start].suffix(2).elementsEqual("<!".utf8)
        if isSection, text.starts(with: "[CDATA[".utf8) {
            text = text.dropFirst(7).drop { !opens($0) }
        }
        guard let end = text.lastIndex(where: closes) else { return [] }
        text = text[...end]
        if isSection, text.suffix(2).elementsEqual("]]".utf8) {
            guard let end = text.dropLast(2).lastIndex(where: closes) else { return [] }
            text = text[...end]
        }
        return Array(text)
    }
}
