/// What the values of `role`, `itemprop` and `rel` say that an element holds.
enum AttributeMarks {
    struct Row {
        let word: String
        let marks: ClassMarks
        /// The page of our own tests that reads otherwise without the row.
        let page: String

        init(_ word: String, _ marks: ClassMarks, on page: String) {
            self.word = word
            self.marks = marks
            self.page = page
        }
    }

    /// ARIA roles (WAI-ARIA 1.2, landmarks and widgets).
    static let roles: [Row] = [
        Row("navigation", .navigation, on: "roles"), Row("banner", .header, on: "roles"),
        Row("contentinfo", .footer, on: "roles"), Row("complementary", .sidebar, on: "roles"),
        Row("search", .tool, on: "roles"), Row("dialog", .tool, on: "roles"), Row("alert", .tool, on: "roles"),
        Row("menu", .navigation, on: "roles"), Row("toolbar", .tool, on: "roles"),
        Row("tablist", .navigation, on: "roles"),
    ]

    /// Properties of schema.org as `itemprop` names them.
    static let properties: [Row] = [
        Row("articleBody", .body, on: "properties"), Row("comment", .comment, on: "properties"),
        Row("author", [.meta, .byline], on: "properties"), Row("datePublished", [.meta, .date], on: "properties"),
        Row("publisher", .meta, on: "properties"), Row("keywords", .tags, on: "properties"),
        Row("breadcrumb", .navigation, on: "properties"),
    ]

    /// Link relations (HTML §4.6.7).
    static let relations: [Row] = [
        Row("author", [.meta, .byline], on: "relations"), Row("tag", .tags, on: "relations"),
    ]
}
