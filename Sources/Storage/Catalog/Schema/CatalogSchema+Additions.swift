/// The tables of the steps after the first.
extension CatalogSchema {
    static let equipment = """
        CREATE TABLE equipment (
            recipeID INTEGER NOT NULL REFERENCES recipe(id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            text TEXT NOT NULL,
            PRIMARY KEY (recipeID, position)
        );
        """

    /// Addresses of which nothing but a list says something are no articles any more.
    static let articleParts = """
        CREATE TABLE articlePicture (
            articleID INTEGER NOT NULL REFERENCES article(id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            url TEXT NOT NULL,
            imageURN TEXT,
            PRIMARY KEY (articleID, position)
        );
        CREATE TABLE attachment (
            articleID INTEGER NOT NULL REFERENCES article(id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            url TEXT NOT NULL,
            mediaType TEXT,
            byteCount INTEGER,
            title TEXT,
            PRIMARY KEY (articleID, position)
        );
        DELETE FROM article WHERE isPartial AND title = url;
        """

    static let outletLogos = """
        ALTER TABLE outlet ADD COLUMN imageURL TEXT;
        ALTER TABLE outlet ADD COLUMN imageURN TEXT;
        """

    /// Whether a sync read every list of its source to its end, or asked for every page of a crawl.
    static let wholeLists = "ALTER TABLE sync ADD COLUMN listsRead INTEGER NOT NULL DEFAULT 0;"
}
