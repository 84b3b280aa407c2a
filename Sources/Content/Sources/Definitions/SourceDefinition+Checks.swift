internal import LarderModel

/// Checks of a file's keys against its kind and each other.
extension SourceDefinition {
    func refuseKeysOfOtherKinds(_ root: YAMLMapping) {
        let isKindGuessed = root.value.reading.isKindGuessed
        let fitting = Set(Self.keyNames(of: kind))
        // Their values have the same form for each kind, so a fault in the value is reported first.
        let selection = Set(Self.selectionKeys.map(\.name)).subtracting(["page-size"])
        for key in Self.keys where root[key.name] != nil && !fitting.contains(key.name) && key.name != "site" {
            if selection.contains(key.name) {
                var unused = self
                root.read(key.name) { value throws(SourceError) in try key.read(&unused, value) }
            }
            if isKindGuessed { continue }
            guard kind != .newsAPIv1 || key.name != "queries" else {
                let message =
                    "newsapi-v1 has no search by words; choose by outlets, category, language and country, "
                    + "or use newsapi-v2."
                root.refuse(key.name, message)
                continue
            }
            let kinds = SourceKind.allCases.filter { Self.keyNames(of: $0).contains(key.name) }.map(\.rawValue)
            let only = kinds.count > 4 ? "" : ", only to \(kinds.joined(separator: " and "))"
            root.refuse(key.name, "\"\(key.name)\" does not apply to \(kind.rawValue)\(only); remove it.")
        }
    }

    mutating func checkTogether(_ root: YAMLMapping) {
        checkKeyInBase(root)
        if identity.robots == .ignore, !identity.isOwn {
            root.report(
                .conflict,
                at: "robots",
                "`robots: ignore` is for hosts of one's own: add `own: true` if the base's host is yours, or remove it."
            )
        }
        if kind == .pages { scope.maxPages = scope.maxPages ?? CrawlOptions.defaultMaxPages }
        if text.template != nil, !pages {
            root["text"]?.warn("the template is not used, as it lays out what pages say and \"pages\" is false")
        }
        switch kind {
        case .json: checkMapping(root)
        case .theMealDB, .spoonacular: usePreset(root)
        case .feed: checkKeyOfFeed(root)
        case .newsAPIv2: checkNewsQueries(root)
        case .food2fork, .forkifyV1, .forkifyV2:
            if queries.isEmpty {
                let advice = "finds recipes by words only; add some, as in `queries: [pasta, soup]`."
                root.report(.missingKey, at: "queries", "\(kind.rawValue) \(advice)")
            }
        case .newsAPIv1, .sitemap, .pages, .wordpress, .mediawiki: break
        }
        if key?.place != nil, ![.json, .feed].contains(kind), mapping == nil {
            root.refuse(
                "key",
                "\(kind.rawValue) has a place for its key already; write `key: {environment: NAME}` alone."
            )
        }
    }

    private func checkNewsQueries(_ root: YAMLMapping) {
        guard !queries.isEmpty, !outlets.isEmpty else { return }
        for key in ["category", "country"] {
            let message = "newsapi-v2 cannot mix \"\(key)\" with both \"queries\" and \"outlets\"; remove one of them."
            root.refuse(key, message)
        }
        guard outlets.count > 20 else { return }
        let message =
            "newsapi-v2 takes at most 20 outlets together with queries; this file has \(outlets.count). "
            + "Split it into several sources, or remove the queries."
        root.report(.outOfRange, at: "outlets", message)
    }

    // MARK: Keys of APIs

    /// Refuses a base with `{key}` where there is no key, or the key goes elsewhere.
    private func checkKeyInBase(_ root: YAMLMapping) {
        guard base.path.contains(Self.keyInPath) else { return }
        let takesKey = !kind.isWebsite || kind == .feed
        if key == nil {
            let why =
                takesKey
                ? "and there is none: add `key: {environment: NAME}`, or write"
                : "which \(kind.rawValue) does not take; write"
            let advice = "{key} in the base stands for an API key, \(why) what stands there in place of {key}."
            root.report(.missingKey, at: "base", advice)
        } else if !kind.isWebsite {
            let way =
                kind == .json
                ? "write it in the paths, as in `list: \"/{key}/items\"`."
                : "\(kind.rawValue) puts the key where its API wants it."
            root.report(.conflict, at: "base", "{key} in the base is not filled in. Take it out of the base; \(way)")
        }
    }

    private func checkKeyOfFeed(_ root: YAMLMapping) {
        guard key != nil, key?.place == nil, !base.path.contains(Self.keyInPath) else { return }
        let message =
            "\"key\" must say where the key goes: add `query: NAME`, `header: NAME` or `bearer: true`, or write {key} "
            + "in the path of `base`."
        root.report(.missingKey, at: "key", message)
    }

    // MARK: Mappings

    private mutating func checkMapping(_ root: YAMLMapping) {
        if root["fields"] == nil { _ = root.required("fields", "{id: /id, title: /title, url: /url}") }
        checkKeys(inRequestsOf: root)
        guard let mapping else { return }
        if mapping.asksByQuery {
            if queries.isEmpty, mapping.queryList == nil {
                let advice = "there are none; add some, as in `queries: [soup, stew]`."
                root.report(.missingKey, at: "list", "The list asks for {query}, and \(advice)")
            }
        } else if let name = ["queries", "queries-from"].first(where: { root[$0] != nil }) {
            let message =
                "No request holds \"{query}\", so that each query would ask for the same; add it to `list`, "
                + "as in `params: {q: \"{query}\"}`."
            root.refuse(name, message)
        }
        if key != nil, key?.place == nil, !mapping.list.mentions("{key}") {
            root.report(
                .missingKey,
                at: "key",
                "\"key\" must say where the key goes: add `header: X-Api-Key`, `query: apikey` or `bearer: true`."
            )
        }
    }

    private mutating func usePreset(_ root: YAMLMapping) {
        mapping = MappingPresets.mapping(of: kind, base: base, hasKey: key != nil)
        guard kind == .spoonacular else { return }
        if key?.place == nil { key?.place = .header("x-api-key") }
        root.value.reading.warnings.append(
            "\(name): Spoonacular's terms let answers be kept for an hour only. Keep more only where your own "
                + "agreement with Spoonacular allows it."
        )
    }
}
