internal import LarderModel

extension SourceDefinition {
    /// What stands for the key in the path of a base, as addresses write `{key}`.
    package static let keyInPath = "%7Bkey%7D"

    /// How a later sync asks only for what has changed; nil: it reads all lists again.
    package var changes: SourceMapping.Since? {
        guard kind == .wordpress else { return mapping?.since }
        guard wordPress.since == .auto, let place = JSONPointer("/modified_gmt") else { return nil }
        return SourceMapping.Since(param: "modified_after", from: [place], overlap: .seconds(3_600))
    }
}

extension SourceDefinition.Key {
    private static let places = ["header", "query", "bearer"]
    static let keys = ["environment"] + places

    /// Reads `key`.
    init(_ value: YAMLValue) throws(SourceError) {
        guard value.isMapping else {
            throw value.error(
                .wrongType,
                "\"key\" names the environment variable that holds the API key, never the key itself; "
                    + "write `key: {environment: NAME}`."
            )
        }
        let mapping = try YAMLMapping(value, keys: Self.keys)
        self.init(environment: "NEWS_API_KEY")
        if mapping["environment"] == nil { _ = mapping.required("environment", environment) }
        var name = environment
        mapping.read("environment") { value throws(SourceError) in name = try value.variableName() }
        environment = name
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

    /// The value of `key` in a definition's text.
    var yaml: String {
        let environment = "environment: \(SourceDefinition.quoted(environment))"
        return switch place {
        case nil: "{\(environment)}"
        case .header(let name): "{\(environment), header: \(SourceDefinition.quoted(name))}"
        case .query(let name): "{\(environment), query: \(SourceDefinition.quoted(name))}"
        case .bearer: "{\(environment), bearer: true}"
        }
    }
}

extension YAMLValue {
    /// The name of an environment variable.
    fileprivate func variableName() throws(SourceError) -> String {
        let name = try word()
        let isName = name.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == 0x5F }
        guard isName, name.utf8.first?.isASCIIDigit == false else {
            throw error(
                .outOfRange,
                "\(self.name) must be the name of an environment variable: letters, digits and underscores, "
                    + "such as NEWS_API_KEY."
            )
        }
        return name
    }
}
