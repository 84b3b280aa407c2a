extension HTMLDocument {
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
