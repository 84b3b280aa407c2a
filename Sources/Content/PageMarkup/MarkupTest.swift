internal import LarderHTML
internal import LarderModel

/// Tells HTML from plain text.
package enum MarkupTest {
    /// Whether a text holds HTML: a tag, a comment or a character reference that `CharacterReferences.decoding(_:)` knows.
    package static func isMarkup(_ text: String) -> Bool {
        let bytes = text.utf8
        var index = bytes.startIndex
        while let open = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
            index = bytes.index(after: open)
            var next = index
            if next < bytes.endIndex, bytes[next] == UInt8(ascii: "/") { next = bytes.index(after: next) }
            guard next < bytes.endIndex else { break }
            guard bytes[next].isASCIILetter || bytes[next] == UInt8(ascii: "!") else { continue }
            if bytes[next...].contains(UInt8(ascii: ">")) { return true }
            break
        }
        return !CharacterReferences.decoding(text).isSame(as: text)
    }
}
