import LarderHTML
internal import LarderModel

/// Reads the properties of a schema.org Recipe as real pages write them.
struct SchemaRecipe {
    let graph: SchemaGraph
    let origin: FieldOrigin
    /// The properties by their names in lower case; of several of one name the first that is not empty.
    private let properties: [String: JSONValue]

    init(graph: SchemaGraph, entity: SchemaEntity) {
        self.graph = graph
        origin = entity.origin
        var properties: [String: JSONValue] = [:]
        for member in (entity.value.members ?? []).prefix(500) where !SchemaGraph.isEmpty(member.value) {
            let name = member.name.knownWord.lowercased()
            if properties[name] == nil { properties[name] = member.value }
        }
        self.properties = properties
    }

    /// A recipe without markup, on a page that may have other markup.
    init(graph: SchemaGraph) { self.init(graph: graph, entity: SchemaEntity(value: .object([]), origin: .meta)) }

    /// The first of the properties that is there; names in lower case.
    func value(_ names: String...) -> JSONValue? { value(names) }

    private func value(_ names: [String]) -> JSONValue? { names.firstNonNil { properties[$0] } }

    /// The first text of the first of the properties that is there.
    func text(_ names: String...) -> String? {
        value(names).flatMap { Self.texts($0).lazy.map(SchemaText.line).first { !$0.isEmpty } }
    }

    func words(_ names: String...) -> [String] {
        (value(names).map(Self.texts) ?? []).flatMap { SchemaText.parts(SchemaText.line($0)) }.distinct
    }

    func minutes(_ names: String...) -> Int? { SchemaTimes.minutes(value(names)) }

    var yield: SchemaYield? { SchemaYield(value("recipeyield", "yield", "yields")) }

    /// All strings and numbers of a value; of objects their `@value`, `text`, `name` or `@id`.
    static func texts(_ value: JSONValue) -> [String] {
        switch value {
        case .string(let text), .number(let text): [text]
        case .array(let items): items.flatMap { texts($0) }
        case .object:
            ["@value", "text", "name", "url", "@id"].lazy.compactMap { value[$0].map { texts($0) } }.first {
                !$0.isEmpty
            } ?? []
        default: []
        }
    }

    /// How many values of one property are visited: references may form cycles, and lists of references multiply.
    static let maxVisits = 10_000

    var authors: [String] {
        let own = value("author").map { names($0) } ?? []
        if !own.isEmpty { return own }
        let types: [Set<String>] = [["Article", "BlogPosting", "NewsArticle"], ["WebPage"]]
        return types.lazy.compactMap { graph.first(ofType: $0)?["author"] }.map { names($0) }.first { !$0.isEmpty }
            ?? []
    }

    var publisher: String? { value("publisher").flatMap { names($0).first } }

    private func names(_ value: JSONValue) -> [String] {
        var found: [String] = []
        visit(value) { value in
            if let text = value.string { found.append(SchemaText.line(text)) }
            return value["name"]
        }
        return found.distinct
    }

    /// Calls `read` with each value that is no list, references resolved; `read` returns a part to go on with.
    func visit(_ value: JSONValue, _ read: (JSONValue) -> JSONValue?) {
        var budget = Self.maxVisits
        func visit(_ value: JSONValue, depth: Int) {
            budget -= 1
            guard depth < 8, budget > 0 else { return }
            let value = graph.resolved(value)
            for item in value.items ?? [read(value)].compactMap(\.self) { visit(item, depth: depth + 1) }
        }
        visit(value, depth: 0)
    }
}
