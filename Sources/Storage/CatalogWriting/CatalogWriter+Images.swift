internal import GRDB
internal import LarderCatalog
package import LarderModel

extension CatalogWriter {
    /// Merges a downloaded picture.
    ///
    /// When its digest changes, the row loses its size, format and variants until the new bytes are decoded.
    @discardableResult
    package func merge(image: ImageOriginal, provenance: Provenance?, sync: CatalogSync) throws -> MergeOutcome {
        try merge(image, provenance: provenance, sync: sync) {
            let values = [image.urn.storable.databaseValue, image.digest.databaseValue]
            let other = "urn = ? AND digest <> ?"
            try db.run("DELETE FROM imageVariant WHERE imageID = (SELECT id FROM image WHERE \(other))", raw: values)
            try db.run("UPDATE image SET \(Self.undecoded) WHERE \(other)", raw: values)
        }
    }

    /// Whether a picture with other bytes is stored that can be shown.
    package func showsPicture(_ urn: String, otherThan digest: Digest, leastPixels: Int) throws -> Bool {
        let sql = "SELECT 1 FROM image WHERE urn = ? AND digest <> ? AND width * height >= ? AND rejectCode IS NULL"
        return try db.exists(sql, [urn.storable, digest.databaseValue, leastPixels])
    }

    package func hasPicture(_ urn: String) throws -> Bool {
        try db.exists("SELECT 1 FROM image WHERE urn = ?", [urn.storable])
    }

    /// Merges the decoding of a picture into every picture of the sync's source with the same bytes.
    ///
    /// - Returns: The greatest change among the pictures; `superseded` when no picture has these bytes by now.
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
            if let kept, rank < kept { continue }
            if let kept, kept.fingerprint == rank.fingerprint {
                if kept != rank { try db.run("UPDATE image SET decodeSyncID = ? WHERE id = ?", [sync.id, id]) }
                outcomes.insert(.unchanged)
                continue
            }
            try db.run(
                Self.storeDecoding,
                raw: values + [sync.id.databaseValue, rank.fingerprint.databaseValue, id.databaseValue]
            )
            try write(variants, in: ImageDecoding.variantTable, of: id)
            outcomes.insert(kept == nil ? .inserted : .updated)
        }
        return [.inserted, .updated, .unchanged].first(where: outcomes.contains) ?? .superseded
    }

    private static let storeDecoding =
        "UPDATE image SET \(decodingColumns.map { "\($0) = ?" }.joined(separator: ", ")) WHERE id = ?"

    /// The pictures of a source that have these bytes, and the rank of what is known of each.
    private func keptDecodings(of digest: Digest, source: SourceID) throws -> [(id: Int64, rank: MergeRank?)] {
        let sql = """
            SELECT id, decodeSyncID, readerVersion, rejectCode IS NULL, decodeFingerprint
            FROM image WHERE sourceID = ? AND digest = ? ORDER BY id
            """
        return try Row.fetchAll(db.bound(sql, source, digest.databaseValue)).map { row in
            let rank = try Digest(databaseValue: row.value(4)).map {
                try MergeRank(
                    syncID: row.value(1),
                    readerVersion: row.value(2),
                    completeness: row.value(3),
                    fingerprint: $0
                )
            }
            return try (row.value(0), rank)
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
    /// Which job decodes a picture's bytes.
    package enum DecodingShare: Sendable, Hashable {
        /// None: the picture's row is complete, maybe copied just now from another picture with the same bytes.
        case done
        /// The job of this picture, for all pictures with the same bytes.
        case job(imageURN: String)
    }

    /// Which job must decode a picture's bytes; copies the decoding of the same bytes under another URL.
    ///
    /// One job decodes the bytes for all rows of a source, in the name of the first. The cost does not grow with their
    /// number.
    package func shareDecoding(urn: String, digest: Digest, need: DecodingNeed, sync: CatalogSync) throws
        -> DecodingShare
    {
        let urn = urn.storable
        if try decodeIsCurrent(urn: urn, digest: digest, need: need) { return .done }
        let key = digest.databaseValue
        let firstSQL = "SELECT urn FROM image WHERE sourceID = ? AND digest = ? ORDER BY id LIMIT 1"
        guard let first = try String.fetchOne(db.bound(firstSQL, sync.sourceID, key)), first != urn else {
            return .job(imageURN: urn)
        }
        guard try decodeIsCurrent(urn: first, digest: digest, need: need) else { return .job(imageURN: first) }
        try db.run(Self.copyDecoding, [first, urn, key])
        let deleteSQL = "DELETE FROM imageVariant WHERE imageID = (SELECT id FROM image WHERE urn = ? AND digest = ?)"
        try db.run(deleteSQL, [urn, key])
        try db.run(Self.copyVariants, [first, urn, key])
        return .done
    }

    /// Whether the picture's row has these bytes and holds what is needed of them; rejected counts too.
    package func decodeIsCurrent(urn: String, digest: Digest, need: DecodingNeed) throws -> Bool {
        let sql = """
            SELECT 1 FROM image WHERE urn = ?1 AND digest = ?2 AND readerVersion >= ?3 AND widths = ?4
            AND (?5 IS NULL OR decodeSyncID = ?5)
            """
        let widths = JSONColumn.array(need.widths)
        return try db.exists(sql, [urn.storable, digest.databaseValue, need.readerVersion, widths, need.syncID])
    }

    static let decodingColumns = ImageDecoding.columns.map(\.name) + ["decodeSyncID", "decodeFingerprint"]

    private static let copyDecoding: String = {
        let columns = decodingColumns.joined(separator: ", ")
        return
            "UPDATE image SET (\(columns)) = (SELECT \(columns) FROM image WHERE urn = ?) WHERE urn = ? AND digest = ?"
    }()

    private static let copyVariants: String = {
        let columns = ImageDecoding.variantTable.columns
        let theirs = columns.map { "v.\($0)" }.joined(separator: ", ")
        return """
            INSERT INTO imageVariant (imageID, position, \(columns.joined(separator: ", ")))
            SELECT own.id, v.position, \(theirs)
            FROM image AS known CROSS JOIN imageVariant AS v ON v.imageID = known.id
            CROSS JOIN image AS own WHERE known.urn = ? AND own.urn = ? AND own.digest = ?
            """
    }()
}
