package import GRDB
internal import LarderCatalog
internal import LarderHashing
package import LarderModel

/// Writes to the catalog inside one write transaction, beside whatever else the transaction does.
///
/// Make one per transaction and do not keep it. Merging is commutative: rows are a function of which records came in
/// which sync, never of their order. A record of a later sync replaces; within one sync the newer reader wins, then the
/// more complete record, then a fixed order of their bytes.
///
/// Every method throws GRDB's `DatabaseError`, which ``CatalogDatabase/write(_:)-(_)`` turns into ``CatalogError``;
/// after an error the transaction must be rolled back.
package struct CatalogWriter {
    let db: Database
    /// The rows of `provenance` that this writer's merges left.
    package let merged = MergedRows()

    /// A writer on the connection of a running write transaction.
    package init(_ db: Database) { self.db = db }

    // MARK: Sources and syncs

    /// Adds `source`, or gives the one with its URN a new name and kind.
    ///
    /// - Returns: The row's identifier.
    @discardableResult
    package func upsertSource(_ source: Source) throws -> SourceID {
        let urn = source.urn.storable
        let sql = """
            INSERT INTO source (urn, name, kind) VALUES (?, ?, ?)
            ON CONFLICT (urn) DO UPDATE SET name = excluded.name, kind = excluded.kind
            WHERE name <> excluded.name OR kind <> excluded.kind
            """
        try db.run(sql, [urn, source.name.storable, source.kind.storable])
        return SourceID(try rowID("SELECT id FROM source WHERE urn = ?", urn))
    }

    /// Writes down the address that a source is read from.
    package func bind(source: SourceID, toBase base: String) throws {
        try db.run("UPDATE source SET base = ?1 WHERE id = ?2 AND base IS NOT ?1", [base.storable, source])
    }

    /// Begins a sync over the source with row `source`.
    ///
    /// - Parameters:
    ///   - startedAt: In Unix milliseconds.
    ///   - counts: As for ``finishSync(_:state:finishedAt:listsRead:counts:)``, which replaces them.
    package func beginSync(
        source: SourceID,
        startedAt: Int64,
        counts: [String: Int] = [:]
    ) throws -> CatalogSync {
        let sql = "INSERT INTO sync (sourceID, startedAt, state, counts) VALUES (?, ?, 'running', ?)"
        try db.run(sql, [source, startedAt, Self.json(counts)])
        return CatalogSync(id: db.lastInsertedRowID, sourceID: source)
    }

    /// Records how `sync` ended; a later call replaces an earlier one.
    ///
    /// - Parameters:
    ///   - finishedAt: In Unix milliseconds.
    ///   - listsRead: Every list was read to its end, or every page of a crawl asked for.
    ///   - counts: How many of what, by name; kept as a JSON object.
    package func finishSync(
        _ sync: CatalogSync,
        state: SyncState,
        finishedAt: Int64,
        listsRead: Bool = false,
        counts: [String: Int] = [:]
    ) throws {
        let sql = "UPDATE sync SET state = ?, finishedAt = ?, listsRead = ?, counts = ? WHERE id = ?"
        try db.run(sql, [state.rawValue, finishedAt, listsRead, Self.json(counts), sync.id])
    }

    private static func json(_ counts: [String: Int]) -> String {
        JSONWriter.text { json in
            json.object { json in
                for (name, count) in counts.sorted(by: { $0.key < $1.key }) { json.member(name, count) }
            }
        }
    }

    // MARK: Statements

    func rowID(_ sql: String, _ urn: String) throws -> Int64 {
        guard let id = try Int64.fetchOne(db.bound(sql, urn)) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a row that was just written is not there")
        }
        return id
    }

    /// What tells two contents apart: their SHA-256.
    func fingerprint(_ encode: (inout ContentEncoder) -> Void) -> Digest {
        var encoder = ContentEncoder()
        encode(&encoder)
        return Digest(of: encoder.bytes)
    }
}
