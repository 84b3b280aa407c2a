internal import LarderModel

/// `/v1/…` and `/v2/…` in the form of NewsAPI.
extension ServedContent {
    private static let developerResultLimit = 100
    private static let headlineShare: UInt64 = 3

    func news(_ target: Target, headerKey: String?) -> Answer {
        if let key = configuration.key {
            guard let given = target["apiKey"] ?? headerKey, !given.isEmpty else {
                let message = "No API key came with the request: send apiKey=… or X-Api-Key."
                return Self.newsError(401, "apiKeyMissing", message)
            }
            guard given == key else { return Self.newsError(401, "apiKeyInvalid", "The API key is not known here.") }
        }
        switch target.path {
        case "/v1/sources": return sources(target, version: 1)
        case "/v2/sources", "/v2/top-headlines/sources": return sources(target, version: 2)
        case "/v1/articles": return legacyArticles(target)
        case "/v2/everything": return everything(target)
        case "/v2/top-headlines": return topHeadlines(target)
        default: return Self.newsError(404, "unexpectedError", "There is no endpoint \(target.path.prefix(100)).")
        }
    }

    static func newsError(_ status: Int, _ code: String, _ message: String) -> Answer {
        .json(status: status) { json in
            json.member("status", "error")
            json.member("code", code)
            json.member("message", message)
        }
    }

    private func sources(_ target: Target, version: Int) -> Answer {
        let filters: [(String, (NewsSource) -> String)] = [
            ("category", \.category), ("language", \.language), ("country", \.country),
        ]
        let chosen = NewsSource.all.filter { source in
            filters.allSatisfy { name, field in target[name] ?? field(source) == field(source) }
        }
        return .json(modified: SampleCatalog.epoch) { json in
            json.member("status", "ok")
            json.member("sources", objects: chosen) { json, source in
                json.member("id", source.id)
                json.member("name", source.name)
                json.member("description", source.summary)
                json.member("url", base + "/news?source=" + source.id)
                json.member("category", source.category)
                json.member("language", source.language)
                json.member("country", source.country)
                json.member("urlsToLogos") { logos in
                    let logo = catalog.logo(of: source).map { base + $0 } ?? ""
                    for size in ["small", "medium", "large"] { logos.member(size, logo) }
                }
                guard version == 1 else { return }
                json.member("sortBysAvailable", strings: source.sortBys)
            }
        }
    }

    private func legacyArticles(_ target: Target) -> Answer {
        guard let id = target["source"] else {
            return Self.newsError(400, "sourceMissing", "The parameter source is missing.")
        }
        guard let source = NewsSource.named(id) else { return Self.unknownSource(id) }
        let order = target["sortBy"] ?? "top"
        guard source.sortBys.contains(order) else {
            let known = source.sortBys.joined(separator: ", ")
            return Self.newsError(400, "sourceUnavailableSortedBy", "\(id) can be sorted by: \(known).")
        }
        let ten = sorted(articles(ofSources: [id]), by: order).prefix(10)
        return .json(modified: SampleCatalog.epoch) { json in
            json.member("status", "ok")
            json.member("source", id)
            json.member("sortBy", order)
            json.member("articles", objects: ten) { describe(catalog.article($1), version: 1, &$0) }
        }
    }

    private func everything(_ target: Target) -> Answer {
        if target["q"] == nil && target["sources"] == nil {
            return Self.newsError(400, "parametersMissing", "Set q or sources: the search would be too wide.")
        }
        let order = target["sortBy"] ?? "publishedAt"
        guard ["publishedAt", "popularity", "relevancy"].contains(order) else {
            return Self.newsError(400, "parameterInvalid", "sortBy is publishedAt, popularity or relevancy.")
        }
        return select(target, defaultSize: 100, order: order) { _ in true }
    }

    private func topHeadlines(_ target: Target) -> Answer {
        let hasPlace = target["country"] != nil || target["category"] != nil
        if hasPlace && target["sources"] != nil {
            return Self.newsError(400, "parameterInvalid", "sources cannot be mixed with country or category.")
        }
        if !hasPlace && target["sources"] == nil && target["q"] == nil && target["language"] == nil {
            return Self.newsError(400, "parametersMissing", "Set one of sources, q, language, country, category.")
        }
        return select(target, defaultSize: 20, order: "publishedAt") { index in
            let source = catalog.source(ofArticle: index)
            return SeededGenerator.mix(catalog.seed &+ UInt64(index) &* 7) % Self.headlineShare == 0
                && target["country"] ?? source.country == source.country
                && target["category"] ?? source.category == source.category
        }
    }

    /// The articles that the parameters choose, one page of them.
    private func select(_ target: Target, defaultSize: Int, order: String, _ isIncluded: (Int) -> Bool) -> Answer {
        let ids = target["sources"].map { $0.split(separator: ",").map(String.init) }
        if let ids {
            if ids.count > 20 {
                return Self.newsError(400, "sourcesTooMany", "At most 20 sources in one request, \(ids.count) came.")
            }
            if let unknown = ids.first(where: { NewsSource.named($0) == nil }) { return Self.unknownSource(unknown) }
        }
        let size = target["pageSize"].map { Int($0) ?? -1 } ?? defaultSize
        let page = target["page"].map { Int($0) ?? -1 } ?? 1
        guard 1...100 ~= size, 1...(1 << 32) ~= page else {
            return Self.newsError(400, "parameterInvalid", "pageSize is 1 to 100, page is 1 or more.")
        }
        let limit = Self.developerResultLimit
        if configuration.newsDeveloperKey && page * size > limit {
            let message = "Developer keys end at \(limit) results; page \(page) of \(size) goes beyond."
            return Self.newsError(426, "maximumResultsReached", message)
        }
        let words = RecipeSearch.words(in: target["q"] ?? "")
        let found = articles(ofSources: ids).filter { index in
            isIncluded(index) && matches(index, words: words, language: target["language"])
                && matches(index, from: target["from"], to: target["to"])
        }
        let slice = sorted(found, by: order).dropFirst((page - 1) * size).prefix(size)
        return .json(modified: SampleCatalog.epoch) { json in
            json.member("status", "ok")
            json.member("totalResults", found.count)
            json.member("articles", objects: slice) { describe(catalog.article($1), version: 2, &$0) }
        }
    }

    private static func unknownSource(_ id: String) -> Answer {
        newsError(400, "sourceDoesNotExist", "There is no source \(id.prefix(100)).")
    }

    private func articles(ofSources ids: [String]?) -> [Int] {
        (0..<catalog.articleCount).filter { ids?.contains(catalog.source(ofArticle: $0).id) ?? true }
    }

    private func matches(_ index: Int, words: [String], language: String?) -> Bool {
        if let language, catalog.source(ofArticle: index).language != language { return false }
        guard !words.isEmpty else { return true }
        let article = catalog.article(index, isWhole: false)
        return Set(RecipeSearch.words(in: article.title + " " + article.teaser)).isSuperset(of: words)
    }

    private func matches(_ index: Int, from: String?, to: String?) -> Bool {
        if from == nil && to == nil { return true }
        let stamp = Timestamp.iso8601(catalog.published(ofArticle: index))
        return (from.map { stamp >= $0 } ?? true) && (to.map { stamp.prefix($0.count) <= $0 } ?? true)
    }

    private func sorted(_ indices: [Int], by order: String) -> [Int] {
        let isByTime = ["publishedAt", "latest"].contains(order)
        let salt = isByTime ? 0 : Fingerprint.of(order)
        let ranked = indices.map { index in
            let hash = SeededGenerator.mix(salt ^ UInt64(index))
            return (rank: isByTime ? UInt64(catalog.published(ofArticle: index)) : hash, index: index)
        }
        return ranked.sorted { $0.rank == $1.rank ? $0.index < $1.index : $0.rank > $1.rank }.map(\.index)
    }

    // MARK: Items

    private func describe(_ article: SampleArticle, version: Int, _ json: inout JSONWriter) {
        if version == 2 {
            json.member("source") { source in
                source.member("id", catalog.hidesSource(ofArticle: article.index) ? nil : article.sourceID)
                source.member("name", catalog.source(ofArticle: article.index).name)
            }
        }
        json.member("author", article.author)
        json.member("title", article.title)
        json.member("description", Self.servedDescription(of: article))
        json.member("url", base + article.path)
        json.member("urlToImage", article.imagePath.map { base + $0 })
        json.member("publishedAt", Self.servedDate(of: article))
        if version == 2 { json.member("content", Self.cut(article.paragraphs.joined(separator: "\r\n"))) }
    }

    /// Plain for most; an HTML fragment for two in seven, one of them escaped twice.
    private static func servedDescription(of article: SampleArticle) -> String? {
        switch article.index % 7 {
        case 2:
            return """
                <h2>In short</h2><p>\(article.teaser.html(article.index % 2 == 0 ? .named : .numeric))</p>\
                <ul><li>✔&nbsp;checked</li>\
                <li><a href="\(article.path)?ref=teaser&amp;n=1">read on &raquo;</a></li></ul>
                """
        case 4: return article.teaser.html(.named).html(.named)
        case 6 where article.index % 3 == 0: return nil
        default: return article.teaser
        }
    }

    /// RFC 3339; one in six has a fraction of seven digits.
    private static func servedDate(of article: SampleArticle) -> String {
        let stamp = Timestamp.iso8601(article.published)
        guard article.index % 6 == 5 else { return stamp }
        let fraction = String(SeededGenerator.mix(UInt64(article.index)) % 10_000_000 + 10_000_000).dropFirst()
        return stamp.dropLast() + "." + fraction + "Z"
    }

    /// The first 200 characters with a count of the others, as the service cuts texts.
    private static func cut(_ text: String) -> String {
        let rest = text.unicodeScalars.dropFirst(200)
        return rest.isEmpty ? text : String(text.unicodeScalars.prefix(200)) + "… [+\(rest.count) chars]"
    }
}
