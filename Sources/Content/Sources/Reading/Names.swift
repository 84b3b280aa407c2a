internal import LarderModel

/// How items, images and texts of a source are named.
enum Names {
    /// A word of a URN: percent-encoded, and a hash where it would be longer than 160 bytes.
    static func word(_ text: String) -> String {
        let word = text.percentEncodedWord
        return word.utf8.count <= 160 ? word : "~" + StableHash.hex(text)
    }

    static func recipe(_ source: String, _ id: String) -> String { "recipe:\(source):\(word(id))" }

    static func article(_ source: String, url: String) -> String { "article:\(source):\(StableHash.hex(url))" }

    static func outlet(_ source: String, _ id: String) -> String { "outlet:\(source):\(word(id))" }

    static func image(_ source: String, _ address: WebAddress) -> String {
        "image:\(source):\(StableHash.hex(address.description))"
    }

    /// The text of an item's part (`page`, `summary`, `content`): `text:<source>:<id>:<part>`.
    static func text(itemURN: String, part: String) -> String { "text:\(tail(itemURN)):\(part)" }

    /// A URN without its first word.
    static func tail(_ urn: String) -> Substring {
        urn.firstIndex(of: ":").map { urn[urn.index(after: $0)...] } ?? Substring(urn)
    }
}
