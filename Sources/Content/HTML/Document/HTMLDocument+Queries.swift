extension HTMLDocument {
    /// The HTML elements of this name below `top` (``root`` if `nil`) in document order; templates left out.
    @inlinable
    public func elements(named name: NameID, in top: NodeID? = nil) -> LazyFilterSequence<Descendants> {
        let bits = NodeRecord(kind: .element, name: name).bits
        return descendants(of: top ?? root).lazy.filter { [nodes] in nodes[$0.index].bits == bits }
    }

    /// The elements of any namespace below `top` that have the attribute, in document order; templates left out.
    public func elements(having attribute: NameID, in top: NodeID? = nil) -> LazyFilterSequence<Descendants> {
        descendants(of: top ?? root).lazy.filter { hasAttribute(attribute, on: $0) }
    }

    /// The elements of any namespace below `top` whose `class` has this word, in document order; templates left out.
    public func elements(ofClass word: String, in top: NodeID? = nil) -> LazyFilterSequence<Descendants> {
        descendants(of: top ?? root).lazy.filter { hasClass(word, on: $0) }
    }

    /// The first element with this `id`; case counts.
    public func element(withID id: String) -> NodeID? {
        descendants(of: root).first { node in
            attribute(.id, of: node).map { text($0, equals: id) } ?? false
        }
    }

    /// The first HTML element of this name below `top`, ``root`` if `nil`.
    @inlinable
    public func firstElement(named name: NameID, in top: NodeID? = nil) -> NodeID? {
        elements(named: name, in: top).first { _ in true }
    }

    /// The text of the `title` element, white space trimmed and each run of it made one space.
    public var title: String? {
        guard let title = firstElement(named: .title) else { return nil }
        var bytes: [UInt8] = []
        appendTextContent(of: title, to: &bytes)
        let words = bytes.split(whereSeparator: ASCII.isWhiteSpace)
        return String(decoding: Array(words.joined(separator: [0x20])), as: UTF8.self)
    }

    /// The language that the document says it is in: the `lang` attribute of its `html` element (HTML §3.2.6.2).
    ///
    /// Nil where there is none, or where it is no BCP 47 tag: letters, digits and hyphens, at most 35 bytes.
    public var language: String? {
        guard let html = documentElement, let lang = attribute(.lang, of: html) else { return nil }
        let tag = string(lang).split { $0 == " " || $0 == "\t" || $0 == "\n" || $0 == "\r" || $0 == "\u{C}" }
        guard tag.count == 1, (1...35).contains(tag[0].utf8.count),
            tag[0].utf8.allSatisfy({ (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == 0x2D })
        else { return nil }
        return String(tag[0])
    }
}
