/// A text with the places that a search found.
public struct MarkedText: Sendable, Hashable {
    /// Plain text.
    public let text: String
    /// Where the words of the search are, in order, without overlaps.
    public let marks: [Range<String.Index>]
}

extension MarkedText {
    init(_ text: String, _ words: SearchWords) {
        self.text = text
        marks = words.ranges(in: text)
    }

    /// The part of a text around the first place that a search found; nil: it found none.
    ///
    /// - Parameter length: The most Unicode scalars.
    static func snippet(of text: String, _ words: SearchWords, length: Int = 160) -> MarkedText? {
        var tokens = SearchTokens(text, most: searched)
        guard let first = words.nextRange(&tokens)?.lowerBound else { return nil }
        let scalars = text.unicodeScalars
        var start = scalars.index(first, offsetBy: -length / 4, limitedBy: scalars.startIndex) ?? scalars.startIndex
        if start > scalars.startIndex {
            // From the beginning of a word on.
            start = scalars[start..<first].firstIndex { $0.properties.isWhitespace } ?? start
        }
        var end = scalars.index(start, offsetBy: length, limitedBy: scalars.endIndex) ?? scalars.endIndex
        if end < scalars.endIndex, let space = scalars[first..<end].lastIndex(where: { $0.properties.isWhitespace }) {
            end = space
        }
        var part = String.UnicodeScalarView()
        // Pictures have a character of their own in texts.
        for scalar in scalars[start..<end] where scalar != "\u{FFFC}" {
            part.append(scalar.properties.isWhitespace ? " " : scalar)
        }
        let shown = String(part).split(separator: " ").joined(separator: " ")
        let isCut = (start: start > scalars.startIndex, end: end < scalars.endIndex)
        return MarkedText((isCut.start ? "…" : "") + shown + (isCut.end ? "…" : ""), words)
    }

    /// Words behind so many bytes are not looked at.
    private static let searched = 1 << 20
}
