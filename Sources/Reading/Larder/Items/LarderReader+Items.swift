internal import GRDB
internal import LarderCatalog
internal import LarderModel

extension LarderReader {
    /// A recipe whole, in five statements; nil where there is none with this URN.
    ///
    /// - Parameter pixelWidth: The width in which its pictures are shown, in pixels.
    public func recipe(_ urn: String, pixelWidth: Int = 1_080) throws -> RecipeItem? {
        guard let (recipe, facts) = try record(Recipe.self, urn) else { return nil }
        let steps = recipe.steps.map(\.imageURN)
        let shown = try pictures(
            ([recipe.imageURN] + recipe.pictures.map(\.imageURN) + steps).compactMap(\.self).distinct,
            pixelWidth: pixelWidth
        )
        return try RecipeItem(
            recipe: recipe,
            facts: facts,
            pictures: ItemPictures(shown, first: recipe.imageURN, others: recipe.pictures.map(\.imageURN)),
            body: body(of: urn, or: RecordURN.article(withPageOf: urn), pixelWidth: pixelWidth)
        )
    }

    /// An article whole, in five statements; nil where there is none with this URN.
    ///
    /// - Parameter pixelWidth: The width in which its pictures are shown, in pixels.
    public func article(_ urn: String, pixelWidth: Int = 1_080) throws -> ArticleItem? {
        guard let (article, facts) = try record(Article.self, urn) else { return nil }
        let shown = try pictures(
            ([article.imageURN] + article.pictures.map(\.imageURN)).compactMap(\.self).distinct,
            pixelWidth: pixelWidth
        )
        return try ArticleItem(
            article: article,
            facts: facts,
            pictures: ItemPictures(shown, first: article.imageURN, others: article.pictures.map(\.imageURN)),
            body: body(of: urn, pixelWidth: pixelWidth)
        )
    }

    /// The row with a URN and all its lists; two statements.
    private func record<Item: CatalogItem>(_ type: Item.Type, _ urn: String) throws -> (Item, ItemFacts)? {
        let table = Item.table
        let outlet = table.kind == .article ? ("outlet.category, outlet.country", ArticleRow.join) : ("NULL, NULL", "")
        let sql = """
            SELECT \(table.columns.map { "shown.\($0.name)" }.joined(separator: ", ")),
                shown.id, source.name, item.isGone, item.time, item.minutes, \(outlet.0)
            FROM \(table.name) AS shown JOIN item ON item.\(table.name)ID = shown.id
            JOIN source ON source.id = shown.sourceID \(outlet.1) WHERE shown.urn = ?
            """
        guard let row = try Row.fetchOne(db.bound(sql, urn)) else { return nil }
        let count = table.columns.count
        var record = Item.blank
        record.urn = urn
        for (index, column) in table.columns.enumerated() { try column.load(row.value(index), into: &record) }
        try loadLists(of: &record, row.value(count))
        let facts = try ItemFacts(
            source: row.value(count + 1),
            isGone: row.value(count + 2),
            time: row.value(count + 3),
            minutes: row.value(count + 4),
            category: row.value(count + 5),
            country: row.value(count + 6)
        )
        return (record, facts)
    }

    private func loadLists<Item: CatalogItem>(of record: inout Item, _ id: Int64) throws {
        let children = Item.table.children
        let width = children.map(\.columns.count).max() ?? 0
        let selects = children.enumerated().map { number, child in
            let columns = child.columns + Array(repeating: "NULL", count: width - child.columns.count)
            return "SELECT \(number) AS list, position, \(columns.joined(separator: ", ")) FROM \(child.name) "
                + "WHERE \(child.parent) = ?1"
        }
        let sql = selects.joined(separator: " UNION ALL ") + " ORDER BY list, position"
        var lists = children.map { _ in [[DatabaseValue]]() }
        let rows = try Row.fetchCursor(db.bound(sql, id))
        while let row = try rows.next() {
            let list: Int = try row.value(0)
            lists[list].append(try children[list].columns.indices.map { try row.value($0 + 2) })
        }
        for (child, values) in zip(children, lists) { child.fill(&record, values) }
    }
}

/// What an item's row does not hold.
struct ItemFacts: Sendable, Hashable {
    var source: String
    var isGone: Bool
    /// As `item.time`.
    var time: Int64
    var minutes: Int?
    var category: String?
    var country: String?
}
