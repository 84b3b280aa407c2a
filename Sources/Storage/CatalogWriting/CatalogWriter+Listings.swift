internal import GRDB
internal import LarderCatalog
package import LarderModel

/// How many items of a source are missing at once.
package struct MissingItems: Sendable, Hashable {
    package var count: Int
    /// How many there were.
    package var all: Int

    /// More than half are missing: rather a fault of the source than its wish.
    package var areMost: Bool { count * 2 > all }
}

extension CatalogWriter {
    /// Merges an item's place in a list.
    ///
    /// Of several places in one list the one of the latest sync is kept, within one sync the first.
    package func merge(listing entry: ListEntry, sync: CatalogSync) throws {
        let list = entry.list
        let sql = """
            INSERT INTO listing (query, outlet, sort, category, itemURN, sourceID, position, syncID)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (sourceID, query, outlet, sort, category, itemURN) DO UPDATE
            SET position = excluded.position, syncID = excluded.syncID
            WHERE excluded.syncID > syncID OR (excluded.syncID = syncID AND excluded.position < position)
            """
        try db.run(
            sql,
            [
                list.query.storable, list.outlet.storable, list.sort.storable, list.category.storable,
                entry.itemURN.storable, sync.sourceID, entry.position, sync.id,
            ]
        )
    }

    /// Items of a source, those gone before left out, that no list named in a sync.
    package struct UnlistedItems {
        package var missing = MissingItems(count: 0, all: 0)
        /// How many are at addresses that the definition does not take.
        package var unwanted = 0
        /// How many stood in lists that the definition named in an earlier sync, and does not name now.
        package var ofOtherLists = 0
    }

    /// Which of a source's items no list named in `sync`.
    ///
    /// Items at unwanted addresses, and items of other lists, are set aside until the next call. They are not missing, and
    /// they are not among all items.
    ///
    /// - Parameter isWanted: Whether the source's definition takes an address. Nil: all are taken.
    package func itemsNotListed(
        in sync: CatalogSync,
        isWanted: ((String) -> Bool)? = nil
    ) throws -> UnlistedItems {
        try makeUnwantedItems()
        try db.execute(sql: "DELETE FROM temp.unwantedItem")
        let values: [any DatabaseValueConvertible] = [sync.sourceID, sync.id]
        var items = UnlistedItems()
        let ofOthers = Self.conditions(ofItemsIn: "SELECT itemURN FROM (\(Self.placesInOtherLists))")
        for ((table, isListed), (_, isOfOthers)) in zip(Self.conditions(ofItemsIn: Self.listed), ofOthers) {
            let url = table == "recipe" ? "sourceURL" : "url"
            let condition =
                "sourceID = ?1 AND goneAt IS NULL AND NOT \(isListed)" + (isWanted == nil ? " AND \(isOfOthers)" : "")
            for row in try db.rows("SELECT urn, \(url), \(isOfOthers) FROM \(table) WHERE \(condition)", values) {
                let isOut = try (row.value(1) as String?).map { isWanted?($0) == false } ?? false
                let isOfOthers: Bool = try row.value(2)
                guard isOut || isOfOthers else { continue }
                try db.run("INSERT INTO temp.unwantedItem VALUES (?)", [row.value(0) as String])
                items.unwanted += isOut ? 1 : 0
                items.ofOtherLists += isOut ? 0 : 1
            }
        }
        items.missing = try missing(Self.conditions(ofItemsIn: Self.listed).map { ($0, "NOT \($1)") }, values)
        return items
    }

    /// The items that a sync's lists named.
    private static let listed = "SELECT itemURN FROM listing WHERE sourceID = ?1 AND syncID = ?2"

    /// Places that an earlier sync found in lists which the source's definition does not name any more.
    ///
    /// A list of the same name is another one where what else lists are made from is not the same.
    private static let placesInOtherLists = """
        SELECT old.id, old.itemURN FROM listing AS old
        JOIN sync AS before ON before.id = old.syncID JOIN sync AS now ON now.id = ?2
        WHERE old.sourceID = ?1 AND old.syncID < ?2 AND (
            json_extract(before.counts, '$.\(SyncSummary.listRequests)')
                <> json_extract(now.counts, '$.\(SyncSummary.listRequests)')
            OR json_extract(before.counts, '$.\(SyncSummary.listNames)')
                <> json_extract(now.counts, '$.\(SyncSummary.listNames)')
            AND (old.query, old.outlet, old.category) NOT IN (
                SELECT query, outlet, category FROM listing WHERE sourceID = ?1 AND syncID = ?2))
        """

    /// Whether most of the items that `sync` found stood before in lists that it did not read.
    package func readsOtherLists(in sync: CatalogSync) throws -> Bool {
        let sql = """
            SELECT count(*), count(*) FILTER (WHERE EXISTS (
                SELECT 1 FROM listing AS old WHERE old.itemURN = listing.itemURN AND sourceID = ?1 AND syncID < ?2
                AND query NOT IN (SELECT query FROM listing WHERE sourceID = ?1 AND syncID = ?2)
            )) FROM listing WHERE sourceID = ?1 AND syncID = ?2
            """
        let row = try db.rows(sql, [sync.sourceID, sync.id])[0]
        return try MissingItems(count: row.value(1), all: row.value(0)).areMost
    }

    /// Whether items are missing from lists that `sync` did not read because the site names fewer lists now.
    ///
    /// - Parameter named: How many lists the site itself names now, as opposed to those that a list of lists names.
    package func lacksNamedLists(in sync: CatalogSync, named: Int) throws -> Bool {
        let sql = """
            SELECT 1 FROM listing AS old JOIN sync ON sync.id = old.syncID
            WHERE old.sourceID = ?1 AND old.syncID < ?2 AND json_extract(counts, '$.\(SyncSummary.named)') > ?3
            AND query NOT IN (SELECT query FROM listing WHERE sourceID = ?1 AND syncID = ?2)
            AND itemURN NOT IN (SELECT itemURN FROM listing WHERE sourceID = ?1 AND syncID = ?2) LIMIT 1
            """
        return try db.exists(sql, [sync.sourceID, sync.id, named])
    }

    /// Whether most of the items that no list named in `sync` stand in its lists with another scheme, or with or without
    /// `www.`.
    package func listsNameOtherAddresses(in sync: CatalogSync) throws -> Bool {
        let items = Self.conditions(ofItemsIn: Self.listed).map { table, isListed in
            let url = table == "recipe" ? "sourceURL" : "url"
            return """
                SELECT urn, \(url) AS url, \(isListed) AS isListed,
                    replace(replace(replace(\(url), 'https://', '//'), 'http://', '//'), '//www.', '//') AS place
                FROM \(table) WHERE sourceID = ?1 AND goneAt IS NULL AND \(Self.isWanted)
                """
        }
        let sql = """
            WITH item AS MATERIALIZED (\(items.joined(separator: " UNION ALL ")))
            SELECT (SELECT count(*) FROM item WHERE NOT isListed), (
                SELECT count(DISTINCT item.urn) FROM item JOIN item AS other USING (place)
                WHERE NOT item.isListed AND other.isListed AND other.url <> item.url
            )
            """
        let row = try db.rows(sql, [sync.sourceID, sync.id])[0]
        return try MissingItems(count: row.value(1), all: row.value(0)).areMost
    }

    private func makeUnwantedItems() throws {
        try db.execute(sql: "CREATE TEMP TABLE IF NOT EXISTS unwantedItem (urn TEXT PRIMARY KEY) WITHOUT ROWID")
    }

    /// Whether an item is none of those that ``itemsNotListed(in:isWanted:)`` set aside.
    private static let isWanted = "urn NOT IN (SELECT urn FROM temp.unwantedItem)"

    /// How many of a crawl's items, those gone before left out, have a note of `code` from `sync`.
    package func items(noted code: String, in sync: CatalogSync) throws -> MissingItems {
        try makeUnwantedItems()
        let refused = "SELECT recordURN FROM note WHERE sourceID = ?1 AND syncID = ?2 AND code = ?3"
        return try missing(Self.conditions(ofItemsIn: refused), [sync.sourceID, sync.id, code])
    }

    /// Items that no earlier sync has seen are not among all of them: they do not make up for missing ones.
    private func missing(
        _ conditions: [(table: String, condition: String)],
        _ values: [any DatabaseValueConvertible]
    ) throws -> MissingItems {
        var items = MissingItems(count: 0, all: 0)
        for (table, isMissing) in conditions {
            let isKnown = try isKnown(in: table, values[0])
            let counts = "count(*) FILTER (WHERE \(isKnown) OR \(isMissing)), count(*) FILTER (WHERE \(isMissing))"
            let condition = "sourceID = ?1 AND goneAt IS NULL AND \(Self.isWanted)"
            let row = try db.rows("SELECT \(counts) FROM \(table) WHERE \(condition)", values)[0]
            items.all += try row.value(0)
            items.count += try row.value(1)
        }
        return items
    }

    /// Which items of a source an earlier sync has seen; all, if none has been seen.
    private func isKnown(in table: String, _ source: any DatabaseValueConvertible) throws -> String {
        let sql = "SELECT 1 FROM \(table) WHERE sourceID = ? AND lastSeen NOT NULL LIMIT 1"
        return try db.exists(sql, [source]) ? "lastSeen NOT NULL" : "TRUE"
    }

    /// The new value of `lastSeen`: `?3` is a sync that ends at `?4`.
    ///
    /// Items that a resumed sync found before its first end keep their time.
    private static func seenNow(if condition: String = "TRUE") -> String {
        """
        lastSeen = CASE WHEN NOT (\(condition)) OR EXISTS (
                SELECT 1 FROM sync WHERE id = ?3 AND lastSeen BETWEEN startedAt AND finishedAt)
            THEN lastSeen ELSE ?4 END
        """
    }

    /// Records which items the source's lists named in `sync`, which has ended.
    ///
    /// Items that ``itemsNotListed(in:isWanted:)`` has set aside stay as they are.
    ///
    /// - Parameters:
    ///   - areRead: Every list was read to its end without an error: positions that this sync did not find are dropped,
    ///     but for those in lists that the definition does not name any more.
    ///   - areWhole: The lists name all items of the source: if they were read, items that none names are gone.
    ///   - takesNew: Else items that no earlier sync has seen are not seen by this one either.
    ///   - wholeListsAt: When the lists were last read whole without an error, in Unix milliseconds, if this sync
    ///     requested only changes: items seen since then count as seen now. Nil: only listed items were seen.
    ///   - time: In Unix milliseconds. Items that a resumed sync found before its first end keep their time.
    package func concludeListings(
        of sync: CatalogSync,
        areRead: Bool,
        areWhole: Bool,
        takesNew: Bool = true,
        wholeListsAt: Int64? = nil,
        at time: Int64
    ) throws {
        try makeUnwantedItems()
        let listed = "SELECT itemURN FROM listing WHERE sourceID = ?2 AND syncID = ?3"
        for (table, isListed) in Self.conditions(ofItemsIn: listed) {
            let values: [any DatabaseValueConvertible] = [wholeListsAt, sync.sourceID, sync.id, time]
            let isSeen = try takesNew ? "TRUE" : isKnown(in: table, sync.sourceID)
            let changes = "goneAt = NULL, \(Self.seenNow(if: isSeen))"
            try db.run("UPDATE \(table) SET \(changes) WHERE sourceID = ?2 AND \(isListed)", values)
            let present = "sourceID = ?2 AND goneAt IS NULL"
            if wholeListsAt != nil {
                try db.run("UPDATE \(table) SET \(Self.seenNow()) WHERE \(present) AND lastSeen >= ?1", values)
            }
            guard areRead, areWhole else { continue }
            let isMissing = "\(present) AND NOT \(isListed) AND \(Self.isWanted)"
            try db.run("UPDATE \(table) SET goneAt = ?4 WHERE \(isMissing)", values)
        }
        guard areRead else { return }
        let kept = "SELECT id FROM (\(Self.placesInOtherLists))"
        let condition = "sourceID = ?1 AND syncID < ?2 AND id NOT IN (\(kept))"
        try db.run("DELETE FROM listing WHERE \(condition)", [sync.sourceID, sync.id])
    }

    /// Records which pages of a crawl were there in `sync`, which has ended: items are gone whose pages the site
    /// answered with status 404 or 410, and back when their pages are there again.
    ///
    /// - Parameters:
    ///   - missing: The code of the notes on items whose pages are not there.
    ///   - marksGone: Else items only come back.
    ///   - takesNew: Else items that no earlier sync has seen are not seen by this one either.
    ///   - time: In Unix milliseconds.
    package func concludePages(
        of sync: CatalogSync,
        missing: String,
        marksGone: Bool,
        takesNew: Bool,
        at time: Int64
    ) throws {
        let answered = "SELECT recordURN FROM provenance WHERE sourceID = ?2 AND syncID = ?3 AND origin = 'list'"
        let refused = "SELECT recordURN FROM note WHERE sourceID = ?2 AND syncID = ?3 AND code = ?1"
        let values: [any DatabaseValueConvertible] = [missing, sync.sourceID, sync.id, time]
        for (table, isThere) in Self.conditions(ofItemsIn: answered) {
            let isSeen = try takesNew ? "TRUE" : isKnown(in: table, sync.sourceID)
            let changes = "goneAt = NULL, \(Self.seenNow(if: isSeen))"
            try db.run("UPDATE \(table) SET \(changes) WHERE sourceID = ?2 AND \(isThere)", values)
        }
        for (table, isMissing) in Self.conditions(ofItemsIn: refused) {
            // A gone item whose page was not asked for, or gave no answer, counts as gone from now on.
            let isOpen = "goneAt IS NOT NULL AND NOT \(isMissing)"
            let condition = marksGone ? "(\(isOpen) OR goneAt IS NULL AND \(isMissing))" : isOpen
            try db.run("UPDATE \(table) SET goneAt = ?4 WHERE sourceID = ?2 AND \(condition)", values)
        }
    }

    /// Which rows of each table are among the URNs that a query gives; a recipe in an article's page is where that is.
    private static func conditions(ofItemsIn urns: String) -> [(table: String, condition: String)] {
        [
            ("recipe", "(urn IN (\(urns)) OR 'article' || substr(urn, 7) IN (\(urns)))"),
            ("article", "(urn IN (\(urns)))"),
        ]
    }
}
