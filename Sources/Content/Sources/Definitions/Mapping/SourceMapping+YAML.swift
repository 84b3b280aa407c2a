internal import LarderModel

extension SourceMapping {
    /// Whether the list depends on a query.
    var asksByQuery: Bool { list.mentions("{query}") }
}

extension SourceMapping.Request {
    private static var commonKeys: [DefinitionKey<Self>] {
        [
            .value("path", \.path, KeyForm(YAMLValue.requestPath)),
            .value("params", \.params, KeyForm(read: parameters)).holding([], example: "{name: value}"),
            .value("headers", \.headers, KeyForm(read: headers)).holding([], example: "{X-Name: value}"),
        ]
    }

    static var listKeys: [DefinitionKey<Self>] {
        commonKeys + [
            DefinitionKey(
                name: "method",
                read: { request, value throws(SourceError) in
                    let word = try value.word().uppercased()
                    guard word == "GET" || word == "POST" else {
                        throw value.error(.outOfRange, "\(value.name) must be GET or POST.")
                    }
                    if word == "POST" { request.body = .object([]) }
                }
            ),
            DefinitionKey(name: "body", read: { $0.body = $1.json }),
        ]
    }

    /// The keys of `queries-from` and `detail`; some are not part of the request.
    static var otherKeys: [DefinitionKey<Self>] {
        commonKeys + ["item", "items", "unless"].map { DefinitionKey(name: $0) }
    }

    init(_ value: YAMLValue, _ keys: [DefinitionKey<Self>]) throws(SourceError) {
        guard value.isMapping else {
            path = try value.requestPath()
            return
        }
        let mapping = try YAMLMapping(value, keys: keys.map(\.name))
        if (try? mapping["method"]?.word().uppercased()) == "GET" {
            mapping.refuse("body", "A GET has no body; write `method: POST`.")
        }
        mapping.read(keys, into: &self)
    }

    private static func parameters(_ value: YAMLValue) throws(SourceError) -> [SourceMapping.Parameter] {
        try value.pairs().map { SourceMapping.Parameter(name: $0.name, value: $0.value) }
    }

    private static func headers(_ value: YAMLValue) throws(SourceError) -> [HeaderField] {
        let headers = try value.pairs().map { HeaderField(name: $0.name, value: $0.value) }
        let areRight = headers.allSatisfy { field in
            field.name.isHeaderName && field.value.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        }
        guard areRight else {
            let message =
                "\(value.name) holds what no header field can; write names of letters, digits and hyphens, and "
                + "values of ASCII."
            throw value.error(.outOfRange, message)
        }
        return headers
    }

    func mentions(_ word: String) -> Bool {
        path.contains(word) || params.contains { $0.value.contains(word) } || body?.json.contains(word) == true
    }
}

extension SourceMapping.QueryList {
    init(_ value: YAMLValue) throws(SourceError) {
        request = try SourceMapping.Request(value, SourceMapping.Request.otherKeys)
        items = try YAMLMapping(value).required("items", "/categories/*/name").pointer()
    }
}

extension SourceMapping.Detail {
    init(_ value: YAMLValue) throws(SourceError) {
        request = try SourceMapping.Request(value, SourceMapping.Request.otherKeys)
        if !request.mentions("{id}") {
            value.report(.missingKey, "\(value.name) must say where the item's id goes, as in `path: \"/items/{id}\"`.")
        }
        guard value.isMapping else { return }
        let keys: [DefinitionKey<Self>] = [.value("item", \.item, .pointers), .value("unless", \.unless, .pointers)]
        try YAMLMapping(value).read(keys, into: &self)
    }
}

extension SourceMapping.ErrorRules {
    private static var table: [DefinitionKey<Self>] {
        [
            .value("when", \.when, KeyForm(read: conditions)).needed("{/status: error}"),
            .value("message", \.message, .pointers), .value("code", \.code, .pointers),
        ]
    }

    static let keys = table.map(\.name) + ["end"]

    init(_ value: YAMLValue, _ endCodes: inout Set<String>) throws(SourceError) {
        let mapping = try YAMLMapping(value, keys: Self.keys)
        mapping.read(Self.table, into: &self)
        mapping.read("end") { value throws(SourceError) in endCodes.formUnion(try value.oneOrMore()) }
    }

    private static func conditions(_ value: YAMLValue) throws(SourceError) -> [SourceMapping.Condition] {
        guard value.isMapping else { return try value.pointers().map { SourceMapping.Condition(pointer: $0) } }
        return try value.members().map { member throws(SourceError) in
            SourceMapping.Condition(pointer: try member.key.pointer(), value: try member.value.text())
        }
    }
}

extension SourceMapping.Since {
    private static var table: [DefinitionKey<Self>] {
        [
            .optional("param", \.param, KeyForm(read: { value throws(SourceError) in try value.word() })),
            .value("from", \.from, .pointers).needed("/updated_at"),
            .value("overlap", \.overlap, .duration(.zero ... .seconds(366 * 86_400))),
        ]
    }

    static let keys = table.map(\.name)

    init(_ value: YAMLValue) throws(SourceError) {
        try YAMLMapping(value, keys: Self.keys).read(Self.table, into: &self)
    }
}

extension MappedFields {
    init(_ value: YAMLValue) throws(SourceError) {
        let mapping = try YAMLMapping(value, keys: Name.all.map(\.rawValue))
        let isNamed = mapping["id"] != nil || mapping["url"] != nil
        for name in Name.all {
            mapping.read(name.rawValue) { value throws(SourceError) in
                if name == .ingredients, value.isMapping {
                    ingredients = try Ingredients(value)
                } else {
                    fields[name] = try Field(value)
                }
            }
        }
        if !isNamed {
            value.report(.missingKey, "\(value.name) needs `id` or `url`, by which an item is known again.")
        }
    }
}

extension MappedFields.Field {
    init(_ value: YAMLValue) throws(SourceError) {
        guard value.isList else {
            alternatives = [try value.numberedPointers()]
            return
        }
        alternatives = try value.items(0...YAMLValue.maxPlaces, of: "places") { item throws(SourceError) in
            try item.numberedPointers()
        }
    }
}

extension MappedFields.Ingredients {
    init(_ value: YAMLValue) throws(SourceError) {
        let form = KeyForm(read: MappedFields.Field.init)
        let keys: [DefinitionKey<Self>] = [
            .optional("text", \.text, form), .optional("name", \.name, form), .optional("amount", \.amount, form),
            .optional("unit", \.unit, form),
        ]
        let mapping = try YAMLMapping(value, keys: keys.map(\.name))
        let isNamed = mapping["text"] != nil || mapping["name"] != nil
        mapping.read(keys, into: &self)
        if !isNamed { value.report(.missingKey, "\(value.name) needs `name` or `text`.") }
    }
}

extension KeyForm<[JSONPointer]> {
    static var pointers: Self { Self(YAMLValue.pointers) }
}
