public import GRDB

/// A row of `image`.
///
/// While a picture is not decoded, `readerVersion` and everything that decoding finds out are nil.
public struct ImageRow: Sendable, Hashable, Identifiable, FetchableRecord, TableRecord {
    /// The table.
    public static let databaseTableName = "image"
    /// The row's identifier in this file.
    public let id: Int64
    /// The same in every file.
    public let urn: String
    /// The row in `source`.
    public let sourceID: Int64
    /// Where it was fetched.
    public let url: String
    /// The name of the original in the cache.
    public let digest: BlobDigest
    /// Of the original, in bytes.
    public let byteCount: Int64
    /// The media type that the server gave.
    public let contentType: String?
    /// What the bytes were found to be.
    public let format: String?
    /// In pixels, after orientation.
    public let width: Int64?
    /// In pixels, after orientation.
    public let height: Int64?
    /// 1, or more for an animation.
    public let frames: Int64?
    /// Whether any pixel may be transparent.
    public let hasAlpha: Bool?
    /// Why the picture cannot be shown.
    public let rejectCode: String?
    /// The same in a sentence.
    public let rejectMessage: String?
    /// The version of the decoder.
    public let readerVersion: Int64?

    /// The record of `row`.
    public init(row: Row) throws {
        id = row["id"]
        urn = row["urn"]
        sourceID = row["sourceID"]
        url = row["url"]
        digest = row["digest"]
        byteCount = row["byteCount"]
        contentType = row["contentType"]
        format = row["format"]
        width = row["width"]
        height = row["height"]
        frames = row["frames"]
        hasAlpha = row["hasAlpha"]
        rejectCode = row["rejectCode"]
        rejectMessage = row["rejectMessage"]
        readerVersion = row["readerVersion"]
    }
}

extension ImageVariant: FetchableRecord, TableRecord {
    /// The table.
    public static var databaseTableName: String { "imageVariant" }

    /// The record of `row`.
    public init(row: Row) throws {
        self.init(
            width: row["width"],
            height: row["height"],
            format: row["format"],
            digest: row["digest"],
            byteCount: row["byteCount"]
        )
    }
}

/// A row of `text`.
public struct TextRow: Sendable, Hashable, Identifiable, FetchableRecord, TableRecord {
    /// The table.
    public static let databaseTableName = "text"
    /// The row's identifier in this file.
    public let id: Int64
    /// The same in every file.
    public let urn: String
    /// The row in `source`.
    public let sourceID: Int64
    /// The recipe or article that it belongs to.
    public let itemURN: String
    /// The HTML that it was made of.
    public let htmlDigest: BlobDigest
    /// The version of the renderer.
    public let readerVersion: Int64
    /// The text alone.
    public let plain: String
    /// The attributes of ranges of `plain`, as JSON.
    public let runs: String

    /// The record of `row`.
    public init(row: Row) throws {
        id = row["id"]
        urn = row["urn"]
        sourceID = row["sourceID"]
        itemURN = row["itemURN"]
        htmlDigest = row["htmlDigest"]
        readerVersion = row["readerVersion"]
        plain = row["plain"]
        runs = row["runs"]
    }
}

extension TextLink: FetchableRecord, TableRecord {
    /// The table.
    public static var databaseTableName: String { "link" }

    /// The record of `row`.
    public init(row: Row) throws {
        self.init(url: row["url"], start: row["start"], length: row["length"])
    }
}
