import NIOCore

/// Every answer of a running site, rendered once and kept while there is room.
struct ServedContent: Sendable {
    let configuration: SampleSite.Configuration
    let catalog: SampleCatalog
    /// The URL of the root without its final slash.
    let base: String
    let frame: PageFrame
    let search: RecipeSearch
    private let cache = AnswerCache()

    init(site: SampleSite, base: String) {
        configuration = site.configuration
        catalog = site.catalog
        self.base = base
        frame = PageFrame(seed: site.configuration.seed)
        search = RecipeSearch(catalog: site.catalog)
    }

    static func area(of path: Substring) -> SampleSite.Area {
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
    func answer(_ raw: String, headerKey: String?, wantsGzip: Bool) -> Answer {
        let gzip = wantsGzip && configuration.gzip
        var cacheKey = gzip ? "gzip " + raw : raw
        if configuration.key != nil, let headerKey { cacheKey += " " + headerKey }
        if let known = cache[cacheKey] { return known }
        let target = Target(raw)
        if let key = pictureKey(target) {
            let picture = key.picture
            return Answer(
                contentType: picture.mediaType,
                body: ByteBuffer(bytes: picture.bytes),
                modified: SampleCatalog.epoch + key.version * 86_400,
                entityTag: "\"" + String(Fingerprint.of(key.comment), radix: 36) + "\""
            )
        }
        var answer = content(target, headerKey: headerKey)
        let bytes = Array(answer.body.readableBytesView)
        if gzip {
            answer.body = ByteBuffer(bytes: Zlib.gzip(bytes))
            answer.isGzip = true
        }
        if answer.modified != nil {
            answer.entityTag = "\"" + String(Fingerprint.of(bytes), radix: 36) + (gzip ? "-gz\"" : "\"")
            cache[cacheKey] = answer
        }
        return answer
    }

    private func content(_ target: Target, headerKey: String?) -> Answer {
        let segments = target.segments
        let page = target["page"].map { Int($0) ?? 0 } ?? 1
        switch (segments.first, segments.count) {
        case (nil, _): return startPage(page, query: target["q"] ?? "") ?? .notFound
        case ("api", 2) where segments[1] == "search" || segments[1] == "get": return food2Fork(target)
        case ("v1", _), ("v2", _): return news(target, headerKey: headerKey)
        case ("recipe", 2):
            guard let index = catalog.recipeIndex(ofID: String(segments[1])) else { return .notFound }
            return .page(recipePage(index), modified: catalog.modified(ofRecipe: index))
        case ("view", 2) where catalog.recipeIndex(ofID: String(segments[1])) != nil:
            return .redirect(to: base + "/recipe/" + segments[1])
        case ("news", 1): return newsPage(page) ?? .notFound
        case ("news", 2):
            guard let index = catalog.articleIndex(ofSlug: String(segments[1])) else { return .notFound }
            return .page(articlePage(index), modified: catalog.published(ofArticle: index))
        case ("publisher", 2): return publisherPage(segments[1]) ?? .notFound
        case ("robots.txt", 1): return robots()
        case ("sitemap.xml", 1): return sitemap() ?? .notFound
        case ("private", _):
            let html = frame.page(title: "Members only", main: "<h1>Members only</h1>\n")
            return .page(html, modified: SampleCatalog.epoch)
        case (let name?, 1) where name.hasPrefix("sitemap-") && name.hasSuffix(".xml"):
            return Int(name.dropFirst(8).dropLast(4)).flatMap { sitemap($0) } ?? .notFound
        default: return .notFound
        }
    }

    /// The picture that `/image/<name>.<suffix>` names, nil for any other path.
    private func pictureKey(_ target: Target) -> PictureKey? {
        let segments = target.segments
        guard segments.count == 2, segments[0] == "image", let dot = segments[1].lastIndex(of: ".") else { return nil }
        let name = String(segments[1][..<dot])
        var key = catalog.recipeIndex(ofID: name).map(catalog.pictureKey(ofRecipe:))
        if key == nil, name.hasPrefix("news-"), let index = Int(name.dropFirst(5)), 0..<catalog.articleCount ~= index,
            catalog.hasPicture(article: index)
        {
            key = catalog.pictureKey(ofArticle: index)
        }
        return key?.fileName == String(segments[1]) ? key : nil
    }
}
