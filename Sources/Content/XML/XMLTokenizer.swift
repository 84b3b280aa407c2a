internal import LarderModel

/// Cuts XML, well-formed or not, into tags and texts, in linear time and without recursion.
///
/// Every part is a range of ``bytes``; references are decoded by ``XMLReferences``.
package struct XMLTokenizer {
    package enum Token {
        /// Sets ``name``, ``attributes`` and ``isEmptyElement``.
        case start
        /// Sets ``name``.
        case end
        /// Text with references in it: ``text``.
        case text
        /// Text without references: ``text``.
        case literal
        case none
    }

    /// An attribute as written, with prefix and references but without quotes.
    package struct Attribute {
        package let name: Range<Int>
        package let value: Range<Int>
    }

    /// Further attributes of an element are left out.
    static let maxAttributes = 256

    package let bytes: [UInt8]
    package internal(set) var name = 0..<0
    package internal(set) var attributes: [Attribute] = []
    package internal(set) var isEmptyElement = false
    package private(set) var text = 0..<0
    /// The document type's internal part, which declares entities.
    package internal(set) var subset = 0..<0
    /// Whether the document ends within the last tag.
    package internal(set) var isTagCut = false
    /// The index behind the last token.
    var index = 0
    var hasDoctype = false
    // A sign that is missing up to the end is not searched for again.
    var isInstructionEndMissing = false
    var isQuoteMissing = false
    var isApostropheMissing = false

    let endsTagsAtLessThan: Bool

    /// - Parameter endsTagsAtLessThan: Whether `<` ends a tag also within a quoted value, where XML does not allow it:
    ///   a value without its closing quote then takes in no other tags.
    package init(_ bytes: [UInt8], endsTagsAtLessThan: Bool = false) {
        self.bytes = bytes
        self.endsTagsAtLessThan = endsTagsAtLessThan
    }

    /// Whether the last token reaches the end of the document, so that it may be cut.
    package var isAtEnd: Bool { index >= bytes.count }

    /// The first attribute of the last start tag with a local name in lower case, with any prefix.
    package func attribute(named name: String) -> Attribute? {
        attributes.first { attribute in
            let bytes = bytes[attribute.name]
            let local = bytes.suffix(name.utf8.count)
            guard local.count == name.utf8.count,
                bytes.count == local.count || bytes[local.startIndex - 1] == UInt8(ascii: ":")
            else { return false }
            return zip(local, name.utf8).allSatisfy { $0.asciiLowercased == $1 }
        }
    }

    package mutating func next() -> Token {
        while index < bytes.count {
            let start = index
            guard bytes[start] == UInt8(ascii: "<") else {
                index = first(UInt8(ascii: "<"), from: start)
                text = start..<index
                return .text
            }
            let following = start + 1 < bytes.count ? bytes[start + 1] : 0
            switch following {
            case UInt8(ascii: "/"):
                if start + 2 < bytes.count, isNameStart(bytes[start + 2]) {
                    readEnd(start)
                    return .end
                }
                index = after(UInt8(ascii: ">"), from: start)
            case UInt8(ascii: "!"):
                if let literal = readDeclaration(start) {
                    text = literal
                    return .literal
                }
            case UInt8(ascii: "?"): skipInstruction(start)
            case _ where isNameStart(following):
                readStart(start)
                return .start
            default:
                index = first(UInt8(ascii: "<"), from: start + 1)
                text = start..<index
                return .text
            }
        }
        return .none
    }

    func isNameStart(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":")
    }

    func first(_ byte: UInt8, from start: Int) -> Int {
        let span = bytes.span
        var index = start
        while index < span.count, span[index] != byte { index &+= 1 }
        return index
    }

    func after(_ byte: UInt8, from start: Int) -> Int { min(first(byte, from: start) + 1, bytes.count) }
}
