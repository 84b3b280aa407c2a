internal import Foundation
internal import LarderHTML
internal import LarderModel
internal import LarderReader

/// The reader as a filter: one JSON line in, one JSON line out.
///
/// In: `{"id", "html": string, "url"?: string}` or `{"id", "bytes_base64", "content_type"?, "url"?}`.
package enum ReaderLines {
    /// The answer to one line; never fails and holds no line break.
    package static func answer(line: String) -> String {
        LineFilter.answer(line) { request, json throws(LineFilter.Refusal) in
            let document: HTMLDocument
            if let html = request["html"]?.string {
                document = HTMLDocument(parsing: html)
            } else if let encoded = request["bytes_base64"]?.string {
                let bytes = try LineFilter.bytes(base64: encoded)
                let contentType = request["content_type"]?.string ?? ""
                document = HTMLDocument(parsing: PageCharset.utf8(bytes, contentType: contentType))
            } else {
                throw LineFilter.Refusal("The line has neither html nor bytes_base64.")
            }
            write(ArticleReader.read(document, url: request["url"]?.string), to: &json)
        }
    }

    private static func write(_ article: ReaderArticle, to json: inout JSONWriter) {
        if let title = article.title { json.member("title", title) }
        json.member("text", article.text)
        json.member("captions", strings: article.captions)
    }
}
