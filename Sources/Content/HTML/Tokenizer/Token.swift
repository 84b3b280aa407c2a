/// What the tokenizer gives: a small value without storage of its own.
struct Token {
    enum Kind: UInt8 {
        case text, startTag, endTag, comment, doctype, endOfFile
    }

    var kind: Kind
    /// A start tag that ends with `/>`.
    var isSelfClosing = false
    /// A text in which NUL stands as it does in the source.
    var hasNull = false
    /// The name of a tag.
    var name = NameID.none
    /// The characters of a text or comment.
    var text = TextRange.empty
    /// The attributes of a tag, in the tokenizer's array.
    var firstAttribute: UInt32 = 0
    var attributeCount: UInt32 = 0

    init(_ kind: Kind) {
        self.kind = kind
    }

    init(_ kind: Kind, text: TextRange) {
        self.kind = kind
        self.text = text
    }
}

/// The parts of the doctype token read last.
struct DoctypeToken {
    var name: [UInt8]?
    var publicID: [UInt8]?
    var systemID: [UInt8]?
    var forcesQuirks = false
}

extension Token {
    /// A start tag without attributes.
    init(name: NameID) {
        self.init(.startTag)
        self.name = name
    }
}
