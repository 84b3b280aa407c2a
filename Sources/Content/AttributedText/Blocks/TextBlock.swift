public import Foundation

/// A stretch of a text that an app lays out by itself: a heading, a paragraph, a list item, a picture, a table.
public struct TextBlock: Sendable, Hashable, Identifiable {
    /// What a block is.
    public enum Kind: Sendable, Hashable {
        /// A heading of level 1 to 6.
        case heading(level: Int)
        /// A line of text that is nothing else.
        case paragraph
        /// A line of a list item.
        ///
        /// - depth: 1 in a list that is in no other.
        /// - ordinal: The item's number as counted by the list, bulleted or not; nil outside of items.
        /// - marker: What stands before the item, such as "•" or "iv."; empty for its further lines.
        case listItem(depth: Int, ordinal: Int?, marker: String)
        /// Preformatted lines in letters of one width, with their line breaks and indentation.
        case code
        /// A picture that stands alone in its line.
        case picture(BlockPicture)
        /// A video or a recording that stands alone in its line.
        case media(TextAttachment)
        /// An embedded page that stands alone in its line.
        case frame(TextAttachment)
        /// A table of at least two cells that are not empty.
        case table(BlockTable)
    }

    /// What the block is.
    public let kind: Kind
    /// The characters with their links and attributes, as `AttributedString(AttributedText)` sets them.
    ///
    /// Without list marker and final line break; pictures in a line of text are U+FFFC. Empty for list items that have
    /// none, and for pictures, media, frames and tables, whose ``kind`` has their text.
    public let text: AttributedString
    /// How many block quotes the block is in.
    public let quoteDepth: Int
    /// How its lines are aligned; `natural` for tables, whose cells have their own.
    public let alignment: TextAlignment
    /// Where it stands, in Unicode scalars from the start of the text; with its marker, never empty.
    ///
    /// One scalar between two blocks is a line break, as `br` makes; two or more are a paragraph's distance.
    public let range: Range<Int>

    /// Where the block begins: no other block of the text begins there.
    public var id: Int { range.lowerBound }
}

/// A picture between the paragraphs of a text.
public struct BlockPicture: Sendable, Hashable {
    /// Address, alternative text and size.
    public let attachment: TextAttachment
    /// Where a tap on it leads.
    public let link: URL?
    /// The caption, which is then no block of its own.
    ///
    /// Runs do not tell captions from paragraphs: it is nil unless ``AttributedText/blocks(pictures:)`` knows it.
    public internal(set) var caption: AttributedString?
}

/// A table of a text.
public struct BlockTable: Sendable, Hashable {
    /// A cell and the slots it covers.
    public struct Cell: Sendable, Hashable {
        /// Row of its first slot, from 0.
        public let row: Int
        /// Column of its first slot, from 0.
        public let column: Int
        /// Rows it covers, at least 1.
        public let rowSpan: Int
        /// Columns it covers, at least 1.
        public let columnSpan: Int
        /// Whether it is a header cell.
        public let isHeader: Bool
        /// How its lines are aligned.
        public let alignment: TextAlignment
        /// Its characters; pictures are U+FFFC, list items begin with their marker, cells of inner tables with a tab.
        public let text: AttributedString
    }

    /// Count of columns.
    public let columns: Int
    /// The cells by the row they begin in; a row that only cells of earlier ones reach into is left out.
    public let rows: [[Cell]]
}
