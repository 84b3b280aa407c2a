internal import LarderAttributedHTML
internal import LarderFeeds
internal import LarderHTML
internal import LarderModel
internal import LarderPageReading

/// The text of pieces of HTML that stand in records.
enum FragmentText {
    /// The visible text: no tags, no references, no beginning of a tag at a cut end.
    ///
    /// A text without tags keeps its white space. Markup that was encoded twice is decoded.
    static func plain(_ text: String) -> String {
        var text = text
        for _ in 0..<maxRounds {
            if MarkupTest.hasTag(text) { return rendered(text) }
            let decoded = CharacterReferences.decoding(text)
            if decoded.isSame(as: text) { break }
            text = decoded
        }
        return text
    }

    /// The same in one line, trimmed.
    static func line(_ text: String) -> String {
        let plain = plain(text)
        guard MarkupTest.hasTag(text) else { return plain.trimmedSpace }
        return plain.unicodeScalars.split { $0.properties.isWhitespace }.map { String($0) }.joined(separator: " ")
    }

    /// How often references may be encoded in references.
    private static let maxRounds = 3

    private static func rendered(_ html: String) -> String {
        let renderer = TextRenderer(.archive(isFragment: true))
        return renderer.details(of: HTMLDocument(parsing: html), documentURL: nil).plain.trimmedSpace
    }

    /// A text without markup as HTML: a paragraph for what stands between empty lines.
    static func paragraphs(of text: String) -> String {
        let lines = FeedText(text, isHTML: false).html.split(
            omittingEmptySubsequences: false,
            whereSeparator: \.isNewline
        )
        return lines.split { $0.allSatisfy(\.isWhitespace) }.map { "<p>" + $0.joined(separator: "<br>") + "</p>" }
            .joined()
    }
}
