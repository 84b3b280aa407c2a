package import Foundation
internal import GRDB
package import Larder
internal import LarderCatalog

/// A source with its latest finished sync.
package struct SyncedSource: Sendable {
    package var name: String
    /// How it is read, such as `website` or `feeds`.
    package var kind: String
    /// The address that it is found at; nil: it has several, or none.
    package var base: String?
    /// When its latest finished sync ended; nil: none has.
    package var finished: Date?
}

/// An answer that an item was made of.
package struct ItemOrigin: Sendable {
    package var origin: String
    package var url: String?
    package var fetched: Date?
}

extension LarderReader {
    /// The sources that have items or syncs, by name; one statement.
    package func latestSyncs() throws -> [SyncedSource] {
        let sql = """
            SELECT source.name, source.kind, source.base, max(sync.finishedAt) FROM source LEFT JOIN sync
            ON sync.sourceID = source.id AND sync.state = 'finished' GROUP BY source.id ORDER BY source.name
            """
        return try Row.fetchAll(database.bound(sql)).map { row in
            try SyncedSource(
                name: row.value(0),
                kind: row.value(1),
                base: row.value(2),
                finished: Self.date(row.value(3))
            )
        }
    }

    /// The answers that an item was made of, the latest first; one statement.
    package func origins(of urn: String) throws -> [ItemOrigin] {
        let sql = """
            SELECT origin, url, fetchedAt FROM provenance WHERE recordURN = ?
            ORDER BY coalesce(fetchedAt, 0) DESC, origin
            """
        return try Row.fetchAll(database.bound(sql, urn)).map { row in
            try ItemOrigin(origin: row.value(0), url: row.value(1), fetched: Self.date(row.value(2)))
        }
    }

    private static func date(_ milliseconds: Int64?) -> Date? {
        milliseconds.map { Date(timeIntervalSince1970: Double($0) / 1_000) }
    }
}
