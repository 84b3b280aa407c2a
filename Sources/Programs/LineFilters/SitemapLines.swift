internal import Foundation
internal import LarderModel
internal import LarderSitemaps

/// A sitemap file as a line of `worker extract`.
///
/// In: `{"kind": "sitemap", "op": "read", "bytes_base64", "content_type"?, "url"}`, or `"text"` instead of the bytes.
/// Out: `{"urls": [{"loc", "lastmod", "images", "title"}], "sitemaps": [{"loc", "lastmod"}], "form", "cut"}`, where
/// `lastmod` is UTC or null and `cut` says that the file is longer than what is read, or broken off.
enum SitemapLines {
    static func write(_ request: JSONValue, to json: inout JSONWriter) throws(LineFilter.Refusal) {
        guard request["op"]?.string == "read" else {
            throw LineFilter.Refusal("\"op\" must be read for the kind sitemap.")
        }
        let text = request["text"]?.string
        let refusal = "The line has neither text nor bytes_base64."
        let bytes = try LineFilter.bytes(of: request, or: text, refusal: refusal)
        var sitemaps: [SitemapLink] = []
        var summary: SitemapSummary?
        json.key("urls")
        json.array { json in
            summary = SitemapReader.read(
                bytes,
                contentType: request["content_type"]?.string ?? "",
                url: request["url"]?.string ?? "",
                nowMs: Int64(Date().timeIntervalSince1970 * 1_000)
            ) { item in
                switch item {
                case .page(let page): write(page, to: &json)
                case .sitemap(let link): sitemaps.append(link)
                }
                return true
            }
        }
        json.array("sitemaps", sitemaps) { json, link in
            json.object { json in
                json.member("loc", link.address)
                json.member("lastmod", link.modified.map(Self.text))
            }
        }
        json.member("form", summary?.form.rawValue)
        json.member("cut", summary?.isCut ?? false)
    }

    private static func write(_ page: SitemapPage, to json: inout JSONWriter) {
        json.object { json in
            json.member("loc", page.address)
            json.member("lastmod", page.modified.map(text))
            json.member("images", list: page.images)
            json.member("title", some: page.title)
        }
    }

    private static func text(_ date: SitemapDate) -> String {
        CivilTime(unixSeconds: date.startMs / 1_000).iso8601
    }
}
