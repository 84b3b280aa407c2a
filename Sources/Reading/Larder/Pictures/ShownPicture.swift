public import Foundation
internal import GRDB
internal import LarderCatalog
internal import LarderModel

/// A picture as an app shows it: a file of about the width that is needed, and what to show until it is drawn.
public struct ShownPicture: Sendable, Hashable, Identifiable {
    /// Why there is no file.
    public enum Absence: Sendable, Hashable {
        /// It was not downloaded, or not yet.
        case notDownloaded
        /// It cannot be shown; the code is stable, as in the catalog's `image.rejectCode`.
        case unusable(code: String)
        /// Its file is not in the cache; the next sync brings it back.
        case fileMissing
    }

    /// The picture's URN.
    public let id: String
    /// The file; nil: see ``absence``.
    public let file: URL?
    /// Why ``file`` is nil.
    public let absence: Absence?
    /// The width of the file in pixels, after EXIF orientation; nil until it is known.
    public let width: Int?
    /// The height of the file in pixels, after EXIF orientation; nil until it is known.
    public let height: Int?
    /// The media type of the file: `image/jpeg`, `image/png`, `image/webp`, `image/gif` or `image/avif`.
    public let mediaType: String?
    /// A blurred preview, for the time until the file is drawn.
    public let thumbHash: ThumbHash?
    /// The colour that most of the picture has, as `#rrggbb`.
    public let dominantColor: String?

    /// Width divided by height.
    public var aspectRatio: Double? {
        guard let width, let height, height > 0 else { return nil }
        return Double(width) / Double(height)
    }
}

extension ShownPicture {
    /// The columns that ``init(_:_:at:pixelWidth:_:)`` reads, of the tables `image` and `variant`.
    static let columns = """
        image.urn, image.digest, image.width, image.height, image.contentType, image.format, image.rejectCode,
        image.thumbHash, image.dominantColor, variant.digest, variant.width, variant.height, variant.format
        """

    /// Joins the picture of `urn` and its smallest variant of at least `?1` pixels, or else its largest.
    static func join(_ urn: String) -> String {
        """
        LEFT JOIN image ON image.urn = \(urn)
        LEFT JOIN imageVariant AS variant ON variant.rowid = (
            SELECT rowid FROM imageVariant WHERE imageID = image.id
            ORDER BY width < ?1, CASE WHEN width < ?1 THEN -width ELSE width END LIMIT 1
        )
        """
    }

    /// - Parameters:
    ///   - urn: Of the item's column; nil: the item has no picture.
    ///   - start: The place of the first of ``columns``.
    ///   - pixelWidth: As for `?1`.
    init?(_ urn: String?, _ row: Row, at start: Int, pixelWidth: Int, _ blobs: BlobFolder) throws {
        guard let urn else { return nil }
        func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(_ index: Int) throws -> Value? {
            try row.value(start + index)
        }
        let original = try Digest(databaseValue: row.value(start + 1))
        let variant = try Digest(databaseValue: row.value(start + 9))
        let (ownWidth, variantWidth) = try (value(2) as Int?, value(10) as Int?)
        let rejectCode: String? = try value(6)
        let isEnough = variantWidth.map { $0 >= pixelWidth || $0 >= ownWidth ?? 0 } ?? false
        let choices = isEnough ? [variant, original] : [original, variant]
        let digest = rejectCode != nil ? nil : choices.lazy.compactMap(\.self).first(where: blobs.has)
        let takesOriginal = digest.map { $0 == original } ?? !isEnough
        id = urn
        file = digest.flatMap(blobs.file)
        absence =
            if file != nil { nil } else if original == nil { .notDownloaded } else if let rejectCode {
                .unusable(code: rejectCode)
            } else { .fileMissing }
        width = takesOriginal ? ownWidth : variantWidth
        height = try value(takesOriginal ? 3 : 11)
        let format: String? = try value(takesOriginal ? 5 : 12)
        mediaType = try format.map { "image/" + $0 } ?? value(4)
        thumbHash = try (value(7) as String?).flatMap { ThumbHash(base64: $0) }
        dominantColor = try value(8)
    }
}

extension LarderReader {
    /// The picture with a URN, in a file of at least `pixelWidth` pixels where there is one; one statement.
    public func picture(_ urn: String, pixelWidth: Int = 1_080) throws -> ShownPicture {
        try pictures([urn], pixelWidth: pixelWidth)[0]
    }

    /// The pictures with these URNs in their order, as ``picture(_:pixelWidth:)``; one statement.
    public func pictures(_ urns: [String], pixelWidth: Int = 1_080) throws -> [ShownPicture] {
        let sql = """
            SELECT wanted.value, \(ShownPicture.columns)
            FROM json_each(?2) AS wanted \(ShownPicture.join("wanted.value")) ORDER BY wanted.key
            """
        return try db.bound(sql, pixelWidth, JSONWriter.text { $0.value(urns) }).rows { row in
            try ShownPicture(row.value(0), row, at: 1, pixelWidth: pixelWidth, blobs)
        }
    }
}
