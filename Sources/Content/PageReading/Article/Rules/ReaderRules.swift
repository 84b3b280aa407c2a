internal import LarderHTML

/// The tables that decide what is left out of an article; a value, so that tests can leave out rows.
package struct ReaderRules: Sendable {
    package static let standard = ReaderRules()

    var classWords = ClassWords.rows {
        didSet { classTable = ClassTable(classWords) }
    }
    var openings = BlockOpenings.rows {
        didSet { openingTable = OpeningTable(openings) }
    }
    private(set) var classTable = ClassTable(ClassWords.rows)
    private(set) var openingTable = OpeningTable(BlockOpenings.rows)

    /// Which marks make an element be left out; the first row that fits counts.
    var drops = [
        Drop(marks: .hidden, limit: 0.35, isInline: true), Drop(marks: .comment, limit: .infinity),
        Drop(marks: .consent, limit: 0.2), Drop(marks: .advertisement, limit: 0.12, isInline: true),
        Drop(marks: .share, limit: 0.12, isInline: true), Drop(marks: .related, limit: 0.3),
        Drop(marks: .navigation, limit: 0.35), Drop(marks: .author, limit: 0.2),
        Drop(marks: .newsletter, limit: 0.15), Drop(marks: .sidebar, limit: 0.3), Drop(marks: .footer, limit: 0.15),
        Drop(marks: .header, limit: 0.15), Drop(marks: .tags, limit: 0.08, maxLong: 160),
        Drop(marks: .caption, limit: 0.12, isInline: true), Drop(marks: .meta, limit: 0.06, maxLong: 160),
        Drop(marks: .tool, limit: 0.1),
    ]

    /// The limits keep a word that a page uses for something else from taking the body away.
    struct Drop {
        let marks: ClassMarks
        /// The largest share of the page's prose, 0 to 1, with which the element is still left out.
        let limit: Float
        /// The most scalars of long paragraphs with which the element is still left out.
        var maxLong: Float = .infinity
        /// Whether it also holds for elements inside a paragraph.
        var isInline = false
    }

    typealias Words = [(word: String, marks: ClassMarks)]

    /// ARIA roles (WAI-ARIA 1.2, landmarks and widgets).
    var roles: Words = [
        ("main", .main), ("navigation", .navigation), ("banner", .header), ("contentinfo", .footer),
        ("complementary", .sidebar),
        ("search", .tool), ("dialog", .tool), ("alert", .tool), ("menu", .navigation), ("toolbar", .tool),
        ("tablist", .navigation), ("doc-footnote", .note), ("doc-endnotes", .note), ("note", .callout),
    ]

    /// Properties of schema.org as `itemprop` names them.
    var properties: Words = [
        ("articleBody", .body), ("comment", .comment), ("author", [.meta, .byline]), ("datePublished", [.meta, .date]),
        ("publisher", .meta), ("keywords", .tags), ("breadcrumb", .navigation),
    ]

    /// Link relations (HTML §4.6.7).
    var relations: Words = [("author", [.meta, .byline]), ("tag", .tags)]
}
