/// The statements of the catalog's version 5. Released: never edited.
extension CatalogSchema {
    static let recipePages = """
        ALTER TABLE recipe ADD COLUMN servingsText TEXT;
        ALTER TABLE recipe ADD COLUMN prepMinutes INTEGER;
        ALTER TABLE recipe ADD COLUMN totalMinutes INTEGER;
        ALTER TABLE recipe ADD COLUMN summary TEXT;
        ALTER TABLE recipe ADD COLUMN authors TEXT NOT NULL DEFAULT '[]';
        ALTER TABLE recipe ADD COLUMN categories TEXT NOT NULL DEFAULT '[]';
        ALTER TABLE recipe ADD COLUMN cuisines TEXT NOT NULL DEFAULT '[]';
        ALTER TABLE recipe ADD COLUMN keywords TEXT NOT NULL DEFAULT '[]';
        ALTER TABLE recipe ADD COLUMN rating REAL;
        ALTER TABLE recipe ADD COLUMN ratingCount INTEGER;
        ALTER TABLE recipe ADD COLUMN language TEXT;
        ALTER TABLE recipe ADD COLUMN canonicalURL TEXT;
        ALTER TABLE recipe ADD COLUMN videos TEXT NOT NULL DEFAULT '[]';
        ALTER TABLE recipe ADD COLUMN isPartial INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE recipe ADD COLUMN origins TEXT NOT NULL DEFAULT '{}';
        ALTER TABLE recipe ADD COLUMN lastSeen INTEGER;
        ALTER TABLE recipe ADD COLUMN goneAt INTEGER;
        ALTER TABLE ingredient ADD COLUMN section TEXT;
        CREATE TABLE step (
            recipeID INTEGER NOT NULL REFERENCES recipe(id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            text TEXT NOT NULL,
            name TEXT,
            section TEXT,
            imageURL TEXT,
            imageURN TEXT,
            PRIMARY KEY (recipeID, position)
        );
        CREATE TABLE nutrition (
            recipeID INTEGER NOT NULL REFERENCES recipe(id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            name TEXT NOT NULL,
            amount REAL,
            unit TEXT,
            text TEXT NOT NULL,
            PRIMARY KEY (recipeID, position)
        );
        CREATE TABLE recipePicture (
            recipeID INTEGER NOT NULL REFERENCES recipe(id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            url TEXT NOT NULL,
            imageURN TEXT,
            PRIMARY KEY (recipeID, position)
        );
        """

    static let articlePages = """
        ALTER TABLE article ADD COLUMN language TEXT;
        ALTER TABLE article ADD COLUMN canonicalURL TEXT;
        ALTER TABLE article ADD COLUMN isPartial INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE article ADD COLUMN origins TEXT NOT NULL DEFAULT '{}';
        ALTER TABLE article ADD COLUMN lastSeen INTEGER;
        ALTER TABLE article ADD COLUMN goneAt INTEGER;
        """

    static let textParts = """
        ALTER TABLE text ADD COLUMN role TEXT NOT NULL DEFAULT 'page';
        ALTER TABLE text ADD COLUMN method TEXT;
        ALTER TABLE text ADD COLUMN confidence REAL;
        ALTER TABLE text ADD COLUMN isReadable INTEGER;
        ALTER TABLE text ADD COLUMN place TEXT;
        UPDATE text SET role = 'summary' WHERE urn LIKE '%:summary';
        UPDATE text SET role = 'content' WHERE urn LIKE '%:content';
        CREATE TABLE textPicture (
            textID INTEGER NOT NULL REFERENCES text(id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            url TEXT NOT NULL,
            imageURN TEXT,
            start INTEGER NOT NULL,
            alternative TEXT,
            caption TEXT,
            PRIMARY KEY (textID, position)
        );
        """

    /// `record` is what the origin said of a recipe or an article, as JSON; NULL where an earlier version noted the provenance.
    static let origins = """
        ALTER TABLE provenance RENAME TO provenance4;
        DROP INDEX provenance_on_sourceID;
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
        INSERT INTO provenance (id, recordURN, recordKind, sourceID, url, fetchedAt, validator, digest, readerVersion, syncID,
            completeness, fingerprint)
        SELECT id, recordURN, recordKind, sourceID, url, fetchedAt, validator, digest, readerVersion, syncID, completeness, fingerprint
        FROM provenance4;
        DROP TABLE provenance4;
        CREATE INDEX provenance_on_sourceID ON provenance(sourceID);
        """

    static let listings = """
        CREATE TABLE listing (
            id INTEGER PRIMARY KEY,
            sourceID INTEGER NOT NULL REFERENCES source(id) ON DELETE CASCADE,
            query TEXT NOT NULL,
            outlet TEXT NOT NULL,
            sort TEXT NOT NULL,
            category TEXT NOT NULL,
            itemURN TEXT NOT NULL,
            position INTEGER NOT NULL,
            syncID INTEGER NOT NULL,
            UNIQUE (sourceID, query, outlet, sort, category, itemURN)
        );
        CREATE INDEX listing_on_itemURN ON listing(itemURN);
        """
}
