import GRDB

extension CatalogWriter {
    /// Merges a rendered text with its links.
    ///
    /// - Parameter provenance: Where its HTML was fetched, if that is known here. The reader version that is kept is the
    ///   text's own.
    @discardableResult
    public func merge(text: RenderedText, provenance: Provenance? = nil, sync: CatalogSync) throws -> MergeOutcome {
        try merge(text, readerVersion: text.readerVersion, provenance: provenance, sync: sync) { text in
            try run(
                """
                INSERT INTO text (urn, sourceID, itemURN, htmlDigest, readerVersion, plain, runs)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (urn) DO UPDATE SET sourceID = excluded.sourceID, itemURN = excluded.itemURN,
                    htmlDigest = excluded.htmlDigest, readerVersion = excluded.readerVersion, plain = excluded.plain,
                    runs = excluded.runs
                """,
                [
                    text.urn, sync.sourceID, text.itemURN, text.htmlDigest, text.readerVersion, text.plain, text.runs,
                ]
            )
            let id = try rowID("SELECT id FROM text WHERE urn = ?", text.urn)
            for (position, link) in text.links.enumerated() {
                try run(
                    """
                    INSERT INTO link (textID, position, url, start, length) VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT (textID, position) DO UPDATE SET url = excluded.url, start = excluded.start,
                        length = excluded.length
                    WHERE url <> excluded.url OR start <> excluded.start OR length <> excluded.length
                    """,
                    [id, position, link.url, link.start, link.length]
                )
            }
            try run("DELETE FROM link WHERE textID = ? AND position >= ?", [id, text.links.count])
        }
    }

    /// Whether the text was made of `htmlDigest` by `readerVersion` or a newer one.
    public func textIsCurrent(urn: String, htmlDigest: BlobDigest, readerVersion: Int64) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: "SELECT 1 FROM text WHERE urn = ? AND htmlDigest = ? AND readerVersion >= ?"
        )
        return try Int.fetchOne(statement, arguments: [urn.storable, htmlDigest, readerVersion]) != nil
    }

    /// The same, and where it is current, notes that `sync` found this HTML too.
    ///
    /// To be called where a text job is left out because its text is current: without the note, another HTML for the
    /// same text in the same sync would win or lose by the order of arrival.
    public func confirmText(
        urn: String,
        htmlDigest: BlobDigest,
        readerVersion: Int64,
        sync: CatalogSync
    ) throws -> Bool {
        guard try textIsCurrent(urn: urn, htmlDigest: htmlDigest, readerVersion: readerVersion) else { return false }
        try confirm(urn: urn.storable, kind: .text, sync: sync)
        return true
    }
}
