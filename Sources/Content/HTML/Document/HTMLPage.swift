/// A page as it came from a server: its bytes decoded and parsed.
package struct HTMLPage: Sendable {
    /// The tree.
    package let document: HTMLDocument
    /// What the bytes were decoded from.
    package let encoding: CharacterEncoding

    /// Finds the encoding of a page and parses it (HTML standard, 13.2.3); never fails.
    ///
    /// Where the encoding was guessed and a `meta` element further down names another, the page is parsed once more.
    ///
    /// - Parameter contentType: The `Content-Type` field, for its charset; empty where there is none.
    package init(_ bytes: [UInt8], contentType: String, limits: ParserLimits = .init()) {
        let (encoding, isTentative) = PageCharset.encoding(of: bytes, contentType: contentType)
        let document = Self.parse(bytes, encoding, limits)
        if isTentative, let declared = Self.declared(in: document), declared != encoding {
            self.encoding = declared
            self.document = Self.parse(bytes, declared, limits)
        } else {
            self.encoding = encoding
            self.document = document
        }
    }

    private static func parse(_ bytes: [UInt8], _ encoding: CharacterEncoding, _ limits: ParserLimits) -> HTMLDocument {
        // The parser drops UTF-8's byte order mark.
        let hasMark =
            encoding == .utf16BE && bytes.starts(with: [0xFE, 0xFF])
            || encoding == .utf16LE && bytes.starts(with: [0xFF, 0xFE])
        let utf8 = encoding.utf8(decoding: hasMark ? Array(bytes.dropFirst(2)) : bytes)
        return HTMLDocument(parsing: utf8, limits: limits)
    }

    /// What the first `meta` element that names an encoding says.
    private static func declared(in document: HTMLDocument) -> CharacterEncoding? {
        for meta in document.elements(named: .meta) {
            if let label = document.value(of: .charset, on: meta), let encoding = CharacterEncoding(label: label.utf8) {
                return encoding.inMarkup
            }
            guard let pragma = document.value(of: .httpEquiv, on: meta), pragma.lowercased() == "content-type",
                let content = document.value(of: .content, on: meta),
                let encoding = MetaPrescan.encoding(content: Array(content.utf8)[...])
            else { continue }
            return encoding.inMarkup
        }
        return nil
    }
}
