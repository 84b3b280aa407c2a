internal import LarderHTML
internal import LarderModel

/// What `meta` and `link` elements say of the page.
struct PageMetadata {
    private var values: [String: [String]] = [:]
    /// The targets of `link` elements by relation.
    private var targets: [String: String] = [:]

    /// Elements beyond this count are not read.
    private static let maxElements = 2_000

    init(_ elements: [NodeID], _ document: HTMLDocument) {
        for node in elements.prefix(Self.maxElements) {
            if document.isElement(node, .link) {
                guard let relation = document.value(of: .rel, on: node),
                    let target = document.value(of: .href, on: node)
                else { continue }
                for word in relation.lowercased().split(separator: " ") where targets[String(word)] == nil {
                    targets[String(word)] = target
                }
                continue
            }
            guard let range = document.attribute(.content, of: node), range.count > 0, range.count < 10_000 else {
                continue
            }
            let raw = document.string(range)
            let content = FieldText.isAddress(raw) ? raw : FieldText.clean(raw)
            guard !content.isEmpty else { continue }
            for name in [NameID.property, .name, .itemprop] {
                guard let keys = document.attribute(name, of: node), keys.count < 200 else { continue }
                for key in document.string(keys).lowercased().split(separator: " ") {
                    values[String(key), default: []].append(content)
                }
            }
        }
    }

    /// The first value under the name, which is in lower case.
    func first(_ key: String) -> String? { values[key]?.first }
    func all(_ key: String) -> [String] { values[key] ?? [] }
    func first(of keys: [String]) -> String? { keys.lazy.compactMap { first($0) }.first }
    /// The target of the first `link` with the relation.
    func target(_ relation: String) -> String? { targets[relation] }
}

/// Texts of fields.
enum FieldText {
    /// One line: character references decoded, tags left out, white space made single.
    ///
    /// - Parameter maxBytes: A longer text becomes an empty one.
    static func clean(_ text: String, maxBytes: Int = 100_000) -> String {
        guard text.utf8.count <= maxBytes else { return "" }
        var text = text
        if text.utf8.contains(0x26) { text = CharacterReferences.decoding(text) }
        if text.utf8.contains(0x3C) { text = withoutTags(text) }
        var bytes: [UInt8] = []
        var isPending = false
        let source = Array(text.utf8)
        var index = 0
        while index < source.count {
            let byte = source[index]
            let isNoBreak = byte == 0xC2 && index + 1 < source.count && source[index + 1] == 0xA0
            if byte <= 0x20 || isNoBreak {
                isPending = true
                index += isNoBreak ? 2 : 1
                continue
            }
            if isPending, !bytes.isEmpty { bytes.append(0x20) }
            isPending = false
            bytes.append(byte)
            index += 1
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether a text is a URL as it stands: what looks like a character reference in it is one of its parameters.
    static func isAddress(_ text: String) -> Bool {
        let bytes = text.utf8
        return (bytes.starts(with: "http".utf8) || bytes.first == 0x2F) && !bytes.contains { $0 <= 0x20 }
    }

    private static func withoutTags(_ text: String) -> String {
        let document = HTMLDocument.fragment(parsing: Array(text.utf8))
        return document.textContent(of: document.root)
    }
}
