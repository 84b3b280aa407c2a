internal import GRDB
package import LarderCatalog
package import LarderModel

extension CatalogWriter {
    /// The row in `provenance` that says which record is kept.
    private struct Kept {
        var id: Int64
        var rank: MergeRank
        var provenance: Provenance?
        var sourceID: SourceID

        /// Breaks a tie between equal records, so that their provenance does not depend on the order either.
        func precedes(_ other: Provenance?) -> Bool {
            guard let other else { return false }
            guard let provenance else { return true }
            for (left, right) in [(provenance.url, other.url), (provenance.validator ?? "", other.validator ?? "")]
            where !left.utf8.elementsEqual(right.utf8) {
                return left.utf8.lexicographicallyPrecedes(right.utf8)
            }
            if provenance.digest != other.digest {
                guard let digest = provenance.digest else { return true }
                return other.digest.map { digest < $0 } ?? false
            }
            return provenance.fetchedAt < other.fetchedAt
        }
    }

    /// Merges a record with its lists.
    ///
    /// A record that is there already costs one look-up, and one update of its provenance if `sync` is a later one.
    ///
    /// - Parameters:
    ///   - readerVersion: The version of what made the record; nil: the provenance's.
    ///   - provenance: Where the record came from, if that is known here.
    /// - Returns: ``MergeOutcome/unchanged`` also where people read what they read before, whatever bytes it is made
    ///   of.
    @discardableResult
    package func merge<Record: CatalogRecord>(
        _ record: Record,
        readerVersion: Int? = nil,
        provenance: Provenance?,
        sync: CatalogSync
    ) throws -> MergeOutcome {
        try merge(record, readerVersion: readerVersion, provenance: provenance, sync: sync) {}
    }

    /// - Parameter prepare: Called before the row of a known record is written.
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
            fingerprint: fingerprint { $0.add([urn.databaseValue] + values, lists) }
        )
        let storable = provenance?.storable
        var isAlike = false
        let outcome = try place(urn: urn, kind: table.kind, rank: rank, provenance: storable, sync: sync) { isNew in
            if !isNew {
                isAlike = try hasContent(of: record, urn, in: table)
                try prepare()
            }
            let stored: [[[DatabaseValue]]]? = isNew ? lists.map { _ in [] } : nil
            try write(values, lists, over: stored, in: table, urn: urn, source: sync.sourceID)
        }
        return outcome == .updated && isAlike ? .unchanged : outcome
    }

    /// Whether people read the same of the stored record as of this one.
    func hasContent<Record: CatalogRecord>(
        of record: Record,
        _ urn: String,
        in table: RecordTable<Record>
    ) throws -> Bool {
        guard let known = try table.fetch("WHERE urn = ?", [urn], in: db).first?.record else { return false }
        // Byte by byte: equal texts may be written in other forms of Unicode.
        let prints = [known, record].map { record in
            let content = table.content(of: record)
            return fingerprint { $0.add(content.values, content.lists) }
        }
        return prints[0] == prints[1]
    }

    /// Writes the row of a record and those of its lists.
    ///
    /// - Parameter stored: The rows of its lists that are there, which are not written again; nil: not known.
    func write<Record>(
        _ values: [DatabaseValue],
        _ lists: [[[DatabaseValue]]],
        over stored: [[[DatabaseValue]]]?,
        in table: RecordTable<Record>,
        urn: String,
        source: SourceID
    ) throws {
        try db.run(table.upsertSQL, raw: [urn.databaseValue, source.databaseValue] + values)
        let changed = lists.indices.filter { !(stored?[$0].isIdentical(to: lists[$0]) ?? false) }
        guard !changed.isEmpty else { return }
        let id = try rowID(table.idSQL, urn)
        for index in changed { try write(lists[index], over: stored?[index].count, in: table.children[index], of: id) }
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
    ///
    /// - Parameter count: How many are there; nil: not known.
    func write<Record>(
        _ rows: [[DatabaseValue]],
        over count: Int? = nil,
        in table: ChildTable<Record>,
        of id: Int64
    ) throws {
        let upsert = try db.cachedStatement(sql: table.upsertSQL)
        for (position, row) in rows.enumerated() {
            try upsert.run(in: db) { statement in
                try statement.bind(id.databaseValue, at: 1)
                try statement.bind(position.databaseValue, at: 2)
                for (index, value) in row.enumerated() { try statement.bind(value, at: index + 3) }
            }
        }
        if count ?? .max > rows.count { try db.run(table.deleteSQL, [id, rows.count]) }
    }

    /// - Parameters:
    ///   - origin: Of an item's record; all others have one origin, whatever their provenance says.
    ///   - store: Writes the record's row, and is told whether the origin says something of it for the first time.
    func place(
        urn: String,
        kind: RecordKind,
        _ origin: RecordOrigin = .record,
        rank: MergeRank,
        provenance: Provenance?,
        sync: CatalogSync,
        store: (_ isNew: Bool) throws -> Void
    ) throws -> MergeOutcome {
        var values: [(any DatabaseValueConvertible)?] {
            [
                sync.sourceID, provenance?.url, provenance?.fetchedAt, provenance?.validator,
                provenance?.digest?.databaseValue, rank.readerVersion, rank.syncID, rank.completeness,
                rank.fingerprint.databaseValue,
            ]
        }
        guard let kept = try kept(urn: urn, kind: kind, origin: origin) else {
            try db.run(Self.insertProvenance, values + [urn, kind.rawValue, origin.rawValue])
            merged.add(db.lastInsertedRowID, rank.fingerprint)
            try store(true)
            return .inserted
        }
        guard rank >= kept.rank else {
            merged.areAll = false
            return .superseded
        }
        merged.add(kept.id, rank.fingerprint)
        let isSame = rank.fingerprint == kept.rank.fingerprint && sync.sourceID == kept.sourceID
        if rank == kept.rank, !kept.precedes(provenance) { return .unchanged }
        try db.run(Self.updateProvenance, values + [kept.id])
        if !isSame { try store(false) }
        return isSame ? .unchanged : .updated
    }

    private static let insertProvenance = """
        INSERT INTO provenance (sourceID, url, fetchedAt, validator, digest, readerVersion, syncID, completeness,
            fingerprint, recordURN, recordKind, origin)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """

    private static let updateProvenance = """
        UPDATE provenance SET sourceID = ?, url = ?, fetchedAt = ?, validator = ?, digest = ?, readerVersion = ?,
            syncID = ?, completeness = ?, fingerprint = ?
        WHERE id = ?
        """

    private func kept(urn: String, kind: RecordKind, origin: RecordOrigin) throws -> Kept? {
        let sql = """
            SELECT id, syncID, readerVersion, completeness, fingerprint, url, fetchedAt, validator, digest, sourceID
            FROM provenance WHERE recordURN = ? AND recordKind = ? AND origin = ?
            """
        let rows = try Row.fetchCursor(db.bound(sql, urn, kind.rawValue, origin.rawValue))
        guard let row = try rows.next() else { return nil }
        let rank = try MergeRank(
            syncID: row.value(1),
            readerVersion: row.value(2),
            completeness: row.value(3),
            fingerprint: Digest(databaseValue: row.value(4)) ?? .zero
        )
        let provenance = try (row.value(5) as String?).map { url in
            try Provenance(
                url: url,
                fetchedAt: row.value(6) ?? .min,
                validator: row.value(7),
                digest: Digest(databaseValue: row.value(8)),
                readerVersion: rank.readerVersion
            )
        }
        return try Kept(id: row.value(0), rank: rank, provenance: provenance, sourceID: row.value(9))
    }
}

extension Provenance {
    var storable: Provenance {
        var storable = self
        storable.url = url.storable
        storable.validator = validator?.storable
        return storable
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
