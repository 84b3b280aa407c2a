/// The tree construction stage of the standard (13.2.6).
///
/// The handlers of the insertion modes return whether the token is to be processed again, in the mode they changed to.
struct TreeBuilder {
    enum Mode: UInt8 {
        case initial, beforeHTML, beforeHead, inHead, inHeadNoscript, afterHead, inBody, text, inTable, inTableText
        case inCaption, inColumnGroup, inTableBody, inRow, inCell, inTemplate, afterBody, inFrameset, afterFrameset
        case afterAfterBody, afterAfterFrameset
    }

    var tokenizer: Tokenizer
    var nodes: [NodeRecord]
    let limits: ParserLimits
    let scripting: Bool

    var mode = Mode.initial
    /// The mode to return to from ``Mode/text`` and ``Mode/inTableText``.
    var originalMode = Mode.initial
    var templateModes: [Mode] = []
    /// The context of a fragment, which is no node.
    var context: OpenElement?

    var open = OpenElements()
    var formatting: [FormattingEntry] = []
    var headNode: UInt32 = 0
    var formNode: UInt32 = 0

    var framesetOK = true
    var fosterParenting = false
    var ignoresLineFeed = false
    /// The rest of the input is not looked at.
    var isStopped = false

    /// The characters in a table whose place is not yet known.
    var tableText: [TextRange] = []
    /// The text nodes that consist of several pieces.
    var splitTexts: [UInt32] = []
    /// The `selectedcontent` elements.
    var selectedContents: [UInt32] = []
    /// For each attribute name its index in the set it was last looked up in.
    var attributeSlots: [UInt32] = []

    var clonesLeft: Int
    var mergesLeft: Int
    var doctype: HTMLDocument.Doctype?
    var hasBodyEnd = false
    var quirksMode = HTMLDocument.QuirksMode.noQuirks
    var reachedLimits: ReachedLimits = []

    let traitTable = ElementTraits.html
    static let document: UInt32 = 1

    init(input: InputText, limits: ParserLimits, scripting: Bool) {
        tokenizer = Tokenizer(input, limits)
        var limits = limits
        limits.maxDepth = min(max(limits.maxDepth, 16), 65536)
        limits.maxFormattingElements = max(limits.maxFormattingElements, 3)
        self.limits = limits
        self.scripting = scripting
        nodes = [NodeRecord(), NodeRecord(kind: .document)]
        nodes.reserveCapacity(16 + min(input.bytes.count / 24, limits.maxNodes))
        clonesLeft = limits.baseClones
        mergesLeft = limits.maxAttributeMerges
        if input.wasCut { reachedLimits.insert(.inputBytes) }
    }

    mutating func run(_ source: Span<UInt8>) {
        while !isStopped {
            tokenizer.allowsCDATA = !open.isEmpty && !adjustedTraits.isDisjoint(with: .foreign)
            var token = tokenizer.next(source)
            if ignoresLineFeed {
                ignoresLineFeed = false
                if token.kind == .text, byte(token.text, 0, source) == 0x0A { dropFirst(1, of: &token) }
                if token.kind == .text, token.text.isEmpty { continue }
            }
            if token.kind == .startTag { clonesLeft &+= limits.clonesPerStartTag }
            process(&token, source)
            if token.kind == .endOfFile { break }
            if nodes.count > limits.maxNodes || tokenizer.isFull {
                var end = Token(.endOfFile)
                process(&end, source)
                break
            }
        }
        if nodes.count > limits.maxNodes || tokenizer.isFull { reachedLimits.insert(.nodes) }
        joinTexts()
        fillSelectedContents()
        if context != nil { unwrapFragment() }
    }

    @inline(__always)
    mutating func process(_ token: inout Token, _ source: Span<UInt8>) {
        var again = true
        while again {
            again = isForeign(token) ? foreign(&token, source) : byMode(&token, source)
        }
    }

    mutating func byMode(_ token: inout Token, _ source: Span<UInt8>) -> Bool {
        if token.kind == .comment || token.kind == .doctype, mode != .inTableText {
            insertMarkup(token)
            return false
        }
        return switch mode {
        case .inBody: inBody(&token, source)
        case .text: text(&token, source)
        case .initial: initial(&token, source)
        case .beforeHTML: beforeHTML(&token, source)
        case .beforeHead: beforeHead(&token, source)
        case .inHead: inHead(&token, source)
        case .inHeadNoscript: inHeadNoscript(&token, source)
        case .afterHead: afterHead(&token, source)
        case .inTable: inTable(&token, source)
        case .inTableText: inTableText(&token, source)
        case .inCaption: inCaption(&token, source)
        case .inColumnGroup: inColumnGroup(&token, source)
        case .inTableBody: inTableBody(&token, source)
        case .inRow: inRow(&token, source)
        case .inCell: inCell(&token, source)
        case .inTemplate: inTemplate(&token, source)
        case .afterBody: afterBody(&token, source)
        case .inFrameset: inFrameset(&token, source)
        case .afterFrameset: afterFrameset(&token, source)
        case .afterAfterBody: afterAfterBody(&token, source)
        case .afterAfterFrameset: afterAfterFrameset(&token, source)
        }
    }

    /// Inserts a comment, or the doctype where it is the first thing of a document.
    private mutating func insertMarkup(_ token: Token) {
        if token.kind == .doctype {
            if mode == .initial { insertDoctype() }
            return
        }
        switch mode {
        case .initial, .beforeHTML, .afterAfterBody, .afterAfterFrameset: insertComment(token, below: Self.document)
        case .afterBody: insertComment(token, below: open[0].node)
        default: insertComment(token)
        }
    }

    /// The traits of the adjusted current node; there must be an open element.
    @inline(__always)
    var adjustedTraits: ElementTraits {
        if let context, open.count == 1 { return context.traits }
        return open.current.traits
    }

    // MARK: Characters of a token

    @inline(__always)
    func byte(_ range: TextRange, _ index: Int, _ source: Span<UInt8>) -> UInt8 {
        range.isDecoded ? tokenizer.decoded[range.offset &+ index] : source[range.offset &+ index]
    }

    func whiteSpacePrefix(of range: TextRange, _ source: Span<UInt8>) -> Int {
        var index = 0
        while index < range.count, ASCII.isWhiteSpace(byte(range, index, source)) { index &+= 1 }
        return index
    }

    @inline(__always)
    func isWhiteSpace(_ range: TextRange, _ source: Span<UInt8>) -> Bool {
        whiteSpacePrefix(of: range, source) == range.count
    }

    func dropFirst(_ count: Int, of token: inout Token) {
        let step = UInt32(truncatingIfNeeded: count)
        token.text = TextRange(position: token.text.position &+ step, length: token.text.length &- step)
    }

    /// Cuts the white space off the front of a text token.
    func takeWhiteSpace(of token: inout Token, _ source: Span<UInt8>) -> TextRange {
        let count = whiteSpacePrefix(of: token.text, source)
        let prefix = TextRange(position: token.text.position, length: UInt32(truncatingIfNeeded: count))
        dropFirst(count, of: &token)
        return prefix
    }

    /// The range without NUL.
    mutating func withoutNull(_ range: TextRange, _ source: Span<UInt8>) -> TextRange {
        let start = tokenizer.decoded.count
        for index in 0..<range.count {
            let byte = byte(range, index, source)
            if byte != 0 { tokenizer.decoded.append(byte) }
        }
        return tokenizer.decodedRange(from: start)
    }
}
