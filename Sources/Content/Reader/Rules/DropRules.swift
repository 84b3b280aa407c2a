/// Which marks make an element be left out, and how much of the page's prose it may hold at most.
///
/// The limits keep a word that a page uses for something else from taking the body away.
enum DropRules {
    struct Row {
        let marks: ClassMarks
        let reason: DropReason
        /// The largest share of the page's prose, 0 to 1, with which the element is still left out.
        let limit: Float
        /// The most scalars of long paragraphs with which the element is still left out.
        var maxLong: Float = .infinity
        /// Whether it also holds for elements inside a paragraph.
        var isInline = false
    }

    /// The first row that fits counts.
    static let rows: [Row] = [
        Row(marks: .hidden, reason: .hidden, limit: 0.35, isInline: true),
        Row(marks: .comment, reason: .comment, limit: 1),
        Row(marks: .consent, reason: .consent, limit: 0.2),
        Row(marks: .advertisement, reason: .advertisement, limit: 0.12, isInline: true),
        Row(marks: .share, reason: .share, limit: 0.12, isInline: true),
        Row(marks: .related, reason: .related, limit: 0.3),
        Row(marks: .navigation, reason: .navigation, limit: 0.35),
        Row(marks: .author, reason: .author, limit: 0.2),
        Row(marks: .newsletter, reason: .newsletter, limit: 0.15),
        Row(marks: .sidebar, reason: .sidebar, limit: 0.3),
        Row(marks: .footer, reason: .footer, limit: 0.15),
        Row(marks: .header, reason: .header, limit: 0.15),
        Row(marks: .tags, reason: .tags, limit: 0.08, maxLong: 160),
        Row(marks: .caption, reason: .caption, limit: 0.12, isInline: true),
        Row(marks: .meta, reason: .meta, limit: 0.06, maxLong: 160),
        Row(marks: .tool, reason: .tool, limit: 0.1),
    ]

    /// Elements left out by what they are, where the limit of the row allows it.
    static let contexts: [(context: PageContext, reason: DropReason, limit: Float)] = [
        (.navigation, .navigation, 0.35), (.footer, .footer, 0.15), (.aside, .sidebar, 0.2), (.form, .form, 0.15),
    ]
}
