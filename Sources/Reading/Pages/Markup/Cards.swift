extension ItemKindView {
    fileprivate var drawing: HTML { icon(self == .recipe ? .pot : .page) }
}

extension CardView {
    /// An entry of the list of cards.
    ///
    /// - Parameter isFirst: Whether the card may be seen without scrolling.
    func html(isFirst: Bool) -> HTML {
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
        let attributes = ForeignText("", language: language).attributes
        let shot =
            picture?.html(sizes: "(min-width: 40em) 7rem, 5rem", isLazy: !isFirst, class: "shot")
            ?? "<div class=\"shot none\">\(kind.drawing)</div>"
        let line = line.html { line in
            "<p class=\"line\">\(place.html { "<span>\($0)</span> " })<bdi\(attributes)>\(line.html)</bdi></p>"
        }
        return """
            <li class="hit">\(shot)<div><h2><a href="\(address)"\(attributes)>\(title.html)</a></h2>\
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
