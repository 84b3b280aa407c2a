/// Why a block inside the article's own element is not part of the article.
enum LeftOutRule: Hashable {
    /// The words of its attributes, or its element, say what it is.
    case `class`(ClassMarks)
    /// Its first words say what it is.
    case opening(ClassMarks)
    /// The headline, which is no part of the text.
    case title
    /// What stands above the headline: breadcrumbs, a kicker.
    case aboveHeadline
    /// A line with the author or the date, before the text or between the posts of a thread.
    case byline
    /// A card or a button: a link that holds more than words.
    case card
    /// A link in a list that a line such as "Related stories" begins.
    case relatedList
    /// The list of the article's own sections.
    case contents
    /// Behind the text, who owns the page.
    case copyright
    /// Behind the text, when the page was last changed.
    case lastChange
    /// A heading without a section, or one whose whole section is left out.
    case emptySection
}

extension LeftOutRule {
    /// The rule as a reader of reports sees it, such as `class: comments` or `card`.
    var name: String {
        switch self {
        case .class(let marks): "class: \(marks.name)"
        case .opening(let marks): "opening: \(marks.name)"
        case .title: "headline"
        case .aboveHeadline: "above the headline"
        case .byline: "byline"
        case .card: "card"
        case .relatedList: "related list"
        case .contents: "table of contents"
        case .copyright: "copyright"
        case .lastChange: "last change"
        case .emptySection: "empty section"
        }
    }
}

extension ClassMarks {
    private static let names: [ClassMarks: String] = [
        .hidden: "hidden", .comment: "comments", .consent: "consent", .advertisement: "advertisement",
        .share: "sharing",
        .related: "related", .navigation: "navigation", .author: "author", .meta: "byline", .caption: "caption",
        .newsletter: "newsletter", .sidebar: "sidebar", .header: "page header", .footer: "page footer", .tags: "tags",
        .tool: "tools", .form: "form",
    ]

    /// What is left out by a mark, in a word or two.
    fileprivate var name: String { Self.names[self] ?? "furniture" }
}
