package import GRDB

/// The ledger's tables, in the catalog's file so that a result and its effect are one transaction.
///
/// Times are Unix milliseconds.
package enum LedgerSchema {
    /// The names of the migrations and what each does, in order.
    package static let migrations: [(name: String, body: @Sendable (Database) throws -> Void)] = [
        ("ledger-9", { try create(in: $0) }),
        ("ledger-10", { try $0.execute(sql: answers) }),
        ("ledger-11", { try $0.execute(sql: indexes) }),
        ("ledger-12", { try $0.execute(sql: retriedJobs) }),
    ]

    /// Creates all tables of an empty ledger.
    ///
    /// Released: neither this step nor the statements below are edited; a later change is a further step.
    private static func create(in db: Database) throws {
        for statements in [jobs, deaths, hosts, requests] { try db.execute(sql: statements) }
    }

    /// The answers that a worker can ask for again without the cache, one for each job.
    private static let answers = """
        CREATE TABLE answer (
            kind INTEGER NOT NULL,
            key TEXT NOT NULL,
            sourceID INTEGER NOT NULL,
            -- What a worker needs to ask whether it changed.
            revalidation BLOB NOT NULL,
            -- What it brought that is in the catalog.
            effect BLOB NOT NULL,
            PRIMARY KEY (kind, key)
        ) WITHOUT ROWID;
        """

    /// Indexes with which a query for one source reads only that source's rows, and two counters of checks.
    ///
    /// `readParts` counts the parts of the larder whose files were read for the source. `seenParts` counts the parts of
    /// which `--quick-check` only looked whether the files are there.
    private static let indexes = """
        CREATE INDEX answerOfSource ON answer (sourceID);
        ALTER TABLE syncRequest ADD COLUMN readParts INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE syncRequest ADD COLUMN seenParts INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX jobOfSource ON job (sourceID, kind);
        CREATE INDEX deadJob ON job (sourceID, kind) WHERE state = 2;
        """

    /// Finds the latest failed jobs that wait for another try, for the page of a sync, without reading all that wait.
    private static let retriedJobs = "CREATE INDEX retriedJob ON job (endedAt) WHERE state = 0 AND notBefore > 0;"

    private static let jobs = """
        CREATE TABLE ledgerState (id INTEGER PRIMARY KEY CHECK (id = 1), epoch INTEGER NOT NULL);
        INSERT INTO ledgerState (id, epoch) VALUES (1, 0);
        CREATE TABLE lane (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, jobClass INTEGER NOT NULL);
        CREATE TABLE job (
            -- A number is never used again: a worker may come back with a result of a job that was removed.
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
            spec BLOB NOT NULL,
            -- The last lease whose failure was charged: a failure that is reported again is not charged again.
            chargedAttempt INTEGER NOT NULL DEFAULT 0,
            -- How the last try went, for people; `answer` is an `AnswerUse`, and stands for a successful try alone.
            endedAt INTEGER,
            worker TEXT,
            answer INTEGER,
            requests INTEGER,
            bytes INTEGER
        );
        CREATE UNIQUE INDEX jobURN ON job (kind, key);
        CREATE INDEX jobQueue ON job (laneID, sourceID, kind, id) WHERE state = 0;
        """

    /// Deaths of workers over jobs with their evidence, and the workers that were lost and may come back.
    private static let deaths = """
        CREATE TABLE crash (
            id INTEGER PRIMARY KEY,
            jobID INTEGER NOT NULL REFERENCES job (id) ON DELETE CASCADE,
            at INTEGER NOT NULL,
            evidence TEXT NOT NULL
        );
        CREATE INDEX crashOfJob ON crash (jobID, at);
        CREATE TABLE suspicion (
            jobID INTEGER NOT NULL REFERENCES job (id) ON DELETE CASCADE,
            attempt INTEGER NOT NULL,
            incarnation BLOB NOT NULL,
            name TEXT NOT NULL,
            isConfirmed INTEGER NOT NULL,
            hadStarted INTEGER NOT NULL,
            evidence TEXT,
            at INTEGER NOT NULL,
            PRIMARY KEY (jobID, attempt)
        ) WITHOUT ROWID;
        """

    /// What hosts ask for in their robots.txt, and how much of quotas is used.
    private static let hosts = """
        CREATE TABLE host (
            -- `host:port`, the name of its lane.
            name TEXT PRIMARY KEY,
            -- Where its robots.txt is.
            origin TEXT NOT NULL,
            -- The least time between two requests that it asks for.
            delayMs INTEGER NOT NULL DEFAULT 0,
            -- Until when that holds; 0: nothing is known yet.
            knownUntil INTEGER NOT NULL DEFAULT 0
        ) WITHOUT ROWID;
        CREATE TABLE quota (
            -- Stands for the host and the key; no part of either.
            name TEXT PRIMARY KEY,
            -- When the period began.
            start INTEGER NOT NULL,
            used INTEGER NOT NULL
        ) WITHOUT ROWID;
        """

    /// What each unfinished sync was asked for, and the addresses of crawls that are not followed any more.
    private static let requests = """
        CREATE TABLE syncRequest (
            sourceID INTEGER PRIMARY KEY,
            text TEXT NOT NULL,
            -- When the source's lists were last read whole; 0: not known.
            wholeListsAt INTEGER NOT NULL DEFAULT 0
        );
        CREATE TABLE endedPattern (
            sourceID INTEGER NOT NULL,
            pattern TEXT NOT NULL,
            -- Why it ended, for people.
            sentence TEXT NOT NULL,
            PRIMARY KEY (sourceID, pattern)
        ) WITHOUT ROWID;
        """
}
