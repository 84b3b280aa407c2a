internal import GRDB
package import LarderModel

/// Jobs of a kind by their keys, in order of the keys.
extension LedgerStore {
    /// The job of this key, and those whose keys go on after it with a colon.
    package func jobs(of kind: JobKind, under key: String, limit: Int) throws -> [JobURN] {
        // A semicolon is the byte after the colon. Both at once would have SQLite read all keys of the kind.
        let exact = try jobs(of: kind, "AND key = ?", [key], limit)
        let rest = max(0, limit - exact.count)
        return try exact + jobs(of: kind, "AND key > ? AND key < ? ORDER BY key", [key + ":", key + ";"], rest)
    }

    /// Jobs whose keys stand next to this one, at most `limit` before it and `limit` after it; the nearest before it is the first.
    package func jobs(of kind: JobKind, around key: String, limit: Int) throws -> [JobURN] {
        try jobs(of: kind, "AND key < ? ORDER BY key DESC", [key], limit)
            + jobs(of: kind, "AND key > ? ORDER BY key", [key], limit)
    }

    private func jobs(of kind: JobKind, _ clause: String, _ keys: [String], _ limit: Int) throws -> [JobURN] {
        try String.fetchAll(
            db,
            sql: "SELECT key FROM job WHERE kind = ? \(clause) LIMIT ?",
            arguments: [kind.databaseValue] + StatementArguments(keys) + [limit]
        ).map { JobURN(kind: kind, key: $0) }
    }
}
