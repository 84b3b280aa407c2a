extension ArticleView {
    /// The page of the article.
    package func html() -> HTML {
        frame.page(
            .article,
            title: title.text,
            main: """
                <div class="read">
                <div class="side">\(ItemParts.back(back))\(contentsList)</div>
                <article data-id="\(id)">
                \(head)
                \(ItemParts.gap(gap))
                \(headPicture)
                <div class="prose"\(language)>
                \(Prose.html(blocks))
                </div>
                \(provenance.html)
                \(ItemParts.turn(previous: previous, next: next))
                </article>
                </div>
                """,
            language: title.language
        )
    }

    private var language: HTML { title.language.html { " lang=\"\($0)\"" } }

    private var contentsList: HTML {
        guard contents.count > 1 else { return .empty }
        let links = contents.html { entry in
            entry.address.html { "<li><a href=\"\($0)\" dir=\"auto\">\(entry.label)</a></li>" }
        }
        return "<nav class=\"toc\" aria-label=\"Contents\"><ol>\(links)</ol></nav>"
    }

    private var head: HTML {
        let name: HTML = "\(outlet.mark)<b dir=\"auto\">\(outlet.name)</b>"
        let part: HTML = category.html { " · <bdi>\($0)</bdi>" }
        let writer: HTML = author.html { "<bdi>By <b dir=\"auto\">\($0)</b></bdi>" }
        return """
            <header class="ahead">
            <p class="from">\(ItemParts.link(outletAddress, name))\(part)</p>
            <h1\(title.attributes)>\(title.text)</h1>
            \(summary.html { "<p class=\"sum\" dir=\"auto\">\($0)</p>" })
            <div class="by">\(writer)\(date.html { "<bdi>\($0)</bdi>" })\
            \(readingTime.html { "<bdi>\($0)</bdi>" })\(ReadingSettings.html)</div>
            </header>
            """
    }

    /// The picture of the head, unless the text has it.
    private var headPicture: HTML {
        guard let picture else { return .empty }
        let isInText = blocks.contains { block in
            if case .picture(let shown, _, _, _) = block.kind { return shown?.address == picture.address }
            return false
        }
        guard !isInText else { return .empty }
        let kind = ProseBlock.Kind.picture(picture, caption: [], link: nil, alternative: picture.alternative)
        let block = ProseBlock(kind: kind, spans: [])
        return "<div class=\"prose first\">\(Prose.html([block]))</div>"
    }
}
