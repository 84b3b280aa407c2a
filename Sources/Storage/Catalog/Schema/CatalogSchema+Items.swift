/// What lists, search and links of apps read, made of the records by `ItemIndexer`.
extension CatalogSchema {
    /// A row for each recipe and article, with the values that lists are ordered by.
    ///
    /// `document` is the item's number in `search` and `titleSearch`: each change of its words takes a new number, as
    /// documents of an FTS5 table without content cannot be replaced. `prints` has a hash of each group of fields.
    /// `place` of `itemTag` is the natural order: the rank of a recipe, the time of an article.
    static let items = """
        CREATE TABLE item (
            id INTEGER PRIMARY KEY,
            urn TEXT NOT NULL UNIQUE,
            recipeID INTEGER UNIQUE REFERENCES recipe(id) ON DELETE CASCADE,
            articleID INTEGER UNIQUE REFERENCES article(id) ON DELETE CASCADE,
            sourceID INTEGER NOT NULL REFERENCES source(id) ON DELETE CASCADE,
            addedSyncID INTEGER,
            isGone INTEGER NOT NULL,
            titleKey BLOB NOT NULL,
            rank REAL NOT NULL,
            time INTEGER NOT NULL,
            minutes INTEGER,
            document INTEGER UNIQUE,
            prints BLOB NOT NULL
        );
        CREATE INDEX item_on_sourceID ON item(sourceID);
        CREATE INDEX outlet_on_outletID ON outlet(outletID, sourceID);
        CREATE INDEX item_on_rank ON item(rank DESC, id DESC, isGone) WHERE recipeID NOT NULL;
        CREATE INDEX item_on_titleKey ON item(titleKey, id, isGone) WHERE recipeID NOT NULL;
        CREATE INDEX item_on_minutes ON item(minutes, id, isGone) WHERE recipeID NOT NULL AND minutes NOT NULL;
        CREATE INDEX item_on_recipeTime ON item(time DESC, id DESC, isGone) WHERE recipeID NOT NULL;
        CREATE INDEX item_on_articleTime ON item(time DESC, id DESC, isGone) WHERE articleID NOT NULL;
        CREATE TABLE tag (
            id INTEGER PRIMARY KEY,
            kind TEXT NOT NULL CHECK (kind IN ('recipe', 'article')),
            field TEXT NOT NULL,
            name TEXT NOT NULL COLLATE NOCASE,
            count INTEGER NOT NULL DEFAULT 0,
            UNIQUE (kind, field, name)
        );
        CREATE INDEX tag_on_count ON tag(kind, field, count DESC);
        CREATE TABLE itemTag (
            itemID INTEGER NOT NULL REFERENCES item(id) ON DELETE CASCADE,
            tagID INTEGER NOT NULL REFERENCES tag(id),
            place REAL NOT NULL,
            isGone INTEGER NOT NULL,
            PRIMARY KEY (itemID, tagID)
        );
        CREATE INDEX itemTag_on_tagID ON itemTag(tagID, place DESC, itemID DESC, isGone);
        CREATE TRIGGER itemTag_insert AFTER INSERT ON itemTag WHEN NOT new.isGone
            BEGIN UPDATE tag SET count = count + 1 WHERE id = new.tagID; END;
        CREATE TRIGGER itemTag_delete AFTER DELETE ON itemTag WHEN NOT old.isGone
            BEGIN UPDATE tag SET count = count - 1 WHERE id = old.tagID; END;
        CREATE TRIGGER itemTag_gone AFTER UPDATE OF isGone ON itemTag WHEN new.isGone <> old.isGone
            BEGIN UPDATE tag SET count = count + old.isGone - new.isGone WHERE id = new.tagID; END;
        CREATE TABLE address (
            key TEXT NOT NULL,
            itemID INTEGER NOT NULL REFERENCES item(id) ON DELETE CASCADE,
            PRIMARY KEY (key, itemID)
        );
        CREATE INDEX address_on_itemID ON address(itemID);
        """

    /// Full text without content: SQLite 3.40 has no contents that can be deleted, and the words are in the records.
    static let search = """
        CREATE VIRTUAL TABLE search USING fts5(
            title, names, ingredients, text, content='', tokenize="unicode61 remove_diacritics 2"
        );
        CREATE VIRTUAL TABLE titleSearch USING fts5(
            title, content='', prefix='1 2 3', tokenize="unicode61 remove_diacritics 2"
        );
        """

    /// What syncs changed; a change that is written again for the same sync takes a new `id`.
    static let changes = """
        CREATE TABLE change (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            sourceID INTEGER NOT NULL REFERENCES source(id) ON DELETE CASCADE,
            syncID INTEGER NOT NULL,
            itemURN TEXT NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('added', 'changed', 'gone', 'back', 'removed')),
            fields TEXT NOT NULL DEFAULT '[]',
            UNIQUE (syncID, itemURN, kind)
        );
        CREATE INDEX change_on_sourceID ON change(sourceID);
        CREATE TRIGGER item_delete AFTER DELETE ON item WHEN EXISTS (SELECT 1 FROM source WHERE id = old.sourceID)
        BEGIN
            INSERT INTO change (sourceID, syncID, itemURN, kind)
            SELECT old.sourceID, latest, old.urn, 'removed' FROM (
                SELECT coalesce(max(id), 0) AS latest FROM sync WHERE sourceID = old.sourceID
            ) WHERE latest IS NOT old.addedSyncID ON CONFLICT DO NOTHING;
            DELETE FROM change WHERE itemURN = old.urn AND kind = 'added' AND syncID = old.addedSyncID
                AND syncID = (SELECT max(id) FROM sync WHERE sourceID = old.sourceID);
        END;
        """

    /// Which items changed since they were indexed, and how often each table changed.
    ///
    /// `item` of `pendingItem` is twice the identifier of a recipe, or one more than twice that of an article; `isOld`:
    /// the item was there before this table.
    static let pending = """
        CREATE TABLE pendingItem (item INTEGER PRIMARY KEY, isOld INTEGER NOT NULL DEFAULT 0);
        CREATE TABLE revision (name TEXT PRIMARY KEY, count INTEGER NOT NULL DEFAULT 0);
        INSERT INTO pendingItem SELECT id * 2, 1 FROM recipe UNION ALL SELECT id * 2 + 1, 1 FROM article;
        """ + pendingTriggers + outletTriggers(by: "name") + revisionTriggers

    private static let pendingTriggers =
        [("recipe", 0), ("article", 1)].map { table, odd in
            // The statements that write records name all columns, so `title` stands for any of them.
            [
                ("INSERT", "TRUE"), ("UPDATE OF title", "TRUE"),
                // Each sync writes this column of all items that it finds again.
                ("UPDATE OF goneAt", "(new.goneAt IS NULL) <> (old.goneAt IS NULL)"),
            ].enumerated().map { number, event in
                """
                CREATE TRIGGER \(table)_pending_\(number) AFTER \(event.0) ON \(table)
                WHEN \(event.1) AND NOT EXISTS (SELECT 1 FROM pendingItem WHERE item = new.id * 2 + \(odd))
                BEGIN INSERT INTO pendingItem (item) VALUES (new.id * 2 + \(odd)); END;
                """
            }.joined()
        }.joined()
        + [
            ("INSERT", "new.itemURN", "new"), ("UPDATE OF plain", "new.itemURN, old.itemURN", "new"),
            ("DELETE", "old.itemURN", "old"),
        ].enumerated().map { number, event in
            """
            CREATE TRIGGER text_pending_\(number) AFTER \(event.0) ON text WHEN \(event.2).role IN ('body', 'content')
            BEGIN
                INSERT INTO pendingItem (item)
                SELECT item FROM (
                    SELECT id * 2 AS item FROM recipe WHERE urn IN (\(event.1))
                    UNION ALL SELECT id * 2 + 1 FROM article WHERE urn IN (\(event.1))
                ) WHERE item NOT IN (SELECT item FROM pendingItem);
            END;
            """
        }.joined()

    /// Triggers that mark a publication's articles, which have its subject.
    ///
    /// The publication's row may come later than its articles.
    ///
    /// - Parameter column: The column of `tag` that holds the publication's URN.
    static func outletTriggers(by column: String) -> String {
        [
            ("INSERT", "new.category NOT NULL"), ("UPDATE OF category", "new.category IS NOT old.category"),
        ].enumerated().map { number, event in
            """
            CREATE TRIGGER outlet_pending_\(number) AFTER \(event.0) ON outlet WHEN \(event.1)
            BEGIN
                INSERT INTO pendingItem (item)
                SELECT articleID * 2 + 1 FROM tag JOIN itemTag ON tagID = tag.id JOIN item ON item.id = itemID
                WHERE tag.kind = 'article' AND tag.field = 'outlet' AND tag.\(column) = new.urn
                    AND item.sourceID = new.sourceID AND articleID * 2 + 1 NOT IN (SELECT item FROM pendingItem);
            END;
            """
        }.joined()
    }

    private static let revisionTriggers = ["item", "text", "outlet", "listing", "image", "sync"].map { table in
        "INSERT INTO revision (name) VALUES ('\(table)');"
            + ["INSERT", "UPDATE", "DELETE"].map { event in
                // Each sync writes its number to all places that it finds again.
                let condition = table == "listing" && event == "UPDATE" ? "WHEN new.position <> old.position" : ""
                return """
                    CREATE TRIGGER \(table)_revision_\(event.lowercased()) AFTER \(event) ON \(table) \(condition)
                    BEGIN UPDATE revision SET count = count + 1 WHERE name = '\(table)'; END;
                    """
            }.joined()
    }.joined()
}
