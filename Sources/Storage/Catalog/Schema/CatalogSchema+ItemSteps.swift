internal import GRDB
internal import LarderModel

/// Later steps of the tables that lists, search and links read.
extension CatalogSchema {
    /// The order of recipes' titles in each language of `titleLanguage`.
    static let titleOrders = """
        CREATE TABLE titleLanguage (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
        CREATE TABLE titleOrder (
            itemID INTEGER NOT NULL REFERENCES item(id) ON DELETE CASCADE,
            language TEXT NOT NULL,
            key BLOB NOT NULL,
            isGone INTEGER NOT NULL,
            PRIMARY KEY (itemID, language)
        );
        CREATE INDEX titleOrder_on_key ON titleOrder(language, key, itemID, isGone);
        """

    /// The address of an item's page may change while its content does not.
    static let pageTriggers = [("INSERT", "TRUE"), ("UPDATE OF url", "new.url IS NOT old.url")].enumerated()
        .map { number, event in
            """
            CREATE TRIGGER provenance_pending_\(number) AFTER \(event.0) ON provenance
            WHEN new.origin = 'page' AND \(event.1)
            BEGIN
                INSERT INTO pendingItem (item)
                SELECT item FROM (
                    SELECT id * 2 AS item FROM recipe WHERE urn = new.recordURN
                    UNION ALL SELECT id * 2 + 1 FROM article WHERE urn = new.recordURN
                ) WHERE item NOT IN (SELECT item FROM pendingItem);
            END;
            """
        }.joined()

    /// The log of changes, kept when a source is removed.
    ///
    /// Apps may still show the items of a removed source. They may also show an item that the same sync added and
    /// removed, so its removal is logged too.
    static let keptChanges = """
        CREATE TABLE earlierChange AS SELECT * FROM change;
        CREATE TABLE earlierNumber AS SELECT coalesce(max(seq), 0) AS seq FROM sqlite_sequence WHERE name = 'change';
        DROP TRIGGER item_delete;
        DROP TABLE change;
        CREATE TABLE change (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            sourceID INTEGER REFERENCES source(id) ON DELETE SET NULL,
            syncID INTEGER NOT NULL,
            itemURN TEXT NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('added', 'changed', 'gone', 'back', 'removed')),
            fields TEXT NOT NULL DEFAULT '[]',
            writtenAt INTEGER NOT NULL DEFAULT (1000 * CAST(strftime('%s', 'now') AS INTEGER)),
            UNIQUE (syncID, itemURN, kind)
        );
        INSERT INTO change (id, sourceID, syncID, itemURN, kind, fields) SELECT * FROM earlierChange;
        DELETE FROM sqlite_sequence WHERE name = 'change';
        INSERT INTO sqlite_sequence (name, seq) SELECT 'change', seq FROM earlierNumber;
        DROP TABLE earlierChange;
        DROP TABLE earlierNumber;
        CREATE INDEX change_on_sourceID ON change(sourceID);
        CREATE TRIGGER item_delete AFTER DELETE ON item WHEN EXISTS (SELECT 1 FROM source WHERE id = old.sourceID)
        BEGIN
            DELETE FROM change WHERE itemURN = old.urn AND kind IN ('added', 'removed')
                AND syncID = (SELECT coalesce(max(id), 0) FROM sync WHERE sourceID = old.sourceID);
            INSERT INTO change (sourceID, syncID, itemURN, kind)
            SELECT old.sourceID, coalesce(max(id), 0), old.urn, 'removed' FROM sync WHERE sourceID = old.sourceID;
        END;
        """

    /// Rebuilds `tag` and `itemTag` with the column `key`, in which URNs and names of sources differ by case.
    static let tagKeys = """
        CREATE TABLE earlierTag AS SELECT * FROM tag;
        CREATE TABLE earlierItemTag AS SELECT * FROM itemTag;
        DROP TABLE itemTag;
        DROP TABLE tag;
        CREATE TABLE tag (
            id INTEGER PRIMARY KEY,
            kind TEXT NOT NULL CHECK (kind IN ('recipe', 'article')),
            field TEXT NOT NULL,
            key TEXT NOT NULL,
            name TEXT NOT NULL,
            count INTEGER NOT NULL DEFAULT 0,
            UNIQUE (kind, field, key)
        );
        CREATE TABLE itemTag (
            itemID INTEGER NOT NULL REFERENCES item(id) ON DELETE CASCADE,
            tagID INTEGER NOT NULL REFERENCES tag(id),
            place REAL NOT NULL,
            isGone INTEGER NOT NULL,
            PRIMARY KEY (itemID, tagID)
        );
        INSERT INTO tag (id, kind, field, key, name, count)
        SELECT id, kind, field, iif(field IN ('source', 'outlet'), name, lower(name)), name, count FROM earlierTag;
        INSERT INTO itemTag SELECT * FROM earlierItemTag;
        DROP TABLE earlierItemTag;
        DROP TABLE earlierTag;
        CREATE INDEX tag_on_count ON tag(kind, field, count DESC);
        CREATE INDEX itemTag_on_tagID ON itemTag(tagID, place DESC, itemID DESC, isGone);
        DROP TRIGGER outlet_pending_0;
        DROP TRIGGER outlet_pending_1;
        """ + tagTriggers + outletTriggers(by: "key")

    private static let tagTriggers = [
        ("INSERT", "NOT new.isGone", "count + 1 WHERE id = new.tagID"),
        ("DELETE", "NOT old.isGone", "count - 1 WHERE id = old.tagID"),
        ("UPDATE OF isGone", "new.isGone <> old.isGone", "count + old.isGone - new.isGone WHERE id = new.tagID"),
    ].enumerated().map { number, event in
        """
        CREATE TRIGGER itemTag_count_\(number) AFTER \(event.0) ON itemTag WHEN \(event.1)
            BEGIN UPDATE tag SET count = \(event.2); END;
        """
    }.joined()

    /// Lets FTS5 collect 16 MiB of words before it writes them, in place of 1 MiB.
    ///
    /// FTS5 then merges fewer parts of its index, which leaves fewer free pages in the file.
    static func enlargeSearchMemory(_ db: Database) throws {
        try db.execute(sql: "INSERT INTO search (search, rank) VALUES ('hashsize', \(16 << 20))")
    }

    /// Rebuilds `titleSearch` with an index of prefixes of up to eight letters.
    ///
    /// For a longer prefix SQLite reads the entries of all words that begin with it.
    static func makeTitleSearch(_ db: Database) throws {
        try db.execute(
            sql: """
                DROP TABLE titleSearch;
                CREATE VIRTUAL TABLE titleSearch USING fts5(
                    title, content='', prefix='1 2 3 4 5 6 7 8', tokenize="unicode61 remove_diacritics 2"
                );
                """
        )
        let sql = """
            SELECT document, coalesce(recipe.title, article.title) FROM item LEFT JOIN recipe ON recipe.id = recipeID
            LEFT JOIN article ON article.id = articleID WHERE document NOT NULL ORDER BY document
            """
        let rows = try Row.fetchCursor(db.bound(sql))
        while let row = try rows.next() {
            let (document, title): (Int64, String) = try (row.value(0), row.value(1))
            let values: [any DatabaseValueConvertible] = [document, SearchText.separated(title)]
            try db.run("INSERT INTO titleSearch (rowid, title) VALUES (?, ?)", values)
        }
    }
}
