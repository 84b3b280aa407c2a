package import LarderModel

/// Notes that an article's text ends before a further page: one for the whole source, one with the addresses.
package enum FurtherPageNotes {
    /// A page that cannot be had, or is none of the article's.
    ///
    /// - Parameter urn: The URN of the item or of its text.
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

    /// A page at another host or with another scheme, which is not followed.
    ///
    /// - Parameter article: The address of the article's first page.
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
