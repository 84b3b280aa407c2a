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

    init(_ kind: Kind, text: TextRange = .empty) {
        self.kind = kind
        self.text = text
    }

    /// A start tag without attributes.
    init(name: NameID) {
        self.init(.startTag)
        self.name = name
    }

    /// The name of a start tag; ``NameID/none`` for other tokens.
    @inline(__always)
    var startName: NameID { kind == .startTag ? name : .none }

    /// The name of an end tag; ``NameID/none`` for other tokens.
    @inline(__always)
    var endName: NameID { kind == .endTag ? name : .none }

    /// The HTML element that a start tag begins, without its place in the tree.
    @inline(__always)
    var element: NodeRecord {
        NodeRecord(kind: .element, name: name, position: firstAttribute, length: attributeCount)
    }
}

/// The parts of the doctype token read last.
struct DoctypeToken {
    var name: [UInt8]?
    var publicID: [UInt8]?
    var systemID: [UInt8]?
    var forcesQuirks = false
}
