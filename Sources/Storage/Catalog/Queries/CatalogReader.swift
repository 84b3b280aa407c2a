package import GRDB
public import LarderModel

/// The questions that apps ask, on one unchanging snapshot of the catalog.
///
/// It lives as long as the closure that it was given to. Lists have a fixed order; a limit of -1 means no limit. Every
/// method throws what ``Catalog/read(_:)`` turns into ``CatalogError``.
public struct CatalogReader {
    let db: Database

    /// A reader on the connection of a running read or write.
    package init(_ db: Database) { self.db = db }

    // MARK: Sources and syncs

    /// Every source by name.
    public func sources() throws -> [CatalogSource] {
        try db.rows("SELECT id, urn, name, kind FROM source ORDER BY name, urn").map(CatalogSource.init)
    }

    /// The source of that name.
    public func source(named name: String) throws -> CatalogSource? {
        try sources().first { $0.source.name == name }
    }

    /// Calls `body` with the fields that have no column, as a JSON object, of each article and recipe of a source.
    package func eachExtra(source: SourceID, _ body: (String) throws -> Void) throws {
        for table in [Article.table.name, Recipe.table.name] {
            let sql = "SELECT extra FROM \(table) WHERE sourceID = ? AND extra IS NOT NULL"
            let texts = try String.fetchCursor(db, sql: sql, arguments: [source])
            while let text = try texts.next() { try body(text) }
        }
    }

    /// The first damage in the file, in SQLite's words; nil: there is none.
    ///
    /// Reads the whole file. A row whose foreign key names a missing row is damage too.
    package func damage() throws -> String? {
        let answer = try String.fetchOne(db, sql: "PRAGMA quick_check(1)") ?? "no answer"
        guard answer == "ok" else { return answer }
        return try Row.fetchOne(db, sql: "PRAGMA foreign_key_check").map { row in
            let (table, parent): (String, String) = try (row.value(0), row.value(2))
            return "a row of the table \(table) belongs to a row of \(parent) that is not there"
        }
    }

    /// How many items changed since they were indexed for lists and search.
    package func unindexedItems() throws -> Int { try Int.fetchOne(db, sql: "SELECT count(*) FROM pendingItem") ?? 0 }

    // MARK: Recipes

    /// A source's recipes by title.
    public func recipes(source: SourceID, limit: Int = -1, offset: Int = 0) throws -> [StoredRecord<Recipe>] {
        let condition = "WHERE sourceID = ? ORDER BY title, id LIMIT ? OFFSET ?"
        return try Recipe.table.fetch(condition, [source, limit, offset], in: db)
    }

    /// A recipe with its picture and texts.
    public func recipe(urn: String) throws -> RecipeDetail? {
        guard let recipe = try Recipe.table.fetch("WHERE urn = ?", [urn], in: db).first else { return nil }
        return RecipeDetail(recipe: recipe, image: try recipe.imageURN.flatMap(image), texts: try texts(item: urn))
    }

    // MARK: Articles

    /// Articles, the newest first and those without a time last; of one source, or of all.
    public func articles(source: SourceID? = nil, limit: Int = -1, offset: Int = 0) throws -> [StoredRecord<Article>] {
        let order = "ORDER BY publishedAt DESC, id DESC LIMIT ? OFFSET ?"
        guard let source else { return try Article.table.fetch(order, [limit, offset], in: db) }
        return try Article.table.fetch("WHERE sourceID = ? " + order, [source, limit, offset], in: db)
    }

    /// An article with its picture and texts.
    public func article(urn: String) throws -> ArticleDetail? {
        guard let article = try Article.table.fetch("WHERE urn = ?", [urn], in: db).first else { return nil }
        return ArticleDetail(article: article, image: try article.imageURN.flatMap(image), texts: try texts(item: urn))
    }

    /// A source's publications by name.
    public func outlets(source: SourceID) throws -> [StoredRecord<Outlet>] {
        try Outlet.table.fetch("WHERE sourceID = ? ORDER BY name, id", [source], in: db)
    }

    // MARK: Pictures and texts

    /// A picture with what decoding found out.
    public func image(urn: String) throws -> ImageDetail? {
        guard let original = try ImageOriginal.table.fetch("WHERE urn = ?", [urn], in: db).first else { return nil }
        return ImageDetail(original: original, decoding: try decoding(of: original))
    }

    private func decoding(of original: StoredRecord<ImageOriginal>) throws -> ImageDecoding? {
        let columns = ImageDecoding.columns
        let names = columns.map(\.name).joined(separator: ", ")
        let query = try db.bound("SELECT \(names) FROM image WHERE id = ? AND readerVersion IS NOT NULL", original.id)
        guard let row = try Row.fetchOne(query) else { return nil }
        var decoding = ImageDecoding(urn: original.urn, digest: original.digest, readerVersion: 0)
        for (index, column) in columns.enumerated() { try column.load(row.value(index), into: &decoding) }
        try ImageDecoding.variantTable.load(&decoding, original.id, db)
        return decoding
    }

    /// The texts of a recipe or an article, by URN; a recipe that an article's page holds has those of the article.
    public func texts(item urn: String) throws -> [StoredRecord<RenderedText>] {
        let article = RecordURN.article(withPageOf: urn) ?? urn
        return try RenderedText.table.fetch("WHERE itemURN IN (?, ?) ORDER BY urn", [urn, article], in: db)
    }

    /// Where the record in `kind` with `urn` came from; nil where that is not known.
    ///
    /// - Parameter origin: The answer that is meant, of those that an item is made of; for other records there is one.
    public func provenance(of urn: String, kind: RecordKind, origin: RecordOrigin = .record) throws -> Provenance? {
        let condition = "recordURN = ? AND recordKind = ? AND origin = ? AND url IS NOT NULL"
        let sql = "SELECT \(Provenance.columns) FROM provenance WHERE " + condition
        return try db.rows(sql, [urn, kind.rawValue, origin.rawValue]).first.map(Provenance.init)
    }

    // MARK: Counts

    /// How many rows there are, of one source or of all.
    public func counts(source: SourceID? = nil) throws -> CatalogCounts {
        func count(_ table: String, where restriction: String = "1") throws -> Int {
            let condition = restriction + (source == nil ? "" : " AND sourceID = ?")
            let sql = "SELECT count(*) FROM \(table) WHERE \(condition)"
            return try db.rows(sql, source.map { [$0] } ?? [])[0].value(0)
        }
        return CatalogCounts(
            recipes: try count("recipe"),
            articles: try count("article"),
            outlets: try count("outlet"),
            images: try count("image"),
            rejectedImages: try count("image", where: "rejectCode NOT NULL"),
            texts: try count("text"),
            attachments: try count("attachment JOIN article ON article.id = articleID"),
            partial: try count("recipe", where: "isPartial") + count("article", where: "isPartial"),
            gone: try count("recipe", where: "goneAt NOT NULL") + count("article", where: "goneAt NOT NULL")
        )
    }
}
