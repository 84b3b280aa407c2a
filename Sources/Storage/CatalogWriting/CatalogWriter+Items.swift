internal import GRDB
package import LarderCatalog
package import LarderModel

extension CatalogWriter {
    /// Merges what one origin says of an item, and derives the item's row from all origins.
    ///
    /// Keeps the latest sync's record of each origin, as ``merge(_:readerVersion:provenance:sync:)`` does.
    ///
    /// - Parameter provenance: Names the origin; nil: the source's own record.
    @discardableResult
    package func merge<Item: CatalogItem>(_ item: Item, provenance: Provenance?, sync: CatalogSync) throws
        -> MergeOutcome
    {
        let table = Item.table
        var item = item
        if !item.origins.isEmpty { item.origins = item.origins.filter { table.fields.contains($0.key) } }
        let urn = item.urn.storable
        let origin = provenance?.origin ?? .record
        let said = table.statement(origin, item)
        let rank = MergeRank(
            syncID: sync.id,
            readerVersion: provenance?.readerVersion ?? 0,
            completeness: completeness(of: item, said.values, said.lists, in: table),
            fingerprint: fingerprint { $0.add([urn.databaseValue, table.json(of: said).databaseValue], []) }
        )
        let kept = provenance?.storable
        var (isKnown, hasRow) = (false, true)
        var before: Item?
        let outcome = try place(urn: urn, kind: table.kind, origin, rank: rank, provenance: kept, sync: sync) {
            before = $0 ? nil : try table.fetch("WHERE urn = ?", [urn], in: db).first?.record
            (isKnown, hasRow) = try combine(table, urn, source: sync.sourceID, knowing: said, isNew: $0)
        }
        guard hasRow else { return .unchanged }
        if outcome == .updated, let before, try hasContent(of: before, urn, in: table) { return .unchanged }
        return outcome == .inserted && isKnown ? .updated : outcome
    }

    /// Whether an item is known of lists alone.
    package func isPartial<Item: CatalogItem>(_ item: Item) throws -> Bool {
        try Item.table.fetch("WHERE urn = ?", [item.urn.storable], in: db).first?.record.isPartial == true
    }

    private static let formerURLs = "formerURLs"
    private static let maxFormerURLs = 10

    /// Adds the addresses that the item's page had in earlier syncs by the same origin to its `extra`, so that links
    /// there can be followed.
    package func keepFormerAddresses<Item: CatalogItem>(of item: inout Item, _ origin: RecordOrigin, sync: CatalogSync)
        throws
    {
        let sql = "SELECT record, syncID FROM provenance WHERE recordURN = ? AND recordKind = ? AND origin = ?"
        let query = try db.bound(sql, item.urn.storable, Item.table.kind.rawValue, origin.rawValue)
        guard let url = item.pageURL, let row = try Row.fetchOne(query), let json = try row.value(0) as String?,
            let known = try Item.table.record(urn: item.urn, json: json, in: db)
        else { return }
        let earlier = known.extra.last { $0.name == Self.formerURLs }.flatMap { field in
            try? JSONParser.parse(Array(field.json.utf8)).items
        }
        let last = try (row.value(1) as Int64) < sync.id ? [known.pageURL].compactMap(\.self) : []
        let former = ((earlier ?? []).compactMap(\.string) + last).distinct.filter { !$0.isSame(as: url) }
        guard !former.isEmpty else { return }
        let value = JSONWriter.text { $0.value(Array(former.suffix(Self.maxFormerURLs))) }
        item.extra.append(ExtraField(name: Self.formerURLs, json: value))
    }

    /// Whether any origin says something of an item.
    package func isKnown(_ urn: String) throws -> Bool {
        try db.exists("SELECT 1 FROM provenance WHERE recordURN = ?", [urn.storable])
    }

    /// Drops what an origin said of an item in syncs before `sync`, where another says something.
    package func forget<Item: CatalogItem>(
        _ origin: RecordOrigin,
        of urn: String,
        in table: RecordTable<Item>,
        before sync: CatalogSync
    ) throws {
        let sql = """
            DELETE FROM provenance WHERE recordURN = ?1 AND recordKind = ?2 AND origin = ?3 AND syncID < ?4
            AND EXISTS (SELECT 1 FROM provenance WHERE recordURN = ?1 AND recordKind = ?2 AND origin <> ?3)
            """
        let count = try db.run(sql, [urn.storable, table.kind.rawValue, origin.rawValue, sync.id])
        if count > 0 { try combine(table, urn.storable, source: sync.sourceID) }
    }

    /// What an origin said of an item last; nil also if that was in `sync` or later.
    package func said<Item: CatalogItem>(
        _ origin: RecordOrigin,
        of urn: String,
        in table: RecordTable<Item>,
        before sync: CatalogSync? = nil
    ) throws -> Item? {
        let sql = "SELECT record FROM provenance WHERE recordURN = ? AND recordKind = ? AND origin = ? AND syncID < ?"
        let query = try db.bound(sql, urn.storable, table.kind.rawValue, origin.rawValue, sync?.id ?? .max)
        return try String.fetchOne(query).flatMap { try table.record(urn: urn, json: $0, in: db) }
    }

    /// Writes the item's row from what each origin says; an origin's record that cannot be read is left out.
    ///
    /// An origin's `record` holds the differences from the item's row. So a new row changes the records of all origins,
    /// and each record that changed is written.
    ///
    /// - Parameters:
    ///   - said: What was just written of one origin, which need not be read back.
    ///   - isNew: Whether that origin had said nothing before.
    /// - Returns: Whether another origin says something of the item, and whether it has a row: an address that lists
    ///   name and nothing else has none.
    @discardableResult
    func combine<Item: CatalogItem>(
        _ table: RecordTable<Item>,
        _ urn: String,
        source: SourceID,
        knowing said: OriginStatement? = nil,
        isNew: Bool = false
    ) throws -> (isKnown: Bool, hasRow: Bool) {
        let origins = try Row.fetchAll(db.bound(table.originsSQL, urn))
        let stored = origins.count > 1 || said == nil ? try table.content(ofRow: urn, in: db) : nil
        var statements: [(id: Int64, json: String?, said: OriginStatement)] = []
        for row in origins {
            let origin = try RecordOrigin(rawValue: row.value(0)) ?? .record
            if var said, said.origin == origin {
                said.url = try row.value(2)
                try statements.append((row.value(3), nil, said))
            } else if let json = try row.value(1) as String?,
                let item = table.record(urn: urn, json: json, row: stored)
            {
                try statements.append((row.value(3), json, table.statement(origin, item, url: row.value(2))))
            }
        }
        let others = statements.count { $0.said.origin != said?.origin && !$0.said.isAddressAlone }
        guard statements.isEmpty || !statements.allSatisfy(\.said.isAddressAlone) else {
            try db.run("DELETE FROM \(table.name) WHERE urn = ?", [urn])
            for statement in statements { try keep(statement, beyond: nil, in: table) }
            return (false, false)
        }
        let row = table.combined(statements.map(\.said))
        let lists = stored?.lists ?? (isNew ? row.lists.map { _ in [] } : nil)
        try write(row.values, row.lists, over: lists, in: table, urn: urn, source: source)
        for statement in statements { try keep(statement, beyond: row, in: table) }
        return (others > 0, true)
    }

    /// Writes the `record` of an origin: the differences between what the origin said and the item's row.
    ///
    /// - Parameters:
    ///   - statement: The identifier of the row in `provenance`, its stored `record`, and what the origin said. The
    ///     stored record is nil where the origin has just said something new.
    ///   - row: The item's row; nil: the item has none, and the whole statement is written.
    private func keep<Item: CatalogItem>(
        _ statement: (id: Int64, json: String?, said: OriginStatement),
        beyond row: RowContent?,
        in table: RecordTable<Item>
    ) throws {
        let json = table.json(of: statement.said, beyond: row)
        if let known = statement.json {
            // An earlier release wrote the JSON in another form. Its fingerprint is of that form, so the record stays.
            let isOfOtherForm = !table.needsRow(known) && !table.json(of: statement.said).isSame(as: known)
            guard !known.isSame(as: json), !isOfOtherForm else { return }
        }
        try db.run("UPDATE provenance SET record = ? WHERE id = ?", [json, statement.id])
    }
}
