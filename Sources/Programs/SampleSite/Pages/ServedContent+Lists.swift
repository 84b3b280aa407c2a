/// Lists of links: the start page, the news page, a publisher's page, sitemaps and robots.txt.
extension ServedContent {
    private static let pageSize = 48
    /// The most URLs in one sitemap; a site with more has an index of sitemaps.
    private static let sitemapSize = 1_000

    // MARK: Pages

    /// `/` and `/?page=N`, or with `q` the results of a search.
    func startPage(_ page: Int, query: String) -> Answer? {
        let found = query.isEmpty ? nil : search.results(for: query, order: .rating)
        let count = found?.count ?? catalog.recipeCount
        let link = query.isEmpty ? "/?page=" : "/?q=\(Markup.slug(query))&amp;page="
        return list(title: "Recipes", count: count, page: page, link: link) { place in
            let recipe = catalog.recipe(found.map { Int($0[place]) } ?? place, isWhole: false)
            return (recipe.path, recipe.title, recipe.imagePath)
        }
    }

    /// `/news` and `/news?page=N`.
    func newsPage(_ page: Int) -> Answer? {
        list(title: "News", count: catalog.articleCount, page: page, link: "/news?page=") { place in
            let article = catalog.article(place, isWhole: false)
            return (article.path, article.title, article.imagePath)
        }
    }

    /// `/publisher/<slug>`: a few words about a publisher.
    func publisherPage(_ slug: Substring) -> Answer? {
        Words.publishers.first { Markup.slug($0) == slug }.map { name in
            let main = "<h1>\(name.html(.named))</h1>\n<p>Recipes since 1974. <a href=\"/\">All recipes</a>.</p>\n"
            return .page(frame.page(title: name, main: main), modified: SampleCatalog.epoch)
        }
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
        let cards = ((page - 1) * Self.pageSize..<min(page * Self.pageSize, count)).map { place in
            let item = item(place)
            let image = item.image.map { "<img src=\"\($0)\" alt=\"\" loading=\"lazy\">" } ?? ""
            let title = item.title.html(.named)
            return "<div class=\"card\"><a href=\"\(item.path)\">\(image)<h2>\(title)</h2></a></div>\n"
        }
        let next = "rel=\"next\" href=\"\(link)\(page + 1)\""
        let links =
            (page > 1 ? "<a rel=\"prev\" href=\"\(link)\(page - 1)\">Newer</a> " : "")
            + (page < pages ? "<a \(next)>Older</a>" : "")
        let html = frame.page(
            title: "\(title), page \(page)",
            head: page < pages ? "<link \(next)>\n" : "",
            main: """
                <h1>\(title)</h1>
                <div class="grid">
                \(cards.joined())</div>
                <p class="pages">\(links)</p>

                """
        )
        return .page(html, modified: catalog.modified)
    }

    // MARK: Files for machines

    func robots() -> Answer {
        let delay = configuration.crawlDelaySeconds.map { "Crawl-delay: \($0)\n" } ?? ""
        let text = "User-agent: *\nDisallow: /private\n\(delay)\nSitemap: \(base)/sitemap.xml\n"
        return .page(text, type: "text/plain", modified: SampleCatalog.epoch)
    }

    /// `/sitemap.xml`: all URLs, or an index if they are more than ``sitemapSize``; and `/sitemap-N.xml`, N from 1.
    func sitemap(_ number: Int? = nil) -> Answer? {
        let count = catalog.recipeCount + catalog.articleCount
        let sitemaps = (count + Self.sitemapSize - 1) / Self.sitemapSize
        let root = base.html()
        let places: Range<Int>
        if count <= Self.sitemapSize {
            guard number == nil else { return nil }
            places = 0..<count
        } else if let number {
            guard 1...sitemaps ~= number else { return nil }
            places = (number - 1) * Self.sitemapSize..<min(number * Self.sitemapSize, count)
        } else {
            let modified = Timestamp.iso8601(catalog.modified)
            let entries = (1...sitemaps).map {
                "<sitemap><loc>\(root)/sitemap-\($0).xml</loc><lastmod>\(modified)</lastmod></sitemap>\n"
            }
            return sitemap("sitemapindex", "", entries)
        }
        let entries = places.map { place in
            guard place < catalog.recipeCount else {
                let article = catalog.article(place - catalog.recipeCount, isWhole: false)
                let modified = Timestamp.iso8601(article.published)
                return "<url><loc>\(root)\(article.path)</loc><lastmod>\(modified)</lastmod></url>\n"
            }
            return """
                <url><loc>\(root)/recipe/\(catalog.recipeID(place))</loc>\
                <lastmod>\(Timestamp.iso8601(catalog.modified(ofRecipe: place)))</lastmod>\
                <image:image><image:loc>\(root)/image/\(catalog.pictureKey(ofRecipe: place).fileName)</image:loc>\
                </image:image></url>

                """
        }
        return sitemap("urlset", " xmlns:image=\"http://www.google.com/schemas/sitemap-image/1.1\"", entries)
    }

    private func sitemap(_ element: String, _ attributes: String, _ entries: [String]) -> Answer {
        let xml = """
            <?xml version="1.0" encoding="UTF-8"?>
            <\(element) xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"\(attributes)>
            \(entries.joined())</\(element)>

            """
        return .page(xml, type: "application/xml", modified: catalog.modified)
    }
}
