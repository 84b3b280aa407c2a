/// One news article, in plain text.
package struct SampleArticle: Sendable, Equatable {
    /// The position, `0 ..< articles`.
    package let index: Int
    /// The last part of its path, ending in its position.
    package let slug: String
    /// The headline in plain text.
    package let title: String
    /// As the API gives it: a name, several names, a URL, or nil.
    package let author: String?
    /// The teaser in plain text.
    package let teaser: String
    /// The text, 5 to 9 paragraphs.
    package let paragraphs: [String]
    /// What ``speaker`` says in the middle of the page.
    package let quote: String
    /// A name.
    package let speaker: String
    /// A heading within the text.
    package let heading: String
    /// What stands below the picture, or nil.
    package let caption: String?
    /// The id of its source, one of ``SampleSite/newsSourceIDs``.
    package let sourceID: String
    /// When it was published, seconds since 1970 (UTC); it never changes afterwards.
    package let published: Int
    /// The path of its picture, or nil for the one in eleven without.
    package let imagePath: String?
    /// The path of its page, `/news/<slug>`.
    package var path: String { "/news/" + slug }
}
