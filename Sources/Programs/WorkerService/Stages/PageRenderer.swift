internal import LarderHTML
internal import LarderText

/// HTML bytes to attributed text: charset, parse, layout.
enum PageRenderer {
    /// The text, and the language that the page says it is in.
    ///
    /// - Parameters:
    ///   - contentType: The `Content-Type` field, for its charset.
    ///   - url: What relative links are relative to.
    ///   - isFragment: A piece of HTML out of a record rather than a whole page.
    ///   - job: Told of each step.
    /// - Throws: `CancellationError` between two steps, when nobody wants the job any more.
    static func render(
        _ bytes: [UInt8],
        contentType: String,
        url: String,
        isFragment: Bool,
        _ job: RunningJob
    ) throws -> (text: AttributedText, language: String?) {
        try job.enter(.parse)
        let utf8 = PageCharset.utf8(bytes, contentType: contentType)
        let document = HTMLDocument(parsing: utf8)
        try job.enter(.layout)
        let text = TextRenderer(.archive(isFragment: isFragment)).render(document, documentURL: url.isEmpty ? nil : url)
        return (text, document.language)
    }
}
