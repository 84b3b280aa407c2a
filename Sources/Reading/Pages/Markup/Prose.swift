/// Turns the blocks of a text into HTML: lists, quotes and tables as their elements, headings without gaps in level.
package struct Prose {
    /// The level of the heading that the text stands below.
    private let base: Int
    /// The level of the latest heading.
    private var level: Int
    /// Which levels of the source stand open, from the outside in.
    private var sourceLevels: [Int] = []

    private init(below base: Int) { (self.base, level) = (base, base) }

    /// The markup of `blocks`.
    ///
    /// - Parameter base: The level of the heading above the text: 1 for an article's title.
    package static func html(_ blocks: [ProseBlock], below base: Int = 1) -> HTML {
        var prose = Prose(below: base)
        return prose.html(blocks[...], quoteDepth: 0)
    }

    /// How deep quotes and lists are nested at most; hostile texts go deeper, and readers gain nothing by it.
    private static let deepest = 6

    private mutating func html(_ blocks: ArraySlice<ProseBlock>, quoteDepth: Int) -> HTML {
        var out = HTML.empty
        var rest = blocks
        while let first = rest.first {
            if first.quoteDepth > quoteDepth, quoteDepth < Self.deepest {
                let quote = rest.prefix { $0.quoteDepth > quoteDepth }
                rest = rest.dropFirst(quote.count)
                let source = quote.count > 1 ? quote.last.flatMap(Self.quoteSource) : nil
                let words = source == nil ? quote : quote.dropLast()
                out += "<blockquote>\(html(words, quoteDepth: quoteDepth + 1))\(source)</blockquote>"
            } else if first.listLine != nil {
                let list = rest.prefix { $0.listLine != nil && ($0.quoteDepth == first.quoteDepth) }
                rest = rest.dropFirst(list.count)
                out += ListMarkup.html(list.compactMap(\.listLine))
            } else {
                rest = rest.dropFirst()
                out += html(first)
            }
        }
        return out
    }

    /// Who said it: a short last line that is no sentence.
    private static func quoteSource(_ block: ProseBlock) -> HTML? {
        guard case .paragraph = block.kind, let end = block.spans.last?.text.last else { return nil }
        let length = block.spans.reduce(0) { $0 + $1.text.count }
        guard length <= 80, end.isLetter || end.isNumber || end == ")" else { return nil }
        return "<p class=\"cite\" dir=\"auto\">\(Inline.html(block.spans))</p>"
    }

    private mutating func html(_ block: ProseBlock) -> HTML {
        switch block.kind {
        case .heading(let level): return heading(block, level: level)
        case .paragraph: return "<p\(Inline.id(block.anchor)) dir=\"auto\">\(Inline.html(block.spans))</p>\n"
        case .listItem: return .empty
        case .code:
            let text = block.spans.map(\.text).joined()
            return "<pre dir=\"ltr\" tabindex=\"0\"><code>\(text)</code></pre>\n"
        case .picture(let picture, let caption, let link, let alternative):
            return Self.figure(picture, caption: caption, link: link, alternative: alternative)
        case .media(let label, let link):
            return "<p class=\"media\">\(Inline.link(link, around: "<bdi>\(label)</bdi>"))</p>\n"
        case .table(let columns, let rows): return Self.table(columns: columns, rows)
        }
    }

    /// A heading: what was deeper in the source is one level deeper here, however many levels the source left out.
    private mutating func heading(_ block: ProseBlock, level source: Int) -> HTML {
        while let last = sourceLevels.last, last >= source { sourceLevels.removeLast() }
        sourceLevels.append(source)
        level = min(base + sourceLevels.count, 6)
        let text = Inline.html(block.spans)
        return "<h\(level)\(Inline.id(block.anchor)) dir=\"auto\">\(text)</h\(level)>\n"
    }

    private static func figure(
        _ picture: PictureView?,
        caption: [SpanView],
        link: LinkView?,
        alternative: String
    ) -> HTML {
        let words = caption.isEmpty ? HTML.empty : "<figcaption dir=\"auto\">\(Inline.html(caption))</figcaption>"
        guard var picture else {
            // A picture that was not saved leaves its words, and nothing where there are none.
            let said = alternative.isEmpty ? (link == nil ? "" : "Picture") : alternative
            guard !said.isEmpty || !caption.isEmpty else { return .empty }
            let place = link.map { Inline.link($0, around: "\(said)") } ?? "\(said)"
            let lost: HTML = said.isEmpty ? .empty : "<p class=\"lost\"><bdi>\(place)</bdi></p>"
            return "<figure>\(lost)\(words)</figure>\n"
        }
        if picture.alternative.isEmpty { picture.alternative = alternative }
        let isWide = picture.width >= widePicture && picture.width >= picture.height
        let sizes = isWide ? "(min-width:60em) 896px, 100vw" : "(min-width:45em) 672px, 100vw"
        var image = picture.html(sizes: sizes, isLazy: true)
        if let link {
            if picture.alternative.isEmpty { picture.alternative = "Picture" }
            image = Inline.link(link, around: picture.html(sizes: sizes, isLazy: true), class: "bare")
        }
        return "<figure\(isWide ? " class=\"wide\"" : HTML.empty)>\(image)\(words)</figure>\n"
    }

    /// From this width on pictures reach out of the column.
    private static let widePicture = 896

    private static func table(columns: Int, _ rows: [[ProseBlock.Cell]]) -> HTML {
        let head = rows.prefix { $0.count > 0 && $0.allSatisfy(\.isHeader) }
        let body = rows.dropFirst(head.count)
        func markup(_ rows: ArraySlice<[ProseBlock.Cell]>, scope: HTML) -> HTML {
            rows.html { row in "<tr>\(row.html { cell($0, scope: scope, columns: columns) })</tr>" }
        }
        let top: HTML = head.isEmpty ? .empty : "<thead>\(markup(head, scope: "col"))</thead>"
        let rest: HTML = body.isEmpty ? .empty : "<tbody>\(markup(body, scope: "row"))</tbody>"
        return """
            <div class="scroll" tabindex="0" role="group" aria-label="Table"><table>\(top)\(rest)</table></div>

            """
    }

    private static func cell(_ cell: ProseBlock.Cell, scope: HTML, columns: Int) -> HTML {
        var attributes: HTML = cell.isNumber ? " class=\"n\"" : .empty
        let columnSpan = min(cell.columnSpan, max(columns, 1))
        if columnSpan > 1 { attributes += " colspan=\"\(columnSpan)\"" }
        if cell.rowSpan > 1 { attributes += " rowspan=\"\(min(cell.rowSpan, 999))\"" }
        let text = Inline.html(cell.spans)
        // An empty header cell says nothing of its row or column.
        guard cell.isHeader, cell.spans.contains(where: { !$0.text.isEmpty || $0.picture != nil }) else {
            return "<td\(attributes) dir=\"auto\">\(text)</td>"
        }
        return "<th scope=\"\(scope)\"\(attributes) dir=\"auto\">\(text)</th>"
    }
}

extension ProseBlock {
    fileprivate var listLine: ListMarkup.Line? {
        guard case .listItem(let depth, let marker, let isOrdered) = kind else { return nil }
        return ListMarkup.Line(
            depth: min(max(depth, 0), 8),
            marker: marker,
            isOrdered: isOrdered,
            text: Inline.html(spans),
            anchor: anchor
        )
    }
}

/// Nests the lines of a list by their depth.
private enum ListMarkup {
    struct Line {
        let depth: Int
        let marker: String
        let isOrdered: Bool
        let text: HTML
        let anchor: String?
    }

    static func html(_ lines: [Line]) -> HTML {
        var rest = lines[...]
        var out = HTML.empty
        while let first = rest.first { out += list(&rest, depth: first.depth) }
        return out
    }

    /// The list that `lines` begins with; takes its lines away.
    private static func list(_ lines: inout ArraySlice<Line>, depth: Int) -> HTML {
        guard let first = lines.first else { return .empty }
        var items = HTML.empty
        var open: HTML?
        var expected = 1
        while let line = lines.first, line.depth >= depth {
            if line.depth > depth {
                let inner = list(&lines, depth: line.depth)
                open = (open ?? "<li class=\"bare\">") + inner
                continue
            }
            if line.marker.isEmpty, let started = open {
                open = started + "<p dir=\"auto\">\(line.text)</p>"
            } else {
                guard line.isOrdered == first.isOrdered else { break }
                open.map { items += "\($0)</li>" }
                let number = line.isOrdered ? number(of: line.marker) : nil
                let value: HTML = number.map { $0 == expected ? .empty : " value=\"\($0)\"" } ?? .empty
                expected = (number ?? expected) + 1
                open = "<li\(value)\(Inline.id(line.anchor)) dir=\"auto\">\(line.text)"
            }
            lines = lines.dropFirst()
        }
        open.map { items += "\($0)</li>" }
        let name: HTML = first.isOrdered ? "ol" : "ul"
        return "<\(name)\(first.isOrdered ? type(of: first.marker) : .empty)>\(items)</\(name)>\n"
    }

    /// The number of "3." or "c)".
    private static func number(of marker: String) -> Int? {
        let word = marker.filter { $0.isASCII && ($0.isNumber || $0.isLetter) }
        if let number = Int(word), (0...99_999).contains(number) { return number }
        guard word.utf8.count == 1, let letter = word.lowercased().utf8.first else { return nil }
        return Int(letter) - 96
    }

    private static func type(of marker: String) -> HTML {
        let letters = marker.filter { $0.isASCII && $0.isLetter }
        switch letters {
        case "a": return " type=\"a\""
        case "A": return " type=\"A\""
        case "i": return " type=\"i\""
        case "I": return " type=\"I\""
        default: return .empty
        }
    }
}

extension HTML {
    fileprivate static func + (left: HTML, right: HTML) -> HTML { "\(left)\(right)" }
}
