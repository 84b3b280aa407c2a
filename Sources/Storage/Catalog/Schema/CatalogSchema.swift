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

    /// Gives texts the encoding of their HTML and the options that they were made with, and keeps links that no app should follow out of
    /// the view, whoever wrote them.
    ///
    /// Released: never edited.
    static let createVersion7: @Sendable (Database) throws -> Void = { db in
        try db.execute(
            sql: """
                ALTER TABLE text ADD COLUMN encoding TEXT;
                ALTER TABLE text ADD COLUMN optionsHash TEXT;
                DROP VIEW link;
                CREATE VIEW link AS
                SELECT text.id AS textID, item.key AS position, json_extract(item.value, '$[0]') AS url,
                    json_extract(item.value, '$[1]') AS start, json_extract(item.value, '$[2]') AS length
                FROM text, json_each(CASE WHEN json_valid(text.runs) THEN text.runs ELSE '{}' END, '$.links') AS item
                WHERE json_extract(item.value, '$[3]') IS NULL
                    AND lower(trim(substr(url, 1, instr(url, ':')), char(9, 10, 12, 13, 32)))
                        NOT IN ('javascript:', 'vbscript:', 'data:', 'blob:', 'file:');
                """
        )
    }

    /// Gives sources the address that they are read from, null until the next sync: a name stands for one kind and one address.
    ///
    /// Released: never edited.
    static let createVersion9: @Sendable (Database) throws -> Void = { db in
        try db.execute(sql: "ALTER TABLE source ADD COLUMN base TEXT")
    }

    /// Gives texts the pages that they were made of, where these are several, and the one that they lack; empty until a page is read again.
    ///
    /// Released: never edited.
    static let createVersion10: @Sendable (Database) throws -> Void = { db in
        try db.execute(
            sql: """
                ALTER TABLE text ADD COLUMN nextPage TEXT;
                CREATE TABLE textPage (
                    textID INTEGER NOT NULL REFERENCES text(id) ON DELETE CASCADE,
                    position INTEGER NOT NULL,
                    url TEXT NOT NULL,
                    digest BLOB NOT NULL CHECK (length(digest) = 32),
                    start INTEGER,
                    PRIMARY KEY (textID, position)
                );
                """
        )
    }

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
