/// Which marks make an element be left out, and how much of the page's prose it may hold at most.
///
/// The limits keep a word that a page uses for something else from taking the body away.
enum DropRules {
    struct Row {
        let marks: ClassMarks
        let reason: DropReason
        /// The page of our own tests that reads otherwise without the row.
        let page: String
        /// The largest share of the page's prose, 0 to 1, with which the element is still left out.
        let limit: Float
        /// The most scalars of long paragraphs with which the element is still left out.
        var maxLong: Float = .infinity
        /// Whether it also holds for elements inside a paragraph.
        var isInline = false
    }

    /// The first row that fits counts.
    static let rows: [Row] = [
        Row(marks: .hidden, reason: .hidden, page: "edges", limit: 0.35, isInline: true),
        Row(marks: .comment, reason: .comment, page: "comments", limit: .infinity),
        Row(marks: .consent, reason: .consent, page: "boxes", limit: 0.2),
        Row(marks: .advertisement, reason: .advertisement, page: "boxes", limit: 0.12, isInline: true),
        Row(marks: .share, reason: .share, page: "edges", limit: 0.12, isInline: true),
        Row(marks: .related, reason: .related, page: "boxes", limit: 0.3),
        Row(marks: .navigation, reason: .navigation, page: "edges", limit: 0.35),
        Row(marks: .author, reason: .author, page: "edges", limit: 0.2),
        Row(marks: .newsletter, reason: .newsletter, page: "boxes", limit: 0.15),
        Row(marks: .sidebar, reason: .sidebar, page: "comments", limit: 0.3),
        Row(marks: .footer, reason: .footer, page: "comments", limit: 0.15),
        Row(marks: .header, reason: .header, page: "comments", limit: 0.15),
        Row(marks: .tags, reason: .tags, page: "edges", limit: 0.08, maxLong: 160),
        Row(marks: .caption, reason: .caption, page: "pictures", limit: 0.12, isInline: true),
        Row(marks: .meta, reason: .meta, page: "edges", limit: 0.06, maxLong: 160),
        Row(marks: .tool, reason: .tool, page: "boxes", limit: 0.1),
    ]
}
