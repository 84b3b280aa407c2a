import LarderHTML
internal import LarderModel

/// A line of a page as a reader sees it: a heading, an item of a list, a row of a table, a paragraph or part of one.
struct PageLine {
    enum Kind: Equatable {
        case heading(level: Int)
        case item
        /// A row of a table, or a term with its description.
        case row
        /// A button, which may stand for a heading but is no content.
        case button
        /// Anything else.
        case paragraph
    }

    /// The text, white space made single; line ends where blocks meet inside of an item.
    let text: String
    /// The text with spaces in place of line ends.
    let line: String
    var kind: Kind
    var isOrdered: Bool
    /// Whether all of it is bold or underlined.
    var isStrong: Bool
    var isLink: Bool
    /// What the classes of the elements round it say.
    var role: PageRole
    var pictures: [NodeID]
    /// The innermost block that holds it, an index into ``PageOutline/blocks``.
    var block: Int

    init(
        text: String,
        kind: Kind,
        isOrdered: Bool,
        isStrong: Bool,
        isLink: Bool,
        role: PageRole,
        pictures: [NodeID],
        block: Int
    ) {
        self.text = text
        line = text.hasByte(0x0A) ? text.replacing("\n", with: " ") : text
        (self.kind, self.isOrdered, self.isStrong, self.isLink) = (kind, isOrdered, isStrong, isLink)
        (self.role, self.pictures, self.block) = (role, pictures, block)
    }

    var isItem: Bool { kind == .item || kind == .row }

    var headingLevel: Int? {
        if case .heading(let level) = kind { level } else { nil }
    }

    /// Whether it may be a heading by its look: a heading, bold, or short with a colon at its end.
    var looksLikeHeading: Bool {
        guard text.utf8.count <= 120 else { return false }
        return headingLevel != nil || kind == .button || isStrong || text.utf8.last == UInt8(ascii: ":")
    }
}

/// What the classes of an element say about its content.
struct PageRole: OptionSet {
    let rawValue: UInt8

    static let ingredients = PageRole(rawValue: 1)
    static let steps = PageRole(rawValue: 2)
    /// Menus, comments and teasers of other pages.
    static let aside = PageRole(rawValue: 4)
}
