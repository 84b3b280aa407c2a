internal import LarderHTML

/// The text of an article that the page's JSON-LD holds.
enum LinkedText {
    private static let maxBytes = 1_000_000

    /// The paragraphs; a text with tags is read as HTML.
    static func paragraphs(_ text: String) -> [String] {
        guard text.utf8.count <= maxBytes else { return [] }
        var lines = text.split(whereSeparator: \.isNewline).map { String($0) }
        if text.contains("</") || text.contains("<p") || text.contains("<br") {
            let document = HTMLDocument.fragment(parsing: Array(text.utf8))
            let tree = PageTree(document)
            lines = tree.blocks.map { tree.text(of: $0) }
        }
        return lines.map { FieldText.clean($0) }.filter { !$0.isEmpty }
    }
}
