internal import LarderFeeds
internal import LarderModel

/// A feed as members of a JSON object.
///
/// In: `{"kind": "feed", "op": "read", "bytes_base64" or "body", "content_type"?, "url"?}`. Out:
///
/// | key | value |
/// | --- | --- |
/// | `feed` | `format` (`rss`, `rdf`, `atom` or `json`), `title`, `link`, `language`, `next` (the address of older entries); left out where it is no feed |
/// | `entries` | objects in the feed's order, with `id`, `title`, `link`, `author` (objects with `name` and `email`), `published` and `updated` (UTC), `summary` and `content` (HTML), `enclosures` and `media` (objects with `url` and `type`), `images` (addresses) and `categories` |
///
/// Absent values are left out.
enum FeedLines {
    static func write(_ request: JSONValue, to json: inout JSONWriter) throws(LineFilter.Refusal) {
        let text = (request["body"] ?? request["text"]).map { $0.string ?? $0.json }
        let feed = FeedReader.read(
            try LineFilter.bytes(of: request, or: text, refusal: "The line has neither bytes_base64 nor body or text."),
            contentType: request["content_type"]?.string ?? "",
            url: request["url"]?.string ?? ""
        )
        if let feed {
            json.object("feed") { json in
                json.member("format", feed.format.rawValue)
                json.member("title", some: feed.title?.text)
                json.member("link", some: feed.link)
                json.member("language", some: feed.language)
                json.member("next", some: feed.nextPage)
            }
        }
        json.array("entries", feed?.entries ?? []) { json, entry in write(entry, to: &json) }
    }

    private static func write(_ entry: FeedEntry, to json: inout JSONWriter) {
        json.object { json in
            json.member("id", some: entry.id)
            json.member("title", some: entry.title?.text)
            json.member("link", some: entry.link)
            if !entry.authors.isEmpty {
                json.array("author", entry.authors) { json, person in
                    json.object { json in
                        json.member("name", some: person.name)
                        json.member("email", some: person.email)
                    }
                }
            }
            json.member("published", some: entry.published?.iso8601)
            json.member("updated", some: entry.updated?.iso8601)
            json.member("summary", some: entry.summary?.html)
            json.member("content", list: entry.content.map(\.html))
            write("enclosures", entry.enclosures, to: &json)
            write("media", entry.media, to: &json)
            json.member("images", list: entry.images)
            json.member("categories", list: entry.categories)
        }
    }

    private static func write(_ name: String, _ files: [FeedFile], to json: inout JSONWriter) {
        guard !files.isEmpty else { return }
        json.array(name, files) { json, file in
            json.object { json in
                json.member("url", file.url)
                json.member("type", some: file.type)
            }
        }
    }
}
