import GRDB

extension CatalogWriter {
    /// The row in `provenance` that says which record is kept.
    private struct Kept {
        var id: Int64
        var rank: MergeRank
        var url: String?
        var fetchedAt: Int64?
        var validator: String?
        var digest: BlobDigest?
        var sourceID: Int64

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

    /// Keeps `record` if it ranks above what is there, and calls `store` if its content differs from that.
    func merge<Record: MergeableRecord>(
        _ original: Record,
        readerVersion: Int64,
        provenance: Provenance?,
        sync: CatalogSync,
        store: (Record) throws -> Void
    ) throws -> MergeOutcome {
        var record = original
        let rank = MergeRank(
            syncID: sync.id,
            readerVersion: readerVersion,
            completeness: record.completeness,
            fingerprint: fingerprint(of: &record)
        )
        return try place(
            urn: record.urn,
            kind: Record.kind,
            rank: rank,
            provenance: provenance?.storable,
            sync: sync
        ) {
            try store(record)
        }
    }

    /// The fingerprint of what the catalog keeps of `record`, and the record as it keeps it.
    func fingerprint(of record: inout some MergeableRecord) -> BlobDigest {
        scratch.encoder.removeAll()
        record.encode(into: &scratch.encoder)
        if scratch.encoder.sawZero {
            record.replaceTexts(\.storable)
            scratch.encoder.removeAll()
            record.encode(into: &scratch.encoder)
        }
        return Fingerprint.of(scratch.encoder.bytes)
    }

    func place(
        urn: String,
        kind: RecordKind,
        rank: MergeRank,
        provenance: Provenance?,
        sync: CatalogSync,
        store: () throws -> Void
    ) throws -> MergeOutcome {
        guard let kept = try kept(urn: urn, kind: kind) else {
            try store()
            try run(
                """
                INSERT INTO provenance (sourceID, url, fetchedAt, validator, digest, readerVersion, syncID, completeness,
                    fingerprint, recordURN, recordKind)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                arguments(rank, provenance, sync) + [urn, kind.rawValue]
            )
            return .inserted
        }
        if rank < kept.rank { return .superseded }
        let isSame = rank.fingerprint == kept.rank.fingerprint && sync.sourceID == kept.sourceID
        if rank == kept.rank, !kept.precedes(provenance) { return .unchanged }
        if !isSame { try store() }
        try run(
            """
            UPDATE provenance SET sourceID = ?, url = ?, fetchedAt = ?, validator = ?, digest = ?, readerVersion = ?,
                syncID = ?, completeness = ?, fingerprint = ?
            WHERE id = ?
            """,
            arguments(rank, provenance, sync) + [kept.id]
        )
        return isSame ? .unchanged : .updated
    }

    private func arguments(
        _ rank: MergeRank,
        _ provenance: Provenance?,
        _ sync: CatalogSync
    ) -> [(any DatabaseValueConvertible)?] {
        [
            sync.sourceID, provenance?.url, provenance?.fetchedAt, provenance?.validator, provenance?.digest,
            rank.readerVersion, rank.syncID, rank.completeness, rank.fingerprint,
        ]
    }

    private func kept(urn: String, kind: RecordKind) throws -> Kept? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT id, syncID, readerVersion, completeness, fingerprint, url, fetchedAt, validator, digest,
                    sourceID
                FROM provenance WHERE recordURN = ? AND recordKind = ?
                """
        )
        let rows = try Row.fetchCursor(statement, arguments: [urn, kind.rawValue])
        guard let row = try rows.next() else { return nil }
        return Kept(
            id: row[0],
            rank: MergeRank(syncID: row[1], readerVersion: row[2], completeness: row[3], fingerprint: row[4]),
            url: row[5],
            fetchedAt: row[6],
            validator: row[7],
            digest: row[8],
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
            readerVersion: readerVersion
        )
    }
}
