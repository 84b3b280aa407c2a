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
/// What the feed does not say is left out.
enum FeedLines {
    static func write(_ request: JSONValue, to json: inout JSONWriter) throws(LineFilter.Refusal) {
        let bytes: [UInt8]
        if let encoded = request["bytes_base64"]?.string {
            bytes = try LineFilter.bytes(base64: encoded)
        } else if let body = request["body"] ?? request["text"] {
            bytes = Array((body.string ?? body.json).utf8)
        } else {
            throw LineFilter.Refusal("The line has neither bytes_base64 nor body or text.")
        }
        let feed = FeedReader.read(
            bytes,
            contentType: request["content_type"]?.string ?? "",
            url: request["url"]?.string ?? ""
        )
        if let feed {
            json.key("feed")
            json.object { json in
                json.member("format", feed.format.rawValue)
                json.member("title", some: feed.title?.text)
                json.member("link", some: feed.link)
                json.member("language", some: feed.language)
                json.member("next", some: feed.nextPage)
            }
        }
        json.key("entries")
        json.array(feed?.entries ?? []) { json, entry in write(entry, to: &json) }
    }

    private static func write(_ entry: FeedEntry, to json: inout JSONWriter) {
        json.object { json in
            json.member("id", some: entry.id)
            json.member("title", some: entry.title?.text)
            json.member("link", some: entry.link)
            if !entry.authors.isEmpty {
                json.key("author")
                json.array(entry.authors) { json, person in
                    json.object { json in
                        json.member("name", some: person.name)
                        json.member("email", some: person.email)
                    }
                }
            }
            json.member("published", some: entry.published?.iso8601)
            json.member("updated", some: entry.updated?.iso8601)
            json.member("summary", some: entry.summary?.html)
            if !entry.content.isEmpty { json.member("content", strings: entry.content.map(\.html)) }
            write("enclosures", entry.enclosures, to: &json)
            write("media", entry.media, to: &json)
            if !entry.images.isEmpty { json.member("images", strings: entry.images) }
            if !entry.categories.isEmpty { json.member("categories", strings: entry.categories) }
        }
    }

    private static func write(_ name: String, _ files: [FeedFile], to json: inout JSONWriter) {
        guard !files.isEmpty else { return }
        json.key(name)
        json.array(files) { json, file in
            json.object { json in
                json.member("url", file.url)
                json.member("type", some: file.type)
            }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func member(_ name: String, some text: String?) {
        if let text { member(name, text) }
    }
}
