/// A stretch of text with one set of attributes.
public struct TextRun: Sendable, Hashable {
    /// The first character, counted in Unicode scalars from the start of the text.
    public let start: Int
    /// Count of Unicode scalars, at least 1.
    public let length: Int
    /// The attributes of every character in it.
    public let attributes: TextAttributes
}

/// One anchor of the document and the text it lies on.
public struct TextLink: Sendable, Hashable {
    /// The absolute URL; the reference as written where it cannot be resolved.
    public let url: String
    /// The `href` as written.
    public let reference: String
    /// The reference is empty or begins with `#`: a place in this document.
    public let isFragment: Bool
    /// Following it would run code (`javascript:`, `vbscript:`), or its scheme is none of ``TextOptions/linkSchemes``:
    /// it is listed, and no run points to it.
    public let isUnsafe: Bool
    /// The first character, counted in Unicode scalars.
    public let start: Int
    /// Count of Unicode scalars; 0 for an anchor around nothing and for one that is unsafe.
    public let length: Int
    /// The first character, counted in UTF-16 code units.
    public let startUTF16: Int
    /// Count of UTF-16 code units.
    public let lengthUTF16: Int
    /// The first character, counted in bytes of UTF-8.
    public let startUTF8: Int
    /// Count of bytes of UTF-8.
    public let lengthUTF8: Int
}

/// What an U+FFFC in the text stands for.
public struct TextAttachment: Sendable, Hashable {
    /// The kind of thing.
    public enum Kind: String, Sendable {
        /// `img`, or `object` with data of an image type.
        case image
        /// `video`.
        case video
        /// `audio`.
        case audio
        /// `iframe`.
        case frame
    }

    /// The kind of thing.
    public let kind: Kind
    /// The absolute URL; the reference as written where it cannot be resolved; never empty.
    public let url: String
    /// The `alt` attribute, or `title` where there is none.
    public let alternative: String?
    /// The `width` attribute in pixels, if it is a number.
    public let width: Int?
    /// The `height` attribute in pixels, if it is a number.
    public let height: Int?
    /// The `srcset` attribute as written.
    public let candidates: String?
}

/// A table, as a grid over stretches of the text.
public struct TextTable: Sendable, Hashable {
    /// A cell and the slots it covers (HTML §4.9.12).
    public struct Cell: Sendable, Hashable {
        /// Row of its first slot, from 0.
        public let row: Int
        /// Column of its first slot, from 0.
        public let column: Int
        /// Rows it covers, at least 1.
        public let rowSpan: Int
        /// Columns it covers, at least 1.
        public let columnSpan: Int
        /// Whether it is a `th`.
        public let isHeader: Bool
        /// The first character, counted in Unicode scalars.
        public let start: Int
        /// Count of Unicode scalars.
        public let length: Int
    }

    /// Count of columns.
    public let columns: Int
    /// Count of rows that are shown.
    public let rows: Int
    /// The cells in document order.
    public let cells: [Cell]
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
