internal import LarderModel

/// Reads JSON Feed 1.0 and 1.1.
enum JSONFeed {
    /// What the feed says; nil where the text is no JSON Feed.
    static func read(_ text: [UInt8], url: String) -> Feed? {
        guard let json = try? JSONParser.parse(text, lenient: true), case .object = json else { return nil }
        let isDeclared = json["version"]?.string?.contains("jsonfeed.org") == true
        guard isDeclared || hasFeedNames(json) else { return nil }
        var feed = Feed(format: .json)
        func address(_ value: JSONValue?) -> String? {
            value?.string?.trimmedASCII.nonEmpty.map { FeedAddress.resolve($0, url) }
        }
        feed.title = plainText(json["title"])
        feed.link = address(json["home_page_url"])
        feed.language = json["language"]?.string?.trimmedSpace.nonEmpty
        feed.authors = people(json)
        feed.nextPage = address(json["next_url"])
        feed.entries = (json["items"]?.items ?? []).filter { $0.members != nil }.map { entry($0, feed, address) }
        return feed
    }

    /// Whether an object that does not say so is a JSON Feed: many APIs call their lists `items` too.
    private static func hasFeedNames(_ json: JSONValue) -> Bool {
        guard let items = json["items"]?.items?.filter({ $0["id"] != nil }), !items.isEmpty else { return false }
        let isNamed = ["home_page_url", "feed_url"].contains { json[$0] != nil }
        // Dates are called so in other APIs too.
        return isNamed || items.contains { item in ["content_html", "content_text"].contains { item[$0] != nil } }
    }

    private static func plainText(_ value: JSONValue?) -> FeedText? {
        value?.string?.trimmedSpace.nonEmpty.map { FeedText($0, isHTML: false) }
    }

    private static func entry(_ item: JSONValue, _ feed: Feed, _ address: (JSONValue?) -> String?) -> FeedEntry {
        var entry = FeedEntry()
        entry.id = item["id"]?.text?.trimmedSpace.nonEmpty
        entry.title = plainText(item["title"])
        entry.link = address(item["url"]) ?? address(item["external_url"])
        if entry.link == nil, let id = entry.id, id.hasPrefix("http://") || id.hasPrefix("https://") { entry.link = id }
        entry.authors = people(item)
        if entry.authors.isEmpty { entry.authors = feed.authors }
        entry.summary = plainText(item["summary"])
        if let html = item["content_html"]?.string?.nonEmpty {
            let base = address(.string(".")) ?? ""
            let text = MarkupAddresses.absolute(Array(html.utf8), base: base, isPage: false)
            entry.content = [FeedText(String(decoding: text, as: UTF8.self), isHTML: true)]
        } else if let text = item["content_text"]?.string?.nonEmpty {
            entry.content = [FeedText(text, isHTML: false)]
        }
        if let text = item["date_published"]?.text { entry.published = FeedDate(text) }
        if let text = item["date_modified"]?.text { entry.updated = FeedDate(text) }
        entry.dateText = item["date_published"]?.text ?? item["date_modified"]?.text
        entry.images = [item["image"], item["banner_image"]].compactMap { address($0) }
        var builder = EntryBuilder()
        for tag in item["tags"]?.items ?? [] { builder.add(category: tag.text ?? "") }
        entry.categories = builder.entry.categories
        entry.enclosures = (item["attachments"]?.items ?? []).compactMap { file in
            address(file["url"]).map {
                let (type, length) = (file["mime_type"]?.string, file["size_in_bytes"]?.text)
                return FeedFile(url: $0, type: type, length: length, title: file["title"]?.string)
            }
        }
        return entry
    }

    private static func people(_ value: JSONValue) -> [FeedPerson] {
        let authors = value["authors"]?.items ?? value["author"].map { [$0] } ?? []
        return authors.compactMap { $0["name"]?.string?.trimmedSpace.nonEmpty ?? $0.string?.trimmedSpace.nonEmpty }
            .map { FeedPerson(name: $0) }
    }
}
