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

    /// Merges the decoding of a picture into every picture of the sync's source with the same bytes.
    ///
    /// - Returns: Of the pictures' outcomes the greatest change; `superseded` when no picture has these bytes by now.
    @discardableResult
    package func merge(decoding: ImageDecoding, sync: CatalogSync) throws -> MergeOutcome {
        let values = ImageDecoding.columns.map { $0.column(of: decoding) }
        let variants = ImageDecoding.variantTable.rows(decoding)
        let rank = MergeRank(
            syncID: sync.id,
            readerVersion: decoding.readerVersion,
            completeness: decoding.rejectCode == nil ? 1 : 0,
            fingerprint: fingerprint { encoder in
                encoder.add(decoding.digest.databaseValue)
                encoder.add(values, [variants])
            }
        )
        var outcomes: Set<MergeOutcome> = []
        for (id, kept) in try keptDecodings(of: decoding.digest, source: sync.sourceID) {
            if let kept {
                if kept == rank {
                    outcomes.insert(.unchanged)
                    continue
                }
                if rank < kept { continue }
                if kept.fingerprint == rank.fingerprint {
                    try run("UPDATE image SET decodeSyncID = ? WHERE id = ?", [sync.id, id])
                    outcomes.insert(.unchanged)
                    continue
                }
            }
            try run(
                Self.storeDecoding,
                values: values + [sync.id.databaseValue, rank.fingerprint.databaseValue, id.databaseValue]
            )
            let table = ImageDecoding.variantTable
            try write(variants, upsertSQL: table.upsertSQL, deleteSQL: table.deleteSQL, of: id)
            outcomes.insert(kept == nil ? .inserted : .updated)
        }
        return [.inserted, .updated, .unchanged].first(where: outcomes.contains) ?? .superseded
    }

    private static let storeDecoding =
        "UPDATE image SET \(ImageDecoding.columns.map { "\($0.name) = ?" }.joined(separator: ", ")), decodeSyncID = ?, "
        + "decodeFingerprint = ? WHERE id = ?"

    /// The pictures of a source that have these bytes, and the rank of what is known of each.
    private func keptDecodings(of digest: Digest, source: SourceID) throws -> [(id: Int64, rank: MergeRank?)] {
        let statement = try db.bound(
            """
            SELECT id, decodeSyncID, readerVersion, rejectCode IS NULL, decodeFingerprint
            FROM image WHERE sourceID = ? AND digest = ? ORDER BY id
            """,
            source.databaseValue,
            digest.databaseValue
        )
        return try Row.fetchAll(statement).map { row in
            guard let fingerprint = Digest(databaseValue: row[4]) else { return (row[0], nil) }
            return (
                row[0],
                MergeRank(syncID: row[1], readerVersion: row[2], completeness: row[3], fingerprint: fingerprint)
            )
        }
    }
}

/// What a picture's row must hold to need no further decoding.
package struct DecodingNeed: Sendable, Hashable {
    /// The version of the decoder, or a newer one.
    package var readerVersion: Int
    /// The widths that variants are wanted for.
    package var widths: [Int]
    /// The sync that must have decoded it; nil: any.
    package var syncID: Int64?

    /// What is wanted of a decoding.
    package init(readerVersion: Int, widths: [Int], syncID: Int64? = nil) {
        self.readerVersion = readerVersion
        self.widths = widths
        self.syncID = syncID
    }
}

extension CatalogWriter {
    /// Who decodes a picture's bytes.
    package enum DecodingShare: Sendable, Hashable {
        /// No job: the picture's row is complete, maybe copied just now from another picture with the same bytes.
        case done
        /// The job of this picture, for all pictures with the same bytes.
        case job(imageURN: String)
    }

    /// Tells whether a picture's bytes must be decoded, and copies what is known of the same bytes under another URL.
    ///
    /// The first row of a source with the bytes stands for all, so one job decodes them. The cost does not grow with
    /// their number.
    package func shareDecoding(
        urn: String,
        digest: Digest,
        need: DecodingNeed,
        sync: CatalogSync
    ) throws -> DecodingShare {
        let urn = urn.storable
        if try decodeIsCurrent(urn: urn, digest: digest, need: need) { return .done }
        let statement = try db.bound(
            "SELECT urn FROM image WHERE sourceID = ? AND digest = ? ORDER BY id LIMIT 1",
            sync.sourceID.databaseValue,
            digest.databaseValue
        )
        guard let first = try String.fetchOne(statement), first != urn else { return .job(imageURN: urn) }
        guard try decodeIsCurrent(urn: first, digest: digest, need: need) else { return .job(imageURN: first) }
        try run(Self.copyDecoding, [first, urn, digest.databaseValue])
        try run(
            "DELETE FROM imageVariant WHERE imageID = (SELECT id FROM image WHERE urn = ? AND digest = ?)",
            [urn, digest.databaseValue]
        )
        try run(Self.copyVariants, [first, urn, digest.databaseValue])
        return .done
    }

    /// Whether the picture's row has these bytes and holds what is needed of them; rejected counts too.
    package func decodeIsCurrent(urn: String, digest: Digest, need: DecodingNeed) throws -> Bool {
        let statement = try db.bound(
            """
            SELECT 1 FROM image WHERE urn = ? AND digest = ? AND readerVersion >= ? AND widths = ?
            AND (? IS NULL OR decodeSyncID = ?)
            """,
            urn.storable.databaseValue,
            digest.databaseValue,
            need.readerVersion.databaseValue,
            JSONColumn.array(need.widths).databaseValue,
            need.syncID?.databaseValue ?? .null,
            need.syncID?.databaseValue ?? .null
        )
        return try Int.fetchOne(statement) != nil
    }

    private static let copyDecoding: String = {
        let columns = (ImageDecoding.columns.map(\.name) + ["decodeSyncID", "decodeFingerprint"]).joined(
            separator: ", "
        )
        return """
            UPDATE image SET (\(columns)) = (SELECT \(columns) FROM image WHERE urn = ?) WHERE urn = ? AND digest = ?
            """
    }()

    private static let copyVariants: String = {
        let columns = ImageDecoding.variantTable.columns
        let theirs = columns.map { "v.\($0)" }.joined(separator: ", ")
        return """
            INSERT INTO imageVariant (imageID, position, \(columns.joined(separator: ", ")))
            SELECT own.id, v.position, \(theirs) FROM image AS known CROSS JOIN imageVariant AS v ON v.imageID =
              known.id
            CROSS JOIN image AS own WHERE known.urn = ? AND own.urn = ? AND own.digest = ?
            """
    }()
}
