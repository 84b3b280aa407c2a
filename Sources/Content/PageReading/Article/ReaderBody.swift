public import LarderHTML

/// The text of an article as nodes of the document, in document order.
public struct ReaderBody: Sendable {
    /// The element that holds the article; nil where there is none.
    public var root: NodeID?
    /// The text nodes, pictures, embeds and `br` elements that belong to the article.
    public var leaves: [NodeID] = []
    /// The paragraphs, each a range of ``leaves``; they do not overlap and are in order.
    public var blocks: [ReaderBlock] = []

    /// An empty body.
    public init() {}
}

/// A paragraph, heading, list item or whatever else stands in a line of its own.
public struct ReaderBlock: Hashable, Sendable {
    /// What a block is.
    public enum Kind: String, Sendable, CaseIterable {
        /// A `p`.
        case paragraph
        /// `h1` to `h6`.
        case heading
        /// Text in a list item.
        case item
        /// Text in a table cell.
        case cell
        /// A `dt`.
        case term
        /// A `dd`.
        case definition
        /// Text whose white space counts: `pre`.
        case preformatted
        /// A caption or credit of a picture or table.
        case caption
        /// Text in another element, such as `div`.
        case loose
        /// The `summary` of a `details`.
        case summary
    }

    /// What it is.
    public var kind: Kind
    /// 1 to 6 for a heading, else 0.
    public var level: Int
    /// The nearest element that begins a paragraph.
    public var element: NodeID
    /// The nodes of its text, pictures and line breaks, in document order.
    public var leaves: [NodeID]
}
