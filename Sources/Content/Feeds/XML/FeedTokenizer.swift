/// Cuts XML, well-formed or not, into tags and texts: linear, without recursion, and never at a loss.
///
/// Everything is a range of ``bytes``; nothing is decoded here.
struct FeedTokenizer {
    enum Token {
        /// The start of an element: ``name``, ``attributes``, ``isEmptyElement``.
        case start
        /// The end of an element: ``name``.
        case end
        /// Text with references in it: ``text``.
        case text
        /// Text that stands for itself: ``text``.
        case literal
        /// There is nothing more.
        case none
    }

    struct Attribute {
        let name: Range<Int>
        let value: Range<Int>
    }

    /// More attributes of one element than this are left out.
    static let maxAttributes = 256

    /// The document, UTF-8.
    let bytes: [UInt8]
    /// The tag's name as it is written.
    var name = 0..<0
    var attributes: [Attribute] = []
    /// Whether the tag closes itself.
    var isEmptyElement = false
    private(set) var text = 0..<0
    /// Where the tag begins.
    var tagStart = 0
    /// The document type's internal part, which declares entities.
    var subset = 0..<0
    /// Behind what was read last.
    var index = 0
    var hasDoctype = false
    // What was looked for in vain up to the end is not looked for again.
    var isInstructionEndMissing = false
    var isQuoteMissing = false
    var isApostropheMissing = false

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Reads on.
    mutating func next() -> Token {
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
        (byte | 0x20) &- 0x61 < 26 || byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":")
    }

    /// The index of a byte, or the end.
    func first(_ byte: UInt8, from start: Int) -> Int {
        let span = bytes.span
        var index = start
        while index < span.count, span[index] != byte { index &+= 1 }
        return index
    }

    func after(_ byte: UInt8, from start: Int) -> Int { min(first(byte, from: start) + 1, bytes.count) }
}
