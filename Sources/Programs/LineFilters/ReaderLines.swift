internal import Foundation
internal import LarderHTML
internal import LarderModel
internal import LarderPageReading

/// `worker read`: one JSON line in, one JSON line out.
///
/// In: `{"id", "html": string, "url"?: string}` or `{"id", "bytes_base64", "content_type"?, "url"?}`, whose encoding is
/// found by its `Content-Type` and bytes; with `"markup": true` the answer has the body as HTML
/// too, with `"left_out": true` what is no part of it. Out:
///
/// | key | value |
/// | --- | --- |
/// | `id` | as it came in |
/// | `encoding` | what bytes were decoded from, by its name in the Encoding Standard; left out for `html` |
/// | `title`, `byline`, `published`, `lead_image`, `site`, `language`, `excerpt` | strings; left out where the page has none |
/// | `text` | the text of the body, a line for each block |
/// | `captions`, `images` | texts of captions, URLs of the pictures in the body |
/// | `readerable` | whether the page is one article |
/// | `method`, `confidence` | how the body was found, and how sure that is, 0 to 1 |
/// | `pages` | URLs of the article's further pages; left out where it has none |
/// | `left_out` | the blocks of the article's own element that are no part of it: objects with `rule`, `characters` and `text` |
///
/// A line that cannot be understood gives `{"error": …}`, with the `id` where there is one.
package enum ReaderLines: LineAnswers {
    package static func answer(line: consuming [UInt8]) -> [UInt8] {
        LineFilter.answer(line) { request, json throws(LineFilter.Refusal) in
            let (document, encoding) = try LineFilter.page(of: request)
            let article = ArticleReader.read(document, url: request["url"]?.string)
            json.member("encoding", some: encoding)
            write(article, document, to: &json)
            if request["markup"] == .boolean(true) { json.member("markup", article.markup(in: document)) }
            json.member("pages", list: article.furtherPages)
            guard request["left_out"] == .boolean(true) else { return }
            json.key("left_out")
            json.array(article.leftOut) { json, part in
                json.object { json in
                    json.member("rule", part.rule)
                    let text = part.block.text(in: document)
                    json.member("characters", text.unicodeScalars.count)
                    json.member("text", text)
                }
            }
        }
    }

    private static func write(_ article: ReaderArticle, _ document: HTMLDocument, to json: inout JSONWriter) {
        json.member("title", some: article.title)
        json.member("byline", some: article.byline)
        json.member("published", some: article.published)
        json.member("lead_image", some: article.leadPicture)
        json.member("site", some: article.siteName)
        json.member("language", some: article.language)
        json.member("excerpt", some: article.excerpt)
        let isLinked = article.method == .linkedData
        json.member("text", isLinked ? article.linkedText.joined(separator: "\n") : article.body.text(in: document))
        json.member("captions", strings: article.captions.map { $0.text(in: document) }.filter { !$0.isEmpty })
        json.member("images", strings: article.pictures.map(\.url))
        json.member("readerable", article.isReadable)
        json.member("method", article.method.rawValue)
        json.member("confidence", (article.confidence * 1_000).rounded() / 1_000)
    }
}
