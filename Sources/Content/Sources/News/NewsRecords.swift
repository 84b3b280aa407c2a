import LarderProtocol

/// Makes outlets and articles out of NewsAPI's objects, of both versions.
enum NewsRecords {
    /// An outlet ("source" in NewsAPI's words); nil, with a note, where it has no id.
    static func outlet(_ value: JSONValue, into builder: inout EffectBuilder) -> WireOutlet? {
        var fields = RecordFields(value.members ?? [])
        guard let id = fields.identifier("id") else {
            builder.note(.recordSkipped, "An outlet on \(builder.answer.redactedURL) has no id.")
            return nil
        }
        var outlet = WireOutlet()
        outlet.urn = Names.outlet(builder.definition.name, id)
        outlet.outletID = id
        outlet.name = fields.title("name").flatMap { $0.isEmpty ? nil : $0 } ?? id
        if let text = fields.text("description") { outlet.summary = text }
        if let text = fields.url("url") { outlet.url = text }
        if let text = fields.title("category") { outlet.category = text }
        if let text = fields.title("language") { outlet.language = text }
        if let text = fields.title("country") { outlet.country = text }
        outlet.sortOrders = fields.take("sortBysAvailable", words(of:)) ?? []
        outlet.extra = fields.extras()
        noteCuts(fields, "outlet \(id)", &builder)
        return outlet
    }

    /// A whole article; nil, with a note, where it has no URL or title.
    ///
    /// - Parameter outletID: The outlet that was asked for, where the article does not name one (v1).
    static func article(_ value: JSONValue, outletID: String?, into builder: inout EffectBuilder) -> WireArticle? {
        var fields = RecordFields(value.members ?? [])
        var article = WireArticle()
        article.url = fields.url("url") ?? ""
        article.title = fields.title("title") ?? ""
        guard !article.url.isEmpty, !article.title.isEmpty else {
            let lack = article.url.isEmpty ? "URL" : "title"
            let what = article.url.isEmpty ? article.title : article.url
            builder.note(
                .recordSkipped,
                "An article on \(builder.answer.redactedURL) has no \(lack): \"\(what.shortened(to: 120))\"."
            )
            return nil
        }
        article.urn = Names.article(builder.definition.name, url: article.url)
        if let outlet = fields.take("source", source(of:)) {
            if let id = outlet.id { article.outletID = id }
            article.outletName = Entities.decoded(outlet.name ?? "").trimmedSpace
        } else if let outletID, !outletID.isEmpty {
            article.outletID = outletID
        }
        if let text = fields.text("author", max: SourceLimits.maxTitleBytes) { article.author = text }
        if let text = fields.text("description") { article.summary = text }
        if let text = fields.text("content") { article.content = text }
        if let text = fields.text("publishedAt", max: 200) {
            article.publishedAt = text
            if let time = Timestamps.milliseconds(text) { article.publishedAtMs = time }
        }
        article.imageURL = fields.url("urlToImage") ?? ""
        let isRemoved = article.title == "[Removed]"
        if isRemoved {
            builder.note(.recordRemoved, "The API says that an article was removed: \(article.url.shortened(to: 200))")
        } else {
            article.imageUrn = builder.image(article.imageURL, of: article.title)
        }
        article.extra = fields.extras()
        noteCuts(fields, "article \(article.url.shortened(to: 120))", &builder)
        return article
    }

    /// Finds what belongs to an article: its web page, and the pieces of HTML in it.
    static func follow(_ article: WireArticle, into builder: inout EffectBuilder) {
        guard article.title != "[Removed]" else { return }
        builder.page(article.url, itemURN: article.urn, title: article.title)
        if article.hasSummary {
            builder.fragment(article.summary, part: "summary", itemURN: article.urn, baseURL: article.url)
        }
        if article.hasContent {
            builder.fragment(article.content, part: "content", itemURN: article.urn, baseURL: article.url)
        }
    }

    private static func noteCuts(_ fields: RecordFields, _ what: String, _ builder: inout EffectBuilder) {
        guard !fields.cut.isEmpty else { return }
        let names = Set(fields.cut).sorted().joined(separator: ", ")
        builder.note(.fieldCut, "The \(what.shortened(to: 140)) has fields that are too long: \(names).")
    }

    private static func words(of value: JSONValue) -> [String]? {
        guard let items = value.items, items.count <= 100 else { return nil }
        let words = items.compactMap(\.string)
        return words.count == items.count && words.allSatisfy { $0.utf8.count <= 100 } ? words : nil
    }

    /// `{"id", "name"}`, or the name alone; nil for an object with more in it, which is then kept whole as an extra.
    private static func source(of value: JSONValue) -> (id: String?, name: String?)? {
        if let name = value.string { return (nil, name.utf8.count <= SourceLimits.maxTitleBytes ? name : nil) }
        guard let members = value.members, members.allSatisfy({ $0.name == "id" || $0.name == "name" }) else {
            return nil
        }
        let id = value["id"]?.text
        let name = value["name"]?.text
        guard (id?.utf8.count ?? 0) <= 1_024, (name?.utf8.count ?? 0) <= SourceLimits.maxTitleBytes else { return nil }
        return (id, name)
    }
}
