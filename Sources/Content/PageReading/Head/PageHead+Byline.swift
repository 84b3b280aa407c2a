internal import LarderHTML
internal import LarderModel

extension PageHead {
    /// The author's name as the page shows it: in a link with `rel=author`, or in an element whose class names an author.
    func byline(_ document: HTMLDocument) -> String? {
        let classes = [
            "author-name", "recipe-author", "byline-name", "author", "byline", "entry-author", "post-author",
        ]
        for node in document.descendants(of: document.body ?? document.root) {
            let isLink = document.attribute(.rel, of: node).map { document.text($0, hasWord: "author") } ?? false
            guard isLink || classes.contains(where: { document.hasClass($0, on: node) }) else { continue }
            var bytes: [UInt8] = []
            for child in document.descendants(of: node).prefix(40) where document.kind(of: child) == .text {
                document.withTextBytes(of: child) { text in
                    for index in 0..<min(text.count, 200) { bytes.append(text[index]) }
                }
                bytes.append(0x20)
            }
            var words = SchemaText.line(String(decoding: bytes, as: UTF8.self)).split(separator: " ")
            while let first = words.first, Self.bylineWords.contains(first.lowercased()) { words.removeFirst() }
            let name = words.joined(separator: " ")
            if (2...6).contains(words.count), name.utf8.count <= 60, !name.utf8.contains(where: \.isASCIIDigit) {
                return name
            }
        }
        return nil
    }

    private static let bylineWords: Set<String> = [
        "by", "by:", "author", "author:", "written", "recipe", "posted", "von", "autor", "autor:", "par", "di", "por",
        "door",
        "af", "av",
    ]
}
