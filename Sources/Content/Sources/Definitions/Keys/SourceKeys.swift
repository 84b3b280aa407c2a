internal import LarderModel

/// All keys of a definition's file, each described once.
extension SourceDefinition {
    /// The keys that a file must have.
    static let required: Set<String> = ["name", "kind", "base"]

    /// Every key, in the order in which a definition is read and written.
    static var keys: [DefinitionKey<SourceDefinition>] {
        selectionKeys + websiteKeys + listKeys + requestKeys + siteKeys + mappingKeys
    }

    /// The names of all keys, each once.
    static let keyNames = keys.map(\.name).unique()

    /// The names of the keys that a source of a kind has a use for.
    static func keyNames(of kind: SourceKind) -> [String] {
        // APIs of their own kinds accept `site`, and need it hardly ever.
        keys.filter { $0.kinds.contains(kind) && ($0.name != "site" || kind.hasSite) }.map(\.name)
    }

    /// The key among those that are allowed whose mapping has a key of that name; nil: none.
    static func home(of name: String, among allowed: [String]) -> String? {
        keys.first { $0.members.contains(name) && allowed.contains($0.name) }?.name
    }

    /// What may stand behind a key that holds a mapping.
    static func example(of name: String) -> String {
        let inner = SourceMapping.Request.listKeys.first { $0.name == name }?.example
        return keys.first { $0.name == name }?.example ?? inner ?? "{key: value}"
    }
}

/// What a source is, and which of its items are read.
extension SourceDefinition {
    static var selectionKeys: [DefinitionKey<SourceDefinition>] { identityKeys + newsKeys + itemKeys }

    private static var identityKeys: [DefinitionKey<SourceDefinition>] {
        [
            DefinitionKey(name: "name", read: { _, _ in }, write: \.name)
                .help("lower-case letters, digits, hyphens, at most 40", standard: "required"),
            DefinitionKey(name: "kind", read: { _, _ in }, write: \.kind.rawValue)
                .help(SourceKind.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", "), standard: "required"),
            DefinitionKey(name: "base", read: { _, _ in }, write: { quoted($0.base.description) })
                .help("where the API answers, http or https, without query", standard: "required"),
            DefinitionKey(
                name: "key",
                read: { definition, value throws(SourceError) in definition.key = try Key(value) },
                write: { $0.key?.yaml }
            )
            .help("`{environment: NAME}`: the variable that holds the API key", standard: "no key")
            .holding(Key.keys, example: "{environment: NAME}")
            .of(.all.subtracting([.sitemap, .pages, .wordpress])),
        ]
    }

    private static var newsKeys: [DefinitionKey<SourceDefinition>] {
        let filters: [DefinitionKey<SourceDefinition>] = [
            .optional("category", \.category, .apiWord()), .optional("language", \.language, .apiWord()),
            .optional("country", \.country, .apiWord()),
        ]
        return [
            .list("queries", \.queries, .words).of(.all.subtracting(.websites).subtracting([.newsAPIv1]))
                .help("what to search for"),
            .list("outlets", \.outlets, .words).of(.news).help("ids of the outlets to read", standard: "all"),
        ] + filters.map { $0.of(.news).help("which outlets to read", standard: "all") } + [
            .optional("sort", \.sort, .sortOrder).of(.all.subtracting(.websites))
                .help("the order in which the API is asked, in the API's words", standard: "the API's own")
        ]
    }

    private static var itemKeys: [DefinitionKey<SourceDefinition>] {
        [
            .optional("limit", \.limit, .integer(1...1_000_000))
                .help("items of each query, or of each outlet and sort order", standard: "all"),
            .optional("page-size", \.pageSize, .pageSize).of(.all.filter { $0.maxPageSize != nil })
                .help("items of a search page", standard: "the largest"),
            .value("pages", \.pages, .boolean).help("whether to read the items' web pages", standard: "`true`"),
            .mapping("text", \.text, Text.keys, example: "{whole-page: true}").help(
                "how texts are made",
                standard: "see there"
            ),
            DefinitionKey(
                name: "images",
                read: { definition, value throws(SourceError) in try definition.images.read(value) },
                write: { $0.images.yaml }
            )
            .help("whether to read the items' pictures", standard: "`{widths: [320, 1080]}`")
            .holding(["widths"], example: "{widths: [320, 1080]}"),
        ]
    }
}

extension KeyForm<SortOrder> {
    /// An order; where the kind does not document it, with a warning.
    fileprivate static var sortOrder: Self {
        var form = Self.apiWord()
        let read = form.read
        form.read = { value throws(SourceError) in
            let order = try read(value)
            let kind = value.reading.kind
            if order.isKnown, !kind.sortOrders.contains(order) {
                let orders = kind.sortOrders.map(\.rawValue).joined(separator: ", ").nonEmpty ?? "none at all"
                value.warn("\(kind.rawValue) does not document the order \"\(order.rawValue)\", but \(orders)")
            }
            return order
        }
        return form
    }
}

extension KeyForm<Int> {
    /// The items of a search page, of which each kind has its most.
    fileprivate static var pageSize: Self {
        Self(
            read: { value throws(SourceError) in try value.integer(1...(value.reading.kind.maxPageSize ?? 1)) },
            write: { String($0) }
        )
    }
}
