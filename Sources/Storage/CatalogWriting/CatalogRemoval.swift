package import GRDB
internal import LarderCatalog
internal import LarderModel

/// Removes rows of the catalog inside a write transaction, and counts which blobs and pictures lose their last name.
///
/// The counts are in temporary tables, which SQLite keeps in a file if they are large and rolls back with the
/// transaction; triggers keep them exact. Call ``begin()`` once for a connection, then make a value for each
/// transaction.
///
/// Every method throws GRDB's `DatabaseError`; after an error the transaction must be rolled back.
package struct CatalogRemoval {
    let db: Database

    /// Works in `db`'s current transaction.
    package init(_ db: Database) { self.db = db }

    /// Begins the account of what the catalog names.
    ///
    /// Reads every row that names a blob or a picture once.
    package func begin() throws {
        try db.execute(sql: Self.blobs + Self.pictures)
        let records = try Row.fetchCursor(db, sql: "SELECT recordURN, record FROM provenance WHERE record IS NOT NULL")
        while let row = try records.next() {
            for picture in try Self.pictures(namedIn: row.value(1)) {
                try db.run("INSERT OR IGNORE INTO temp.pictureUse VALUES (?, ?)", [row.value(0) as String, picture])
            }
        }
    }

    /// Pictures that a record's JSON may name; a false match only keeps a picture.
    private static func pictures(namedIn record: String) -> Set<String> {
        let prefix = RecordKind.image.rawValue + ":"
        return Set(record.split(separator: "\"").filter { $0.hasPrefix(prefix) }.map(String.init))
    }

    /// `uses` counts the rows that name a blob; `freed` holds those that lost the last one.
    private static let blobs = """
        CREATE TEMP TABLE blobUse (
            digest BLOB PRIMARY KEY,
            uses INTEGER NOT NULL,
            role INTEGER NOT NULL,
            byteCount INTEGER
        ) WITHOUT ROWID;
        CREATE TEMP TABLE freedBlob (digest BLOB PRIMARY KEY) WITHOUT ROWID;
        INSERT INTO temp.blobUse (digest, uses, role)
        SELECT digest, count(*), min(role) FROM (
            SELECT digest, \(number(of: .original)) AS role FROM image
            UNION ALL SELECT digest, \(number(of: .variant)) FROM imageVariant
            UNION ALL SELECT htmlDigest, \(number(of: .html)) FROM text
            UNION ALL SELECT digest, \(number(of: .html)) FROM textPage
            UNION ALL SELECT digest, \(number(of: .answer)) FROM provenance WHERE digest IS NOT NULL
        ) GROUP BY digest;
        CREATE TEMP TRIGGER blobUsedLess AFTER UPDATE OF uses ON temp.blobUse WHEN NEW.uses <= 0 BEGIN
            INSERT OR IGNORE INTO freedBlob VALUES (NEW.digest);
        END;

        """
        + ["image", "imageVariant", "text", "textPage", "provenance"].map { table in
            """
            CREATE TEMP TRIGGER \(table)Removed AFTER DELETE ON main.\(table) BEGIN
                UPDATE blobUse SET uses = uses - 1 WHERE digest = OLD.\(table == "text" ? "htmlDigest" : "digest");
            END;

            """
        }.joined()

    private static let pictures = """
        CREATE TEMP TABLE pictureUse (
            itemURN TEXT NOT NULL,
            imageURN TEXT NOT NULL,
            PRIMARY KEY (itemURN, imageURN)
        ) WITHOUT ROWID;
        CREATE INDEX temp.pictureUse_on_imageURN ON pictureUse(imageURN);
        INSERT OR IGNORE INTO temp.pictureUse
        SELECT urn, imageURN FROM recipe WHERE imageURN IS NOT NULL
        UNION ALL SELECT urn, s.imageURN FROM step AS s JOIN recipe ON recipe.id = recipeID WHERE s.imageURN NOT NULL
        UNION ALL SELECT urn, p.imageURN FROM recipePicture AS p JOIN recipe ON recipe.id = recipeID
        WHERE p.imageURN NOT NULL
        UNION ALL SELECT urn, imageURN FROM article WHERE imageURN IS NOT NULL
        UNION ALL SELECT urn, imageURN FROM outlet WHERE imageURN IS NOT NULL
        UNION ALL SELECT urn, p.imageURN FROM articlePicture AS p JOIN article ON article.id = articleID
        WHERE p.imageURN NOT NULL
        UNION ALL SELECT itemURN, imageURN FROM textPicture JOIN text ON text.id = textID WHERE imageURN IS NOT NULL;
        """

    /// The role's number; of several roles of a blob the lowest counts.
    private static func number(of role: BlobRole) -> Int { BlobRole.allCases.firstIndex(of: role) ?? 0 }

    static func role(_ number: Int) -> BlobRole { BlobRole.allCases[number] }
}

/// How many rows were removed from the catalog.
package struct RemovedRows: Sendable, Hashable {
    package var recipes = 0
    package var articles = 0
    package var outlets = 0
    package var pictures = 0
    package var texts = 0
    /// Places in lists.
    package var places = 0

    package init() {}

    package static func += (left: inout RemovedRows, right: RemovedRows) {
        left.recipes += right.recipes
        left.articles += right.articles
        left.outlets += right.outlets
        left.pictures += right.pictures
        left.texts += right.texts
        left.places += right.places
    }
}
