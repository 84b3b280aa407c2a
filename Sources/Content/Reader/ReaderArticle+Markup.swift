public import LarderHTML
internal import LarderModel

extension ReaderArticle {
    /// The body as HTML: headings, paragraphs, lists, tables, quotes, links and pictures; no scripts, styles, classes or frames.
    ///
    /// Addresses are absolute where the page's is known. What it holds comes from strangers all the same: a viewer treats it as it treats
    /// any page.
    ///
    /// - Parameter document: The document that was read.
    public func markup(in document: HTMLDocument) -> String {
        var writer = MarkupWriter(document, self)
        guard method != .linkedData else {
            for paragraph in linkedText { writer.paragraph(paragraph) }
            return writer.text
        }
        writer.write(body)
        return writer.text
    }
}

/// Writes the leaves of a body with the elements round them.
private struct MarkupWriter {
    private let document: HTMLDocument
    private let base: WebURL?
    private let plain: PlainLinks
    private var pictures: [NodeID: String] = [:]
    private var bytes: [UInt8] = []
    /// Whether a node is a leaf of the body, or holds one.
    private var isNeeded: [Bool]

    var text: String { String(decoding: bytes, as: UTF8.self) }

    init(_ document: HTMLDocument, _ article: ReaderArticle) {
        self.document = document
        base = article.base.flatMap { WebURL($0) }
        plain = PlainLinks(base: base)
        isNeeded = [Bool](repeating: false, count: document.nodeCapacity)
        for picture in article.pictures { pictures[picture.node] = picture.url }
    }

    mutating func paragraph(_ text: String) {
        bytes.append(contentsOf: "<p>".utf8)
        append(escaping: text)
        bytes.append(contentsOf: "</p>\n".utf8)
    }

    mutating func write(_ body: ReaderBody) {
        var looseBlocks: Set<NodeID> = []
        for block in body.blocks where block.kind == .loose { looseBlocks.insert(block.element) }
        for leaf in body.leaves + pictures.keys {
            var node: NodeID? = leaf
            while let current = node, !isNeeded[Int(current.rawValue)] {
                isNeeded[Int(current.rawValue)] = true
                node = document.parent(of: current)
            }
        }
        var walk = document.events(of: document.root)
        while let event = walk.next() {
            switch event {
            case .enter(let node):
                guard isNeeded[Int(node.rawValue)] else {
                    walk.skipChildren()
                    continue
                }
                open(node, isLoose: looseBlocks.contains(node))
            case .leave(let node):
                if isNeeded[Int(node.rawValue)] { close(node, isLoose: looseBlocks.contains(node)) }
            case .leaf(let node):
                guard isNeeded[Int(node.rawValue)] else { continue }
                // What the closure changes stands outside of `self`, which would else be copied for each text.
                var bytes: [UInt8] = []
                swap(&bytes, &self.bytes)
                document.withTextBytes(of: node) { text in
                    for index in 0..<text.count { Self.append(escaping: text[index], to: &bytes) }
                }
                swap(&bytes, &self.bytes)
            }
        }
    }

    private mutating func open(_ node: NodeID, isLoose: Bool) {
        if let url = pictures[node] {
            bytes.append(contentsOf: "<img src=\"".utf8)
            append(escaping: url)
            bytes.append(contentsOf: "\"".utf8)
            attribute(.alt, of: node)
            bytes.append(contentsOf: ">".utf8)
            return
        }
        guard let name = name(of: node, isLoose: isLoose) else { return }
        bytes.append(UInt8(ascii: "<"))
        bytes.append(contentsOf: name.utf8)
        attribute(.id, of: node)
        for attribute in MarkupNames.attributes(of: document.name(of: node)) { self.attribute(attribute, of: node) }
        if document.isElement(node, .a), let target = document.value(of: .href, on: node), let url = link(target) {
            bytes.append(contentsOf: " href=\"".utf8)
            append(escaping: url)
            bytes.append(contentsOf: "\"".utf8)
        }
        bytes.append(contentsOf: ">".utf8)
    }

    private mutating func close(_ node: NodeID, isLoose: Bool) {
        guard pictures[node] == nil, !document.isElement(node, .br), let name = name(of: node, isLoose: isLoose) else {
            return
        }
        bytes.append(contentsOf: "</".utf8)
        bytes.append(contentsOf: name.utf8)
        bytes.append(UInt8(ascii: ">"))
        if TagRules.treatment(of: document.name(of: node)) == .block { bytes.append(0x0A) }
    }

    /// The name that the element gets; nil: only what it holds is written.
    private func name(of node: NodeID, isLoose: Bool) -> String? {
        guard document.kind(of: node) == .element, document.namespace(of: node) == .html else { return nil }
        let name = document.name(of: node)
        if MarkupNames.keeps(name) { return document.string(for: name) }
        return isLoose && name != .body ? "div" : nil
    }

    private mutating func attribute(_ name: NameID, of node: NodeID) {
        guard let value = document.attribute(name, of: node) else { return }
        self.bytes.append(0x20)
        self.bytes.append(contentsOf: document.string(for: name).utf8)
        self.bytes.append(contentsOf: "=\"".utf8)
        var bytes: [UInt8] = []
        swap(&bytes, &self.bytes)
        document.withBytes(of: value) { text in
            for index in 0..<text.count { Self.append(escaping: text[index], to: &bytes) }
        }
        swap(&bytes, &self.bytes)
        self.bytes.append(0x22)
    }

    /// The address of a link that leads to a page, a mail box or a place in the same page.
    private func link(_ reference: String) -> String? {
        if reference.utf8.first == 0x23 { return reference }
        if let url = plain.url(of: reference) { return url }
        guard let url = WebURL(reference, relativeTo: base) else { return nil }
        return ["http", "https", "mailto"].contains(url.scheme) ? url.description : nil
    }

    private mutating func append(escaping text: String) {
        for byte in text.utf8 { Self.append(escaping: byte, to: &bytes) }
    }

    private static func append(escaping byte: UInt8, to bytes: inout [UInt8]) {
        switch byte {
        case 0x26: bytes.append(contentsOf: "&amp;".utf8)
        case 0x3C: bytes.append(contentsOf: "&lt;".utf8)
        case 0x3E: bytes.append(contentsOf: "&gt;".utf8)
        case 0x22: bytes.append(contentsOf: "&quot;".utf8)
        default: bytes.append(byte)
        }
    }
}
