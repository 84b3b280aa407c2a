/// Where records came from, and what people should know of them.
extension CatalogSchema {
    /// `syncID`, `readerVersion`, `completeness` and `fingerprint` decide which of several records is kept, see
    /// `MergeRank`; `record` is what the origin said of a recipe or an article beyond the item's row, as JSON.
    static let provenance = """
        CREATE TABLE provenance (
            id INTEGER PRIMARY KEY,
            recordURN TEXT NOT NULL,
            recordKind TEXT NOT NULL,
            origin TEXT NOT NULL DEFAULT 'record',
            sourceID INTEGER NOT NULL REFERENCES source(id) ON DELETE CASCADE,
            url TEXT,
            fetchedAt INTEGER,
            validator TEXT,
            digest BLOB CHECK (length(digest) = 32),
            readerVersion INTEGER NOT NULL,
            syncID INTEGER NOT NULL,
            completeness INTEGER NOT NULL,
            fingerprint BLOB NOT NULL CHECK (length(fingerprint) = 32),
            record TEXT,
            UNIQUE (recordURN, recordKind, origin)
        );
        CREATE INDEX provenance_on_sourceID ON provenance(sourceID);
        """

    /// What people should know of an item and no column tells, such as what was left out of it.
    ///
    /// No digest counts notes.
    static let notes = """
        CREATE TABLE note (
            id INTEGER PRIMARY KEY,
            recordURN TEXT NOT NULL,
            code TEXT NOT NULL,
            sourceID INTEGER NOT NULL REFERENCES source(id) ON DELETE CASCADE,
            syncID INTEGER NOT NULL,
            message TEXT NOT NULL,
            UNIQUE (recordURN, code)
        );
        CREATE INDEX note_on_sourceID ON note(sourceID);
        """
}
