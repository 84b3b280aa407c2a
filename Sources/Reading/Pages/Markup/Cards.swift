extension ItemKindView {
    fileprivate var drawing: HTML { icon(self == .recipe ? .pot : .page) }
}

extension CardView {
    /// An entry of the list of cards.
    ///
    /// - Parameter isFirst: Whether the card may be seen without scrolling.
    package func html(isFirst: Bool) -> HTML {
        """
        <li class="card">\(shot(isFirst: isFirst))<p class="from">\(kind.drawing)<bdi>\(source)</bdi></p>\
        <h2><a href="\(address)"\(title.attributes)>\(title.text)</a></h2>\(details.line)</li>

        """
    }

    private func shot(isFirst: Bool) -> HTML {
        if let picture {
            return picture.html(
                sizes: "(min-width: 64em) 17rem, (min-width: 48em) 31vw, (min-width: 20em) 46vw, 92vw",
                isLazy: !isFirst,
                class: "shot"
            )
        }
        if let excerpt, !excerpt.isEmpty {
            return "<p class=\"shot excerpt\"\(ForeignText("", language: title.language).attributes)>\(excerpt)</p>"
        }
        return "<div class=\"shot none\">\(kind.drawing)</div>"
    }
}

extension HitView {
    /// An entry of the list of hits.
    ///
    /// - Parameter isFirst: Whether the hit may be seen without scrolling.
    func html(isFirst: Bool) -> HTML {
        let text = line.html { self.line(place: place.html { "\($0)" }, $0.html) }
        return html(title: title.html, line: text, isFirst: isFirst)
    }

    /// An entry whose title and line the script of a folder fills in: U+0001 stands for the title, U+0002 for the place
    /// of the line and U+0003 for its text.
    ///
    /// No text of a source can hold these, see ``HTML``.
    package var template: HTML { html(title: "\u{1}", line: line(place: "\u{2}", "\u{3}"), isFirst: false) }

    private var attributes: HTML { ForeignText("", language: language).attributes }

    private func line(place: HTML, _ text: HTML) -> HTML {
        let name: HTML = place.text.isEmpty ? .empty : "<span>\(place)</span> "
        return "<p class=\"line\">\(name)<bdi\(attributes)>\(text)</bdi></p>"
    }

    private func html(title: HTML, line: HTML, isFirst: Bool) -> HTML {
        let shot =
            picture?.html(sizes: "(min-width: 40em) 7rem, 5rem", isLazy: !isFirst, class: "shot")
            ?? "<div class=\"shot none\">\(kind.drawing)</div>"
        return """
            <li class="hit">\(shot)<div><h2><a href="\(address)"\(attributes)>\(title)</a></h2>\
            \(details.line)\(line)</div></li>

            """
    }
}

extension [String] {
    /// Details with dots between them; a line breaks only there.
    fileprivate var line: HTML {
        guard !isEmpty else { return .empty }
        let parts = map { part in String(part.map { $0 == " " ? "\u{A0}" : $0 }) }
        return "<p class=\"details\">\(parts.joined(separator: "\u{A0}· "))</p>"
    }
}
