internal import LarderModel

/// The keys of websites, feeds and WordPress sites.
extension SourceDefinition {
    static var websiteKeys: [DefinitionKey<SourceDefinition>] {
        let all: [DefinitionKey<SourceDefinition>] = [
            .list("include", \.scope.include, .patterns)
                .help("a page is taken when one of these and none of `exclude` matches", standard: "all"),
            .list("exclude", \.scope.exclude, .patterns).help("patterns of pages that are not taken"),
            .list("hosts", \.scope.hosts, .list(SourceScope.hosts))
                .help("further hosts whose pages are taken", standard: "the base's alone"),
            .optional("max-pages", \.scope.maxPages, .integer(1...5_000_000))
                .help("the most pages of one sync", standard: "`pages`: 10,000; else all"),
        ]
        return all.map { $0.of(.websites) } + sitemapKeys.map { $0.of([.sitemap]) } + crawlKeys.map { $0.of([.pages]) }
    }

    private static var sitemapKeys: [DefinitionKey<SourceDefinition>] {
        var files = KeyForm<[WebAddress]>.addresses
        files.read = { value throws(SourceError) in
            (try? value.word()) == "auto" ? [] : try KeyForm<[WebAddress]>.addresses.read(value)
        }
        return [
            .list("sitemaps", \.sitemaps.files, files)
                .help("`auto`, or a list of files, relative to the base", standard: "`auto`"),
            .value("lastmod", \.sitemaps.trust, .choice)
                .help("whether the dates of pages are believed", standard: "`auto`"),
        ]
    }

    private static var crawlKeys: [DefinitionKey<SourceDefinition>] {
        var urls = KeyForm<[WebAddress]>.addresses
        (urls.read, urls.range) = (NumberRange.addresses, "")
        return [
            .list("urls", \.crawl.urls, urls).help("where to begin, relative to the base", standard: "the base"),
            .list("follow", \.crawl.follow, .patterns).help("patterns of the links that are followed"),
            .list("list-only", \.crawl.listOnly, .patterns)
                .help("patterns of pages whose links are followed and that are not kept"),
            .value("max-depth", \.crawl.maxDepth, .integer(0...20))
                .help("how many links a page may be from `urls`", standard: "5"),
        ]
    }

    /// The keys of feeds and WordPress sites.
    static var listKeys: [DefinitionKey<SourceDefinition>] {
        feedKeys.map { $0.of([.feed]) } + wordPressKeys.map { $0.of([.wordpress]) }
    }

    private static var feedKeys: [DefinitionKey<SourceDefinition>] {
        var feeds = KeyForm<[WebAddress]>.addresses
        feeds.read = FeedOptions.furtherFeeds
        return [
            .list("feeds", \.feed.feeds, feeds).help("further feeds, relative to the base; no key stands in them"),
            .value("full-text", \.feed.fullText, .choice)
                .help("where whole texts come from", standard: "`page`"),
            .optional("keep", \.feed.keep, .integer(1...1_000_000))
                .help("the most entries of each feed", standard: "all"),
            .optional("every", \.feed.every, .duration(.seconds(1) ... .seconds(366 * 86_400)))
                .help("a feed that was asked less than that ago is not asked again", standard: "asked in each sync"),
        ]
    }

    private static var wordPressKeys: [DefinitionKey<SourceDefinition>] {
        [
            .value("types", \.wordPress.types, .list(WordPressOptions.types))
                .help("the REST names of what is read", standard: "`[posts]`"),
            .list("categories", \.wordPress.categories, .list(WordPressOptions.slugs)).help("slugs", standard: "all"),
            .value("body", \.wordPress.body, .choice).help("where whole texts come from", standard: "`page`"),
            .value("since", \.wordPress.since, .choice)
                .help("`auto`: later syncs ask only for what was modified", standard: "`auto`"),
        ]
    }
}
