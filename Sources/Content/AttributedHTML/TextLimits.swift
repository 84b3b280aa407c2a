package import LarderModel

/// How much of a document a ``TextRenderer`` collects.
///
/// Beyond the characters and runs the text ends, with an ellipsis on a line of its own. Beyond the other limits only
/// the links, attachments, markers or cells are missing. No article reaches any limit.
public struct TextLimits: Sendable, Hashable {
    /// The most bytes of UTF-8, and the most of list markers.
    public var maxBytes = RecordBound.textBytes.limit / 2
    /// The most runs, and the most different sets of attributes.
    public var maxRuns = RecordBound.textRuns.limit
    /// The most links.
    public var maxLinks = RecordBound.links.limit
    /// The most bytes of the URLs of all links, and of all that is told of attachments.
    public var maxLinkBytes = RecordBound.linkBytes.limit
    /// The most attachments.
    public var maxAttachments = RecordBound.textPictures.limit
    /// The most list markers, quotation marks and line breaks between them.
    public var maxMarkers = RecordBound.textMarkers.limit
    /// The most cells of all tables.
    public var maxCells = RecordBound.textCells.limit

    /// The limits of the catalog.
    public init() {}
}

/// What a renderer left out because of its ``TextLimits``.
package struct TextOmissions: Sendable, Hashable {
    /// How many links.
    package var links = 0
    /// How many attachments.
    package var attachments = 0
    /// How many list markers and quotation marks.
    package var markers = 0
    /// How many cells.
    package var cells = 0
    /// The bound at which the text ends early; nil: it is whole.
    package var end: RecordBound?

    /// Each bound that was reached, and how much was left out where that is known.
    package var bounds: [(bound: RecordBound, leftOut: Int?)] {
        let counted: [(RecordBound, Int)] = [
            (.links, links), (.textPictures, attachments), (.textMarkers, markers), (.textCells, cells),
        ]
        return (end.map { [($0, nil)] } ?? []) + counted.filter { $0.1 > 0 }
    }
}
