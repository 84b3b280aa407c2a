/// `/news/<slug>`: an article as a web page, about 20 kB.
extension ServedContent {
    func articlePage(_ index: Int) -> String {
        let article = catalog.article(index)
        let source = NewsSource.named(article.sourceID)
        var head = """
            <link rel="canonical" href="\(base + article.path)">
            <meta property="og:type" content="article">
            <meta name="description" content="\(article.teaser.html())">

            """
        var main = """
            <article class="news">
            <h1>\(article.title.html(.named))</h1>
            <p class="meta">\((source?.name ?? "").html()) &middot; \
            <time datetime="\(Timestamp.iso8601(article.published))">\(Timestamp.http(article.published))</time></p>

            """
        if let image = article.imagePath {
            head += "<meta property=\"og:image\" content=\"\(base + image)\">\n"
            let caption = article.caption.map { "<figcaption>\($0.html(.named))</figcaption>" } ?? ""
            main += "<figure><img src=\"\(image)\" alt=\"\" loading=\"lazy\">\(caption)</figure>\n"
        }
        main += "<p class=\"lead\"><strong>\(article.teaser.html(.numeric))</strong></p>\n"
        for (number, paragraph) in article.paragraphs.enumerated() {
            if number == 2 {
                let said = "&ldquo;\(article.quote.html(.numeric))&rdquo; &#x2014; \(article.speaker.html(.named))"
                main += "<h2>What they say</h2>\n<blockquote><p>\(said)</p></blockquote>\n"
            }
            if number == 4 { main += "<h2>\(article.heading.html(.named))</h2>\n" }
            main += "<p>\(paragraph.html(.named))</p>\n"
            if number == 3, catalog.articleCount > 1 {
                let other = catalog.article((index + 1) % catalog.articleCount, isWhole: false)
                let link = "<a href=\"\(other.slug)\">\(other.title.html(.named))</a>"
                main += "<p>It has not been a quiet month: readers still write to us about \(link).</p>\n"
            }
        }
        let links = (1...min(5, catalog.articleCount)).map { step in
            let next = catalog.article((index + step * 3) % catalog.articleCount, isWhole: false)
            return "<li><a href=\"\(next.slug)\">\(next.title.html())</a></li>\n"
        }
        return frame.page(
            title: article.title,
            language: source?.language == "de" ? "de" : "en",
            head: head,
            main: main + "</article>\n",
            aside: "<h2>Read on</h2>\n<ul>\n\(links.joined())</ul>\n"
        )
    }
}
