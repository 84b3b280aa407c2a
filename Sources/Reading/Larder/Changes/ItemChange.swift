public import Foundation
internal import GRDB
internal import LarderCatalog
internal import LarderModel

/// What a sync did to an item.
public struct ItemChange: Sendable, Hashable, Codable, Identifiable {
    /// What happened to an item.
    public enum Kind: String, Sendable, CaseIterable, Codable {
        /// The sync found it first.
        case added
        /// The source says something else of it.
        case changed
        /// The source lists it no more.
        case gone
        /// The source lists it again.
        case back
        /// It was removed from the larder.
        case removed
    }

    /// Grows from change to change.
    public let id: Int64
    /// The item's URN; ``ItemKind/init(urn:)`` tells its kind.
    public let item: String
    /// Its title; nil where it was removed.
    public let title: String?
    /// What happened to it.
    public let kind: Kind
    /// Of a changed item, which groups of fields: `title`, `summary`, `picture` (also attachments), `ingredients`,
    /// `steps`, `text`, `times`, `categories`, `publisher`, `date`, `address`.
    ///
    /// Changes of other fields, such as the rating, nutrition and videos, are not told.
    public let fields: [String]
    /// The number of the sync, which grows from sync to sync.
    public let sync: Int64
    /// The name of the item's source.
    public let source: String
}

/// A sync over one source.
public struct SyncRecord: Sendable, Hashable, Codable, Identifiable {
    /// Grows from sync to sync.
    public let id: Int64
    /// The name of its source.
    public let source: String
    /// When it began.
    public let started: Date
    /// nil while it runs, or where it was stopped.
    public let finished: Date?
    /// Whether it ended and read all lists, items and texts; one that did not may have missed changes.
    public let isWhole: Bool
}

extension LarderReader {
    /// The syncs of all sources, the newest first; one statement.
    public func syncs(limit: Int = 20) throws -> [SyncRecord] {
        let sql = """
            SELECT \(SyncSummary.columns), name FROM sync JOIN source ON source.id = sourceID
            ORDER BY sync.id DESC LIMIT ?
            """
        return try Row.fetchAll(db.bound(sql, max(0, limit))).map { row in
            let sync = try SyncSummary(row)
            return try SyncRecord(
                id: sync.id,
                source: row.value(6),
                started: Date(timeIntervalSince1970: Double(sync.startedAt) / 1_000),
                finished: sync.finishedAt.map { Date(timeIntervalSince1970: Double($0) / 1_000) },
                isWhole: sync.isWhole
            )
        }
    }

    /// What syncs changed, the oldest change first; one statement.
    ///
    /// Keep the last ``ItemChange/id`` that the app has shown and pass it the next time: whatever is written after that
    /// comes then, also of a sync that goes on and of sources that are removed. Changes are kept for 90 days; a larder
    /// that is cleared forgets them.
    ///
    /// - Parameter change: ``ItemChange/id``, or ``latestChange()``; 0: all.
    public func changes(after change: Int64, limit: Int = .max) throws -> [ItemChange] {
        try changes("change.id > ?1", change, limit)
    }

    /// What a sync changed so far; one statement.
    public func changes(of sync: Int64, limit: Int = .max) throws -> [ItemChange] {
        try changes("change.syncID = ?1", sync, limit)
    }

    /// How many changes of each kind a sync made so far; one statement.
    public func changeCounts(of sync: Int64) throws -> [ItemChange.Kind: Int] {
        let sql = "SELECT kind, count(*) FROM change WHERE syncID = ? GROUP BY kind"
        let counts = try Row.fetchAll(db.bound(sql, sync)).compactMap { row in
            try ItemChange.Kind(rawValue: row.value(0)).map { try ($0, row.value(1) as Int) }
        }
        return Dictionary(counts) { $1 }
    }

    /// The ``ItemChange/id`` of the latest change, in one statement; 0: there was none.
    public func latestChange() throws -> Int64 { try Int64.fetchOne(db.bound("SELECT max(id) FROM change")) ?? 0 }

    private func changes(_ condition: String, _ value: Int64, _ limit: Int) throws -> [ItemChange] {
        let sql = """
            SELECT change.id, itemURN, coalesce(recipe.title, article.title), change.kind, fields, syncID, source.name
            FROM change LEFT JOIN source ON source.id = change.sourceID LEFT JOIN item ON item.urn = itemURN
            LEFT JOIN recipe ON recipe.id = recipeID LEFT JOIN article ON article.id = articleID
            WHERE \(condition) ORDER BY change.id LIMIT ?2
            """
        return try Row.fetchAll(db.bound(sql, value, max(0, limit))).compactMap { row in
            guard let kind = try ItemChange.Kind(rawValue: row.value(3)) else { return nil }
            return try ItemChange(
                id: row.value(0),
                item: row.value(1),
                title: row.value(2),
                kind: kind,
                fields: JSONColumn.value(row.value(4))?.items?.compactMap(\.string) ?? [],
                sync: row.value(5),
                source: row.value(6) ?? RecordURN(row.value(1))?.source ?? ""
            )
        }
    }
}
