internal import LarderFeeds
internal import LarderModel
internal import LarderSourceDefinitions

struct WordPressRecords {
    let definition: SourceDefinition

    private static let maxKept = 100

    /// Adds an item and what is to be fetched for it; nil: the object is not wanted.
    func add(_ value: JSONValue, to builder: inout EffectBuilder) -> String? {
        guard let page = self.page(of: value) else {
            builder.note(
                .recordSkipped,
                "An object on \(builder.url) has no address (id \(value["id"]?.text?.shortened(to: 40) ?? "missing"))."
            )
            return nil
        }
        guard definition.scope.hasPath(of: page) else { return nil }
        let urn = definition.itemURN(page.description)
        let title = FragmentText.line(rendered(value["title"]) ?? "").nonEmpty ?? page.description
        let content = value["content"]?["protected"] == .boolean(true) ? nil : rendered(value["content"])
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
        article.summary = builder.markup(rendered(value["excerpt"]), role: .summary, itemURN: urn, baseURL: base)
        if definition.wordPress.body != .page {
            article.content = builder.markup(content, role: .content, itemURN: urn, baseURL: base)
        }
        article.imageURL = picture(value) ?? content.flatMap { FeedText($0, isHTML: true).firstPicture }
        article.imageURN = builder.addImage(article.imageURL, of: title)
        article.extra = extra(value, terms)
        if definition.site == .recipe {
            var recipe = Recipe(article, categories: terms.categories)
            recipe.keywords = terms.tags
            builder.add(recipe)
        } else {
            builder.add(article)
        }
        builder.addProvenance(of: urn)
        if definition.wordPress.body != .rest {
            builder.follow(page, itemURN: urn, changed: definition.wordPress.since == .auto ? modified : nil)
        }
        return urn
    }

    func page(of value: JSONValue) -> WebAddress? {
        value["link"]?.string.flatMap { WebAddress($0, relativeTo: definition.base) }
    }

    // MARK: Fields

    private func rendered(_ value: JSONValue?) -> String? {
        (value?["rendered"]?.string ?? value?.string)?.trimmedSpace.nonEmpty
    }

    /// WordPress writes times in UTC without saying so.
    private func time(_ value: JSONValue?) -> Int64? { value?.string.flatMap { FeedDate($0)?.unixMilliseconds } }

    private func author(_ value: JSONValue) -> String? {
        let names = (value["_embedded"]?["author"]?.items ?? []).prefix(Self.maxKept)
            .compactMap { $0["name"]?.string.map(FragmentText.line).nonEmpty }
        return names.joined(separator: ", ").prefix(bytes: RecordBound.titleBytes.limit).nonEmpty
    }

    private func picture(_ value: JSONValue) -> String? {
        let media = value["_embedded"]?["wp:featuredmedia"]?.items?.first
        let urls = [media?["source_url"]?.string, value["jetpack_featured_media_url"]?.string]
        return urls.lazy.compactMap { $0?.trimmedASCII.nonEmpty }.first { $0.utf8.count <= RecordBound.urlBytes.limit }
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
