internal import LarderHTML

/// One element of the page in document order; its subtree is the range that begins at itself and ends before ``end``.
struct PageElement {
    let node: NodeID
    let name: NameID
    /// Index of the parent element; -1 for the first.
    let parent: Int32
    /// Index behind the last element of the subtree.
    var end: Int32
    /// The leaves of the subtree.
    var firstLeaf: Int32
    var endLeaf: Int32
    /// The blocks of the subtree.
    var firstBlock: Int32 = 0
    var endBlock: Int32 = 0
    /// What the words of `class` and `id` say.
    var marks: ClassMarks
    /// What the element and those round it are.
    var context: PageContext
    /// Whether it is a link that leads out of the page.
    var isLink = false
    /// Why the element is no part of an article; decided by the rules, then by ``DropGuard``.
    var drop: DropReason = .none
}

/// What stands in the page, in order: characters, pictures and line breaks.
struct PageLeaf {
    enum Kind: UInt8 {
        case text, picture, lineBreak, embed
    }

    let node: NodeID
    let kind: Kind
    /// Whether it stands in a link.
    let isLink: Bool
    /// The element that holds it; for a picture or an embed, itself.
    let element: Int32
    /// The block it belongs to.
    var block: Int32 = -1
    let measure: TextMeasure
}

/// What an element is, or is in.
struct PageContext: OptionSet {
    let rawValue: UInt32

    static let link = PageContext(rawValue: 1)
    static let list = PageContext(rawValue: 2)
    static let table = PageContext(rawValue: 4)
    static let quote = PageContext(rawValue: 8)
    static let figure = PageContext(rawValue: 16)
    static let caption = PageContext(rawValue: 32)
    static let form = PageContext(rawValue: 64)
    static let preformatted = PageContext(rawValue: 128)
    static let navigation = PageContext(rawValue: 256)
    static let header = PageContext(rawValue: 512)
    static let footer = PageContext(rawValue: 1024)
    static let aside = PageContext(rawValue: 2048)
    static let article = PageContext(rawValue: 4096)
    static let cell = PageContext(rawValue: 8192)
    static let definitions = PageContext(rawValue: 16384)
    static let main = PageContext(rawValue: 32768)
    static let noscript = PageContext(rawValue: 65536)
}

/// Why something is left out of the body.
enum DropReason: UInt8, CaseIterable {
    case none
    case hidden, comment, consent, advertisement, share, related, navigation, author, meta, caption, newsletter
    case sidebar, header, footer, form, tags, tool, title
}
