/// Lists of links: the start page, the news page, a publisher's page, sitemaps and robots.txt.
struct ListPages {
    static let pageSize = 48
    /// The most URLs in one sitemap; a site with more has an index of sitemaps.
    static let sitemapSize = 1_000

    let catalog: SampleCatalog
    let frame: PageFrame
    let base: String

    // MARK: Pages

    /// `/` and `/?page=N`, or with `q` the results of a search.
    func start(page: Int, found: [Int32]? = nil, query: String = "") -> Answer? {
        let count = found?.count ?? catalog.recipeCount
        let link = query.isEmpty ? "/?page=" : "/?q=\(Markup.slug(query))&amp;page="
        return list(title: "Recipes", count: count, page: page, link: link) { place in
            let recipe = catalog.recipe(found.map { Int($0[place]) } ?? place)
            return (recipe.path, recipe.title, recipe.imagePath)
        }
    }

    /// `/news` and `/news?page=N`.
    func news(page: Int) -> Answer? {
        list(title: "News", count: catalog.articleCount, page: page, link: "/news?page=") { place in
            let article = catalog.article(place)
            return (article.path, article.title, article.imagePath)
        }
    }

    /// `/publisher/<slug>`: a few words about a publisher.
    func publisher(slug: Substring) -> Answer? {
        guard let name = Words.publishers.first(where: { Markup.slug($0) == slug }) else { return nil }
        let main =
            "<h1>\(Markup.escaped(name, style: .named))</h1>\n<p>Recipes since 1974. <a href=\"/\">All recipes</a>.</p>\n"
        return .page(frame.page(title: name, main: main), modified: SampleCatalog.epoch)
    }

    private func list(
        title: String,
        count: Int,
        page: Int,
        link: String,
        item: (Int) -> (path: String, title: String, image: String?)
    ) -> Answer? {
        let pages = max(1, (count + Self.pageSize - 1) / Self.pageSize)
        guard 1...pages ~= page else { return nil }
        var main = "<h1>\(title)</h1>\n<div class=\"grid\">\n"
        for place in (page - 1) * Self.pageSize..<min(page * Self.pageSize, count) {
            let item = item(place)
            main += "<div class=\"card\"><a href=\"\(item.path)\">"
            if let image = item.image {
                main += "<img src=\"\(image)\" alt=\"\" loading=\"lazy\">"
            }
            main += "<h2>\(Markup.escaped(item.title, style: .named))</h2></a></div>\n"
        }
        main += "</div>\n<p class=\"pages\">"
        var head = ""
        if page > 1 {
            main += "<a rel=\"prev\" href=\"\(link)\(page - 1)\">Newer</a> "
        }
        if page < pages {
            main += "<a rel=\"next\" href=\"\(link)\(page + 1)\">Older</a>"
            head = "<link rel=\"next\" href=\"\(link)\(page + 1)\">\n"
        }
        main += "</p>\n"
        return .page(frame.page(title: "\(title), page \(page)", head: head, main: main), modified: catalog.modified)
    }

    // MARK: Files for machines

    func robots(crawlDelaySeconds: Int?) -> Answer {
        let delay = crawlDelaySeconds.map { "Crawl-delay: \($0)\n" } ?? ""
        return .page(
            "User-agent: *\nDisallow: /private\n\(delay)\nSitemap: \(base)/sitemap.xml\n",
            contentType: Answer.text,
            modified: SampleCatalog.epoch
        )
    }

    private var urlCount: Int { catalog.recipeCount + catalog.articleCount }

    /// `/sitemap.xml`: all URLs, or an index where they are more than ``sitemapSize``.
    func sitemap() -> Answer {
        guard urlCount > Self.sitemapSize else { return urlSet(0..<urlCount) }
        var xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        xml += "<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n"
        for number in 1...(urlCount + Self.sitemapSize - 1) / Self.sitemapSize {
            xml += "<sitemap><loc>\(Markup.escaped(base))/sitemap-\(number).xml</loc>"
            xml += "<lastmod>\(Timestamp.iso8601(catalog.modified))</lastmod></sitemap>\n"
        }
        return .page(xml + "</sitemapindex>\n", contentType: Answer.xml, modified: catalog.modified)
    }

    /// `/sitemap-N.xml`, N from 1.
    func sitemap(number: Int) -> Answer? {
        guard urlCount > Self.sitemapSize, number >= 1,
            (number - 1) < (urlCount + Self.sitemapSize - 1) / Self.sitemapSize
        else { return nil }
        return urlSet((number - 1) * Self.sitemapSize..<min(number * Self.sitemapSize, urlCount))
    }

    private func urlSet(_ places: Range<Int>) -> Answer {
        var xml =
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\""
        xml += " xmlns:image=\"http://www.google.com/schemas/sitemap-image/1.1\">\n"
        let root = Markup.escaped(base)
        for place in places {
            if place < catalog.recipeCount {
                let image = catalog.pictureKey(ofRecipe: place).fileName
                xml += "<url><loc>\(root)/recipe/\(catalog.recipeID(place))</loc>"
                xml += "<lastmod>\(Timestamp.iso8601(catalog.modified(ofRecipe: place)))</lastmod>"
                xml += "<image:image><image:loc>\(root)/image/\(image)</image:loc></image:image></url>\n"
            } else {
                let article = catalog.article(place - catalog.recipeCount)
                xml += "<url><loc>\(root)\(article.path)</loc>"
                xml += "<lastmod>\(Timestamp.iso8601(article.published))</lastmod></url>\n"
            }
        }
        return .page(xml + "</urlset>\n", contentType: Answer.xml, modified: catalog.modified)
    }
}
