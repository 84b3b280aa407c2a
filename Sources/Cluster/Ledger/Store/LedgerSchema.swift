package import GRDB
internal import LarderModel

/// The ledger's tables, in the catalog's file so that a result and its effect are one transaction.
package enum LedgerSchema {
    /// The names of the migrations and what each does, in order.
    package static let migrations: [(name: String, body: @Sendable (Database) throws -> Void)] = [
        ("ledger-1", { try createFirstVersion(in: $0) }),
        ("ledger-2", { try createSecondVersion(in: $0) }),
        ("ledger-3", { try createThirdVersion(in: $0) }),
        ("ledger-4", { try createFourthVersion(in: $0) }),
        ("ledger-5", { try createFifthVersion(in: $0) }),
        ("ledger-6", { try createSixthVersion(in: $0) }),
        ("ledger-7", { try createSeventhVersion(in: $0) }),
        ("ledger-8", { try createEighthVersion(in: $0) }),
    ]

    /// Creates the first version of the tables.
    ///
    /// Released: never edited.
    package static func createFirstVersion(in db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE ledgerState (
                    id INTEGER PRIMARY KEY CHECK (id = 1),
                    epoch INTEGER NOT NULL
                );
                INSERT INTO ledgerState (id, epoch) VALUES (1, 0);
                -- What an unfinished sync was asked for: another wish begins a new one.
                CREATE TABLE wish (
                    sourceID INTEGER PRIMARY KEY,
                    text TEXT NOT NULL
                );
                CREATE TABLE lane (
                    id INTEGER PRIMARY KEY,
                    name TEXT NOT NULL UNIQUE,
                    jobClass INTEGER NOT NULL,
                    concurrency INTEGER NOT NULL,
                    delayMs INTEGER NOT NULL
                );
                CREATE TABLE job (
                    -- A number is never used again: a worker may come back with a result of a job that was cleared away.
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    kind INTEGER NOT NULL,
                    key TEXT NOT NULL,
                    sourceID INTEGER NOT NULL,
                    laneID INTEGER NOT NULL REFERENCES lane (id),
                    state INTEGER NOT NULL DEFAULT 0,
                    notBefore INTEGER NOT NULL DEFAULT 0,
                    errors INTEGER NOT NULL DEFAULT 0,
                    crashes INTEGER NOT NULL DEFAULT 0,
                    code TEXT,
                    message TEXT,
                    spec BLOB NOT NULL
                );
                CREATE UNIQUE INDEX jobURN ON job (kind, key);
                CREATE INDEX jobReady ON job (laneID, id) WHERE state = 0;
                """
        )
    }
}

extension LedgerSchema {
    /// Adds what the ledger must know to charge each failure and each death once, also over restarts.
    ///
    /// - The last lease whose failure a job was charged for, so that a failure told again is not charged again.
    /// - An index by queue, as one lane holds jobs of several sources and kinds.
    /// - The deaths of workers over jobs, with their time and evidence.
    ///
    /// Released: never edited.
    package static func createSecondVersion(in db: Database) throws {
        try db.execute(
            sql: """
                ALTER TABLE job ADD COLUMN chargedAttempt INTEGER NOT NULL DEFAULT 0;
                DROP INDEX jobReady;
                CREATE INDEX jobQueue ON job (laneID, sourceID, kind, id) WHERE state = 0;
                CREATE TABLE crash (
                    id INTEGER PRIMARY KEY,
                    jobID INTEGER NOT NULL REFERENCES job (id) ON DELETE CASCADE,
                    -- Unix milliseconds.
                    at INTEGER NOT NULL,
                    evidence TEXT NOT NULL
                );
                CREATE INDEX crashOfJob ON crash (jobID, at);
                -- Of earlier deaths only the count and the last one's reason are known.
                INSERT INTO crash (jobID, at, evidence)
                SELECT id, \(LedgerStore.now), coalesce(message, '')
                FROM job JOIN (SELECT 1 AS number UNION SELECT 2 UNION SELECT 3) ON number <= crashes WHERE state = 0;
                """
        )
    }
}

extension LedgerSchema {
    /// Keeps of a lane only what it is, and names the table of sync requests as the code does.
    ///
    /// Limits follow from the definitions of the sources that a run syncs, so they are computed at its start. The descriptions of
    /// searches have other fields than before, so an unfinished sync of an earlier version begins anew: its request is forgotten.
    ///
    /// Released: never edited.
    package static func createThirdVersion(in db: Database) throws {
        try db.execute(
            sql: """
                ALTER TABLE lane DROP COLUMN concurrency;
                ALTER TABLE lane DROP COLUMN delayMs;
                ALTER TABLE wish RENAME TO syncRequest;
                DELETE FROM syncRequest;
                """
        )
    }
}

extension LedgerSchema {
    /// Keeps which workers were lost over which jobs, so that a coordinator that starts again tries those alone too.
    ///
    /// Released: never edited.
    package static func createFourthVersion(in db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE suspicion (
                    jobID INTEGER NOT NULL REFERENCES job (id) ON DELETE CASCADE,
                    attempt INTEGER NOT NULL,
                    incarnation BLOB NOT NULL,
                    name TEXT NOT NULL,
                    isConfirmed INTEGER NOT NULL,
                    hadStarted INTEGER NOT NULL,
                    evidence TEXT,
                    -- Unix milliseconds.
                    at INTEGER NOT NULL,
                    PRIMARY KEY (jobID, attempt)
                ) WITHOUT ROWID;
                """
        )
    }
}

extension LedgerSchema {
    /// The descriptions of texts have other fields than before, so an unfinished sync of an earlier version begins anew: its
    /// request is forgotten.
    ///
    /// Released: never edited.
    package static func createFifthVersion(in db: Database) throws {
        try db.execute(sql: "DELETE FROM syncRequest")
    }
}

extension LedgerSchema {
    /// Keeps what hosts say of how they want to be asked, and how much of quotas is used.
    package static func createSixthVersion(in db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE host (
                    -- `host:port`, the name of its lane.
                    name TEXT PRIMARY KEY,
                    -- Where its robots.txt is.
                    origin TEXT NOT NULL,
                    -- The least time between two requests that it asks for.
                    delayMs INTEGER NOT NULL DEFAULT 0,
                    -- Until when that holds, in Unix milliseconds; 0: nothing is known yet.
                    knownUntil INTEGER NOT NULL DEFAULT 0
                ) WITHOUT ROWID;
                CREATE TABLE quota (
                    -- Stands for the host and the key; no part of either.
                    name TEXT PRIMARY KEY,
                    -- When the period began, in Unix milliseconds.
                    start INTEGER NOT NULL,
                    used INTEGER NOT NULL
                ) WITHOUT ROWID;
                """
        )
    }
}

extension LedgerSchema {
    /// Keeps of each job how its last try went, for people: when it ended, where, and what it took from the network.
    ///
    /// Released: never edited.
    package static func createSeventhVersion(in db: Database) throws {
        try db.execute(
            sql: """
                -- Unix milliseconds.
                ALTER TABLE job ADD COLUMN endedAt INTEGER;
                ALTER TABLE job ADD COLUMN worker TEXT;
                -- `AnswerUse`; the rest of the successful try alone.
                ALTER TABLE job ADD COLUMN answer INTEGER;
                ALTER TABLE job ADD COLUMN requests INTEGER;
                ALTER TABLE job ADD COLUMN bytes INTEGER;
                """
        )
    }

    /// Keeps which patterns of addresses are not followed any more, and when the lists of a source were last read whole.
    ///
    /// Released: never edited.
    package static func createEighthVersion(in db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE IF NOT EXISTS endedPattern (
                    sourceID INTEGER NOT NULL,
                    pattern TEXT NOT NULL,
                    -- Why it ended, for people.
                    sentence TEXT NOT NULL,
                    PRIMARY KEY (sourceID, pattern)
                ) WITHOUT ROWID;
                -- Unix milliseconds; 0: not known.
                ALTER TABLE syncRequest ADD COLUMN wholeListsAt INTEGER NOT NULL DEFAULT 0;
                """
        )
    }
}
