internal import LarderFeeds
internal import LarderModel
internal import LarderSourceDefinitions

struct MediaWikiRecords {
    let definition: SourceDefinition

    private static let maxCategories = 100

    func address(of page: JSONValue) -> WebAddress? {
        page["fullurl"]?.string.flatMap { WebAddress($0, relativeTo: definition.base) }
    }

    /// Adds what a list says of a page, and the job for its text; nil: the object is not wanted.
    func add(_ page: JSONValue, to builder: inout EffectBuilder) -> String? {
        guard let id = page["pageid"]?.integer, id > 0, let name = page["title"]?.string else {
            builder.noteOfJob(.entryUnread, "An object on \(builder.url) has no page id and title.")
            return nil
        }
        let address = address(of: page)
        if let address, !definition.scope.hasPath(of: address) { return nil }
        let urn = definition.itemURN(id: String(id))
        let revision = page["revisions"]?.items?.first
        let time = revision?["timestamp"]?.string
        let date = time.flatMap { FeedDate($0) }
        var article = Article(
            urn: urn,
            author: revision?["user"]?.string.flatMap(author),
            title: title(page, or: name),
            url: address?.description,
            publishedText: time?.prefix(bytes: 200),
            publishedAt: date?.unixMilliseconds
        )
        article.isPartial = true
        article.language = page["pagelanguage"]?.string.flatMap {
            $0.utf8.count <= RecordBound.languageBytes.limit ? $0 : nil
        }
        article.extra.append(ExtraField(name: "id", json: String(id)))
        // A page whose last revision is another one is asked for, whatever their times are.
        if let last = page["lastrevid"]?.integer { article.extra.add("lastrevid", .number(String(last))) }
        add(article, to: &builder)
        builder.addProvenance(of: urn, origin: .list)
        guard definition.mediaWiki.body == .api else {
            if let address { builder.follow(address, itemURN: urn, changed: date?.endMilliseconds) }
            return urn
        }
        let work = RecordWork(recordID: String(id), itemURN: urn, freshSince: date.map { $0.endMilliseconds + 1 })
        builder.add(FoundJobs.api(definition, .record(work)))
        return urn
    }

    /// Adds a page's record, and its HTML as its body.
    func add(_ page: JSONValue, html: String, of work: RecordWork, to builder: inout EffectBuilder) {
        let name = page["title"]?.string ?? work.recordID
        let title = title(page, or: name)
        let article = Article(urn: work.itemURN, title: title)
        let categories = (page["categories"]?.items ?? []).filter { $0["hidden"] != .boolean(true) }
            .compactMap { ($0["category"] ?? $0["*"])?.string?.replacing("_", with: " ") }
        add(article, categories: Array(categories.prefix(Self.maxCategories)), to: &builder)
        builder.addProvenance(of: work.itemURN)
        guard html.utf8.contains(where: { $0 > 0x20 }) else { return }
        let address = definition.base.endpoint("/index.php", query: [("curid", work.recordID)])
        builder.addBody(html: html, title: title, itemURN: work.itemURN, baseURL: address.description)
    }

    private func add(_ article: Article, categories: [String] = [], to builder: inout EffectBuilder) {
        if definition.site == .recipe { return builder.add(Recipe(article, categories: categories)) }
        var article = article
        article.extra.add("categories", texts: categories)
        builder.add(article)
    }

    /// A user's name, without the wiki's name that an imported revision has before it.
    private func author(_ user: String) -> String? {
        let name = user.split(separator: ">").last.map { FragmentText.line(String($0)) } ?? ""
        return name.prefix(bytes: RecordBound.titleBytes.limit).nonEmpty
    }

    /// The title as the wiki shows it, which may be set in italics.
    private func title(_ page: JSONValue, or name: String) -> String {
        let shown = page["displaytitle"]?.string.map(FragmentText.line).nonEmpty
        return (shown ?? name).prefix(bytes: RecordBound.titleBytes.limit)
    }
}
