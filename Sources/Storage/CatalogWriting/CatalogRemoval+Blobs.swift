internal import GRDB
package import LarderCatalog
package import LarderModel

/// A blob that lost the last row that named it.
package struct FreedBlob: Sendable, Hashable {
    /// Its name in the cache.
    package var digest: Digest
    /// What it was.
    package var role: BlobRole
    /// Its length in bytes; nil where the cache did not have it.
    package var byteCount: Int?
}

extension CatalogRemoval {
    /// Notes that the cache has a blob.
    ///
    /// - Returns: Whether a row names it.
    package func note(_ digest: Digest, byteCount: Int) throws -> Bool {
        try run("UPDATE temp.blobUse SET byteCount = ? WHERE digest = ?", [byteCount, digest.databaseValue])
        return db.changesCount > 0
    }

    /// Counts one use more: something else than a row needs the blob.
    package func hold(_ digest: Digest) throws {
        try run(
            """
            INSERT INTO temp.blobUse (digest, uses, role) VALUES (?, 1, 3)
            ON CONFLICT (digest) DO UPDATE SET uses = uses + 1
            """,
            [digest.databaseValue]
        )
    }

    /// Bytes of all blobs in the cache that rows name.
    package func namedBytes() throws -> Int {
        try Int.fetchOne(db, sql: "SELECT total(byteCount) FROM temp.blobUse WHERE uses > 0") ?? 0
    }

    /// The blobs that were freed since this was asked last.
    package func takeFreed() throws -> [FreedBlob] {
        let freed = try Row.fetchAll(
            db.cachedStatement(
                sql:
                    "SELECT digest, role, byteCount FROM temp.freedBlob JOIN temp.blobUse USING (digest) "
                    + "WHERE uses <= 0"
            )
        ).compactMap { row in
            Digest(databaseValue: row[0]).map {
                FreedBlob(digest: $0, role: Self.role(row[1]), byteCount: row[2])
            }
        }
        try run("DELETE FROM temp.freedBlob", [])
        return freed
    }

    /// Begins the account of which addresses rows were read from, as they are now.
    package func beginAddresses() throws {
        try db.execute(
            sql: """
                CREATE TEMP TABLE namedAddress (url TEXT PRIMARY KEY) WITHOUT ROWID;
                INSERT OR IGNORE INTO temp.namedAddress
                SELECT url FROM provenance WHERE url IS NOT NULL UNION ALL SELECT url FROM textPage;
                """
        )
    }

    /// How an answer stands: rows name its address and its body, or they lost the body, or neither was ever counted.
    package func standing(of address: String, body: Digest) throws -> AnswerStanding {
        let use = try db.bound("SELECT uses FROM temp.blobUse WHERE digest = ?", body.databaseValue)
        guard let uses = try Int.fetchOne(use) else { return .unnamed }
        guard uses > 0 else { return .freed }
        let named = try db.bound("SELECT 1 FROM temp.namedAddress WHERE url = ?", address.databaseValue)
        return try Int.fetchOne(named) == nil ? .unnamed : .named
    }
}

/// How what is known of an answer stands to the rows of the catalog.
package enum AnswerStanding: Sendable, Hashable {
    /// Rows name its address and its body.
    case named
    /// Its body lost the last row that named it.
    case freed
    /// No row names it.
    case unnamed
}
