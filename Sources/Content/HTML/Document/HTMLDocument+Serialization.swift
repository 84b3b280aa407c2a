extension HTMLDocument {
    /// The node and what it holds as HTML, by the standard's fragment serialization (13.3); the document for ``root``.
    public func outerHTML(of node: NodeID) -> String {
        serialize(node, inner: false)
    }

    /// What the node holds as HTML, as `innerHTML` of the DOM gives it.
    public func innerHTML(of node: NodeID) -> String {
        serialize(node, inner: true)
    }

    private func serialize(_ top: NodeID, inner: Bool) -> String {
        var result: [UInt8] = []
        if inner, isVoid(top) { return "" }
        var walk = events(of: top, withTemplates: true)
        while let event = walk.next() {
            switch event {
            case .enter(let node):
                if kind(of: node) == .element, !(inner && node == top) { appendStartTag(node, to: &result) }
                if isVoid(node) { walk.skipChildren() }
            case .leave(let node):
                guard kind(of: node) == .element, !isVoid(node), !(inner && node == top) else { continue }
                result.append(contentsOf: "</".utf8)
                append(name(of: node), to: &result)
                result.append(0x3E)
            case .leaf(let node):
                appendLeaf(node, to: &result)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private func appendStartTag(_ node: NodeID, to result: inout [UInt8]) {
        result.append(0x3C)
        append(name(of: node), to: &result)
        for attribute in attributes(of: node) {
            result.append(0x20)
            switch attribute.namespace {
            case .none: break
            case .xml: result.append(contentsOf: "xml:".utf8)
            case .xlink: result.append(contentsOf: "xlink:".utf8)
            case .xmlns: if attribute.name != .xmlns { result.append(contentsOf: "xmlns:".utf8) }
            }
            append(attribute.name, to: &result)
            result.append(contentsOf: "=\"".utf8)
            appendEscaped(attribute.value, inAttribute: true, to: &result)
            result.append(0x22)
        }
        result.append(0x3E)
    }

    private func appendLeaf(_ node: NodeID, to result: inout [UInt8]) {
        switch kind(of: node) {
        case .comment:
            result.append(contentsOf: "<!--".utf8)
            append(text(of: node), to: &result)
            result.append(contentsOf: "-->".utf8)
        case .doctype:
            result.append(contentsOf: "<!DOCTYPE \(doctype?.name ?? "")>".utf8)
        case _ where parent(of: node).map(holdsRawText) ?? false:
            append(text(of: node), to: &result)
        default:
            appendEscaped(text(of: node), inAttribute: false, to: &result)
        }
    }

    /// Escapes a string (13.3): `&`, U+00A0, `<` and `>`, and in attributes `"`.
    private func appendEscaped(_ range: TextRange, inAttribute: Bool, to result: inout [UInt8]) {
        withBytes(of: range) { bytes in
            var index = 0
            while index < bytes.count {
                let byte = bytes[index]
                index += 1
                switch byte {
                case 0x26: result.append(contentsOf: "&amp;".utf8)
                case 0x3C: result.append(contentsOf: "&lt;".utf8)
                case 0x3E: result.append(contentsOf: "&gt;".utf8)
                case 0x22 where inAttribute: result.append(contentsOf: "&quot;".utf8)
                case 0xC2 where index < bytes.count && bytes[index] == 0xA0:
                    index += 1
                    result.append(contentsOf: "&nbsp;".utf8)
                default: result.append(byte)
                }
            }
        }
    }

    private func isVoid(_ node: NodeID) -> Bool {
        switch name(of: node) {
        case .area, .base, .basefont, .bgsound, .br, .col, .embed, .frame, .hr, .img, .input, .keygen, .link, .meta,
            .param, .source, .track, .wbr:
            namespace(of: node) == .html
        default: false
        }
    }

    private func holdsRawText(_ node: NodeID) -> Bool {
        switch name(of: node) {
        case .style, .script, .xmp, .iframe, .noembed, .noframes, .plaintext: namespace(of: node) == .html
        case .noscript: scripting && namespace(of: node) == .html
        default: false
        }
    }
}
