package import LarderModel

/// What tells that an article's text ends before a further page: one line for all articles of a source, and one with
/// the addresses.
package enum FurtherPageNotes {
    /// Of a page that cannot be had, or is none of the article's.
    ///
    /// - Parameters:
    ///   - reason: Why not.
    ///   - number: Which page of the article it is.
    ///   - urn: The item's or its text's.
    ///   - source: The name of the source.
    package static func missing(
        _ reason: String,
        page number: Int,
        at url: String,
        of urn: String,
        source: String
    ) -> [JobNote] {
        notes(
            .furtherPageMissing,
            "\(source) names further pages of articles that cannot be had",
            "Page \(number), \(url.shortened(to: 400)), cannot be had (\(reason)): the text ends before it.",
            urn
        )
    }

    /// Of a page at another host or with another scheme, which is not followed.
    ///
    /// - Parameters:
    ///   - article: Where the article's first page is.
    ///   - urn: The text's.
    ///   - source: The name of the source.
    package static func elsewhere(_ url: String, article: String, of urn: String, source: String) -> [JobNote] {
        notes(
            .furtherPageElsewhere,
            "\(source) has articles that go on at another host or with another scheme, where they are not followed",
            "\(article.shortened(to: 400)) goes on at \(url.shortened(to: 400)), another host or scheme: "
                + "the text ends before it.",
            urn
        )
    }

    private static func notes(_ code: NoteCode, _ ofAll: String, _ ofOne: String, _ urn: String) -> [JobNote] {
        [
            JobNote(code: code.rawValue, message: ofAll),
            JobNote(code: code.rawValue, message: ofOne, urn: urn),
        ]
    }
}
