internal import Foundation
internal import GRDB
internal import Larder
internal import LarderCatalog
internal import LarderModel
internal import LarderPages

extension ViewerPages {
    /// The items with these identifiers, in their order; two statements, and those of each item.
    ///
    /// - Parameter hasText: Whether the whole texts are wanted, rather than small pictures.
    package func feedItems(_ ids: [Int64], hasText: Bool) throws -> [FeedItem] {
        let sql = """
            SELECT item.urn, item.time, \(LarderReader.addedTime(now: "?1"))
            FROM json_each(?2) AS wanted CROSS JOIN item ON item.id = wanted.value
            LEFT JOIN sync ON sync.id = item.addedSyncID ORDER BY wanted.key
            """
        let list = JSONWriter.text { writer in writer.array(ids) { $0.value($1) } }
        let rows = try Row.fetchAll(reader.database.bound(sql, milliseconds, list))
        let changes = try reader.latestChanges(of: rows.map { try $0.value(0) })
        return try rows.compactMap { row in
            let urn: String = try row.value(0)
            let found = try urn.hasPrefix("recipe:") ? recipeItem(urn, hasText) : articleItem(urn, hasText)
            guard var item = found else { return nil }
            let (time, added): (Int64, Int64) = try (row.value(1), row.value(2))
            if time != 0 { item.published = time }
            item.added = added > 0 ? added : time
            item.updated = max(changes[urn] ?? item.added, time)
            return item
        }
    }

    /// ``now`` in Unix milliseconds.
    package var milliseconds: Int64 { Int64(now.timeIntervalSince1970 * 1_000) }

    private func recipeItem(_ urn: String, _ hasText: Bool) throws -> FeedItem? {
        guard let item = try reader.recipe(urn) else { return nil }
        let authors = item.authors.filter { WebAddress($0) == nil }
        var made = feedItem(urn, item.source, item.title, item.recipe.language, page: item.page)
        made.author = authors.isEmpty ? item.publisher ?? item.source : authors.joined(separator: ", ")
        made.summary = item.summary
        made.categories = (item.categories + item.cuisines + item.keywords).distinct
        made.picture = feedPicture(item.pictures.main)
        if hasText { made.text = try text(of: item) } else { made.thumbnail = try thumbnail(item.pictures.main) }
        return made
    }

    private func articleItem(_ urn: String, _ hasText: Bool) throws -> FeedItem? {
        guard let item = try reader.article(urn) else { return nil }
        var made = feedItem(urn, item.source, item.title, item.article.language, page: item.page)
        let author = item.author.flatMap { $0.isEmpty || WebAddress($0) != nil ? nil : $0 }
        made.author = author ?? item.publisher ?? item.source
        made.summary = item.summary
        made.categories = item.category.map { [$0] } ?? []
        made.picture = feedPicture(item.pictures.main)
        if hasText { made.text = try text(of: item) } else { made.thumbnail = try thumbnail(item.pictures.main) }
        return made
    }

    private func feedItem(
        _ urn: String,
        _ source: String,
        _ title: String,
        _ language: String?,
        page: URL?
    ) -> FeedItem {
        FeedItem(
            urn: urn,
            source: source,
            title: title.isEmpty ? "Untitled" : title,
            language: language,
            author: source,
            categories: [],
            added: 0,
            updated: 0,
            page: addresses.item(urn),
            original: page.flatMap(Self.outside)?.address,
            text: .empty
        )
    }

    // MARK: Pictures

    private func feedPicture(_ picture: ShownPicture?) -> FeedItem.Picture? {
        guard let picture, let view = addresses.view(picture), let type = picture.mediaType else { return nil }
        let size = try? picture.file?.resourceValues(forKeys: [.fileSizeKey]).fileSize  // nobody needs the size
        return FeedItem.Picture(address: view.address, mediaType: type, byteCount: size)
    }

    private func thumbnail(_ picture: ShownPicture?) throws -> FeedItem.Picture? {
        try feedPicture(picture.map { try reader.picture($0.id, pixelWidth: Self.cardWidth) })
    }

    // MARK: Texts

    private func text(of item: ArticleItem) throws -> HTML {
        let picture = addresses.view(item.pictures.main)
        let blocks = try item.body.map { try prose($0, page: item.page, shown: picture?.address).blocks }
        return """
            \(figure(picture))\(LarderPages.Prose.html(blocks ?? Self.paragraphs(item.content)))\
            \(gap(isPartial: item.isPartial, body: item.body, what: "its text is").html(Self.note))
            """
    }

    private func text(of item: RecipeItem) throws -> HTML {
        let picture = addresses.view(item.pictures.main, alternative: item.title)
        let facts = [item.minutes.map { "Takes \(Wording.minutes($0))" }, item.servings.map { "Serves \($0)" }]
        let blocks = try item.body.map { try prose($0, page: item.page, shown: picture?.address).blocks } ?? []
        let ingredients = Self.lists(item.ingredients, \.section, "ul") { "\($0.text)" }
        let steps = Self.lists(item.steps, \.section, "ol") { step in
            let name: HTML = step.name.html { "<b>\($0)</b> " }
            return "\(name)\(step.text)\(figure(addresses.view(item.picture(of: step))))"
        }
        return """
            \(figure(picture))\(item.summary.html { "<p>\($0)</p>\n" })\
            \(facts.compactMap(\.self).html { "<p>\($0)</p>\n" })\
            \(Self.part("Ingredients", ingredients))\(Self.part("Method", steps))\
            \(Self.part("The page’s own text", LarderPages.Prose.html(blocks, below: 2)))\
            \(gap(isPartial: item.isPartial, body: nil, what: "ingredients and steps are").html(Self.note))
            """
    }

    private func figure(_ picture: PictureView?) -> HTML {
        picture.html { "<p>\($0.html(sizes: "100vw", isLazy: false))</p>\n" }
    }

    private static func note(_ text: String) -> HTML { "<p><em>\(text)</em></p>\n" }

    private static func part(_ title: HTML, _ content: HTML) -> HTML {
        content.text.isEmpty ? .empty : "<h2>\(title)</h2>\n\(content)"
    }

    /// A list for each run of lines with one heading.
    private static func lists<Line>(
        _ lines: [Line],
        _ section: (Line) -> String?,
        _ name: HTML,
        _ markup: (Line) -> HTML
    ) -> HTML {
        var out = HTML.empty
        var rest = lines[...]
        while let first = rest.first {
            let title = section(first)
            let group = rest.prefix { section($0) == title }
            rest = rest.dropFirst(group.count)
            out += title.html { "<h3>\($0)</h3>\n" }
            out += "<\(name)>\(group.html { "<li>\(markup($0))</li>\n" })</\(name)>\n"
        }
        return out
    }
}
