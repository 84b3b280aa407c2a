/// `/news/<slug>`: an article as a web page, about 20 kB.
struct ArticlePage {
    let catalog: SampleCatalog
    let frame: PageFrame
    let base: String

    func html(_ index: Int) -> String {
        let article = catalog.article(index)
        let source = NewsSource.named(article.sourceID)
        var head = "<link rel=\"canonical\" href=\"\(base + article.path)\">\n"
        head += "<meta property=\"og:type\" content=\"article\">\n"
        head += "<meta name=\"description\" content=\"\(Markup.escaped(article.teaser))\">\n"
        if let image = article.imagePath {
            head += "<meta property=\"og:image\" content=\"\(base + image)\">\n"
        }
        var main = "<article class=\"news\">\n<h1>\(Markup.escaped(article.title, style: .named))</h1>\n"
        main += "<p class=\"meta\">\(Markup.escaped(source?.name ?? "")) &middot; "
        main +=
            "<time datetime=\"\(Timestamp.iso8601(article.published))\">\(Timestamp.http(article.published))</time></p>\n"
        if let image = article.imagePath {
            main += "<figure><img src=\"\(image)\" alt=\"\" loading=\"lazy\"></figure>\n"
        }
        main += "<p class=\"lead\"><strong>\(Markup.escaped(article.teaser, style: .numeric))</strong></p>\n"
        for (number, paragraph) in article.paragraphs.enumerated() {
            if number == 2 {
                main +=
                    "<h2>What they say</h2>\n<blockquote><p>&ldquo;It is what it is&rdquo; &#x2714;</p></blockquote>\n"
            }
            main += "<p>\(Markup.escaped(paragraph, style: .named))</p>\n"
        }
        main += "</article>\n"
        return frame.page(
            title: article.title,
            language: source?.language == "de" ? "de" : "en",
            head: head,
            main: main,
            aside: aside(index)
        )
    }

    private func aside(_ index: Int) -> String {
        var html = "<h2>Read on</h2>\n<ul>\n"
        for step in 1...min(5, max(catalog.articleCount, 1)) {
            let next = catalog.article((index + step * 3) % catalog.articleCount)
            html += "<li><a href=\"\(next.slug)\">\(Markup.escaped(next.title))</a></li>\n"
        }
        return html + "</ul>\n"
    }
}
