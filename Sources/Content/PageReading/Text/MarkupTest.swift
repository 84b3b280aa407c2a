internal import LarderHTML
internal import LarderModel

package enum MarkupTest {
    /// Whether a text holds a tag, a comment or a character reference that `CharacterReferences` knows.
    package static func isMarkup(_ text: String) -> Bool {
        hasTag(text) || !CharacterReferences.decoding(text).isSame(as: text)
    }

    /// Whether a text holds a tag or a comment, or ends within a tag that was cut.
    package static func hasTag(_ text: String) -> Bool {
        let bytes = text.utf8
        var index = bytes.startIndex
        while let open = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
            index = bytes.index(after: open)
            var next = index
            if next < bytes.endIndex, bytes[next] == UInt8(ascii: "/") { next = bytes.index(after: next) }
            guard next < bytes.endIndex else { break }
            guard bytes[next].isASCIILetter || bytes[next] == UInt8(ascii: "!") else { continue }
            return bytes[next...].contains(UInt8(ascii: ">")) || isCutTag(bytes[next...])
        }
        return false
    }

    /// Whether the text after a `<` begins a tag with an attribute: the name of an element, white space, a letter.
    private static func isCutTag(_ rest: Substring.UTF8View) -> Bool {
        let name = rest.prefix { $0.isASCIILetter || $0.isASCIIDigit }
        let behind = rest[name.endIndex...]
        guard let space = behind.first, space <= 0x20, let letter = behind.first(where: { $0 > 0x20 }) else {
            return false
        }
        return letter.isASCIILetter && behind.contains(UInt8(ascii: "="))
            && names.contains(String(Substring(name)).lowercased())
    }

    private static let names: Set<String> = [
        "a", "abbr", "audio", "b", "blockquote", "br", "code", "div", "em", "embed", "figcaption", "figure", "font",
        "h1", "h2", "h3", "h4", "h5", "h6", "hr", "i", "iframe", "img", "li", "object", "ol", "p", "picture", "pre",
        "script", "section", "source", "span", "strong", "style", "sub", "sup", "svg", "table", "td", "th", "tr", "u",
        "ul", "video",
    ]
}
