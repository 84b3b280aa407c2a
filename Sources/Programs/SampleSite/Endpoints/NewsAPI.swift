internal import LarderModel

/// `/v1/…` and `/v2/…` in the form of NewsAPI.
struct NewsAPI: Sendable {
    static let developerResultLimit = 100
    static let headlineShare: UInt64 = 3

    let catalog: SampleCatalog
    let base: String
    let key: String?
    let developerKey: Bool

    func answer(_ target: Target, headerKey: String?) -> Answer {
        if let key {
            guard let given = target["apiKey"] ?? headerKey, !given.isEmpty else {
                return Self.error(401, "apiKeyMissing", "No API key came with the request: send apiKey=… or X-Api-Key.")
            }
            guard given == key else {
                return Self.error(401, "apiKeyInvalid", "The API key is not known here.")
            }
        }
        switch target.path {
        case "/v1/sources": return sources(target, version: 1)
        case "/v2/sources", "/v2/top-headlines/sources": return sources(target, version: 2)
        case "/v1/articles": return legacyArticles(target)
        case "/v2/everything": return everything(target)
        case "/v2/top-headlines": return topHeadlines(target)
        default: return Self.error(404, "unexpectedError", "There is no endpoint \(target.path.prefix(100)).")
        }
    }

    static func error(_ status: Int, _ code: String, _ message: String) -> Answer {
        .json(status: status) { json in
            json.member("status", "error")
            json.member("code", code)
            json.member("message", message)
        }
    }

    // MARK: Sources

    private func sources(_ target: Target, version: Int) -> Answer {
        let filters: [(String, (NewsSource) -> String)] = [
            ("category", \.category), ("language", \.language), ("country", \.country),
        ]
        let chosen = NewsSource.all.filter { source in
            filters.allSatisfy { name, field in target[name].map { $0 == field(source) } ?? true }
        }
        return .json(modified: SampleCatalog.epoch) { json in
            json.member("status", "ok")
            json.key("sources")
            json.array { list in
                for source in chosen {
                    list.object { describe(source, version: version, &$0) }
                }
            }
        }
    }

    private func describe(_ source: NewsSource, version: Int, _ json: inout JSONWriter) {
        json.member("id", source.id)
        json.member("name", source.name)
        json.member("description", source.summary)
        json.member("url", base + "/news?source=" + source.id)
        json.member("category", source.category)
        json.member("language", source.language)
        json.member("country", source.country)
        if version == 1 {
            json.key("urlsToLogos")
            json.object { logos in
                for size in ["small", "medium", "large"] {
                    logos.member(size, "")
                }
            }
            json.member("sortBysAvailable", strings: source.sortBys)
        }
    }

    // MARK: Articles

    private func legacyArticles(_ target: Target) -> Answer {
        guard let id = target["source"] else {
            return Self.error(400, "sourceMissing", "The parameter source is missing.")
        }
        guard let source = NewsSource.named(id) else {
            return Self.error(400, "sourceDoesNotExist", "There is no source \(id.prefix(100)).")
        }
        let order = target["sortBy"] ?? "top"
        guard source.sortBys.contains(order) else {
            let known = source.sortBys.joined(separator: ", ")
            return Self.error(400, "sourceUnavailableSortedBy", "\(id) can be sorted by: \(known).")
        }
        let ten = sorted(articles(ofSources: [id]), by: order).prefix(10)
        return .json(modified: SampleCatalog.epoch) { json in
            json.member("status", "ok")
            json.member("source", id)
            json.member("sortBy", order)
            list(ten, version: 1, &json)
        }
    }

    private func everything(_ target: Target) -> Answer {
        if target["q"] == nil && target["sources"] == nil {
            return Self.error(400, "parametersMissing", "Set q or sources: the search would be too wide.")
        }
        let order = target["sortBy"] ?? "publishedAt"
        guard ["publishedAt", "popularity", "relevancy"].contains(order) else {
            return Self.error(400, "parameterInvalid", "sortBy is publishedAt, popularity or relevancy.")
        }
        return select(target, defaultSize: 100, order: order) { _ in true }
    }

    private func topHeadlines(_ target: Target) -> Answer {
        let hasPlace = target["country"] != nil || target["category"] != nil
        if hasPlace && target["sources"] != nil {
            return Self.error(400, "parameterInvalid", "sources cannot be mixed with country or category.")
        }
        if !hasPlace && target["sources"] == nil && target["q"] == nil && target["language"] == nil {
            return Self.error(400, "parametersMissing", "Set one of sources, q, language, country, category.")
        }
        return select(target, defaultSize: 20, order: "publishedAt") { index in
            let source = NewsSource.all[catalog.sourcePosition(ofArticle: index)]
            return SeededGenerator.mix(catalog.seed &+ UInt64(index) &* 7) % Self.headlineShare == 0
                && (target["country"].map { $0 == source.country } ?? true)
                && (target["category"].map { $0 == source.category } ?? true)
        }
    }

    /// The articles that the parameters choose, one page of them.
    private func select(
        _ target: Target,
        defaultSize: Int,
        order: String,
        _ isIncluded: (Int) -> Bool
    ) -> Answer {
        let ids = target["sources"].map { $0.split(separator: ",").map(String.init) }
        if let ids {
            if ids.count > 20 {
                return Self.error(400, "sourcesTooMany", "At most 20 sources in one request, \(ids.count) came.")
            }
            if let unknown = ids.first(where: { NewsSource.named($0) == nil }) {
                return Self.error(400, "sourceDoesNotExist", "There is no source \(unknown.prefix(100)).")
            }
        }
        let size = target["pageSize"].map { Int($0) ?? -1 } ?? defaultSize
        let page = target["page"].map { Int($0) ?? -1 } ?? 1
        guard 1...100 ~= size, 1...(1 << 32) ~= page else {
            return Self.error(400, "parameterInvalid", "pageSize is 1 to 100, page is 1 or more.")
        }
        if developerKey && page * size > Self.developerResultLimit {
            return Self.error(
                426,
                "maximumResultsReached",
                "Developer keys end at \(Self.developerResultLimit) results; page \(page) of \(size) goes beyond."
            )
        }
        let words = RecipeSearch.words(in: target["q"] ?? "")
        let found = articles(ofSources: ids).filter { index in
            isIncluded(index) && matches(index, words: words, language: target["language"])
                && matches(index, from: target["from"], to: target["to"])
        }
        let ordered = sorted(found, by: order)
        let slice = ordered[min((page - 1) * size, ordered.count)..<min(page * size, ordered.count)]
        return .json(modified: SampleCatalog.epoch) { json in
            json.member("status", "ok")
            json.member("totalResults", ordered.count)
            list(slice, version: 2, &json)
        }
    }

    private func articles(ofSources ids: [String]?) -> [Int] {
        guard let ids else { return Array(0..<catalog.articleCount) }
        let positions = Set(NewsSource.all.indices.filter { ids.contains(NewsSource.all[$0].id) })
        return (0..<catalog.articleCount).filter { positions.contains(catalog.sourcePosition(ofArticle: $0)) }
    }

    private func matches(_ index: Int, words: [String], language: String?) -> Bool {
        if let language, NewsSource.all[catalog.sourcePosition(ofArticle: index)].language != language {
            return false
        }
        guard !words.isEmpty else { return true }
        let article = catalog.article(index)
        let present = Set(RecipeSearch.words(in: article.title + " " + article.teaser))
        return words.allSatisfy(present.contains)
    }

    private func matches(_ index: Int, from: String?, to: String?) -> Bool {
        if from == nil && to == nil { return true }
        let stamp = Timestamp.iso8601(catalog.published(ofArticle: index))
        return (from.map { stamp >= $0 } ?? true) && (to.map { stamp.prefix($0.count) <= $0 } ?? true)
    }

    private func sorted(_ indices: [Int], by order: String) -> [Int] {
        let ranked = indices.map { index -> (rank: UInt64, index: Int) in
            switch order {
            case "publishedAt", "latest": return (UInt64(catalog.published(ofArticle: index)), index)
            default: return (SeededGenerator.mix(Fingerprint.of(order) ^ UInt64(index)), index)
            }
        }
        return ranked.sorted { $0.rank == $1.rank ? $0.index < $1.index : $0.rank > $1.rank }.map(\.index)
    }

    // MARK: Items

    private func list(_ indices: some Sequence<Int>, version: Int, _ json: inout JSONWriter) {
        json.key("articles")
        json.array { list in
            for index in indices {
                list.object { describe(catalog.article(index), version: version, &$0) }
            }
        }
    }

    private func describe(_ article: SampleArticle, version: Int, _ json: inout JSONWriter) {
        if version == 2 {
            let isHidden = catalog.hidesSource(ofArticle: article.index)
            json.key("source")
            json.object { source in
                source.member("id", isHidden ? nil : article.sourceID)
                source.member("name", NewsSource.named(article.sourceID)?.name)
            }
        }
        json.member("author", article.author)
        json.member("title", article.title)
        json.member("description", Self.servedDescription(of: article))
        json.member("url", base + article.path)
        json.member("urlToImage", article.imagePath.map { base + $0 })
        json.member("publishedAt", Self.servedDate(of: article))
        if version == 2 {
            json.member("content", Self.cut(article.paragraphs.joined(separator: "\r\n")))
        }
    }

    /// Plain for most; an HTML fragment for two in seven, one of them escaped twice.
    static func servedDescription(of article: SampleArticle) -> String? {
        switch article.index % 7 {
        case 2: return Markup.teaserFragment(of: article)
        case 4: return Markup.escaped(Markup.escaped(article.teaser, style: .named), style: .named)
        case 6 where article.index % 3 == 0: return nil
        default: return article.teaser
        }
    }

    /// RFC 3339; one in six has a fraction of seven digits.
    static func servedDate(of article: SampleArticle) -> String {
        let stamp = Timestamp.iso8601(article.published)
        guard article.index % 6 == 5 else { return stamp }
        let fraction = String(SeededGenerator.mix(UInt64(article.index)) % 10_000_000 + 10_000_000).dropFirst()
        return stamp.dropLast() + "." + fraction + "Z"
    }

    /// The first 200 characters with a count of the others, as the service cuts texts.
    static func cut(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard scalars.count > 200 else { return text }
        var head = String.UnicodeScalarView()
        head.append(contentsOf: scalars.prefix(200))
        return String(head) + "… [+\(scalars.count - 200) chars]"
    }
}
