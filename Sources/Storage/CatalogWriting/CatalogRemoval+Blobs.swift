internal import GRDB
package import LarderCatalog
package import LarderModel

/// A blob that lost the last row that named it.
package struct FreedBlob: Sendable, Hashable {
    package var digest: Digest
    package var role: BlobRole
    /// Its length in bytes; nil where the cache did not have it.
    package var byteCount: Int?
}

extension CatalogRemoval {
    /// Records that the cache has a blob.
    ///
    /// - Returns: Whether a row names it.
    package func note(_ digest: Digest, byteCount: Int) throws -> Bool {
        try db.run("UPDATE temp.blobUse SET byteCount = ? WHERE digest = ?", [byteCount, digest.databaseValue]) > 0
    }

    /// Counts one use more: something else than a row needs the blob.
    package func hold(_ digest: Digest) throws {
        let sql = """
            INSERT INTO temp.blobUse (digest, uses, role) VALUES (?, 1, 3)
            ON CONFLICT (digest) DO UPDATE SET uses = uses + 1
            """
        try db.run(sql, [digest.databaseValue])
    }

    /// Bytes of all blobs in the cache that rows name.
    package func namedBytes() throws -> Int {
        try Int.fetchOne(db, sql: "SELECT total(byteCount) FROM temp.blobUse WHERE uses > 0") ?? 0
    }

    /// The blobs that were freed since this was asked last.
    package func takeFreed() throws -> [FreedBlob] {
        let sql = "SELECT digest, role, byteCount FROM temp.freedBlob JOIN temp.blobUse USING (digest) WHERE uses <= 0"
        let freed = try Row.fetchAll(db.bound(sql)).compactMap { row in
            try Digest(databaseValue: row.value(0)).map {
                try FreedBlob(digest: $0, role: Self.role(row.value(1)), byteCount: row.value(2))
            }
        }
        try db.run("DELETE FROM temp.freedBlob", [])
        return freed
    }

    /// Begins the account of the addresses that rows were read from.
    package func beginAddresses() throws {
        try db.execute(
            sql: """
                CREATE TEMP TABLE namedAddress (url TEXT PRIMARY KEY) WITHOUT ROWID;
                INSERT OR IGNORE INTO temp.namedAddress
                SELECT url FROM provenance WHERE url IS NOT NULL UNION ALL SELECT url FROM textPage;
                """
        )
    }

    package func standing(of address: String, body: Digest) throws -> AnswerStanding {
        let use = try db.bound("SELECT uses FROM temp.blobUse WHERE digest = ?", body.databaseValue)
        guard let uses = try Int.fetchOne(use) else { return .unnamed }
        guard uses > 0 else { return .freed }
        return try db.exists("SELECT 1 FROM temp.namedAddress WHERE url = ?", [address]) ? .named : .unnamed
    }
}

/// Whether rows of the catalog name a cached answer.
package enum AnswerStanding: Sendable, Hashable {
    /// Rows name its address and its body.
    case named
    /// Its body lost the last row that named it.
    case freed
    /// No row names it.
    case unnamed
}
