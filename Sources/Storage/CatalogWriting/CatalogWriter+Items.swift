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
        let json = table.json(of: said)
        let rank = MergeRank(
            syncID: sync.id,
            readerVersion: provenance?.readerVersion ?? 0,
            completeness: completeness(of: item, said.values, said.lists, in: table),
            fingerprint: fingerprint { $0.add([urn.databaseValue, json.databaseValue], []) }
        )
        let kept = provenance?.storable
        return try place(urn: urn, kind: table.kind, origin, json, rank: rank, provenance: kept, sync: sync) {
            try combine(table, urn, source: sync.sourceID, knowing: said)
        }
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

    /// What an origin said of an item in a sync before `sync`, where no later one said anything.
    package func said<Item: CatalogItem>(
        _ origin: RecordOrigin,
        of urn: String,
        in table: RecordTable<Item>,
        before sync: CatalogSync
    ) throws -> Item? {
        let sql = "SELECT record FROM provenance WHERE recordURN = ? AND recordKind = ? AND origin = ? AND syncID < ?"
        let query = try db.bound(sql, urn.storable, table.kind.rawValue, origin.rawValue, sync.id)
        return try String.fetchOne(query).flatMap { table.record(urn: urn, json: $0) }
    }

    /// Whether one origin alone has said something of a record.
    package func hasOneOrigin(_ urn: String, _ kind: RecordKind) throws -> Bool {
        let sql = "SELECT count(*) FROM provenance WHERE recordURN = ? AND recordKind = ?"
        return try Int.fetchOne(db.bound(sql, urn.storable, kind.rawValue)) == 1
    }

    /// Writes the item's row from what each origin says; an origin's record that cannot be read is left out.
    ///
    /// - Parameter said: What was just written of one origin, which need not be read back.
    func combine<Item: CatalogItem>(
        _ table: RecordTable<Item>,
        _ urn: String,
        source: SourceID,
        knowing said: OriginStatement? = nil
    ) throws {
        var statements: [OriginStatement] = []
        for row in try Row.fetchAll(db.bound(table.originsSQL, urn)) {
            let origin = RecordOrigin(rawValue: row[0]) ?? .record
            if var said, said.origin == origin {
                said.url = row[2]
                statements.append(said)
            } else if let json = row[1] as String?, let item = table.record(urn: urn, json: json) {
                statements.append(table.statement(origin, item, url: row[2]))
            }
        }
        let row = table.combined(statements)
        try write(row.values, row.lists, in: table, urn: urn, source: source)
    }
}
