internal import LarderModel

/// All keys of a definition's file, each described once.
extension SourceDefinition {
    static let required: Set<String> = ["name", "kind", "base"]

    /// Every key, in the order in which a definition is read and written.
    static var keys: [DefinitionKey<SourceDefinition>] {
        selectionKeys + websiteKeys + listKeys + requestKeys + siteKeys + mappingKeys
    }

    static let keyNames = keys.map(\.name).unique()

    /// The names of the keys that apply to a kind.
    package static func keyNames(of kind: SourceKind) -> [String] {
        // APIs of their own kinds accept `site`, and need it hardly ever.
        keys.filter { $0.kinds.contains(kind) && ($0.name != "site" || kind.hasSite) }.map(\.name)
    }

    /// The allowed key whose mapping has a key of that name; nil: none.
    static func home(of name: String, among allowed: [String]) -> String? {
        keys.first { $0.members.contains(name) && allowed.contains($0.name) }?.name
    }

    static func example(of name: String) -> String {
        let inner = SourceMapping.Request.listKeys.first { $0.name == name }?.example
        return keys.first { $0.name == name }?.example ?? inner ?? "{key: value}"
    }

    /// What a source is, and which of its items are read.
    static var selectionKeys: [DefinitionKey<SourceDefinition>] {
        let filters: [DefinitionKey<SourceDefinition>] = [
            .list("outlets", \.outlets, .words), .optional("category", \.category, .apiWord()),
            .optional("language", \.language, .apiWord()), .optional("country", \.country, .apiWord()),
        ]
        let identity: [DefinitionKey<SourceDefinition>] = [
            DefinitionKey(name: "name", write: \.name), DefinitionKey(name: "kind", write: \.kind.rawValue),
            DefinitionKey(name: "base", write: { quoted($0.base.description) }),
            .optional("key", \.key, KeyForm(read: Key.init, write: \.yaml))
                .holding(Key.keys, example: "{environment: NAME}")
                .of(.all.subtracting([.sitemap, .pages, .wordpress, .mediawiki])),
            .list("queries", \.queries, .words).of(.all.subtracting(.websites).subtracting([.newsAPIv1])),
        ]
        return identity + filters.map { $0.of(.news) } + [
            .optional("sort", \.sort, .sortOrder).of(.all.subtracting(.websites)),
            .optional("limit", \.limit, .integer(1...1_000_000)),
            .optional("page-size", \.pageSize, .pageSize).of(.all.filter { $0.maxPageSize != nil }),
            .value("pages", \.pages, .boolean), .mapping("text", \.text, Text.keys, example: "{whole-page: true}"),
            .value("images", \.images, KeyForm(read: Images.init, write: \.yaml))
                .holding(["widths"], example: "{widths: [320, 1080]}"),
        ]
    }

    static var siteKeys: [DefinitionKey<SourceDefinition>] {
        [.value("site", \.site, .choice).writtenIf { $0.site != .auto }]
    }

    // MARK: Websites

    static var websiteKeys: [DefinitionKey<SourceDefinition>] {
        let all: [DefinitionKey<SourceDefinition>] = [
            .list("include", \.scope.include, .patterns), .list("exclude", \.scope.exclude, .patterns),
            .list("hosts", \.scope.hosts, .list(SourceScope.hosts)),
            .optional("max-pages", \.scope.maxPages, .integer(1...5_000_000)),
        ]
        let ofSitemaps: [DefinitionKey<SourceDefinition>] = [
            .list("sitemaps", \.sitemaps.files, .sitemaps), .value("lastmod", \.sitemaps.trust, .choice),
        ]
        let ofPages: [DefinitionKey<SourceDefinition>] = [
            .list("urls", \.crawl.urls, .addresses(NumberRange.addresses)),
            .list("follow", \.crawl.follow, .patterns), .list("list-only", \.crawl.listOnly, .patterns),
            .value("max-depth", \.crawl.maxDepth, .integer(0...20)),
        ]
        return all.map { $0.of(.websites) } + ofSitemaps.map { $0.of([.sitemap]) } + ofPages.map { $0.of([.pages]) }
    }

    static var listKeys: [DefinitionKey<SourceDefinition>] {
        let ofFeeds: [DefinitionKey<SourceDefinition>] = [
            .list("feeds", \.feed.feeds, .addresses(range: ", at most 1,000", FeedOptions.furtherFeeds)),
            .value("full-text", \.feed.fullText, .choice), .optional("keep", \.feed.keep, .integer(1...1_000_000)),
            .optional("every", \.feed.every, .duration(.seconds(1) ... .seconds(366 * 86_400))),
        ]
        let ofWordPress: [DefinitionKey<SourceDefinition>] = [
            .value("types", \.wordPress.types, .list(WordPressOptions.types)),
            .list("categories", \.wordPress.categories, .list(WordPressOptions.slugs)),
            .value("body", \.wordPress.body, .choice), .value("since", \.wordPress.since, .choice),
        ]
        let ofMediaWiki: [DefinitionKey<SourceDefinition>] = [
            .value(
                "namespaces",
                \.mediaWiki.namespaces,
                KeyForm(read: MediaWikiOptions.namespaces, write: { "\($0)" })
            ),
            .value("body", \.mediaWiki.body, .choice),
        ]
        return ofFeeds.map { $0.of([.feed]) } + ofWordPress.map { $0.of([.wordpress]) }
            + ofMediaWiki.map { $0.of([.mediawiki]) }
    }

    // MARK: Requests

    /// The keys that say how hosts are treated.
    static var requestKeys: [DefinitionKey<SourceDefinition>] {
        let pace: [DefinitionKey<Politeness>] = [
            .optional("concurrency", \.concurrency, .integer(1...64)),
            .optional("delay", \.delay, .duration(.zero ... .seconds(3_600))),
        ]
        let headers = KeyForm(read: CrawlIdentity.headers, write: CrawlIdentity.yaml)
        let proxy = KeyForm(read: CrawlIdentity.proxy, write: { $0.isEmpty ? "none" : quoted($0) })
        let quota = KeyForm(read: CrawlIdentity.quota, write: { quoted($0.description) })
        return [
            .mapping("politeness", \.politeness, pace, example: "{delay: 2s}"),
            .optional("contact", \.identity.contact, .text(CrawlIdentity.contact)),
            .optional("user-agent", \.identity.userAgent, .text(CrawlIdentity.userAgent)),
            .list("headers", \.identity.headers, headers).holding([], example: "{X-Name: value}"),
            .value("own", \.identity.isOwn, .boolean).writtenIf(\.identity.isOwn),
            .optional("robots", \.identity.robots, .choice), .optional("quota", \.identity.quota, quota),
            .mapping("retry", \.retry, Retry.keys, example: "{attempts: 3}"),
            .value("timeout", \.timeout, .duration(.milliseconds(10) ... .seconds(3_600))),
            .value("least-rate", \.leastRate, .integer(0...1_000_000_000)),
            .list("allow", \.allow, .hostPorts), .optional("proxy", \.identity.proxy, proxy),
        ]
    }

    // MARK: Mappings

    static var mappingKeys: [DefinitionKey<SourceDefinition>] {
        [
            .value("max-pages", \.mapped.paging.maxPages, .integer(1...1_000_000)).of([.json])
                .writtenIf { $0.mapped.paging.maxPages != SourceMapping.defaultMaxPages },
            mapped("list") { mapping, value throws(SourceError) in
                mapping.list = try SourceMapping.Request(value, SourceMapping.Request.listKeys)
            }
            .holding(SourceMapping.Request.listKeys.map(\.name), example: "{path: /items}"),
            mapped("queries-from") { mapping, value throws(SourceError) in
                mapping.queryList = try SourceMapping.QueryList(value)
            },
            mapped("items") { mapping, value throws(SourceError) in mapping.items = try value.pointers() },
            mapped("paging") { mapping, value throws(SourceError) in try mapping.paging.read(value) }
                .holding(SourceMapping.Paging.keyNames, example: "{page: page}"),
            mapped("detail") { mapping, value throws(SourceError) in
                mapping.detail = try SourceMapping.Detail(value)
            }
            .holding(["item", "unless"], example: "{path: \"/items/{id}\"}"),
            mapped("fields") { mapping, value throws(SourceError) in mapping.fields = try MappedFields(value) }
                .holding(MappedFields.Name.all.map(\.rawValue), example: "{id: /id, title: /title}"),
            mapped("error") { mapping, value throws(SourceError) in
                mapping.error = try SourceMapping.ErrorRules(value, &mapping.paging.endCodes)
            }
            .holding(SourceMapping.ErrorRules.keys, example: "{when: {/status: error}}"),
            mapped("since") { mapping, value throws(SourceError) in mapping.since = try SourceMapping.Since(value) }
                .holding(SourceMapping.Since.keys, example: "{param: since, from: /updated_at}"),
        ]
    }

    /// A key of `kind: json`, which is written as it was read.
    private static func mapped(
        _ name: String,
        read: @escaping (inout SourceMapping, YAMLValue) throws(SourceError) -> Void
    ) -> DefinitionKey<SourceDefinition> {
        DefinitionKey(
            name: name,
            kinds: [.json],
            read: { definition, value throws(SourceError) in
                try read(&definition.mapped, value)
                definition.mapped.written[name] = try value.flowText()
            },
            write: { $0.mapping?.written[name] }
        )
    }

    /// The mapping; the first write of one of its keys creates it.
    private var mapped: SourceMapping {
        get { mapping ?? SourceMapping() }
        set { mapping = newValue }
    }
}
