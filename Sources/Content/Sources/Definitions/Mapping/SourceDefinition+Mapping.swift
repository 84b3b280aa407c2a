internal import LarderModel

extension SourceDefinition {
    /// The key's place in a base's path: `{key}` as addresses write it.
    package static let keyInPath = "%7Bkey%7D"

    /// How a later sync asks for changes only; nil: it reads all lists again.
    package var changes: SourceMapping.Since? {
        guard kind == .wordpress else { return mapping?.since }
        guard wordPress.since == .auto, let place = JSONPointer("/modified_gmt") else { return nil }
        return SourceMapping.Since(param: "modified_after", from: [place], overlap: .seconds(3_600))
    }

    /// The names, in lowercase, of header fields that say how a list goes on or how long it is; the cache keeps them.
    package var listFields: Set<String> {
        if kind == .wordpress { return ["x-wp-total", "x-wp-totalpages"] }
        guard let paging = mapping?.paging else { return [] }
        var places = [paging.sizePlace, paging.total, paging.pages]
        var names: Set<String> = []
        switch paging.form {
        case .cursor(_, let next), .next(let next): places.append(next)
        case .link: names.insert("link")
        case .none, .page, .offset, .continuation: break
        }
        for case .header(let name)? in places { names.insert(name.lowercased()) }
        return names
    }
}

extension SourceDefinition.Key {
    private static let places = ["header", "query", "bearer"]
    static let keys = ["environment"] + places

    init(_ value: YAMLValue) throws(SourceError) {
        guard value.isMapping else {
            let message =
                "\"key\" names the environment variable that holds the API key, never the key itself; "
                + "write `key: {environment: NAME}`."
            throw value.error(.wrongType, message)
        }
        let mapping = try YAMLMapping(value, keys: Self.keys)
        self.init(environment: "NEWS_API_KEY")
        let name = DefinitionKey<Self>.value("environment", \.environment, KeyForm(YAMLValue.variableName))
        mapping.read([name.needed(environment)], into: &self)
        place = Self.place(mapping)
        value.reading.hasKey = true
    }

    /// Where the key goes; nil: the file does not say it.
    private static func place(_ mapping: YAMLMapping) -> Place? {
        var places: [Place] = []
        mapping.read("header") { value throws(SourceError) in
            let name = try value.word(max: 100)
            guard name.isHeaderName else {
                throw value.error(.outOfRange, "\(value.name) must name a header field, such as X-Api-Key.")
            }
            places.append(.header(name))
        }
        mapping.read("query") { value throws(SourceError) in places.append(.query(try value.word(max: 100))) }
        mapping.read("bearer") { value throws(SourceError) in if try value.boolean() { places.append(.bearer) } }
        guard places.count > 1 else { return places.first }
        for name in Self.places.filter({ mapping[$0] != nil }).dropFirst() {
            mapping.refuse(name, "A key goes to one place: keep one of `header`, `query` and `bearer`.")
        }
        return places.first
    }

    var yaml: String {
        let further =
            switch place {
            case nil: ""
            case .header(let name): ", header: \(SourceDefinition.quoted(name))"
            case .query(let name): ", query: \(SourceDefinition.quoted(name))"
            case .bearer: ", bearer: true"
            }
        return "{environment: \(SourceDefinition.quoted(environment))\(further)}"
    }
}

extension YAMLValue {
    fileprivate func variableName() throws(SourceError) -> String {
        let name = try word()
        let isName = name.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == 0x5F }
        guard isName, name.utf8.first?.isASCIIDigit == false else {
            let message =
                "\(self.name) must be the name of an environment variable: letters, digits and underscores, "
                + "such as NEWS_API_KEY."
            throw error(.outOfRange, message)
        }
        return name
    }
}
