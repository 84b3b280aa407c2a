internal import Foundation
internal import Larder
internal import LarderModel
internal import LarderPages

/// A text as a page shows it.
struct ProseText {
    var blocks: [ProseBlock]
    /// The headings that contents link to, with their levels.
    var headings: [Choice]
}

extension ViewerPages {
    /// The blocks of a text with its pictures, links and anchors.
    ///
    /// - Parameters:
    ///   - page: The address of the item's own page: links to places of it stay on the page.
    ///   - shown: Address of the picture that the page already shows, which the text's first one may repeat.
    func prose(_ body: ItemBody, page: URL?, shown: String?) throws -> ProseText {
        let blocks = body.blocks
        let views = Dictionary(
            blocks.compactMap { block in
                addresses.view(body.picture(of: block)).map { (block.range.lowerBound, $0) }
            }
        ) { first, _ in first }
        let anchors = Self.places(of: body.text.anchors, in: blocks)
        let starts = Set(blocks.map(\.range.lowerBound))
        let reader = ProseSpans(
            links: try links(in: blocks, page: page, anchors: anchors),
            pictures: views,
            captions: Dictionary(
                blocks.compactMap { block in body.caption(of: block).map { (block.range.lowerBound, $0) } }
            ) { first, _ in first },
            anchors: Set(anchors.values).subtracting(starts)
        )
        var prose = ProseText(blocks: [], headings: [])
        for (number, block) in blocks.enumerated() {
            let isRepeated = shown != nil && number < 3 && views[block.range.lowerBound]?.address == shown
            guard !isRepeated, var view = reader.view(of: block) else { continue }
            let anchor = ProseSpans.anchor(at: block.range.lowerBound)
            if anchors.values.contains(block.range.lowerBound) { view.anchor = anchor }
            if case .heading(let level) = block.kind, level <= 3 {
                view.anchor = anchor
                let label = String(block.text.characters).trimmedSpace
                if !label.isEmpty {
                    prose.headings.append(Choice(label: label, address: "#\(anchor)", isSelected: false))
                }
            }
            prose.blocks.append(view)
        }
        return prose
    }

    /// Where the text's anchors are: one at the end of a block is at the start of the next one.
    private static func places(of anchors: [TextTarget], in blocks: [TextBlock]) -> [String: Int] {
        var places: [String: Int] = [:]
        var rest = blocks[...]
        for anchor in anchors.sorted(by: { $0.start < $1.start }) {
            rest = rest.drop { $0.range.upperBound <= anchor.start }
            guard let block = rest.first else { break }
            // Of a list item the marker stands before the text; a table or a picture has one place.
            let text = block.range.upperBound - block.text.unicodeScalars.count
            let isWithin = anchor.start > text && !block.text.unicodeScalars.isEmpty
            places[anchor.name] = isWithin ? anchor.start : block.range.lowerBound
        }
        return places
    }

    /// What the links of a text lead to; at most two statements.
    private func links(in blocks: [TextBlock], page: URL?, anchors: [String: Int]) throws -> [URL: LinkView] {
        var urls: Set<URL> = []
        for block in blocks {
            block.eachText { text in for run in text.runs { if let url = run.link { urls.insert(url) } } }
        }
        for case .picture(let picture) in blocks.map(\.kind) { if let link = picture.link { urls.insert(link) } }
        let items = try reader.items(at: Array(urls))
        let gone = try reader.gone(Array(Set(items.values)))
        var links: [URL: LinkView] = [:]
        for url in urls {
            let isHere = page.map { url.withoutFragment == $0.withoutFragment } ?? false
            if isHere, let name = url.fragment(percentEncoded: false) {
                links[url] =
                    anchors[name].map { LinkView(address: "#" + ProseSpans.anchor(at: $0), place: .here) }
                    ?? Self.outside(url)
            } else if let urn = items[url] {
                let place: LinkView.Place = gone.contains(urn) ? .insideGone : .inside
                links[url] = LinkView(address: addresses.item(urn), place: place)
            } else {
                links[url] = Self.outside(url)
            }
        }
        return links
    }

    /// A link to the web; nil for addresses that a browser should not open from here.
    static func outside(_ url: URL) -> LinkView? {
        guard let scheme = url.scheme?.lowercased() else { return nil }
        if scheme == "mailto" || scheme == "tel" {
            return LinkView(address: url.absoluteString, place: .outside(host: scheme == "tel" ? "telephone" : "mail"))
        }
        guard let address = WebAddress(url.absoluteString) else { return nil }
        return LinkView(address: address.description, place: .outside(host: url.host() ?? ""))
    }
}

extension URL {
    fileprivate var withoutFragment: Substring { absoluteString.prefix { $0 != "#" } }
}

extension TextBlock {
    /// Calls `body` with each text of the block: its own, its caption, its cells.
    fileprivate func eachText(_ body: (AttributedString) -> Void) {
        body(text)
        switch kind {
        case .picture(let picture): picture.caption.map(body)
        case .table(let table): for cell in table.rows.joined() { body(cell.text) }
        default: break
        }
    }
}

extension ProseSpans {
    /// A block as a page shows it; nil: it has nothing to show.
    func view(of block: TextBlock) -> ProseBlock? {
        func made(_ kind: ProseBlock.Kind, _ spans: [SpanView] = []) -> ProseBlock {
            ProseBlock(kind: kind, spans: spans, quoteDepth: block.quoteDepth)
        }
        let start = block.range.lowerBound
        switch block.kind {
        case .heading(let level):
            return made(.heading(level: level), spans(block.text, from: start, inHeading: true))
        case .paragraph: return made(.paragraph, spans(block.text, from: start))
        case .listItem(let depth, let ordinal, let marker):
            // The marker stands before the text.
            let end = block.range.upperBound, length = block.text.unicodeScalars.count
            let isOrdered = ordinal != nil && marker.contains { $0.isNumber || $0.isLetter }
            let spans = spans(block.text, from: max(start, end - length))
            return made(.listItem(depth: depth, marker: marker, isOrdered: isOrdered), spans)
        case .code: return made(.code, [SpanView(String(block.text.characters))])
        case .picture(let picture):
            let link = picture.link.flatMap { links[$0] }
            let caption = picture.caption.map { spans($0) } ?? captions[start].map { [SpanView($0)] } ?? []
            var view = pictures[start]
            let alternative = picture.attachment.alternative ?? ""
            view?.alternative = alternative
            guard view != nil || !alternative.isEmpty || !caption.isEmpty else { return nil }
            return made(.picture(view, caption: caption, link: link, alternative: alternative))
        case .media(let attachment): return media(attachment, block)
        case .frame(let attachment): return media(attachment, block)
        case .table(let table): return made(self.table(table))
        }
    }

    private func media(_ attachment: TextAttachment, _ block: TextBlock) -> ProseBlock? {
        guard let url = URL(string: attachment.url), let link = ViewerPages.outside(url) else { return nil }
        let name =
            switch attachment.kind {
            case .video: "Video"
            case .audio: "Recording"
            default: "Embedded page"
            }
        let label = attachment.alternative.map { "\(name): \($0)" } ?? name
        return ProseBlock(kind: .media(label: label, link), spans: [], quoteDepth: block.quoteDepth)
    }

    private func table(_ table: BlockTable) -> ProseBlock.Kind {
        .table(
            columns: table.columns,
            rows: table.rows.map { row in
                row.map { cell in
                    let text = String(cell.text.characters).trimmedSpace
                    return ProseBlock.Cell(
                        spans: spans(cell.text),
                        isHeader: cell.isHeader,
                        columnSpan: cell.columnSpan,
                        rowSpan: cell.rowSpan,
                        isNumber: !cell.isHeader && text.first?.isNumber == true && text.utf8.count <= 16
                    )
                }
            }
        )
    }
}
