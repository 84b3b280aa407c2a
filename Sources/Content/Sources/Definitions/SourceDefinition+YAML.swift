internal import LarderModel

extension SourceDefinition {
    /// The keys that a file must have.
    static let required: Set<String> = ["name", "kind", "base"]

    /// The keys of a definition, in the order of the table above.
    package static let keys =
        [
            "name", "kind", "base", "key", "queries", "outlets", "category", "language", "country", "sort", "limit",
            "page-size", "pages", "text", "images", "politeness", "retry", "timeout", "allow", "site",
        ] + Manners.keys + websiteKeys + SourceMapping.keys.filter { !websiteKeys.contains($0) }

    /// Reads a definition.
    ///
    /// - Parameters:
    ///   - yaml: The file's text, at most ``RecordBound/definitionBytes``.
    ///   - file: The file's name, for messages only.
    /// - Throws: ``SourceError`` with file, line and column for the first thing that is wrong: no YAML, an unknown key
    ///   (with the nearest right one and all of them), a wrong type, a value out of range, keys that exclude each other; and with
    ///   what is wrong besides.
    package static func parse(yaml: String, file: String) throws(SourceError) -> SourceDefinition {
        // Editors on Windows begin a file with a byte order mark.
        let yaml = yaml.unicodeScalars.first == "\u{FEFF}" ? String(yaml.unicodeScalars.dropFirst()) : yaml
        try YAMLDocument.refuseExpensive(yaml, file: file)
        do throws(SourceError) {
            let root = try YAMLDocument.root(yaml: yaml, file: file)
            do throws(SourceError) {
                return try read(root)
            } catch {
                let (told, rest) = FaultSearch.further(of: root, after: error)
                throw SourceError(error, further: told, rest: rest)
            }
        } catch {
            throw SourceError(
                YAMLDocument.asInEditor(error, yaml),
                further: error.further.map { YAMLDocument.asInEditor($0, yaml) },
                rest: error.rest
            )
        }
    }

    static func read(_ root: YAMLMapping) throws(SourceError) -> SourceDefinition {
        let word = (try? root["kind"]?.word()) ?? ""
        try root.requireKeys(keys, shown: SourceKind(rawValue: word).map(keys(of:)))
        let name = try sourceName(root.required("name", "my-recipes"))
        let kind = try SourceKind(root.required("kind", SourceKind.food2fork.rawValue))
        let place = try root.required("base", "https://api.example.org")
        let base = try base(place, isFolder: !kind.isWebsite || kind == .wordpress, mayHaveQuery: kind == .feed)
        var definition = SourceDefinition(name: name, kind: kind, base: base)
        try definition.readKey(root)
        try definition.refuseKeyWithoutName(place)
        try definition.readSelection(root)
        try definition.readWebsite(root)
        try definition.readManners(root)
        definition.manners = try Manners(root)
        try definition.readMapping(root)
        try definition.refuseConflicts(root)
        return definition
    }

    /// - Parameter isFolder: Whether endpoints are put behind it; else it is an address as it stands.
    private static func base(
        _ value: YAMLValue,
        isFolder: Bool,
        mayHaveQuery: Bool
    ) throws(SourceError) -> WebAddress {
        let text = try value.word(max: 2_048)
        guard let address = WebAddress(text) else {
            let (advice, meant) = wrongAddress(text)
            throw value.error(.outOfRange, advice, mend: meant.map(SourceError.Mend.word))
        }
        let key = KeyNames.first(inQuery: address.query ?? "")?.shortened(to: 60)
        guard address.query == nil || mayHaveQuery && key == nil else {
            throw value.error(
                .outOfRange,
                mayHaveQuery
                    ? "The base must not hold a key; take \"\(key ?? "")\" out of it and write "
                        + "`key: {environment: NAME, query: \"\(key ?? "")\"}`."
                    : "The base must not hold a query (\"?...\"); an API key belongs into `key: {environment: NAME}`."
            )
        }
        guard isFolder else { return address }
        var path = address.path
        while path.hasSuffix("/") { path.removeLast() }
        return WebAddress(
            scheme: address.scheme,
            host: address.host,
            port: address.port,
            path: path.isEmpty ? "/" : path,
            query: nil
        )
    }

    /// Why a text is no base, and what was probably meant.
    private static func wrongAddress(_ text: String) -> (advice: String, meant: String?) {
        let shown = text.withoutUser.shortened(to: 80)
        if !text.contains("://"), let meant = WebAddress("https://" + text),
            meant.host.contains(where: { ".:".contains($0) }) || meant.host == "localhost"
        {
            let isLocal =
                meant.host == "localhost" || meant.host.utf8.allSatisfy { $0.isASCIIDigit || ".:".utf8.contains($0) }
            let scheme = isLocal ? "http" : "https"
            return ("\"\(shown)\" has no scheme; write `\(scheme)://\(shown)`.", "\(scheme)://\(text)")
        }
        let advice =
            "\"\(shown)\" is no http or https URL without user name and password; write one such as "
            + "`https://api.example.org`."
        guard text.withoutUser != text else { return (advice, nil) }
        let place = "`headers: {Authorization: {environment: NAME}}`"
        return ("\(advice) What the host wants to know of who asks goes into \(place).", nil)
    }

    private mutating func readKey(_ root: YAMLMapping) throws(SourceError) {
        guard let value = root["key"] else { return }
        guard value.isMapping else {
            throw value.error(
                .wrongType,
                "\"key\" names the environment variable that holds the API key, never the key itself; "
                    + "write `key: {environment: NAME}`."
            )
        }
        let mapping = try YAMLMapping(value)
        try mapping.requireKeys(["environment", "header", "query", "bearer"])
        let variable = try mapping.required("environment", "NEWS_API_KEY")
        let name = try variable.word()
        guard name.utf8.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || $0 == 0x5F }),
            name.utf8.first?.isASCIIDigit == false
        else {
            throw variable.error(
                .outOfRange,
                "\(variable.name) must be the name of an environment variable: letters, digits and underscores, "
                    + "such as NEWS_API_KEY."
            )
        }
        key = Key(environment: name, place: try keyPlace(mapping))
    }

    private mutating func readSelection(_ root: YAMLMapping) throws(SourceError) {
        if let value = root["queries"] { queries = try value.words() }
        if let value = root["outlets"] { outlets = try value.words() }
        if let value = root["category"] { category = try readWord(value) }
        if let value = root["language"] { language = try readWord(value) }
        if let value = root["country"] { country = try readWord(value) }
        if let value = root["sort"] {
            let order: SortOrder = try readWord(value)
            sort = order
            let orders = kind.sortOrders
            if order.isKnown, !orders.contains(order) {
                warn(
                    value,
                    "\(kind.rawValue) does not document the order \"\(order.rawValue)\", but "
                        + (orders.isEmpty ? "none at all" : orders.map(\.rawValue).joined(separator: ", "))
                )
            }
        }
        if let value = root["limit"] { limit = try value.integer(1...1_000_000) }
        if let value = root["page-size"] {
            guard let largest = kind.maxPageSize else {
                throw value.error(
                    .conflict,
                    "\"page-size\" does not apply to \(kind.rawValue), whose pages have one size."
                )
            }
            pageSize = try value.integer(1...largest)
        }
        if let value = root["pages"] { pages = try value.boolean() }
        if let value = root["text"] { text = try Text(YAMLMapping(value)) }
        if let value = root["text"], text.template != nil, !pages {
            warn(value, "the template is not used, as it lays out what pages say and \"pages\" is false")
        }
        if let value = root["images"] { try readImages(value) }
    }

    private mutating func readWord<Word: OpenWord>(_ value: YAMLValue) throws(SourceError) -> Word {
        let word = Word(rawValue: try value.word(max: 60))
        if !word.isKnown {
            warn(
                value,
                "the value is not one of those that are documented ("
                    + Word.known.map(\.rawValue).joined(separator: ", ") + "); it is passed on as it is"
            )
        }
        return word
    }

    private mutating func warn(_ value: YAMLValue, _ message: String) {
        warnings.append(value.error(.outOfRange, "\(value.name): \(message).").description)
    }

    private mutating func readManners(_ root: YAMLMapping) throws(SourceError) {
        if let value = root["politeness"] {
            let mapping = try YAMLMapping(value)
            try mapping.requireKeys(["concurrency", "delay"])
            if let value = mapping["concurrency"] { politeness.concurrency = try value.integer(1...64) }
            if let value = mapping["delay"] { politeness.delay = try value.duration(.zero ... .seconds(3_600)) }
        }
        if let value = root["retry"] {
            let mapping = try YAMLMapping(value)
            try mapping.requireKeys(["attempts", "base", "cap", "pause"])
            if let value = mapping["attempts"] { retry.attempts = try value.integer(1...50) }
            if let value = mapping["base"] { retry.base = try value.duration(.milliseconds(1) ... .seconds(3_600)) }
            // A base beyond the default cap without a cap of its own means that base as the cap.
            retry.cap = max(retry.cap, retry.base)
            if let value = mapping["cap"] {
                retry.cap = try value.duration(retry.base ... .seconds(86_400))
                // It bounds the pauses that hosts ask for too, unless `pause` is given.
                retry.pause = retry.cap
            }
            if let value = mapping["pause"] { retry.pause = try value.duration(.zero...RetryAfter.longest) }
        }
        if let value = root["timeout"] { timeout = try value.duration(.milliseconds(10) ... .seconds(3_600)) }
        if let value = root["allow"] {
            let items = try value.list()
            guard items.count <= 64 else {
                throw value.error(.outOfRange, "\"allow\" has \(items.count) entries; at most 64 are allowed.")
            }
            for item in items {
                let text = try item.word(max: 260)
                guard let address = HostPort(text) else {
                    throw item.error(
                        .outOfRange,
                        "\"\(text.shortened(to: 60))\" must be a host and a port, such as `10.0.0.7:8080` or `[::1]:80`."
                    )
                }
                if !allow.contains(address) { allow.append(address) }
            }
        }
    }

    private func refuseConflicts(_ root: YAMLMapping) throws(SourceError) {
        if kind.isWebsite {
            for key in ["key", "queries", "outlets", "category", "language", "country", "sort"]
            where key != "key" || kind != .feed {
                if let place = root.keyPlace(key) {
                    throw place.error(.conflict, "\"\(key)\" does not apply to \(kind.rawValue), a website; remove it.")
                }
            }
        } else if !kind.isNews {
            for key in ["outlets", "category", "language", "country"] {
                if let place = root.keyPlace(key) {
                    let what = kind.isMapped ? "whose requests the mapping says" : "which has recipes"
                    throw place.error(
                        .conflict,
                        "\"\(key)\" does not apply to \(kind.rawValue), \(what); remove it."
                    )
                }
            }
            if kind.isMapped { return }
            guard !queries.isEmpty else {
                throw (root["queries"] ?? root.value).error(
                    .missingKey,
                    "\(kind.rawValue) finds recipes by words only; add some, as in `queries: [pasta, soup]`."
                )
            }
        }
        if kind == .newsAPIv1, let place = root.keyPlace("queries") {
            throw place.error(
                .conflict,
                "newsapi-v1 has no search by words; choose by outlets, category, language and country, or use newsapi-v2."
            )
        }
        if kind == .newsAPIv2, !queries.isEmpty {
            for key in ["category", "country"] where !outlets.isEmpty {
                if let place = root.keyPlace(key) {
                    throw place.error(
                        .conflict,
                        "newsapi-v2 cannot mix \"\(key)\" with both \"queries\" and \"outlets\"; remove one of them."
                    )
                }
            }
            if outlets.count > 20 {
                throw (root["outlets"] ?? root.value).error(
                    .outOfRange,
                    "newsapi-v2 takes at most 20 outlets together with queries; this file has \(outlets.count). "
                        + "Split it into several sources, or remove the queries."
                )
            }
        }
    }
}
