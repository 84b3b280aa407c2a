import NIOCore

/// Every answer of a running site, rendered once and kept while there is room.
struct ServedContent: Sendable {
    let configuration: SampleSite.Configuration
    let catalog: SampleCatalog
    let base: String
    private let frame: PageFrame
    private let search: RecipeSearch
    private let cache = ResponseCache()

    init(site: SampleSite, base: String) {
        configuration = site.configuration
        catalog = site.catalog
        self.base = base
        frame = PageFrame(seed: site.configuration.seed)
        search = RecipeSearch(catalog: site.catalog)
    }

    static func area(of path: String) -> SampleSite.Area {
        let parts = path.split(separator: "/", maxSplits: 2)
        guard let first = parts.first else { return .index }
        switch first {
        case "api": return parts.count > 1 && parts[1] == "get" ? .detail : .search
        case "v1", "v2": return .news
        case "recipe", "view": return .recipePage
        case "news": return parts.count > 1 ? .articlePage : .index
        case "image": return .image
        case "publisher": return .index
        case "robots.txt": return .robots
        case "stats": return .stats
        case "private": return .forbidden
        default: return first.hasPrefix("sitemap") ? .sitemap : .other
        }
    }

    /// The answer for a target.
    ///
    /// - Parameters:
    ///   - headerKey: The value of `X-Api-Key`.
    ///   - wantsGzip: Whether the client takes gzip.
    func answer(_ raw: String, headerKey: String?, wantsGzip: Bool) -> RenderedAnswer {
        let gzip = wantsGzip && configuration.gzip
        var cacheKey = gzip ? "gzip " + raw : raw
        if configuration.key != nil, let headerKey {
            cacheKey += " " + headerKey
        }
        if let known = cache.answer(for: cacheKey) {
            return known
        }
        let target = Target(raw)
        if let picture = picture(target) {
            return picture
        }
        let answer = rendered(content(target, headerKey: headerKey), gzip: gzip)
        if answer.entityTag != nil {
            cache.keep(answer, for: cacheKey)
        }
        return answer
    }

    private func content(_ target: Target, headerKey: String?) -> Answer {
        let segments = target.segments
        let page = target["page"].map { Int($0) ?? 0 } ?? 1
        let lists = ListPages(catalog: catalog, frame: frame, base: base)
        switch (segments.first, segments.count) {
        case (nil, _):
            let query = target["q"] ?? ""
            let found = query.isEmpty ? nil : search.results(for: query, order: .rating)
            return lists.start(page: page, found: found, query: query) ?? .notFound
        case ("api", 2) where segments[1] == "search" || segments[1] == "get":
            return Food2ForkAPI(catalog: catalog, search: search, base: base, key: configuration.key).answer(target)
        case ("v1", _), ("v2", _):
            let api = NewsAPI(
                catalog: catalog,
                base: base,
                key: configuration.key,
                developerKey: configuration.newsDeveloperKey
            )
            return api.answer(target, headerKey: headerKey)
        case ("recipe", 2):
            guard let index = catalog.recipeIndex(ofID: String(segments[1])) else { return .notFound }
            let html = SampleRecipePage(catalog: catalog, frame: frame, base: base).html(index)
            return .page(html, modified: catalog.modified(ofRecipe: index))
        case ("view", 2):
            guard catalog.recipeIndex(ofID: String(segments[1])) != nil else { return .notFound }
            return .redirect(to: base + "/recipe/" + segments[1])
        case ("news", 1):
            return lists.news(page: page) ?? .notFound
        case ("news", 2):
            guard let index = catalog.articleIndex(ofSlug: String(segments[1])) else { return .notFound }
            let html = ArticlePage(catalog: catalog, frame: frame, base: base).html(index)
            return .page(html, modified: catalog.published(ofArticle: index))
        case ("publisher", 2):
            return lists.publisher(slug: segments[1]) ?? .notFound
        case ("robots.txt", 1):
            return lists.robots(crawlDelaySeconds: configuration.crawlDelaySeconds)
        case ("sitemap.xml", 1):
            return lists.sitemap()
        case ("private", _):
            return .page(
                frame.page(title: "Members only", main: "<h1>Members only</h1>\n"),
                modified: SampleCatalog.epoch
            )
        case (let name?, 1) where name.hasPrefix("sitemap-") && name.hasSuffix(".xml"):
            return Int(name.dropFirst(8).dropLast(4)).flatMap { lists.sitemap(number: $0) } ?? .notFound
        default:
            return .notFound
        }
    }

    private func rendered(_ answer: Answer, gzip: Bool) -> RenderedAnswer {
        var tag: String?
        if answer.modified != nil {
            tag = "\"" + String(Fingerprint.of(answer.bytes), radix: 36) + (gzip ? "-gz\"" : "\"")
        }
        return RenderedAnswer(
            status: answer.status,
            contentType: answer.contentType,
            body: ByteBuffer(bytes: gzip ? Zlib.gzip(answer.bytes) : answer.bytes),
            entityTag: tag,
            lastModified: answer.modified.map(Timestamp.http),
            modified: answer.modified,
            headers: answer.headers,
            isGzip: gzip
        )
    }

    // MARK: Pictures

    /// The picture key that `/image/<name>.<suffix>` names, nil for any other path.
    func pictureKey(path: String) -> PictureKey? {
        let segments = path.split(separator: "/")
        guard segments.count == 2, segments[0] == "image", let dot = segments[1].lastIndex(of: ".") else { return nil }
        let name = String(segments[1][..<dot])
        let key: PictureKey
        if let index = catalog.recipeIndex(ofID: name) {
            key = catalog.pictureKey(ofRecipe: index)
        } else if name.hasPrefix("news-"), let index = Int(name.dropFirst(5)), 0..<catalog.articleCount ~= index,
            catalog.hasPicture(article: index)
        {
            key = catalog.pictureKey(ofArticle: index)
        } else {
            return nil
        }
        return key.fileName == segments[1] ? key : nil
    }

    private func picture(_ target: Target) -> RenderedAnswer? {
        guard let key = pictureKey(path: target.path) else { return nil }
        let picture = key.picture
        let modified = SampleCatalog.epoch + key.version * 86_400
        return RenderedAnswer(
            status: 200,
            contentType: picture.mediaType,
            body: ByteBuffer(bytes: picture.bytes),
            entityTag: "\"" + String(Fingerprint.of(key.comment), radix: 36) + "\"",
            lastModified: Timestamp.http(modified),
            modified: modified,
            headers: []
        )
    }
}
