internal import GRDB
internal import LarderCatalog
package import LarderModel

/// What a step of a removal removed.
package struct RemovedStep: Sendable, Hashable {
    package var rows = RemovedRows()
    /// The URNs of the items and pictures among them.
    package var urns: [String] = []
    /// A list of the source still named one of the items.
    package var wasListed = false
    /// The source did not have the item any more.
    package var wasGone = false
}

extension CatalogRemoval {
    /// Removes an item with its texts, list positions, notes, provenance, and the pictures that no other item names.
    package func remove(_ item: ChosenItem) throws -> RemovedStep {
        var step = RemovedStep()
        // A recipe that an article's page holds has the texts of the article.
        let article = RecordURN.article(withPageOf: item.urn)
        let hasArticle = try article.map { try db.exists("SELECT 1 FROM article WHERE urn = ?", [$0]) } ?? false
        let roles = hasArticle ? [] : ItemTextRole.allCases.map { RecordURN.text(item: item.urn, role: $0) }
        let texts = try String.fetchSet(db.bound("SELECT urn FROM text WHERE itemURN = ?", item.urn))
        // The texts of a recipe and of an article with the same identifier have the same URN.
        let ofOther = "SELECT 1 FROM text WHERE urn = ? AND itemURN <> ?"
        for text in texts.union(roles) where try !db.exists(ofOther, [text, item.urn]) { try forgetOrigins(of: text) }
        step.rows.texts = try db.run("DELETE FROM text WHERE itemURN = ?", [item.urn])
        try forgetOrigins(of: item.urn)
        step.rows.places = try db.run("DELETE FROM listing WHERE itemURN = ?", [item.urn])
        step.wasListed = step.rows.places > 0
        let table = item.kind == .article ? Article.table.name : Recipe.table.name
        step.wasGone = try db.exists("SELECT 1 FROM \(table) WHERE urn = ? AND goneAt IS NOT NULL", [item.urn])
        let count = try db.run("DELETE FROM \(table) WHERE urn = ?", [item.urn])
        if item.kind == .article { step.rows.articles = count } else { step.rows.recipes = count }
        step.urns = [item.urn]
        let uses = try db.bound("SELECT imageURN FROM temp.pictureUse WHERE itemURN = ?", item.urn)
        let pictures = try String.fetchAll(uses)
        try db.run("DELETE FROM temp.pictureUse WHERE itemURN = ?", [item.urn])
        for picture in pictures {
            if try db.exists("SELECT 1 FROM temp.pictureUse WHERE imageURN = ?", [picture]) { continue }
            step.rows.pictures += try remove(picture: picture)
            step.urns.append(picture)
        }
        return step
    }

    /// The first pictures behind a row that no item names any more, by their rows.
    ///
    /// - Parameter source: Of this source; nil: of all.
    package func unnamedPictures(
        of source: SourceID?,
        after row: Int64,
        limit: Int
    ) throws -> [(row: Int64, urn: String)] {
        let sql = """
            SELECT id, urn FROM image WHERE id > ?1 AND (?2 IS NULL OR sourceID = ?2)
            AND NOT EXISTS (SELECT 1 FROM temp.pictureUse WHERE imageURN = urn) ORDER BY id LIMIT ?3
            """
        return try Row.fetchAll(db.bound(sql, row, source, limit)).map { try ($0.value(0), $0.value(1)) }
    }

    /// Removes a picture with its provenance and notes.
    ///
    /// - Returns: How many there were.
    package func remove(picture urn: String) throws -> Int {
        try forgetOrigins(of: urn)
        return try db.run("DELETE FROM image WHERE urn = ?", [urn])
    }

    /// Drops the notes on a record or a job of this name, and on those whose names go on after it with a colon.
    package func forgetNotes(under name: String) throws {
        // A semicolon is the byte after the colon.
        try db.run("DELETE FROM note WHERE recordURN = ?1 OR recordURN > ?1 || ':' AND recordURN < ?1 || ';'", [name])
    }

    private func forgetOrigins(of urn: String) throws {
        try db.run("DELETE FROM provenance WHERE recordURN = ?", [urn])
        try forgetNotes(under: urn)
    }
}

extension CatalogRemoval {
    /// Removes some rows of a source.
    ///
    /// A record and its provenance go together: a record without provenance counts as damaged, provenance without a
    /// record as stored.
    ///
    /// - Returns: How many; nil: there are none any more.
    package func removeRows(of source: SourceID, limit: Int) throws -> RemovedRows? {
        let records: [(String, WritableKeyPath<RemovedRows, Int>)] = [
            // Texts and publications after the items that they would mark as changed.
            (Recipe.table.name, \.recipes), (Article.table.name, \.articles), (RenderedText.table.name, \.texts),
            (Outlet.table.name, \.outlets), (ImageOriginal.table.name, \.pictures),
        ]
        var rows = RemovedRows()
        for (table, counter) in records {
            let query = try db.bound("SELECT id, urn FROM \(table) WHERE sourceID = ? LIMIT ?", source, limit)
            let found = try Row.fetchAll(query)
            for row in found {
                try forgetOrigins(of: row.value(1))
                rows[keyPath: counter] += try db.run("DELETE FROM \(table) WHERE id = ?", [row.value(0) as Int64])
            }
            if !found.isEmpty { return rows }
        }
        for table in ["listing", "note", "provenance"] {
            let sql = "DELETE FROM \(table) WHERE id IN (SELECT id FROM \(table) WHERE sourceID = ? LIMIT ?)"
            let count = try db.run(sql, [source, limit])
            if table == "listing" { rows.places = count }
            if count > 0 { return rows }
        }
        return nil
    }

    /// Removes a source of which only its syncs are left.
    package func remove(source: SourceID) throws { try db.run("DELETE FROM source WHERE id = ?", [source]) }

    /// Removes every row of the catalog's tables.
    ///
    /// Foreign keys must be off: SQLite then drops whole tables and hardly writes. Triggers are away meanwhile, for the
    /// same reason. Sync numbers are not used again.
    package func removeEverything() throws {
        let triggers = try db.rows("SELECT name, sql FROM main.sqlite_master WHERE type = 'trigger'")
        for row in triggers { try db.execute(sql: "DROP TRIGGER main.\(row.value(0) as String)") }
        let lists =
            Recipe.table.children.map(\.name) + RenderedText.table.children.map(\.name)
            + [ImageDecoding.variantTable.name]
        let others = [
            "text", "listing", "note", "provenance", "recipe", "article", "outlet", "image", "sync", "source",
        ]
        let indexed = ["titleOrder", "titleLanguage", "itemTag", "address", "tag", "item", "change", "pendingItem"]
        for table in lists + indexed + others { try db.execute(sql: "DELETE FROM main.\(table)") }
        try ItemIndexer(db).emptySearch()
        try db.execute(sql: "UPDATE revision SET count = count + 1")
        for row in triggers { try db.execute(sql: row.value(1)) }
    }
}
