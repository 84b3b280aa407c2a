internal import LarderHTML

/// One element of the page in document order; its subtree is the range that begins at itself and ends before ``end``.
struct PageElement {
    let node: NodeID
    let name: NameID
    let parent: Int32
    /// Index behind the last element of the subtree.
    var end: Int32 = 0
    /// The leaves and blocks of the subtree.
    var firstLeaf: Int32
    var endLeaf: Int32 = 0
    var firstBlock: Int32
    var endBlock: Int32 = 0
    /// What the words of its attributes say.
    var marks: ClassMarks
    /// What the element and its ancestors are.
    var context: PageContext
    var isLink = false
    /// Whether it is a link to another place of the same page.
    var isAnchor = false
    /// Why the element is no part of an article; empty: it is kept.
    var drop: ClassMarks = []

    var leaves: Range<Int> { Int(firstLeaf)..<Int(endLeaf) }
    var blocks: Range<Int> { Int(firstBlock)..<Int(endBlock) }
    var isBlock: Bool { TagRules.treatment(of: name) == .block }
}

struct PageLeaf {
    enum Kind: UInt8 {
        case text, picture, lineBreak, embed
        /// The text of a link that stands beside a heading or a note and leads to it.
        case mark
    }

    let node: NodeID
    var kind: Kind
    let element: Int32
    var isLink = false
    var measure = TextMeasure()
    var block: Int32 = -1
}

/// What an element is, or is in.
struct PageContext: OptionSet {
    let rawValue: UInt8

    static let figure = PageContext(rawValue: 1)
    static let caption = PageContext(rawValue: 2)
    static let preformatted = PageContext(rawValue: 4)
    static let header = PageContext(rawValue: 8)
    static let article = PageContext(rawValue: 16)
    static let noscript = PageContext(rawValue: 32)
}
