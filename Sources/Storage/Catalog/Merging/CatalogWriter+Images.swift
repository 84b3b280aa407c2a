import GRDB

extension CatalogWriter {
    /// Merges a downloaded picture.
    ///
    /// When its digest changes, the row loses its size, format and variants until the new bytes are decoded.
    @discardableResult
    public func merge(image: Image, provenance: Provenance, sync: CatalogSync) throws -> MergeOutcome {
        try merge(image, readerVersion: provenance.readerVersion, provenance: provenance, sync: sync) { image in
            try run(
                """
                DELETE FROM imageVariant
                WHERE imageID = (SELECT id FROM image WHERE urn = ? AND digest <> ?)
                """,
                [image.urn, image.digest]
            )
            try run(
                """
                UPDATE image SET format = NULL, width = NULL, height = NULL, frames = NULL, hasAlpha = NULL,
                    rejectCode = NULL, rejectMessage = NULL, readerVersion = NULL, decodeSyncID = NULL,
                    decodeFingerprint = NULL
                WHERE urn = ? AND digest <> ?
                """,
                [image.urn, image.digest]
            )
            try run(
                """
                INSERT INTO image (urn, sourceID, url, digest, byteCount, contentType) VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (urn) DO UPDATE SET sourceID = excluded.sourceID, url = excluded.url,
                    digest = excluded.digest, byteCount = excluded.byteCount, contentType = excluded.contentType
                """,
                [image.urn, sync.sourceID, image.url, image.digest, image.byteCount, image.contentType]
            )
        }
    }

    /// Merges what a picture was found to be.
    ///
    /// It is `superseded` when there is no row for the picture or the row has other bytes by now.
    @discardableResult
    public func merge(decoded original: DecodedImage, sync: CatalogSync) throws -> MergeOutcome {
        var decoded = original
        let rank = MergeRank(
            syncID: sync.id,
            readerVersion: decoded.readerVersion,
            completeness: decoded.completeness,
            fingerprint: fingerprint(of: &decoded)
        )
        guard let (id, kept) = try keptDecoding(urn: decoded.urn, digest: decoded.digest) else { return .superseded }
        if let kept {
            if kept == rank { return .unchanged }
            if rank < kept { return .superseded }
            if kept.fingerprint == rank.fingerprint {
                try run("UPDATE image SET decodeSyncID = ? WHERE id = ?", [sync.id, id])
                return .unchanged
            }
        }
        try run(
            """
            UPDATE image SET format = ?, width = ?, height = ?, frames = ?, hasAlpha = ?, rejectCode = ?,
                rejectMessage = ?, readerVersion = ?, decodeSyncID = ?, decodeFingerprint = ?
            WHERE id = ?
            """,
            [
                decoded.format, decoded.width, decoded.height, decoded.frames, decoded.hasAlpha, decoded.rejectCode,
                decoded.rejectMessage, decoded.readerVersion, sync.id, rank.fingerprint, id,
            ]
        )
        for (position, variant) in decoded.variants.enumerated() {
            try run(
                """
                INSERT INTO imageVariant (imageID, position, width, height, format, digest, byteCount)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (imageID, position) DO UPDATE SET width = excluded.width, height = excluded.height,
                    format = excluded.format, digest = excluded.digest, byteCount = excluded.byteCount
                """,
                [id, position, variant.width, variant.height, variant.format, variant.digest, variant.byteCount]
            )
        }
        try run(
            "DELETE FROM imageVariant WHERE imageID = ? AND position >= ?",
            [id, decoded.variants.count]
        )
        return kept == nil ? .inserted : .updated
    }

    /// Whether the picture's row was decoded from `digest` by `readerVersion` or a newer one; rejected counts too.
    public func decodeIsCurrent(urn: String, digest: BlobDigest, readerVersion: Int64) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: "SELECT 1 FROM image WHERE urn = ? AND digest = ? AND readerVersion >= ?"
        )
        return try Int.fetchOne(statement, arguments: [urn.storable, digest, readerVersion]) != nil
    }

    /// The row of the picture while it has these bytes, and the rank of its decoding, if there was one.
    private func keptDecoding(urn: String, digest: BlobDigest) throws -> (id: Int64, rank: MergeRank?)? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT id, decodeSyncID, readerVersion, rejectCode IS NULL, decodeFingerprint
                FROM image WHERE urn = ? AND digest = ?
                """
        )
        let rows = try Row.fetchCursor(statement, arguments: [urn, digest])
        guard let row = try rows.next() else { return nil }
        guard let fingerprint: BlobDigest = row[4] else { return (row[0], nil) }
        let rank = MergeRank(syncID: row[1], readerVersion: row[2], completeness: row[3], fingerprint: fingerprint)
        return (row[0], rank)
    }
}
