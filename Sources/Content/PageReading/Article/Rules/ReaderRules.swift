internal import LarderHTML

/// The tables that decide what is left out of an article; a value, so that tests can read pages without one of the rows.
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
        Drop(.hidden, limit: 0.35, isInline: true), Drop(.comment, limit: .infinity), Drop(.consent, limit: 0.2),
        Drop(.advertisement, limit: 0.12, isInline: true), Drop(.share, limit: 0.12, isInline: true),
        Drop(.related, limit: 0.3), Drop(.navigation, limit: 0.35), Drop(.author, limit: 0.2),
        Drop(.newsletter, limit: 0.15), Drop(.sidebar, limit: 0.3), Drop(.footer, limit: 0.15),
        Drop(.header, limit: 0.15), Drop(.tags, limit: 0.08, maxLong: 160),
        Drop(.caption, limit: 0.12, isInline: true), Drop(.meta, limit: 0.06, maxLong: 160), Drop(.tool, limit: 0.1),
    ]

    /// The limits keep a word that a page uses for something else from taking the body away.
    struct Drop {
        let marks: ClassMarks
        /// The largest share of the page's prose, 0 to 1, with which the element is still left out.
        let limit: Float
        /// The most scalars of long paragraphs with which the element is still left out.
        let maxLong: Float
        /// Whether it also holds for elements inside a paragraph.
        let isInline: Bool

        init(_ marks: ClassMarks, limit: Float, maxLong: Float = .infinity, isInline: Bool = false) {
            self.marks = marks
            self.limit = limit
            self.maxLong = maxLong
            self.isInline = isInline
        }
    }

    typealias Words = [(word: String, marks: ClassMarks)]

    /// ARIA roles (WAI-ARIA 1.2, landmarks and widgets).
    var roles: Words = [
        ("navigation", .navigation), ("banner", .header), ("contentinfo", .footer), ("complementary", .sidebar),
        ("search", .tool), ("dialog", .tool), ("alert", .tool), ("menu", .navigation), ("toolbar", .tool),
        ("tablist", .navigation),
    ]

    /// Properties of schema.org as `itemprop` names them.
    var properties: Words = [
        ("articleBody", .body), ("comment", .comment), ("author", [.meta, .byline]), ("datePublished", [.meta, .date]),
        ("publisher", .meta), ("keywords", .tags), ("breadcrumb", .navigation),
    ]

    /// Link relations (HTML §4.6.7).
    var relations: Words = [("author", [.meta, .byline]), ("tag", .tags)]
}
