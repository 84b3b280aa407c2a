public import GRDB

/// A row of `source`.
public struct SourceRow: Sendable, Hashable, Identifiable, FetchableRecord, TableRecord {
    /// The table.
    public static let databaseTableName = "source"
    /// The row's identifier in this file.
    public let id: Int64
    /// `source:<name>`.
    public let urn: String
    /// The name that a user types.
    public let name: String
    /// What it is, in the word of its definition.
    public let kind: String

    /// The record of `row`.
    public init(row: Row) throws {
        id = row["id"]
        urn = row["urn"]
        name = row["name"]
        kind = row["kind"]
    }
}

/// A row of `sync`.
public struct SyncRow: Sendable, Hashable, Identifiable, FetchableRecord, TableRecord {
    /// The table.
    public static let databaseTableName = "sync"
    /// Grows from sync to sync.
    public let id: Int64
    /// The row in `source`.
    public let sourceID: Int64
    /// In Unix milliseconds.
    public let startedAt: Int64
    /// In Unix milliseconds; nil while it runs.
    public let finishedAt: Int64?
    /// How it ended.
    public let state: SyncState
    /// How many of what, as a JSON object of integers.
    public let countsJSON: String

    /// The record of `row`.
    public init(row: Row) throws {
        id = row["id"]
        sourceID = row["sourceID"]
        startedAt = row["startedAt"]
        finishedAt = row["finishedAt"]
        state = row["state"]
        countsJSON = row["counts"]
    }

    /// What ``CatalogWriter`` takes to go on with this sync.
    public var sync: CatalogSync { CatalogSync(id: id, sourceID: sourceID) }
}

/// A row of `provenance`: where a record came from.
public struct ProvenanceRow: Sendable, Hashable, Identifiable, FetchableRecord, TableRecord {
    /// The table.
    public static let databaseTableName = "provenance"
    /// The row's identifier in this file.
    public let id: Int64
    /// The record's URN.
    public let recordURN: String
    /// Which table the record is in, a raw value of ``RecordKind``.
    public let recordKind: String
    /// What was fetched; nil for a record made of another record's answer.
    public let url: String?
    /// In Unix milliseconds.
    public let fetchedAt: Int64?
    /// The answer's ETag, else its Last-Modified.
    public let validator: String?
    /// The answer's body.
    public let digest: BlobDigest?
    /// The version of the reader that made the record.
    public let readerVersion: Int64
    /// The latest sync in which the source gave this record.
    public let syncID: Int64

    /// The record of `row`.
    public init(row: Row) throws {
        id = row["id"]
        recordURN = row["recordURN"]
        recordKind = row["recordKind"]
        url = row["url"]
        fetchedAt = row["fetchedAt"]
        validator = row["validator"]
        digest = row["digest"]
        readerVersion = row["readerVersion"]
        syncID = row["syncID"]
    }
}
