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
    package func merge<Item: CatalogItem>(
        _ item: Item,
        provenance: Provenance?,
        sync: CatalogSync
    ) throws -> MergeOutcome {
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
            fingerprint: itemFingerprint(urn, json)
        )
        return try place(
            urn: urn,
            kind: table.kind,
            rank: rank,
            provenance: provenance?.storable,
            sync: sync,
            origin: origin,
            record: json
        ) {
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
        try run(
            """
            DELETE FROM provenance WHERE recordURN = ?1 AND recordKind = ?2 AND origin = ?3 AND syncID < ?4
            AND EXISTS (SELECT 1 FROM provenance WHERE recordURN = ?1 AND recordKind = ?2 AND origin <> ?3)
            """,
            [urn.storable, table.kind.rawValue, origin.rawValue, sync.id]
        )
        if db.changesCount > 0 { try combine(table, urn.storable, source: sync.sourceID) }
    }

    /// What an origin said of an item in a sync before `sync`, where no later one said anything.
    package func said<Item: CatalogItem>(
        _ origin: RecordOrigin,
        of urn: String,
        in table: RecordTable<Item>,
        before sync: CatalogSync
    ) throws -> Item? {
        let statement = try db.bound(
            "SELECT record FROM provenance WHERE recordURN = ? AND recordKind = ? AND origin = ? AND syncID < ?",
            urn.storable.databaseValue,
            table.kind.rawValue.databaseValue,
            origin.rawValue.databaseValue,
            sync.id.databaseValue
        )
        let json = try String.fetchOne(statement)
        return json.flatMap { table.record(urn: urn, json: $0) }
    }

    /// Whether one origin alone has said something of a record.
    package func hasOneOrigin(_ urn: String, _ kind: RecordKind) throws -> Bool {
        let statement = try db.bound(
            "SELECT count(*) FROM provenance WHERE recordURN = ? AND recordKind = ?",
            urn.storable.databaseValue,
            kind.rawValue.databaseValue
        )
        return try Int.fetchOne(statement) == 1
    }

    /// Writes the item's row anew.
    ///
    /// - Parameter said: What was just written of one origin, which need not be read back.
    func combine<Item: CatalogItem>(
        _ table: RecordTable<Item>,
        _ urn: String,
        source: SourceID,
        knowing said: OriginStatement? = nil
    ) throws {
        let row = table.combined(try statements(of: urn, in: table, knowing: said))
        try write(row.values, row.lists, in: table, urn: urn, source: source)
    }

    /// What each origin says of an item.
    ///
    /// A record that cannot be read is left out; the next result replaces it.
    private func statements<Item: CatalogItem>(
        of urn: String,
        in table: RecordTable<Item>,
        knowing said: OriginStatement?
    ) throws -> [OriginStatement] {
        var statements: [OriginStatement] = []
        for row in try Row.fetchAll(db.bound(table.originsSQL, urn.databaseValue)) {
            let origin = RecordOrigin(rawValue: row[0]) ?? .record
            if var said, said.origin == origin {
                said.url = row[2]
                statements.append(said)
            } else if let json = row[1] as String?, let item = table.record(urn: urn, json: json) {
                statements.append(table.statement(origin, item, url: row[2]))
            }
        }
        return statements
    }

    func itemFingerprint(_ urn: String, _ json: String) -> Digest {
        fingerprint { encoder in
            encoder.add(urn.databaseValue)
            encoder.add(json.databaseValue)
        }
    }
}
