internal import LarderHTML
internal import LarderModel
internal import LarderPageReading
internal import LarderSourceDefinitions

enum NewsRecords {
    /// An outlet ("source" in NewsAPI's words); nil, with a note, where it has no id.
    static func outlet(_ value: JSONValue, into builder: inout EffectBuilder) -> Outlet? {
        var fields = RecordFields(value.members ?? [])
        guard let id = fields.identifier("id") else {
            builder.note(.recordSkipped, "An outlet on \(builder.url) has no id.")
            return nil
        }
        var outlet = Outlet(
            urn: RecordURN.outlet(source: builder.definition.name, id: id),
            outletID: id,
            name: fields.title("name").nonEmpty ?? id,
            summary: fields.text("description").map(FragmentText.plain),
            url: fields.url("url"),
            category: fields.title("category"),
            language: fields.title("language"),
            country: fields.title("country"),
            sortOrders: fields.take("sortBysAvailable", words(of:)) ?? [],
            imageURL: fields.take("urlsToLogos", logo(of:))
        )
        outlet.imageURN = builder.addImage(outlet.imageURL, of: outlet.name)
        outlet.extra = fields.extras()
        builder.noteCuts(fields.cut, of: "The outlet \(id.shortened(to: 133))", urn: outlet.urn)
        return outlet
    }

    /// An article; nil, with a note, where it has no URL or title.
    static func article(_ value: JSONValue, outletID: String?, into builder: inout EffectBuilder) -> Article? {
        var fields = RecordFields(value.members ?? [])
        let (url, title) = (fields.url("url").nonEmpty, fields.title("title").nonEmpty)
        guard let url, let title else {
            let message =
                "An article on \(builder.url) has no \(url == nil ? "URL" : "title"): "
                + "\"\((url ?? title ?? "").shortened(to: 120))\"."
            builder.note(.recordSkipped, message)
            return nil
        }
        var article = Article(urn: RecordURN.article(source: builder.definition.name, url: url), title: title, url: url)
        if let outlet = fields.take("source", source(of:)) {
            article.outletID = outlet.id
            article.outletName = outlet.name.map { CharacterReferences.decoding($0).trimmedSpace }.nonEmpty
        } else {
            article.outletID = outletID.nonEmpty
        }
        article.author = fields.text("author", max: RecordBound.titleBytes.limit)
        for (field, name, role) in [
            (\Article.summary, "description", ItemTextRole.summary), (\.content, "content", .content),
        ] {
            let text = fields.text(name)
            article[keyPath: field] = builder.fragment(text, role: role, itemURN: article.urn, baseURL: url)
        }
        article.publishedText = fields.text("publishedAt", max: 200)
        article.publishedAt = article.publishedText.flatMap(Timestamps.milliseconds)
        article.imageURL = fields.url("urlToImage").nonEmpty
        if title == removedTitle {
            builder.note(.recordRemoved, "The API says that an article was removed: \(url.shortened(to: 200))")
        } else {
            article.imageURN = builder.addImage(article.imageURL, of: title)
        }
        article.extra = fields.extras()
        builder.noteCuts(fields.cut, of: "The article \(url.shortened(to: 120))", urn: article.urn)
        return article
    }

    static func follow(_ article: Article, into builder: inout EffectBuilder) {
        guard article.title != removedTitle else { return }
        builder.page(article.url, itemURN: article.urn, title: article.title)
    }

    /// NewsAPI's title of an article that the publisher has taken back.
    private static let removedTitle = "[Removed]"

    private static func words(of value: JSONValue) -> [String]? {
        guard let items = value.items, items.count <= 100 else { return nil }
        let words = items.compactMap(\.string)
        return words.count == items.count && words.allSatisfy { $0.utf8.count <= 100 } ? words : nil
    }

    /// The largest of the logos that NewsAPI names by size; nil where none has an address.
    private static func logo(of value: JSONValue) -> String? {
        ["large", "medium", "small"].lazy.compactMap { value[$0]?.string?.trimmedASCII.nonEmpty }
            .first { $0.utf8.count <= RecordBound.urlBytes.limit }
    }

    /// `{"id", "name"}`, or the name alone; nil for an object with more in it, which is then kept whole as an extra.
    private static func source(of value: JSONValue) -> (id: String?, name: String?)? {
        if let name = value.string { return (nil, name.utf8.count <= RecordBound.titleBytes.limit ? name : nil) }
        guard let members = value.members,
            members.allSatisfy({ $0.name.isSame(as: "id") || $0.name.isSame(as: "name") })
        else { return nil }
        let id = value["id"]?.text
        let name = value["name"]?.text
        guard (id?.utf8.count ?? 0) <= RecordBound.identifierBytes.limit,
            (name?.utf8.count ?? 0) <= RecordBound.titleBytes.limit
        else { return nil }
        return (id, name)
    }
}
