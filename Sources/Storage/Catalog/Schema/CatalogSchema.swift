internal import GRDB

/// The tables of the catalog.
///
/// Every table has a rowid; every item has a unique `urn`; child rows are keyed by (item, position). Times are Unix
/// milliseconds, digests are 32 bytes of SHA-256, `extra`, `runs`, `sortOrders`, `counts` and lists of words are JSON.
enum CatalogSchema {
    /// The steps with their rising numbers; released ones are never edited, a later change is a further step.
    ///
    /// The first number follows on the ones of the forms before it, which are refused as older.
    static let steps: [(number: Int, body: @Sendable (Database) throws -> Void)] = [
        (11, create), (12, { try $0.execute(sql: equipment) }),
        (13, { try $0.execute(sql: articleParts + wholeLists) }), (14, { try $0.execute(sql: links) }),
        // From this step on `provenance.record` leaves out values of the item's row. A program without this step would
        // read them as missing, so it must refuse the file.
        (15, { _ in }),
        (16, { try $0.execute(sql: items + search + changes + pending + views) }),
        (17, { try $0.execute(sql: titleOrders + pageTriggers + keptChanges + tagKeys + cardWithoutEmptyFile) }),
        (18, makeTitleSearch), (19, enlargeSearchMemory), (20, { try $0.execute(sql: outletLogos) }),
    ]

    /// Creates all tables of an empty file.
    private static let create: @Sendable (Database) throws -> Void = { db in
        for statements in [sources, recipes, recipeParts, articles, images, texts, textParts, provenance, notes] {
            try db.execute(sql: statements)
        }
    }
}

extension CatalogSchema {
    private static let sources = """
        CREATE TABLE source (
            id INTEGER PRIMARY KEY,
            urn TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL,
            kind TEXT NOT NULL,
            base TEXT
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
            extra TEXT,
            servingsText TEXT,
            prepMinutes INTEGER,
            totalMinutes INTEGER,
            summary TEXT,
            authors TEXT NOT NULL DEFAULT '[]',
            categories TEXT NOT NULL DEFAULT '[]',
            cuisines TEXT NOT NULL DEFAULT '[]',
            keywords TEXT NOT NULL DEFAULT '[]',
            rating REAL,
            ratingCount INTEGER,
            language TEXT,
            canonicalURL TEXT,
            videos TEXT NOT NULL DEFAULT '[]',
            isPartial INTEGER NOT NULL DEFAULT 0,
            origins TEXT NOT NULL DEFAULT '{}',
            lastSeen INTEGER,
            goneAt INTEGER
        );
        CREATE INDEX recipe_on_sourceID_title ON recipe(sourceID, title);
        """

    private static let recipeParts = """
        CREATE TABLE ingredient (
            recipeID INTEGER NOT NULL REFERENCES recipe(id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            text TEXT NOT NULL,
            quantity REAL,
            unit TEXT,
            name TEXT,
            section TEXT,
            PRIMARY KEY (recipeID, position)
        );
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
            extra TEXT,
            language TEXT,
            canonicalURL TEXT,
            isPartial INTEGER NOT NULL DEFAULT 0,
            origins TEXT NOT NULL DEFAULT '{}',
            lastSeen INTEGER,
            goneAt INTEGER
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
            decodeFingerprint BLOB CHECK (length(decodeFingerprint) = 32),
            thumbHash TEXT,
            dominantColor TEXT,
            widths TEXT,
            aspectRatio REAL GENERATED ALWAYS AS (CAST(width AS REAL) / NULLIF(height, 0)) VIRTUAL
        );
        CREATE INDEX image_on_sourceID_digest ON image(sourceID, digest);
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

    /// `role` tells a page's main part (`body`) from an item's own texts; `nextPage` is a further page that is still
    /// missing.
    private static let texts = """
        CREATE TABLE text (
            id INTEGER PRIMARY KEY,
            urn TEXT NOT NULL UNIQUE,
            sourceID INTEGER NOT NULL REFERENCES source(id) ON DELETE CASCADE,
            itemURN TEXT NOT NULL,
            htmlDigest BLOB NOT NULL CHECK (length(htmlDigest) = 32),
            readerVersion INTEGER NOT NULL,
            plain TEXT NOT NULL,
            runs TEXT NOT NULL,
            language TEXT,
            role TEXT NOT NULL DEFAULT 'page',
            method TEXT,
            confidence REAL,
            isReadable INTEGER,
            place TEXT,
            encoding TEXT,
            optionsHash TEXT,
            nextPage TEXT
        );
        CREATE INDEX text_on_itemURN ON text(itemURN);
        CREATE INDEX text_on_sourceID ON text(sourceID);
        """

    /// `link` shows the links that `text.runs` of version 1 holds, without those that no app should follow.
    private static let textParts = """
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
        CREATE TABLE textPage (
            textID INTEGER NOT NULL REFERENCES text(id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            url TEXT NOT NULL,
            digest BLOB NOT NULL CHECK (length(digest) = 32),
            start INTEGER,
            PRIMARY KEY (textID, position)
        );
        CREATE VIEW link AS
        SELECT text.id AS textID, item.key AS position, json_extract(item.value, '$[0]') AS url,
            json_extract(item.value, '$[1]') AS start, json_extract(item.value, '$[2]') AS length
        FROM text, json_each(CASE WHEN json_valid(text.runs) THEN text.runs ELSE '{}' END, '$.links') AS item
        WHERE json_extract(item.value, '$[3]') IS NULL
            AND lower(trim(substr(url, 1, instr(url, ':')), char(9, 10, 12, 13, 32)))
                NOT IN ('javascript:', 'vbscript:', 'data:', 'blob:', 'file:');
        """
}
