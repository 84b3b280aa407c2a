public import LarderHTML
internal import LarderModel

extension ReaderArticle {
    /// The body as HTML: headings, paragraphs, lists, tables, quotes, links, pictures; no scripts, styles or classes.
    ///
    /// Addresses are absolute where the page's is known. A viewer treats the text like any page of strangers.
    public func markup(in document: HTMLDocument) -> String { markup(in: document, isFurtherPage: false) }

    /// - Parameter isFurtherPage: Whether it goes behind another page, so that links within this page need its address.
    func markup(in document: HTMLDocument, isFurtherPage: Bool) -> String {
        var writer = MarkupWriter(document, self, isFurtherPage: isFurtherPage)
        guard method != .linkedData else {
            for paragraph in linkedText { writer.paragraph(paragraph) }
            return writer.text
        }
        writer.write(body)
        return writer.text
    }
}

/// The elements that the markup of an article keeps; of all others it keeps what they hold.
private enum MarkupNames {
    static let isKept = NameMap(
        [
            (
                [
                    .p, .h1, .h2, .h3, .h4, .h5, .h6, .ul, .ol, .li, .dl, .dt, .dd, .blockquote, .pre, .code, .kbd,
                    .samp, .var, .table, .caption, .thead, .tbody, .tfoot, .tr, .td, .th, .figure, .figcaption, .em,
                    .strong, .b, .i, .u, .s, .sub, .sup, .q, .cite, .abbr, .time, .small, .mark, .del, .ins, .a, .br,
                    .details, .summary, .ruby, .rt, .rp, .bdi, .bdo, .dfn,
                ], true
            )
        ],
        other: false
    )

    /// Attributes that are kept as they stand, by element; `id` is kept everywhere, as links in the page lead to it.
    static func attributes(of name: NameID) -> [NameID] {
        switch name {
        case .td, .th: [.id, .colspan, .rowspan]
        case .ol: [.id, .start, .reversed, .type]
        case .li: [.id, .value]
        case .time: [.id, .datetime]
        default: [.id]
        }
    }
}

/// Writes the leaves of a body with the elements round them.
private struct MarkupWriter {
    private let document: HTMLDocument
    private let base: WebURL?
    private let plain: PlainLinks
    private let isFurtherPage: Bool
    private var pictures: [NodeID: String] = [:]
    private var bytes: [UInt8] = []
    private var marks: [Marks]

    private struct Marks: OptionSet {
        let rawValue: UInt8

        /// A leaf of the body, or one that holds such.
        static let needed = Marks(rawValue: 1)
        static let picture = Marks(rawValue: 2)
        static let loose = Marks(rawValue: 4)
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    init(_ document: HTMLDocument, _ article: ReaderArticle, isFurtherPage: Bool) {
        self.document = document
        self.isFurtherPage = isFurtherPage
        base = article.base.flatMap { WebURL($0) }
        plain = PlainLinks(base: base)
        marks = [Marks](repeating: [], count: document.nodeCapacity)
        bytes.reserveCapacity(document.sourceBytes.count / 4)
        for picture in article.pictures {
            pictures[picture.node] = picture.url
            marks[Int(picture.node.rawValue)].insert(.picture)
        }
    }

    mutating func paragraph(_ text: String) {
        put("<p>")
        put(escaping: text)
        put("</p>\n")
    }

    private mutating func put(_ text: String) { bytes.append(short: text) }

    mutating func write(_ body: ReaderBody) {
        for block in body.blocks where block.kind == .loose { marks[Int(block.element.rawValue)].insert(.loose) }
        for leaf in body.leaves + pictures.keys {
            var node: NodeID? = leaf
            while let current = node, !marks[Int(current.rawValue)].contains(.needed) {
                marks[Int(current.rawValue)].insert(.needed)
                node = document.parent(of: current)
            }
        }
        var walk = document.events(of: document.root)
        while let event = walk.next() {
            switch event {
            case .enter(let node):
                let marks = marks[Int(node.rawValue)]
                if marks.contains(.needed) { open(node, marks) } else { walk.skipChildren() }
            case .leave(let node):
                let marks = marks[Int(node.rawValue)]
                if marks.contains(.needed) { close(node, marks) }
            case .leaf(let node):
                if marks[Int(node.rawValue)].contains(.needed) { put(escaping: document.text(of: node)) }
            }
        }
    }

    private mutating func open(_ node: NodeID, _ marks: Marks) {
        if marks.contains(.picture), let url = pictures[node] {
            put("<img src=\"")
            put(escaping: url)
            put("\"")
            attribute(.alt, of: node)
            return put(">")
        }
        guard let name = Self.name(of: node, document, isLoose: marks.contains(.loose)) else { return }
        put("<")
        document.append(name, to: &bytes)
        for attribute in MarkupNames.attributes(of: document.name(of: node)) { self.attribute(attribute, of: node) }
        if document.isElement(node, .a), let target = document.value(of: .href, on: node), let url = link(target) {
            put(" href=\"")
            put(escaping: url)
            put("\"")
        }
        put(">")
    }

    private mutating func close(_ node: NodeID, _ marks: Marks) {
        guard !marks.contains(.picture), !document.isElement(node, .br),
            let name = Self.name(of: node, document, isLoose: marks.contains(.loose))
        else { return }
        put("</")
        document.append(name, to: &bytes)
        put(TagRules.treatment(of: document.name(of: node)) == .block ? ">\n" : ">")
    }

    // Static, as the writer would be copied for a method that changes nothing.
    private static func name(of node: NodeID, _ document: HTMLDocument, isLoose: Bool) -> NameID? {
        guard document.kind(of: node) == .element, document.namespace(of: node) == .html else { return nil }
        let name = document.name(of: node)
        if MarkupNames.isKept[name] { return name }
        return isLoose && name != .body ? .div : nil
    }

    private mutating func attribute(_ name: NameID, of node: NodeID) {
        guard let value = document.attribute(name, of: node) else { return }
        put(" ")
        document.append(name, to: &bytes)
        put("=\"")
        put(escaping: value)
        put("\"")
    }

    /// The address of a link that leads to a page, a mail box or a place in the same page.
    private func link(_ reference: String) -> String? {
        if reference.utf8.first == 0x23, !isFurtherPage { return reference }
        if let url = plain.url(of: reference) { return url }
        guard let url = WebURL(reference, relativeTo: base) else { return nil }
        return ["http", "https", "mailto"].contains(url.scheme) ? url.description : nil
    }

    private mutating func put(escaping text: String) {
        let text = Array(text.utf8)
        put(escaping: text, text.indices)
    }

    private mutating func put(escaping range: TextRange) {
        put(escaping: range.isDecoded ? document.decodedBytes : document.sourceBytes, range.bounds)
    }

    private mutating func put(escaping text: [UInt8], _ range: Range<Int>) {
        var start = range.lowerBound
        text.withSpan { span in
            for index in range {
                let escape: String
                switch span[index] {
                case 0x26: escape = "&amp;"
                case 0x3C: escape = "&lt;"
                case 0x3E: escape = "&gt;"
                case 0x22: escape = "&quot;"
                default: continue
                }
                bytes.append(contentsOf: text[start..<index])
                put(escape)
                start = index + 1
            }
        }
        bytes.append(contentsOf: text[start..<range.upperBound])
    }
}
