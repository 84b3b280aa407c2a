public import GRDB

/// The questions that apps ask, on the connection of a running read or observation.
///
/// Make one inside `pool.read { db in … }` or a `ValueObservation.tracking { db in … }` and do not keep it. Lists have
/// a fixed order; a limit of -1 means no limit. Every method throws GRDB's `DatabaseError`.
public struct CatalogReader {
    let db: Database

    /// A reader on `db`.
    public init(_ db: Database) {
        self.db = db
    }

    // MARK: Sources and syncs

    /// Every source by name.
    public func sources() throws -> [SourceRow] {
        try SourceRow.fetchAll(db, sql: "SELECT * FROM source ORDER BY name, urn")
    }

    /// The source of that name.
    public func source(named name: String) throws -> SourceRow? {
        try SourceRow.fetchOne(db, sql: "SELECT * FROM source WHERE name = ? ORDER BY urn", arguments: [name])
    }

    /// The latest sync of a source, by the row in `source`.
    public func latestSync(source: Int64) throws -> SyncRow? {
        try SyncRow.fetchOne(
            db,
            sql: "SELECT * FROM sync WHERE sourceID = ? ORDER BY id DESC LIMIT 1",
            arguments: [source]
        )
    }

    // MARK: Recipes

    /// A source's recipes by title.
    public func recipes(source: Int64, limit: Int = -1, offset: Int = 0) throws -> [RecipeRow] {
        try RecipeRow.fetchAll(
            db,
            sql: "SELECT * FROM recipe WHERE sourceID = ? ORDER BY title, id LIMIT ? OFFSET ?",
            arguments: [source, limit, offset]
        )
    }

    /// A recipe with its ingredients, picture and texts.
    public func recipe(urn: String) throws -> RecipeDetail? {
        guard let recipe = try RecipeRow.fetchOne(db, sql: "SELECT * FROM recipe WHERE urn = ?", arguments: [urn])
        else { return nil }
        return RecipeDetail(
            recipe: recipe,
            ingredients: try Ingredient.fetchAll(
                db,
                sql: "SELECT * FROM ingredient WHERE recipeID = ? ORDER BY position",
                arguments: [recipe.id]
            ),
            image: try recipe.imageURN.flatMap { urn in try image(urn: urn) },
            texts: try texts(item: urn)
        )
    }

    // MARK: Articles

    /// Articles, the newest first and those without a time last; of one source, or of all.
    public func articles(source: Int64? = nil, limit: Int = -1, offset: Int = 0) throws -> [ArticleRow] {
        guard let source else {
            return try ArticleRow.fetchAll(
                db,
                sql: "SELECT * FROM article ORDER BY publishedAt DESC, id DESC LIMIT ? OFFSET ?",
                arguments: [limit, offset]
            )
        }
        return try ArticleRow.fetchAll(
            db,
            sql: "SELECT * FROM article WHERE sourceID = ? ORDER BY publishedAt DESC, id DESC LIMIT ? OFFSET ?",
            arguments: [source, limit, offset]
        )
    }

    /// An article with its picture and texts.
    public func article(urn: String) throws -> ArticleDetail? {
        guard let article = try ArticleRow.fetchOne(db, sql: "SELECT * FROM article WHERE urn = ?", arguments: [urn])
        else { return nil }
        return ArticleDetail(
            article: article,
            image: try article.imageURN.flatMap { urn in try image(urn: urn) },
            texts: try texts(item: urn)
        )
    }

    /// A source's publications by name.
    public func outlets(source: Int64) throws -> [OutletRow] {
        try OutletRow.fetchAll(
            db,
            sql: "SELECT * FROM outlet WHERE sourceID = ? ORDER BY name, id",
            arguments: [source]
        )
    }

    // MARK: Pictures and texts

    /// A picture with its variants.
    public func image(urn: String) throws -> ImageDetail? {
        guard let image = try ImageRow.fetchOne(db, sql: "SELECT * FROM image WHERE urn = ?", arguments: [urn])
        else { return nil }
        return ImageDetail(
            image: image,
            variants: try ImageVariant.fetchAll(
                db,
                sql: "SELECT * FROM imageVariant WHERE imageID = ? ORDER BY position",
                arguments: [image.id]
            )
        )
    }

    /// The texts of a recipe or an article.
    public func texts(item urn: String) throws -> [TextRow] {
        try TextRow.fetchAll(db, sql: "SELECT * FROM text WHERE itemURN = ? ORDER BY urn", arguments: [urn])
    }

    /// The links of a text in its order, by the row in `text`.
    public func links(text: Int64) throws -> [TextLink] {
        try TextLink.fetchAll(db, sql: "SELECT * FROM link WHERE textID = ? ORDER BY position", arguments: [text])
    }

    /// Where the record in `kind` with `urn` came from.
    public func provenance(of urn: String, kind: RecordKind) throws -> ProvenanceRow? {
        try ProvenanceRow.fetchOne(
            db,
            sql: "SELECT * FROM provenance WHERE recordURN = ? AND recordKind = ?",
            arguments: [urn, kind.rawValue]
        )
    }

    // MARK: Counts

    /// How many rows there are, of one source or of all.
    public func counts(source: Int64? = nil) throws -> CatalogCounts {
        func count(_ table: String) throws -> Int64 {
            let condition = source == nil ? "" : " WHERE sourceID = ?"
            let arguments = source.map { StatementArguments([$0]) } ?? StatementArguments()
            return try Int64.fetchOne(db, sql: "SELECT count(*) FROM \(table)\(condition)", arguments: arguments) ?? 0
        }
        return CatalogCounts(
            recipes: try count("recipe"),
            articles: try count("article"),
            outlets: try count("outlet"),
            images: try count("image"),
            texts: try count("text")
        )
    }
}

/// A recipe with what belongs to it.
public struct RecipeDetail: Sendable, Hashable {
    /// The recipe.
    public let recipe: RecipeRow
    /// In the source's order.
    public let ingredients: [Ingredient]
    /// Its picture, once downloaded.
    public let image: ImageDetail?
    /// Its texts by URN.
    public let texts: [TextRow]
}

/// An article with what belongs to it.
public struct ArticleDetail: Sendable, Hashable {
    /// The article.
    public let article: ArticleRow
    /// Its picture, once downloaded.
    public let image: ImageDetail?
    /// Its texts by URN.
    public let texts: [TextRow]
}

/// A picture with its variants.
public struct ImageDetail: Sendable, Hashable {
    /// The picture.
    public let image: ImageRow
    /// Smaller pictures made of it, in the decoder's order; empty until it is decoded.
    public let variants: [ImageVariant]
}

/// How many rows a catalog has.
public struct CatalogCounts: Sendable, Hashable {
    /// Rows of `recipe`.
    public let recipes: Int64
    /// Rows of `article`.
    public let articles: Int64
    /// Rows of `outlet`.
    public let outlets: Int64
    /// Rows of `image`.
    public let images: Int64
    /// Rows of `text`.
    public let texts: Int64
}
