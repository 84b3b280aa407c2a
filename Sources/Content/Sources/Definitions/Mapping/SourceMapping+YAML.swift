internal import LarderModel

extension SourceMapping {
    /// The keys of a definition that describe a mapping.
    static let keys = ["list", "queries-from", "items", "paging", "detail", "fields", "error", "since"]

    /// Reads the keys of a mapping.
    init(_ root: YAMLMapping) throws(SourceError) {
        if let value = root["list"] { list = try Request(value, allowsBody: true) }
        if let value = root["queries-from"] { queryList = try QueryList(value) }
        items = try root["items"].map { value throws(SourceError) in try value.pointers() } ?? [.whole]
        if let value = root["paging"] { paging = try Paging(value, isPost: list.body != nil) }
        if let value = root["max-pages"] { paging.maxPages = try value.integer(1...1_000_000) }
        if let value = root["detail"] { detail = try Detail(value) }
        fields = try MappedFields(root.required("fields", "{id: /id, title: /title, url: /url}"))
        if let value = root["error"] { error = try ErrorRules(value, &paging.endCodes) }
        if let value = root["since"] { since = try Since(value) }
        for key in Self.keys {
            if let value = root[key] { lines.append("\(key): \(try value.flowText())") }
        }
    }

    /// Whether something of a request depends on a query.
    var asksByQuery: Bool { list.mentions("{query}") }
}

extension SourceMapping.Request {
    init(_ value: YAMLValue, allowsBody: Bool = false) throws(SourceError) {
        guard value.isMapping else {
            path = try value.requestPath()
            return
        }
        let mapping = try YAMLMapping(value)
        try mapping.requireKeys(Self.keys + (allowsBody ? ["method", "body"] : ["item", "items", "unless"]))
        if let value = mapping["path"] { path = try value.requestPath() }
        if let value = mapping["params"] {
            params = try value.pairs().map { SourceMapping.Parameter(name: $0.name, value: $0.value) }
        }
        if let value = mapping["headers"] {
            headers = try value.pairs().map { HeaderField(name: $0.name, value: $0.value) }
            let areRight = headers.allSatisfy { field in
                field.name.isHeaderName && field.value.utf8.allSatisfy { (0x20...0x7E).contains($0) }
            }
            guard areRight else {
                throw value.error(
                    .outOfRange,
                    "\(value.name) holds what no header field can; write names of letters, digits and hyphens, and "
                        + "values of ASCII."
                )
            }
        }
        guard allowsBody else { return }
        let method = try mapping["method"].map { value throws(SourceError) in
            let word = try value.word().uppercased()
            guard word == "GET" || word == "POST" else {
                throw value.error(.outOfRange, "\(value.name) must be GET or POST.")
            }
            return word
        }
        if let value = mapping["body"] {
            guard method != "GET" else {
                throw (mapping.keyPlace("body") ?? value).error(
                    .conflict,
                    "A GET has no body; write `method: POST`."
                )
            }
            body = value.json
        } else if method == "POST" {
            body = .object([])
        }
    }

    private static let keys = ["path", "params", "headers"]

    func mentions(_ word: String) -> Bool {
        path.contains(word) || params.contains { $0.value.contains(word) } || body?.json.contains(word) == true
    }
}

extension SourceMapping.QueryList {
    init(_ value: YAMLValue) throws(SourceError) {
        request = try SourceMapping.Request(value)
        items = try YAMLMapping(value).required("items", "/categories/*/name").pointer()
    }
}

extension SourceMapping.Detail {
    init(_ value: YAMLValue) throws(SourceError) {
        request = try SourceMapping.Request(value)
        guard request.mentions("{id}") else {
            throw value.error(
                .missingKey,
                "\(value.name) must say where the item's id goes, as in `path: \"/items/{id}\"`.",
                mend: value.isMapping ? .member("path", "/items/{id}") : .word("/items/{id}")
            )
        }
        let mapping = value.isMapping ? try YAMLMapping(value) : nil
        item = try mapping?["item"].map { value throws(SourceError) in try value.pointers() } ?? [.whole]
        unless = try mapping?["unless"].map { value throws(SourceError) in try value.pointers() } ?? []
    }
}

extension SourceMapping.ErrorRules {
    init(_ value: YAMLValue, _ endCodes: inout Set<String>) throws(SourceError) {
        let mapping = try YAMLMapping(value)
        try mapping.requireKeys(["when", "message", "code", "end"])
        let when = try mapping.required("when", "{/status: error}")
        if when.isMapping {
            self.when = try when.members().map { member throws(SourceError) in
                SourceMapping.Condition(pointer: try member.key.pointer(), value: try member.value.text())
            }
        } else {
            self.when = try when.pointers().map { SourceMapping.Condition(pointer: $0, value: nil) }
        }
        message = try mapping["message"].map { value throws(SourceError) in try value.pointers() } ?? []
        code = try mapping["code"].map { value throws(SourceError) in try value.pointers() } ?? []
        if let value = mapping["end"] { endCodes.formUnion(try value.oneOrMore()) }
    }
}

extension SourceMapping.Since {
    init(_ value: YAMLValue) throws(SourceError) {
        let mapping = try YAMLMapping(value)
        try mapping.requireKeys(["param", "from", "overlap"])
        param = try mapping["param"].map { value throws(SourceError) in try value.word() }
        from = try mapping.required("from", "/updated_at").pointers()
        overlap =
            try mapping["overlap"].map { value throws(SourceError) in
                try value.duration(.zero ... .seconds(366 * 86_400))
            } ?? .seconds(3_600)
    }
}

extension MappedFields {
    init(_ value: YAMLValue) throws(SourceError) {
        let mapping = try YAMLMapping(value)
        try mapping.requireKeys(Name.all.map(\.rawValue))
        for name in Name.all {
            guard let value = mapping[name.rawValue] else { continue }
            if name == .ingredients, value.isMapping {
                ingredients = try Ingredients(value)
            } else {
                fields[name] = try Field(value)
            }
        }
        guard fields[.id] != nil || fields[.url] != nil else {
            throw value.error(
                .missingKey,
                "\(value.name) needs `id` or `url`, by which an item is known again.",
                mend: .member("id", "/id")
            )
        }
    }
}

extension MappedFields.Field {
    init(_ value: YAMLValue) throws(SourceError) {
        let texts = try value.isList ? value.places() : [value]
        alternatives = try texts.map { text throws(SourceError) in try text.numberedPointers() }
    }
}

extension MappedFields.Ingredients {
    init(_ value: YAMLValue) throws(SourceError) {
        let mapping = try YAMLMapping(value)
        try mapping.requireKeys(["text", "name", "amount", "unit"])
        func field(_ key: String) throws(SourceError) -> MappedFields.Field? {
            try mapping[key].map { value throws(SourceError) in try MappedFields.Field(value) }
        }
        text = try field("text")
        name = try field("name")
        amount = try field("amount")
        unit = try field("unit")
        guard text != nil || name != nil else {
            throw value.error(
                .missingKey,
                "\(value.name) needs `name` or `text`.",
                mend: .member("text", "/text")
            )
        }
    }
}
