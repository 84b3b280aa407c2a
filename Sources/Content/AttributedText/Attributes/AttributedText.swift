/// A place of a text that a link leads to.
public struct TextTarget: Sendable, Hashable {
    /// What the link's URL has behind `#`, decoded.
    public let name: String
    /// Where the element of that name begins, in Unicode scalars; at the end of a line the next one is meant.
    public let start: Int

    package init(name: String, start: Int) { (self.name, self.start) = (name, start) }
}

/// A text with attributes, links, attachments and tables.
public struct AttributedText: Sendable, Hashable {
    /// All characters, markers and attachments among them.
    public let text: String
    /// Runs in order, without gaps or overlaps; neighbours differ.
    public let runs: [TextRun]
    /// The anchors in document order.
    public let links: [TextLink]
    /// What each U+FFFC stands for.
    public let attachments: [TextAttachment]
    /// The tables in the order in which they begin; a nested table comes after the one around it.
    public let tables: [TextTable]
    /// The places of the text that its own links lead to, such as footnotes.
    public let anchors: [TextTarget]

    package init(
        text: String,
        runs: [TextRun],
        links: [TextLink] = [],
        attachments: [TextAttachment] = [],
        tables: [TextTable] = [],
        anchors: [TextTarget] = []
    ) {
        self.text = text
        self.runs = runs
        self.links = links
        self.attachments = attachments
        self.tables = tables
        self.anchors = anchors
    }

    /// The text without markers and attachments: equal to `innerText` in a browser.
    public var plainText: String {
        guard runs.contains(where: { $0.attributes.role != .text }) else { return text }
        var scalars = text.unicodeScalars.makeIterator()
        var plain = String.UnicodeScalarView()
        for run in runs {
            for _ in 0..<run.length {
                guard let scalar = scalars.next() else { break }
                if run.attributes.role == .text { plain.append(scalar) }
            }
        }
        return String(plain)
    }
}
