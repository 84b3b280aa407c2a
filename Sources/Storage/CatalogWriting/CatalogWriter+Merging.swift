internal import GRDB
package import LarderCatalog
package import LarderModel

extension CatalogWriter {
    /// The row in `provenance` that says which record is kept.
    private struct Kept {
        var id: Int64
        var rank: MergeRank
        var url: String?
        var fetchedAt: Int64?
        var validator: String?
        var digest: Digest?
        var sourceID: SourceID

        /// Breaks a tie between equal records, so that their provenance does not depend on the order either.
        func precedes(_ other: Provenance?) -> Bool {
            guard let other else { return false }
            guard let url else { return true }
            if !url.utf8.elementsEqual(other.url.utf8) {
                return url.utf8.lexicographicallyPrecedes(other.url.utf8)
            }
            let (left, right) = (validator ?? "", other.validator ?? "")
            if !left.utf8.elementsEqual(right.utf8) {
                return left.utf8.lexicographicallyPrecedes(right.utf8)
            }
            if digest != other.digest {
                guard let digest else { return true }
                guard let otherDigest = other.digest else { return false }
                return digest < otherDigest
            }
            return (fetchedAt ?? .min) < other.fetchedAt
        }
    }

    /// Merges a record with its lists.
    ///
    /// One that is there already costs one look-up, and one update of its provenance when `sync` is a later one.
    ///
    /// - Parameters:
    ///   - readerVersion: The version of what made the record; nil: the provenance's.
    ///   - provenance: Where the record came from, if that is known here.
    @discardableResult
    package func merge<Record: CatalogRecord>(
        _ record: Record,
        readerVersion: Int? = nil,
        provenance: Provenance?,
        sync: CatalogSync
    ) throws -> MergeOutcome {
        try merge(record, readerVersion: readerVersion, provenance: provenance, sync: sync) {}
    }

    /// - Parameter prepare: Called before the record's row is written.
    func merge<Record: CatalogRecord>(
        _ record: Record,
        readerVersion: Int? = nil,
        provenance: Provenance?,
        sync: CatalogSync,
        prepare: () throws -> Void
    ) throws -> MergeOutcome {
        let table = Record.table
        let urn = record.urn.storable
        let values = table.values(record)
        let lists = table.lists(record)
        let rank = MergeRank(
            syncID: sync.id,
            readerVersion: readerVersion ?? provenance?.readerVersion ?? 0,
            completeness: completeness(of: record, values, lists, in: table),
            fingerprint: fingerprint { encoder in
                encoder.add(urn.databaseValue)
                encoder.add(values, lists)
            }
        )
        return try place(urn: urn, kind: table.kind, rank: rank, provenance: provenance?.storable, sync: sync) {
            try prepare()
            try write(values, lists, in: table, urn: urn, source: sync.sourceID)
        }
    }

    /// Writes the row of a record and those of its lists.
    func write<Record>(
        _ values: [DatabaseValue],
        _ lists: [[[DatabaseValue]]],
        in table: RecordTable<Record>,
        urn: String,
        source: SourceID
    ) throws {
        try run(table.upsertSQL, values: [urn.databaseValue, source.databaseValue] + values)
        guard !lists.isEmpty else { return }
        let id = try rowID(table.idSQL, urn)
        for (child, rows) in zip(table.children, lists) {
            try write(rows, upsertSQL: child.upsertSQL, deleteSQL: child.deleteSQL, of: id)
        }
    }

    /// How much a record says: its values, and a list's element as much as 16 of them.
    func completeness<Record>(
        of record: Record,
        _ values: [DatabaseValue],
        _ lists: [[[DatabaseValue]]],
        in table: RecordTable<Record>
    ) -> Int {
        lists.reduce(table.completeness(record, values)) { $0 + 16 * $1.count }
    }

    /// Writes the elements of a list and deletes those behind them.
    func write(_ rows: [[DatabaseValue]], upsertSQL: String, deleteSQL: String, of id: Int64) throws {
        let upsert = try db.cachedStatement(sql: upsertSQL)
        for (position, row) in rows.enumerated() {
            upsert.setUncheckedArguments(StatementArguments())
            try upsert.bind(id.databaseValue, at: 1)
            try upsert.bind(position.databaseValue, at: 2)
            for (index, value) in row.enumerated() { try upsert.bind(value, at: index + 3) }
            try upsert.execute()
        }
        try run(deleteSQL, values: [id.databaseValue, rows.count.databaseValue])
    }

    /// - Parameter origin: Of an item's record; all others have one origin, whatever their provenance says.
    func place(
        urn: String,
        kind: RecordKind,
        rank: MergeRank,
        provenance: Provenance?,
        sync: CatalogSync,
        origin: RecordOrigin = .record,
        record: String? = nil,
        store: () throws -> Void
    ) throws -> MergeOutcome {
        guard let kept = try kept(urn: urn, kind: kind, origin: origin) else {
            try run(
                """
                INSERT INTO provenance (sourceID, url, fetchedAt, validator, digest, readerVersion, syncID,
                  completeness,
                    fingerprint, record, recordURN, recordKind, origin)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                values: values(rank, provenance, sync, record) + [
                    urn.databaseValue, kind.rawValue.databaseValue, origin.rawValue.databaseValue,
                ]
            )
            try store()
            return .inserted
        }
        if rank < kept.rank { return .superseded }
        let isSame = rank.fingerprint == kept.rank.fingerprint && sync.sourceID == kept.sourceID
        if rank == kept.rank, !kept.precedes(provenance) { return .unchanged }
        try run(
            """
            UPDATE provenance SET sourceID = ?, url = ?, fetchedAt = ?, validator = ?, digest = ?, readerVersion = ?,
                syncID = ?, completeness = ?, fingerprint = ?, record = ?
            WHERE id = ?
            """,
            values: values(rank, provenance, sync, record) + [kept.id.databaseValue]
        )
        if !isSame { try store() }
        return isSame ? .unchanged : .updated
    }

    private func values(
        _ rank: MergeRank,
        _ provenance: Provenance?,
        _ sync: CatalogSync,
        _ record: String?
    ) -> [DatabaseValue] {
        [
            sync.sourceID.databaseValue, (provenance?.url).databaseValue, (provenance?.fetchedAt).databaseValue,
            (provenance?.validator).databaseValue, provenance?.digest?.databaseValue ?? .null,
            rank.readerVersion.databaseValue, rank.syncID.databaseValue, rank.completeness.databaseValue,
            rank.fingerprint.databaseValue, record.databaseValue,
        ]
    }

    private func kept(urn: String, kind: RecordKind, origin: RecordOrigin) throws -> Kept? {
        let statement = try db.bound(
            """
            SELECT id, syncID, readerVersion, completeness, fingerprint, url, fetchedAt, validator, digest,
                sourceID
            FROM provenance WHERE recordURN = ? AND recordKind = ? AND origin = ?
            """,
            urn.databaseValue,
            kind.rawValue.databaseValue,
            origin.rawValue.databaseValue
        )
        let rows = try Row.fetchCursor(statement)
        guard let row = try rows.next() else { return nil }
        return Kept(
            id: row[0],
            rank: MergeRank(
                syncID: row[1],
                readerVersion: row[2],
                completeness: row[3],
                fingerprint: Digest(databaseValue: row[4]) ?? .zero
            ),
            url: row[5],
            fetchedAt: row[6],
            validator: row[7],
            digest: Digest(databaseValue: row[8]),
            sourceID: row[9]
        )
    }

    /// Says that the record in `kind` with `urn` is what `sync` has found too.
    func confirm(urn: String, kind: RecordKind, sync: CatalogSync) throws {
        try run(
            """
            UPDATE provenance SET syncID = ?, sourceID = ?
            WHERE recordURN = ? AND recordKind = ? AND syncID < ?
            """,
            [sync.id, sync.sourceID, urn, kind.rawValue, sync.id]
        )
    }
}

extension Provenance {
    var storable: Provenance {
        Provenance(
            url: url.storable,
            fetchedAt: fetchedAt,
            validator: validator?.storable,
            digest: digest,
            readerVersion: readerVersion,
            origin: origin
        )
    }
}

extension ContentEncoder {
    /// The columns of a record, then each of its lists.
    mutating func add(_ values: [DatabaseValue], _ lists: [[[DatabaseValue]]]) {
        for value in values { add(value) }
        for rows in lists {
            beginList(rows.count)
            for row in rows {
                for value in row { add(value) }
            }
        }
    }
}
