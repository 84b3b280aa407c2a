internal import GRDB
internal import LarderCatalog
package import LarderModel

extension CatalogWriter {
    /// Merges a downloaded picture.
    ///
    /// When its digest changes, the row loses its size, format and variants until the new bytes are decoded.
    @discardableResult
    package func merge(
        image: ImageOriginal,
        provenance: Provenance?,
        sync: CatalogSync
    ) throws -> MergeOutcome {
        let (urn, digest) = (image.urn.storable, image.digest.databaseValue)
        return try merge(image, provenance: provenance, sync: sync) {
            try run(
                "DELETE FROM imageVariant WHERE imageID = (SELECT id FROM image WHERE urn = ? AND digest <> ?)",
                [urn, digest]
            )
            try run("UPDATE image SET \(Self.undecoded) WHERE urn = ? AND digest <> ?", [urn, digest])
        }
    }

    /// Merges what a picture was found to be.
    ///
    /// It is `superseded` when there is no row for the picture or the row has other bytes by now.
    @discardableResult
    package func merge(decoding: ImageDecoding, sync: CatalogSync) throws -> MergeOutcome {
        let urn = decoding.urn.storable
        let columns = ImageDecoding.columns
        let values = columns.map { $0.get(decoding) }
        let variants = ImageDecoding.variantTable.rows(decoding)
        let rank = MergeRank(
            syncID: sync.id,
            readerVersion: decoding.readerVersion,
            completeness: decoding.rejectCode == nil ? 1 : 0,
            fingerprint: fingerprint { encoder in
                encoder.add(urn.databaseValue)
                encoder.add(decoding.digest.databaseValue)
                encoder.add(values, [variants])
            }
        )
        guard let (id, kept) = try keptDecoding(urn: urn, digest: decoding.digest) else { return .superseded }
        if let kept {
            if kept == rank { return .unchanged }
            if rank < kept { return .superseded }
            if kept.fingerprint == rank.fingerprint {
                try run("UPDATE image SET decodeSyncID = ? WHERE id = ?", [sync.id, id])
                return .unchanged
            }
        }
        try run(
            Self.storeDecoding,
            values: values + [sync.id.databaseValue, rank.fingerprint.databaseValue, id.databaseValue]
        )
        let table = ImageDecoding.variantTable
        try write(variants, upsertSQL: table.upsertSQL, deleteSQL: table.deleteSQL, of: id)
        return kept == nil ? .inserted : .updated
    }

    private static let storeDecoding =
        "UPDATE image SET \(ImageDecoding.columns.map { "\($0.name) = ?" }.joined(separator: ", ")), decodeSyncID = ?, "
        + "decodeFingerprint = ? WHERE id = ?"

    /// Whether the picture's row was decoded from `digest` by `readerVersion` or a newer one; rejected counts too.
    package func decodeIsCurrent(urn: String, digest: Digest, readerVersion: Int) throws -> Bool {
        let statement = try db.bound(
            "SELECT 1 FROM image WHERE urn = ? AND digest = ? AND readerVersion >= ?",
            urn.storable.databaseValue,
            digest.databaseValue,
            readerVersion.databaseValue
        )
        return try Int.fetchOne(statement) != nil
    }

    /// The row of the picture while it has these bytes, and the rank of its decoding, if there was one.
    private func keptDecoding(urn: String, digest: Digest) throws -> (id: Int64, rank: MergeRank?)? {
        let statement = try db.bound(
            """
            SELECT id, decodeSyncID, readerVersion, rejectCode IS NULL, decodeFingerprint
            FROM image WHERE urn = ? AND digest = ?
            """,
            urn.databaseValue,
            digest.databaseValue
        )
        let rows = try Row.fetchCursor(statement)
        guard let row = try rows.next() else { return nil }
        guard let fingerprint = Digest(databaseValue: row[4]) else { return (row[0], nil) }
        let rank = MergeRank(syncID: row[1], readerVersion: row[2], completeness: row[3], fingerprint: fingerprint)
        return (row[0], rank)
    }
}
