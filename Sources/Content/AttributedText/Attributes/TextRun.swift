/// A stretch of text with one set of attributes.
public struct TextRun: Sendable, Hashable {
    /// The first character, counted in Unicode scalars from the start of the text.
    public let start: Int
    /// Count of Unicode scalars, at least 1.
    public let length: Int
    /// The attributes of every character in it.
    public let attributes: TextAttributes

    package init(start: Int, length: Int, attributes: TextAttributes) {
        self.start = start
        self.length = length
        self.attributes = attributes
    }
}
