internal import LarderFeeds
internal import LarderModel
internal import LarderPageReading
internal import LarderSourceDefinitions

struct WordPressRecords {
    let definition: SourceDefinition

    private static let maxKept = 100
    /// By how much the quotient of width and height of a size may differ from the picture's.
    private static let maxFormChange = 0.03

    /// Adds an item and what is to be fetched for it; nil: the object is not wanted.
    ///
    /// - Parameter type: The list's type: its identifiers name its items, whose addresses may change.
    func add(_ value: JSONValue, of type: String, to builder: inout EffectBuilder) -> String? {
        guard let page = self.page(of: value) else {
            builder.note(
                .recordSkipped,
                "An object on \(builder.url) has no address (id \(value["id"]?.text?.shortened(to: 40) ?? "missing"))."
            )
            return nil
        }
        guard let urn = urn(of: value, type) else { return nil }
        let title = FragmentText.line(rendered(value["title"]) ?? "").nonEmpty ?? page.description
        // In place of what a password protects there is only the request for it.
        let isProtected = needsPassword(value["content"])
        let content = isProtected ? nil : rendered(value["content"])
        let modified = value["modified_gmt"]?.string.flatMap { FeedDate($0)?.endMilliseconds }
        let terms = terms(value)
        var article = Article(
            urn: urn,
            author: author(value),
            title: title.prefix(bytes: RecordBound.titleBytes.limit),
            url: page.description,
            publishedText: value["date_gmt"]?.string?.prefix(bytes: 200),
            publishedAt: time(value["date_gmt"])
        )
        let base = page.description
        let excerpt = isProtected || needsPassword(value["excerpt"]) ? nil : rendered(value["excerpt"])
        article.summary = builder.markup(excerpt, role: .summary, itemURN: urn, baseURL: base)
        if definition.wordPress.body != .page {
            article.content = builder.markup(content, role: .content, itemURN: urn, baseURL: base)
        }
        let picture = picture(value, content: content, base: base)
        article.imageURL = picture.first?.url
        article.imageURN = builder.addImage(picture, of: title)
        article.extra = extra(value, terms)
        if definition.site == .recipe {
            var recipe = Recipe(article, categories: terms.categories)
            recipe.keywords = terms.tags
            builder.add(recipe)
        } else {
            builder.add(article)
        }
        builder.addProvenance(of: urn, origin: isProtected ? .list : .record)
        if definition.wordPress.body != .rest, !isProtected {
            builder.follow(page, itemURN: urn, changed: definition.wordPress.since == .auto ? modified : nil)
        }
        return urn
    }

    /// The name of a list's item; nil: it has no address, or none that is wanted.
    func urn(of value: JSONValue, _ type: String) -> String? {
        guard let page = page(of: value), definition.scope.hasPath(of: page) else { return nil }
        return value["id"]?.integer.map { definition.itemURN(id: "\(type)-\($0)") }
            ?? definition.itemURN(page.description)
    }

    func page(of value: JSONValue) -> WebAddress? {
        value["link"]?.string.flatMap { WebAddress($0, relativeTo: definition.base) }
    }

    // MARK: Fields

    private func rendered(_ value: JSONValue?) -> String? {
        (value?["rendered"]?.string ?? value?.string)?.trimmedSpace.nonEmpty
    }

    private func needsPassword(_ value: JSONValue?) -> Bool { value?["protected"] == .boolean(true) }

    /// WordPress writes times in UTC without saying so.
    private func time(_ value: JSONValue?) -> Int64? { value?.string.flatMap { FeedDate($0)?.unixMilliseconds } }

    private func author(_ value: JSONValue) -> String? {
        let names = (value["_embedded"]?["author"]?.items ?? []).prefix(Self.maxKept)
            .compactMap { $0["name"]?.string.map(FragmentText.line).nonEmpty }
        return names.joined(separator: ", ").prefix(bytes: RecordBound.titleBytes.limit).nonEmpty
    }

    /// The files of the featured picture, else of the first one in the content.
    private func picture(_ value: JSONValue, content: String?, base: String) -> [ReaderPictureCandidate] {
        let media = value["_embedded"]?["wp:featuredmedia"]?.items?.first
        let details = media?["media_details"]
        guard let own = file(media, size: details) ?? file(value, url: "jetpack_featured_media_url") else {
            return content.map { FragmentPicture.candidates(in: $0, base: base) } ?? []
        }
        guard let width = details?["width"]?.integer, let height = details?["height"]?.integer, width > 0, height > 0
        else { return [own] }
        let sizes = (details?["sizes"]?.members ?? []).prefix(Self.maxKept).map(\.value).filter { size in
            // Sizes of another form show a part of the picture.
            guard let other = size["width"]?.integer, let high = size["height"]?.integer, high > 0 else { return false }
            return abs(Double(other) / Double(high) * Double(height) / Double(width) - 1) < Self.maxFormChange
        }
        return [own] + sizes.compactMap { file($0, size: $0) }
    }

    private func file(
        _ value: JSONValue?,
        url: String = "source_url",
        size: JSONValue? = nil
    ) -> ReaderPictureCandidate? {
        guard let url = value?[url]?.string?.trimmedASCII.nonEmpty, url.utf8.count <= RecordBound.urlBytes.limit else {
            return nil
        }
        return ReaderPictureCandidate(url: url, width: min(max(0, size?["width"]?.integer ?? 0), 100_000))
    }

    private func terms(_ value: JSONValue) -> (categories: [String], tags: [String]) {
        var (categories, tags): ([String], [String]) = ([], [])
        for term in (value["_embedded"]?["wp:term"]?.items ?? []).flatMap({ $0.items ?? [] }) {
            guard let name = term["name"]?.string.map(FragmentText.line).nonEmpty else { continue }
            switch term["taxonomy"]?.string {
            case "category" where categories.count < Self.maxKept: categories.append(name)
            case "post_tag" where tags.count < Self.maxKept: tags.append(name)
            default: break
            }
        }
        return (categories, tags)
    }

    private func extra(_ value: JSONValue, _ terms: (categories: [String], tags: [String])) -> ExtraFields {
        var extra = ExtraFields()
        if let id = value["id"]?.integer { extra.append(ExtraField(name: "id", json: String(id))) }
        for name in ["modified_gmt", "type"] {
            guard let text = value[name]?.string, text.utf8.count <= 200 else { continue }
            extra.append(ExtraField(name: name, json: JSONValue.string(text).json))
        }
        guard definition.site != .recipe else { return extra }
        extra.add("categories", texts: terms.categories)
        extra.add("tags", texts: terms.tags)
        return extra
    }
}
