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
        try Row.fetchAll(
            db,
            sql: """
                SELECT itemURN, position, query, outlet, sort, category FROM listing
                WHERE itemURN = ? ORDER BY query, outlet, sort, category
                """,
            arguments: [item]
        ).map { row in
            ListEntry(
                itemURN: row[0],
                position: row[1],
                list: ItemList(query: row[2], outlet: row[3], sort: row[4], category: row[5])
            )
        }
    }

    /// The answers that a record was made of, by the time at which they were fetched.
    package func answers(of urn: String) throws -> [Provenance] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT url, fetchedAt, validator, digest, readerVersion, origin FROM provenance
                WHERE recordURN = ? AND url IS NOT NULL ORDER BY fetchedAt, origin
                """,
            arguments: [urn]
        ).map { row in
            Provenance(
                url: row[0],
                fetchedAt: row[1] ?? 0,
                validator: row[2],
                digest: Digest(databaseValue: row[3]),
                readerVersion: row[4],
                origin: RecordOrigin(rawValue: row[5]) ?? .record
            )
        }
    }

    /// The bodies of the answers that named items in lists, each once, with an address that they came from.
    package func listAnswers() throws -> [(url: String, digest: Digest)] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT digest, min(url) FROM provenance
                WHERE digest NOT NULL AND recordURN IN (SELECT itemURN FROM listing) AND origin IN ('list', 'record')
                GROUP BY digest
                """
        ).compactMap { row -> (url: String, digest: Digest)? in
            let url: String? = row[1]
            return Digest(databaseValue: row[0]).map { (url: url ?? "", digest: $0) }
        }
    }

    /// How a recipe or an article stands; nil for other records.
    package func standing(of item: FoundRecord) throws -> ItemStanding? {
        guard item.kind == .recipe || item.kind == .article else { return nil }
        return try Row.fetchOne(
            db,
            sql: "SELECT isPartial, lastSeen, goneAt, origins FROM \(item.kind.rawValue) WHERE urn = ?",
            arguments: [item.urn]
        ).map { row in
            let origins = JSONColumn.value(row[3])?.members ?? []
            return ItemStanding(
                isPartial: row[0],
                lastSeen: row[1],
                goneAt: row[2],
                origins: Dictionary(
                    origins.compactMap { member in
                        (member.value.string.flatMap(FieldOrigin.init)).map { (member.name, $0) }
                    }
                ) { first, _ in first }
            )
        }
    }

    /// The URNs of the pictures of an item and of its texts, each once, its own first.
    package func pictures(of item: FoundRecord) throws -> [String] {
        let own =
            switch item.kind {
            case .recipe:
                """
                SELECT imageURN FROM recipe WHERE urn = ?1
                UNION ALL SELECT p.imageURN FROM recipe JOIN recipePicture AS p ON recipeID = id WHERE urn = ?1
                UNION ALL SELECT s.imageURN FROM recipe JOIN step AS s ON recipeID = id WHERE urn = ?1
                UNION ALL
                """
            case .article: "SELECT imageURN FROM article WHERE urn = ?1 UNION ALL"
            case .outlet, .image, .text, .answer: ""
            }
        let key = item.kind == .text ? "urn" : "itemURN"
        let urns = try String.fetchAll(
            db,
            sql: """
                SELECT imageURN FROM (\(own) SELECT p.imageURN FROM text JOIN textPicture AS p ON textID = id WHERE
                  text.\(key) = ?1)
                WHERE imageURN NOT NULL
                """,
            arguments: [item.urn]
        )
        var seen: Set<String> = []
        return urns.filter { seen.insert($0).inserted }
    }

    /// The text of this URN.
    package func text(urn: String) throws -> StoredRecord<RenderedText>? {
        try RenderedText.table.fetch("WHERE urn = ?", [urn], in: db).first
    }

    /// The items that show a picture, at most `limit`.
    package func items(showing image: String, limit: Int) throws -> [String] {
        try String.fetchAll(
            db,
            sql: """
                SELECT urn FROM recipe WHERE imageURN = ?1 UNION SELECT urn FROM article WHERE imageURN = ?1
                UNION SELECT urn FROM recipe JOIN recipePicture AS p ON recipeID = id WHERE p.imageURN = ?1
                UNION SELECT urn FROM recipe JOIN step AS s ON recipeID = id WHERE s.imageURN = ?1
                UNION SELECT itemURN FROM text JOIN textPicture AS p ON textID = id WHERE p.imageURN = ?1
                ORDER BY 1 LIMIT ?2
                """,
            arguments: [image, limit]
        )
    }
}
