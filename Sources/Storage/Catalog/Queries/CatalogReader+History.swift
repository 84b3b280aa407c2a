internal import GRDB
package import LarderModel

/// What became of an item since it was found.
package struct ItemStanding: Sendable, Hashable {
    /// Only a list has named it so far.
    package let isPartial: Bool
    /// When a list named it last, in Unix milliseconds.
    package let lastSeen: Int64?
    /// Since when no list names it, in Unix milliseconds.
    package let goneAt: Int64?
    /// Which origin each field came from that the API did not give.
    package let origins: FieldOrigins
}

/// How a record came to be what it is.
extension CatalogReader {
    /// The item's places in lists of its source, by list.
    package func places(of item: String) throws -> [ListEntry] {
        let sql = """
            SELECT itemURN, position, query, outlet, sort, category FROM listing
            WHERE itemURN = ? ORDER BY query, outlet, sort, category
            """
        return try db.rows(sql, [item]).map { row in
            let list = try ItemList(
                query: row.value(2),
                outlet: row.value(3),
                sort: row.value(4),
                category: row.value(5)
            )
            return try ListEntry(itemURN: row.value(0), position: row.value(1), list: list)
        }
    }

    /// The answers that a record was made of, by the time at which they were fetched.
    package func answers(of urn: String) throws -> [Provenance] {
        let condition = "recordURN = ? AND url IS NOT NULL ORDER BY fetchedAt, origin"
        return try db.rows("SELECT \(Provenance.columns) FROM provenance WHERE \(condition)", [urn]).map(
            Provenance.init
        )
    }

    /// The bodies of the answers that named items in lists, each once, with an address that they came from.
    package func listAnswers() throws -> [(url: String, digest: Digest)] {
        let sql = """
            SELECT digest, min(url) FROM provenance
            WHERE digest NOT NULL AND recordURN IN (SELECT itemURN FROM listing) AND origin IN ('list', 'record')
            GROUP BY digest
            """
        return try db.rows(sql).compactMap { row in
            try Digest(databaseValue: row.value(0)).map { try (url: row.value(1) as String? ?? "", digest: $0) }
        }
    }

    /// How a recipe or an article stands; nil for other records.
    package func standing(of item: FoundRecord) throws -> ItemStanding? {
        guard item.kind == .recipe || item.kind == .article else { return nil }
        let sql = "SELECT isPartial, lastSeen, goneAt, origins FROM \(item.kind.rawValue) WHERE urn = ?"
        return try db.rows(sql, [item.urn]).first.map { row in
            try ItemStanding(
                isPartial: row.value(0),
                lastSeen: row.value(1),
                goneAt: row.value(2),
                origins: JSONColumn.origins(of: row.value(3))
            )
        }
    }

    /// Of how many articles of a source both a list's time of change and the time of publication are known, and of how
    /// many these are the same: in sitemaps, which often give days, but for a day and two hours.
    package func publicationDates(of source: SourceID, isFeed: Bool) throws -> (known: Int, same: Int) {
        let time =
            isFeed
            ? "CAST(strftime('%s', json_extract(extra, '$.updated')) AS INTEGER) * 1000"
            : "json_extract(extra, '$.lastmod')"
        let sql = """
            SELECT count(*), coalesce(sum(abs(\(time) - publishedAt) <= ?), 0) FROM article
            WHERE sourceID = ? AND publishedAt NOT NULL AND \(time) NOT NULL
            """
        let row = try db.rows(sql, [isFeed ? 1_000 : 93_600_000, source])[0]
        return try (row.value(0), row.value(1))
    }

    /// The items of a crawl whose pages were last read before `sync`, by URN.
    ///
    /// Of gone items those that only one crawl has missed so far.
    package func pagesNotRead(in sync: CatalogSync) throws -> [(urn: String, url: String)] {
        let present = ["recipe", "article"].map { table in
            """
            SELECT urn FROM \(table) AS item WHERE sourceID = ?1
            AND (goneAt IS NULL OR (\(SyncSummary.readings(since: "goneAt"))) < \(SyncSummary.listsUntilRemoved))
            """
        }
        let sql = """
            SELECT recordURN, coalesce(\(Self.said("url", .article)), \(Self.said("sourceURL", .recipe))) AS address
            FROM provenance WHERE sourceID = ?1 AND syncID < ?2 AND origin = 'list' AND address NOT NULL
            AND recordURN IN (\(present.joined(separator: " UNION ALL "))) ORDER BY recordURN
            """
        return try db.rows(sql, [sync.sourceID, sync.id]).map { try (urn: $0.value(0), url: $0.value(1)) }
    }

    /// The URNs of pictures that the lists or records of a source name, not the pages of items alone.
    package func listedPictures(of source: SourceID) throws -> Set<String> {
        let sql = """
            SELECT DISTINCT coalesce(
                \(Self.said("imageURN", .recipe)), \(Self.said("imageURN", .article)), \(Self.said("imageURN", .outlet))
            ) AS urn
            FROM provenance WHERE sourceID = ? AND origin IN ('list', 'record') AND record NOT NULL AND urn NOT NULL
            """
        return Set(try db.rows(sql, [source]).map { try $0.value(0) as String })
    }

    /// SQL for what the origin of a row of `provenance` said of an item in a column of the item's table.
    private static func said(_ column: String, _ kind: RecordKind) -> String {
        """
        CASE WHEN instr(' ' || json_extract(record, '$."="') || ' ', ' \(column) ')
        THEN (SELECT \(column) FROM \(kind.rawValue) WHERE urn = recordURN)
        ELSE json_extract(record, '$.\(column)') END
        """
    }

    /// The URNs of the pictures of an item and of its texts, each once, its own first.
    package func pictures(of item: FoundRecord) throws -> [String] {
        let urns = try db.rows(
            "SELECT imageURN FROM (\(Self.pictures(ofA: item.kind))) WHERE imageURN NOT NULL",
            [item.urn]
        )
        var seen: Set<String> = []
        return try urns.map { try $0.value(0) }.filter { seen.insert($0).inserted }
    }

    /// The pictures of an item and of its texts that have rows, with the addresses that they were fetched from.
    package func storedPictures(ofItem urn: String, _ kind: RecordKind) throws -> [(urn: String, url: String)] {
        let sql =
            "SELECT urn, url FROM image WHERE urn IN (SELECT imageURN FROM (\(Self.pictures(ofA: kind)))) ORDER BY id"
        return try Row.fetchAll(db.bound(sql, urn.storable)).map { try ($0.value(0), $0.value(1)) }
    }

    /// A statement that finds the pictures of the record with the URN ?1 and of its texts.
    private static func pictures(ofA kind: RecordKind) -> String {
        let own =
            switch kind {
            case .recipe:
                """
                SELECT imageURN FROM recipe WHERE urn = ?1
                UNION ALL SELECT p.imageURN FROM recipe JOIN recipePicture AS p ON recipeID = id WHERE urn = ?1
                UNION ALL SELECT s.imageURN FROM recipe JOIN step AS s ON recipeID = id WHERE urn = ?1
                UNION ALL
                """
            case .article:
                """
                SELECT imageURN FROM article WHERE urn = ?1
                UNION ALL SELECT p.imageURN FROM article JOIN articlePicture AS p ON articleID = id WHERE urn = ?1
                UNION ALL
                """
            case .outlet: "SELECT imageURN FROM outlet WHERE urn = ?1 UNION ALL"
            case .image, .text, .answer: ""
            }
        let key = kind == .text ? "urn" : "itemURN"
        return "\(own) SELECT p.imageURN FROM text JOIN textPicture AS p ON textID = id WHERE text.\(key) = ?1"
    }

    /// The text of this URN.
    package func text(urn: String) throws -> StoredRecord<RenderedText>? {
        try RenderedText.table.fetch("WHERE urn = ?", [urn], in: db).first
    }

    /// The items that show a picture, at most `limit`.
    package func items(showing image: String, limit: Int) throws -> [String] {
        let sql = """
            SELECT urn FROM recipe WHERE imageURN = ?1 UNION SELECT urn FROM article WHERE imageURN = ?1
            UNION SELECT urn FROM outlet WHERE imageURN = ?1
            UNION SELECT urn FROM recipe JOIN recipePicture AS p ON recipeID = id WHERE p.imageURN = ?1
            UNION SELECT urn FROM article JOIN articlePicture AS p ON articleID = id WHERE p.imageURN = ?1
            UNION SELECT urn FROM recipe JOIN step AS s ON recipeID = id WHERE s.imageURN = ?1
            UNION SELECT itemURN FROM text JOIN textPicture AS p ON textID = id WHERE p.imageURN = ?1
            ORDER BY 1 LIMIT ?2
            """
        return try db.rows(sql, [image, limit]).map { try $0.value(0) }
    }
}

extension Provenance {
    /// The columns that ``init(_:)`` reads.
    static let columns = "url, fetchedAt, validator, digest, readerVersion, origin"

    init(_ row: Row) throws {
        try self.init(
            url: row.value(0),
            fetchedAt: row.value(1) ?? 0,
            validator: row.value(2),
            digest: Digest(databaseValue: row.value(3)),
            readerVersion: row.value(4),
            origin: RecordOrigin(rawValue: row.value(5)) ?? .record
        )
    }
}
