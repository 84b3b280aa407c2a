/// Views for programs that read the catalog with SQL of their own.
///
/// They are an interface: their columns keep names and meaning while `PRAGMA user_version` stays the same.
extension CatalogSchema {
    static let views = """
        PRAGMA user_version = 1;
        \(card(imageFile: file("image.digest")))
        CREATE VIEW recipe_full AS
        SELECT card.*, recipe.recordID, recipe.servings, recipe.servingsText, recipe.prepMinutes, recipe.cookingMinutes,
            recipe.totalMinutes, recipe.rating, recipe.ratingCount, recipe.authors, recipe.categories, recipe.cuisines,
            recipe.keywords, recipe.videos, recipe.extra,
            \(list("'text', text, 'quantity', quantity, 'unit', unit, 'name', name, 'section', section", "ingredient"))
                AS ingredients,
            \(list("'text', text, 'name', name, 'section', section, 'imageURN', imageURN", "step")) AS steps,
            \(list("'name', name, 'amount', amount, 'unit', unit, 'text', text", "nutrition")) AS nutrition,
            \(list("'text', text", "equipment")) AS equipment,
            \(list("'url', url, 'imageURN', imageURN", "recipePicture")) AS pictures,
            \(body("recipe")) AS text
        FROM recipe JOIN card ON card.urn = recipe.urn;
        CREATE VIEW article_full AS
        SELECT card.*, article.outletID, article.author, article.publishedAt, article.publishedText, article.content,
            article.extra, outlet.category, outlet.country,
            \(list("'url', url, 'imageURN', imageURN", "articlePicture", of: "article")) AS pictures,
            \(list("'url', url, 'mediaType', mediaType, 'byteCount', byteCount, 'title', title", "attachment", of: "article"))
                AS attachments,
            \(body("article")) AS text
        FROM article JOIN card ON card.urn = article.urn
        LEFT JOIN outlet ON outlet.sourceID = article.sourceID AND outlet.outletID = article.outletID;
        """

    /// Rebuilds the view `card`; `imageFile` is NULL for an item without a picture.
    static let cardWithoutEmptyFile =
        "DROP VIEW card; " + card(imageFile: "iif(image.digest IS NULL, NULL, \(file("image.digest")))")

    private static func card(imageFile: String) -> String {
        """
        CREATE VIEW card AS
        SELECT item.urn, iif(recipeID NOT NULL, 'recipe', 'article') AS kind, source.name AS source,
            coalesce(recipe.title, article.title) AS title,
            coalesce(recipe.publisher, article.outletName) AS publisher,
            coalesce(recipe.summary, article.summary) AS summary, item.minutes, item.rank, item.time,
            coalesce(recipe.language, article.language) AS language, item.isGone,
            coalesce(recipe.isPartial, article.isPartial) AS isPartial,
            coalesce(recipe.canonicalURL, recipe.sourceURL, article.canonicalURL, article.url) AS url,
            image.urn AS imageURN, \(imageFile) AS imageFile, image.width AS imageWidth,
            image.height AS imageHeight, image.thumbHash, image.dominantColor, image.rejectCode AS imageRejectCode
        FROM item JOIN source ON source.id = item.sourceID LEFT JOIN recipe ON recipe.id = item.recipeID
        LEFT JOIN article ON article.id = item.articleID
        LEFT JOIN image ON image.urn = coalesce(recipe.imageURN, article.imageURN);
        """
    }

    /// The file of a blob, in the larder's folder.
    private static func file(_ digest: String) -> String {
        "'cache/blobs/' || lower(substr(hex(\(digest)), 1, 2)) || '/' || lower(hex(\(digest)))"
    }

    private static func list(_ members: String, _ table: String, of parent: String = "recipe") -> String {
        """
        (SELECT json_group_array(json_object(\(members))) FROM (
            SELECT * FROM \(table) WHERE \(parent)ID = \(parent).id ORDER BY position
        ))
        """
    }

    private static func body(_ table: String) -> String {
        "(SELECT plain FROM text WHERE itemURN = \(table).urn AND role = 'body')"
    }
}
