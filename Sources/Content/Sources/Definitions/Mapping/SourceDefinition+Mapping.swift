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

    /// Reads the keys of `kind: json`, or takes the mapping of a built-in kind.
    mutating func readMapping(_ root: YAMLMapping) throws(SourceError) {
        if let value = root["site"] {
            let word = try value.choice(SiteContent.allCases.map(\.rawValue))
            site = SiteContent(rawValue: word) ?? .auto
        }
        guard kind == .json else {
            for key in SourceMapping.keys where kind != .wordpress || key != "since" {
                guard let place = root.keyPlace(key) else { continue }
                throw place.error(.conflict, "\"\(key)\" applies to `kind: json` only; remove it.")
            }
            return try takePreset(root)
        }
        let mapping = try SourceMapping(root)
        try checkKeys(inRequestsOf: root)
        if mapping.asksByQuery, queries.isEmpty, mapping.queryList == nil {
            throw (root["list"] ?? root.value).error(
                .missingKey,
                "The list asks for {query}, and there are none; add some, as in `queries: [soup, stew]`."
            )
        }
        if !mapping.asksByQuery, let place = root.keyPlace("queries") ?? root.keyPlace("queries-from") {
            throw place.error(
                .conflict,
                "No request holds \"{query}\", so that each query would ask for the same; add it to `list`, "
                    + "as in `params: {q: \"{query}\"}`."
            )
        }
        if key != nil, key?.place == nil, !mapping.list.mentions("{key}") {
            throw (root["key"] ?? root.value).error(
                .missingKey,
                "\"key\" must say where the key goes: add `header: X-Api-Key`, `query: apikey` or `bearer: true`."
            )
        }
        self.mapping = mapping
    }

    /// The mapping that the kind brings, where it does.
    private mutating func takePreset(_ root: YAMLMapping) throws(SourceError) {
        if kind == .feed {
            guard key == nil || key?.place != nil || base.path.contains(Self.keyInPath) else {
                throw (root["key"] ?? root.value).error(
                    .missingKey,
                    "\"key\" must say where the key goes: add `query: NAME`, `header: NAME` or `bearer: true`, or write {key} in the "
                        + "path of `base`."
                )
            }
            return
        }
        guard let yaml = MappingPresets.yaml(of: kind, base: base, hasKey: key != nil) else {
            guard key?.place == nil else {
                throw (root.keyPlace("key") ?? root.value).error(
                    .conflict,
                    "\(kind.rawValue) has a place for its key already; write `key: {environment: NAME}` alone."
                )
            }
            return
        }
        var preset = try SourceMapping(YAMLDocument.root(yaml: yaml, file: kind.rawValue))
        preset.isBuiltIn = true
        if kind == .spoonacular {
            if key?.place == nil { key?.place = .header("x-api-key") }
            warnings.append(
                "\(name): Spoonacular's terms let answers be kept for an hour only. Keep more only where your own "
                    + "agreement with Spoonacular allows it."
            )
        }
        mapping = preset
    }

    /// Refuses a base with the place of a key where nothing says which key, or nobody puts it there.
    func refuseKeyWithoutName(_ place: YAMLValue) throws(SourceError) {
        guard base.path.contains(Self.keyInPath) else { return }
        guard key == nil || kind.isWebsite else {
            let way =
                kind == .json
                ? "write it in the paths, as in `list: \"/{key}/items\"`."
                : "\(kind.rawValue) puts the key where its API wants it."
            throw place.error(.conflict, "{key} in the base is not filled in. Take it out of the base; \(way)")
        }
        guard key == nil else { return }
        let takesKey = !kind.isWebsite || kind == .feed
        throw place.error(
            .missingKey,
            "{key} in the base stands for an API key, "
                + (takesKey
                    ? "and there is none: add `key: {environment: NAME}`, or write what stands there in place of {key}."
                    : "which \(kind.rawValue) does not take; write what stands there in place of {key}.")
        )
    }

    /// Where the key goes, if the definition says so.
    func keyPlace(_ mapping: YAMLMapping) throws(SourceError) -> Key.Place? {
        var places: [Key.Place] = []
        if let value = mapping["header"] {
            let name = try value.word(max: 100)
            guard name.isHeaderName else {
                throw value.error(.outOfRange, "\(value.name) must name a header field, such as X-Api-Key.")
            }
            places.append(.header(name))
        }
        if let value = mapping["query"] { places.append(.query(try value.word(max: 100))) }
        if let value = mapping["bearer"], try value.boolean() { places.append(.bearer) }
        guard places.count <= 1 else {
            let keys = ["header", "query", "bearer"].filter { mapping[$0] != nil }
            throw (mapping.keyPlace(keys[1]) ?? mapping.value).error(
                .conflict,
                "A key goes to one place: keep one of `header`, `query` and `bearer`."
            )
        }
        return places.first
    }

    /// The lines of the definition's text that the mapping needs; none where the kind brings it.
    var mappingLines: [String] {
        var lines = site == .auto ? [] : ["site: \(site.rawValue)"]
        guard let mapping, !mapping.isBuiltIn else { return lines }
        if mapping.paging.maxPages != SourceMapping.defaultMaxPages {
            lines.append("max-pages: \(mapping.paging.maxPages)")
        }
        return lines + mapping.lines
    }
}

extension SourceDefinition.Key {
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
