internal import GRDB

/// The tables of the catalog.
///
/// Every table has a rowid; every item has a unique `urn`; child rows are keyed by (item, position). Times are Unix
/// milliseconds, digests are 32 bytes of SHA-256, `extra`, `runs`, `sortOrders` and `counts` are JSON.
enum CatalogSchema {
    /// Creates the first version of the tables.
    ///
    /// Released: never edited, nor are the statements below.
    static let createVersion1: @Sendable (Database) throws -> Void = { db in
        for statements in [sources, recipes, articles, images, texts, provenance] {
            try db.execute(sql: statements)
        }
    }

    /// Renames the number of a record's fields that hold something to `completeness`, as in the code, and gives texts the language of
    /// their page, null until they are rendered again.
    ///
    /// Released: never edited.
    static let createVersion2: @Sendable (Database) throws -> Void = { db in
        try db.execute(
            sql: """
                ALTER TABLE provenance RENAME COLUMN fullness TO completeness;
                ALTER TABLE text ADD COLUMN language TEXT;
                """
        )
    }

    /// Adds what people should know of an item and no column tells, such as what was left out of it.
    ///
    /// Released: never edited.
    static let createVersion3: @Sendable (Database) throws -> Void = { db in
        try db.execute(
            sql: """
                CREATE TABLE note (
                    id INTEGER PRIMARY KEY,
                    recordURN TEXT NOT NULL,
                    code TEXT NOT NULL,
                    sourceID INTEGER NOT NULL REFERENCES source(id) ON DELETE CASCADE,
                    syncID INTEGER NOT NULL,
                    message TEXT NOT NULL,
                    UNIQUE (recordURN, code)
                );
                CREATE INDEX note_on_sourceID ON note(sourceID);
                """
        )
    }

    /// Takes the links of a text out of its `runs`, where they stand as well, instead of keeping a row for each.
    ///
    /// Released: never edited.
    static let createVersion4: @Sendable (Database) throws -> Void = { db in
        try db.execute(
            sql: """
                DROP TABLE link;
                CREATE VIEW link AS
                SELECT text.id AS textID, item.key AS position, json_extract(item.value, '$[0]') AS url,
                    json_extract(item.value, '$[1]') AS start, json_extract(item.value, '$[2]') AS length
                FROM text, json_each(CASE WHEN json_valid(text.runs) THEN text.runs ELSE '{}' END, '$.links') AS item
                WHERE json_extract(item.value, '$[3]') IS NULL;
                """
        )
    }

    /// Gives recipes, articles and texts what their pages say, and keeps of each item what every origin said, so that its row can be made
    /// of all of them in any order.
    ///
    /// Released: never edited.
    static let createVersion5: @Sendable (Database) throws -> Void = { db in
        for statements in [recipePages, articlePages, textParts, origins, listings] { try db.execute(sql: statements) }
    }

    /// Gives pictures what an app shows before they are there, and the widths that their variants were asked for; finds pictures with
    /// the same bytes.
    ///
    /// Released: never edited.
    static let createVersion6: @Sendable (Database) throws -> Void = { db in try db.execute(sql: imageLooks) }

    private static let sources = """
        CREATE TABLE source (
            id INTEGER PRIMARY KEY,
            urn TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL,
            kind TEXT NOT NULL
        );
        CREATE TABLE sync (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            sourceID INTEGER NOT NULL REFERENCES source(id) ON DELETE CASCADE,
            startedAt INTEGER NOT NULL,
            finishedAt INTEGER,
            state TEXT NOT NULL CHECK (state IN ('running', 'finished', 'cancelled', 'failed')),
            counts TEXT NOT NULL DEFAULT '{}'
        );
        CREATE INDEX sync_on_sourceID ON sync(sourceID);
        """

    private static let recipes = """
        CREATE TABLE recipe (
            id INTEGER PRIMARY KEY,
            urn TEXT NOT NULL UNIQUE,
            sourceID INTEGER NOT NULL REFERENCES source(id) ON DELETE CASCADE,
            recordID TEXT NOT NULL,
            title TEXT NOT NULL,
            publisher TEXT,
            publisherURL TEXT,
            sourceURL TEXT,
            apiURL TEXT,
            imageURL TEXT,
            imageURN TEXT,
            socialRank REAL,
            servings INTEGER,
            cookingMinutes INTEGER,
            extra TEXT
        );
        CREATE INDEX recipe_on_sourceID_title ON recipe(sourceID, title);
        CREATE TABLE ingredient (
            recipeID INTEGER NOT NULL REFERENCES recipe(id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            text TEXT NOT NULL,
            quantity REAL,
            unit TEXT,
            name TEXT,
            PRIMARY KEY (recipeID, position)
        );
        """

    private static let articles = """
        CREATE TABLE article (
            id INTEGER PRIMARY KEY,
            urn TEXT NOT NULL UNIQUE,
            sourceID INTEGER NOT NULL REFERENCES source(id) ON DELETE CASCADE,
            outletID TEXT,
            outletName TEXT,
            author TEXT,
            title TEXT NOT NULL,
            summary TEXT,
            url TEXT,
            imageURL TEXT,
            imageURN TEXT,
            publishedText TEXT,
            publishedAt INTEGER,
            content TEXT,
            extra TEXT
        );
        CREATE INDEX article_on_publishedAt ON article(publishedAt);
        CREATE INDEX article_on_sourceID_publishedAt ON article(sourceID, publishedAt);
        CREATE TABLE outlet (
            id INTEGER PRIMARY KEY,
            urn TEXT NOT NULL UNIQUE,
            sourceID INTEGER NOT NULL REFERENCES source(id) ON DELETE CASCADE,
            outletID TEXT NOT NULL,
            name TEXT NOT NULL,
            summary TEXT,
            url TEXT,
            category TEXT,
            language TEXT,
            country TEXT,
            sortOrders TEXT NOT NULL DEFAULT '[]',
            extra TEXT
        );
        CREATE INDEX outlet_on_sourceID_name ON outlet(sourceID, name);
        """

    private static let images = """
        CREATE TABLE image (
            id INTEGER PRIMARY KEY,
            urn TEXT NOT NULL UNIQUE,
            sourceID INTEGER NOT NULL REFERENCES source(id) ON DELETE CASCADE,
            url TEXT NOT NULL,
            digest BLOB NOT NULL CHECK (length(digest) = 32),
            byteCount INTEGER NOT NULL,
            contentType TEXT,
            format TEXT,
            width INTEGER,
            height INTEGER,
            frames INTEGER,
            hasAlpha INTEGER,
            rejectCode TEXT,
            rejectMessage TEXT,
            readerVersion INTEGER,
            decodeSyncID INTEGER,
            decodeFingerprint BLOB CHECK (length(decodeFingerprint) = 32)
        );
        CREATE INDEX image_on_sourceID ON image(sourceID);
        CREATE TABLE imageVariant (
            imageID INTEGER NOT NULL REFERENCES image(id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            width INTEGER NOT NULL,
            height INTEGER NOT NULL,
            format TEXT NOT NULL,
            digest BLOB NOT NULL CHECK (length(digest) = 32),
            byteCount INTEGER NOT NULL,
            PRIMARY KEY (imageID, position)
        );
        """

    private static let texts = """
        CREATE TABLE text (
            id INTEGER PRIMARY KEY,
            urn TEXT NOT NULL UNIQUE,
            sourceID INTEGER NOT NULL REFERENCES source(id) ON DELETE CASCADE,
            itemURN TEXT NOT NULL,
            htmlDigest BLOB NOT NULL CHECK (length(htmlDigest) = 32),
            readerVersion INTEGER NOT NULL,
            plain TEXT NOT NULL,
            runs TEXT NOT NULL
        );
        CREATE INDEX text_on_itemURN ON text(itemURN);
        CREATE INDEX text_on_sourceID ON text(sourceID);
        CREATE TABLE link (
            textID INTEGER NOT NULL REFERENCES text(id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            url TEXT NOT NULL,
            start INTEGER NOT NULL,
            length INTEGER NOT NULL,
            PRIMARY KEY (textID, position)
        );
        """

    /// `syncID`, `readerVersion`, `fullness` and `fingerprint` say which of several records was kept, see `MergeRank`.
    private static let provenance = """
        CREATE TABLE provenance (
            id INTEGER PRIMARY KEY,
            recordURN TEXT NOT NULL,
            recordKind TEXT NOT NULL,
            sourceID INTEGER NOT NULL REFERENCES source(id) ON DELETE CASCADE,
            url TEXT,
            fetchedAt INTEGER,
            validator TEXT,
            digest BLOB CHECK (length(digest) = 32),
            readerVersion INTEGER NOT NULL,
            syncID INTEGER NOT NULL,
            fullness INTEGER NOT NULL,
            fingerprint BLOB NOT NULL CHECK (length(fingerprint) = 32),
            UNIQUE (recordURN, recordKind)
        );
        CREATE INDEX provenance_on_sourceID ON provenance(sourceID);
        """

    private static let recipePages = """
        ALTER TABLE recipe ADD COLUMN servingsText TEXT;
        ALTER TABLE recipe ADD COLUMN prepMinutes INTEGER;
        ALTER TABLE recipe ADD COLUMN totalMinutes INTEGER;
        ALTER TABLE recipe ADD COLUMN summary TEXT;
        ALTER TABLE recipe ADD COLUMN authors TEXT NOT NULL DEFAULT '[]';
        ALTER TABLE recipe ADD COLUMN categories TEXT NOT NULL DEFAULT '[]';
        ALTER TABLE recipe ADD COLUMN cuisines TEXT NOT NULL DEFAULT '[]';
        ALTER TABLE recipe ADD COLUMN keywords TEXT NOT NULL DEFAULT '[]';
        ALTER TABLE recipe ADD COLUMN rating REAL;
        ALTER TABLE recipe ADD COLUMN ratingCount INTEGER;
        ALTER TABLE recipe ADD COLUMN language TEXT;
        ALTER TABLE recipe ADD COLUMN canonicalURL TEXT;
        ALTER TABLE recipe ADD COLUMN videos TEXT NOT NULL DEFAULT '[]';
        ALTER TABLE recipe ADD COLUMN isPartial INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE recipe ADD COLUMN origins TEXT NOT NULL DEFAULT '{}';
        ALTER TABLE recipe ADD COLUMN lastSeen INTEGER;
        ALTER TABLE recipe ADD COLUMN goneAt INTEGER;
        ALTER TABLE ingredient ADD COLUMN section TEXT;
        CREATE TABLE step (
            recipeID INTEGER NOT NULL REFERENCES recipe(id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            text TEXT NOT NULL,
            name TEXT,
            section TEXT,
            imageURL TEXT,
            imageURN TEXT,
            PRIMARY KEY (recipeID, position)
        );
        CREATE TABLE nutrition (
            recipeID INTEGER NOT NULL REFERENCES recipe(id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            name TEXT NOT NULL,
            amount REAL,
            unit TEXT,
            text TEXT NOT NULL,
            PRIMARY KEY (recipeID, position)
        );
        CREATE TABLE recipePicture (
            recipeID INTEGER NOT NULL REFERENCES recipe(id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            url TEXT NOT NULL,
            imageURN TEXT,
            PRIMARY KEY (recipeID, position)
        );
        """

    private static let articlePages = """
        ALTER TABLE article ADD COLUMN language TEXT;
        ALTER TABLE article ADD COLUMN canonicalURL TEXT;
        ALTER TABLE article ADD COLUMN isPartial INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE article ADD COLUMN origins TEXT NOT NULL DEFAULT '{}';
        ALTER TABLE article ADD COLUMN lastSeen INTEGER;
        ALTER TABLE article ADD COLUMN goneAt INTEGER;
        """

    private static let textParts = """
        ALTER TABLE text ADD COLUMN role TEXT NOT NULL DEFAULT 'page';
        ALTER TABLE text ADD COLUMN method TEXT;
        ALTER TABLE text ADD COLUMN confidence REAL;
        ALTER TABLE text ADD COLUMN isReadable INTEGER;
        ALTER TABLE text ADD COLUMN place TEXT;
        UPDATE text SET role = 'summary' WHERE urn LIKE '%:summary';
        UPDATE text SET role = 'content' WHERE urn LIKE '%:content';
        CREATE TABLE textPicture (
            textID INTEGER NOT NULL REFERENCES text(id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            url TEXT NOT NULL,
            imageURN TEXT,
            start INTEGER NOT NULL,
            alternative TEXT,
            caption TEXT,
            PRIMARY KEY (textID, position)
        );
        """

    /// `record` is what the origin said of a recipe or an article, as JSON; NULL where an earlier version noted the provenance.
    private static let origins = """
        ALTER TABLE provenance RENAME TO provenance4;
        DROP INDEX provenance_on_sourceID;
        CREATE TABLE provenance (
            id INTEGER PRIMARY KEY,
            recordURN TEXT NOT NULL,
            recordKind TEXT NOT NULL,
            origin TEXT NOT NULL DEFAULT 'record',
            sourceID INTEGER NOT NULL REFERENCES source(id) ON DELETE CASCADE,
            url TEXT,
            fetchedAt INTEGER,
            validator TEXT,
            digest BLOB CHECK (length(digest) = 32),
            readerVersion INTEGER NOT NULL,
            syncID INTEGER NOT NULL,
            completeness INTEGER NOT NULL,
            fingerprint BLOB NOT NULL CHECK (length(fingerprint) = 32),
            record TEXT,
            UNIQUE (recordURN, recordKind, origin)
        );
        INSERT INTO provenance (id, recordURN, recordKind, sourceID, url, fetchedAt, validator, digest, readerVersion, syncID,
            completeness, fingerprint)
        SELECT id, recordURN, recordKind, sourceID, url, fetchedAt, validator, digest, readerVersion, syncID, completeness, fingerprint
        FROM provenance4;
        DROP TABLE provenance4;
        CREATE INDEX provenance_on_sourceID ON provenance(sourceID);
        """

    private static let listings = """
        CREATE TABLE listing (
            id INTEGER PRIMARY KEY,
            sourceID INTEGER NOT NULL REFERENCES source(id) ON DELETE CASCADE,
            query TEXT NOT NULL,
            outlet TEXT NOT NULL,
            sort TEXT NOT NULL,
            category TEXT NOT NULL,
            itemURN TEXT NOT NULL,
            position INTEGER NOT NULL,
            syncID INTEGER NOT NULL,
            UNIQUE (sourceID, query, outlet, sort, category, itemURN)
        );
        CREATE INDEX listing_on_itemURN ON listing(itemURN);
        """

    /// `widths` is JSON; `aspectRatio` follows from the size and is NULL without one.
    private static let imageLooks = """
        ALTER TABLE image ADD COLUMN thumbHash TEXT;
        ALTER TABLE image ADD COLUMN dominantColor TEXT;
        ALTER TABLE image ADD COLUMN widths TEXT;
        ALTER TABLE image ADD COLUMN aspectRatio REAL GENERATED ALWAYS AS (CAST(width AS REAL) / NULLIF(height, 0)) VIRTUAL;
        DROP INDEX image_on_sourceID;
        CREATE INDEX image_on_sourceID_digest ON image(sourceID, digest);
        """
}
