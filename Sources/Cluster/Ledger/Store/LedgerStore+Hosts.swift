internal import GRDB
internal import LarderCatalog
package import LarderModel

/// What hosts say of how they want to be asked, and how much of quotas is used.
extension LedgerStore {
    package struct Host: Sendable, Hashable {
        /// Scheme, host and port of its robots.txt.
        package var origin: String
        /// The least milliseconds between two requests that it asks for.
        package var delayMs: Int64
        /// Until when that holds, in Unix milliseconds; 0: nothing is known yet.
        package var knownUntil: Int64

        package init(origin: String, delayMs: Int64, knownUntil: Int64) {
            self.origin = origin
            self.delayMs = delayMs
            self.knownUntil = knownUntil
        }
    }

    package func host(_ name: String) throws -> Host? {
        try Row.fetchOne(db.bound("SELECT origin, delayMs, knownUntil FROM host WHERE name = ?", name.databaseValue))
            .map { try Host(origin: $0.value(0), delayMs: $0.value(1), knownUntil: $0.value(2)) }
    }

    /// Writes down that a host's rules are being asked for.
    package func expectRules(of name: String, origin: String) throws {
        let known = "ON CONFLICT (name) DO UPDATE SET origin = excluded.origin"
        try run("INSERT INTO host (name, origin) VALUES (?, ?) \(known)", name, origin)
    }

    package func setRules(of name: String, _ host: Host) throws {
        let sql = """
            INSERT INTO host (name, origin, delayMs, knownUntil) VALUES (?, ?, ?, ?) ON CONFLICT (name) DO UPDATE
            SET origin = excluded.origin, delayMs = excluded.delayMs, knownUntil = excluded.knownUntil
            """
        try run(sql, name, host.origin, host.delayMs, host.knownUntil)
    }

    /// Makes the rules of all hosts be asked for before their next jobs.
    package func forgetRules() throws { try run("UPDATE host SET knownUntil = 0") }

    /// Forgets that the rules of hosts could not be had over which jobs are dead: when those jobs are tried again, the
    /// rules are asked for first.
    ///
    /// - Parameter source: Nil: the jobs of all sources count.
    package func forgetUnreachableRules(ofJobsOf source: SourceID?) throws {
        let lanes = try String.fetchAll(
            db,
            sql: """
                SELECT DISTINCT name FROM lane JOIN job ON laneID = lane.id
                WHERE \(Self.dead) AND code = ? \(Self.filter(source.map { [$0] }))
                """,
            arguments: [FailureCode.robotsUnreachable.rawValue]
        )
        for host in Set(lanes.map(LaneInfo.hostName)) {
            try run("UPDATE host SET knownUntil = 0 WHERE name = ?", host)
        }
    }

    package func laneID(_ name: String) throws -> LaneID? {
        try LaneID.fetchOne(db.bound("SELECT id FROM lane WHERE name = ?", name.databaseValue))
    }

    /// When a job ended last that may have asked a host, by the name of the host's lane and in Unix milliseconds.
    ///
    /// Reads the whole table.
    package func lastAnswers() throws -> [String: Int64] {
        let sql = """
            SELECT lane.name, max(endedAt) FROM job JOIN lane ON lane.id = laneID
            WHERE endedAt IS NOT NULL AND (answer IS NOT ? OR requests > 0) GROUP BY laneID
            """
        return try rows(sql, AnswerUse.fresh.rawValue).reduce(into: [:]) { answers, row in
            let host = try LaneInfo.hostName(of: row.value(0) as String)
            answers[host] = try max(answers[host] ?? 0, row.value(1) as Int64)
        }
    }

    /// How much of a quota is used since a period began.
    ///
    /// What a clock that was ahead wrote down for a later period counts as used in this one.
    ///
    /// - Parameter start: When it began, in Unix milliseconds.
    package func usedQuota(_ name: String, since start: Int64) throws -> Int {
        let sql = "SELECT used FROM quota WHERE name = ? AND start >= ?"
        return try Int.fetchOne(db.bound(sql, name.databaseValue, start.databaseValue)) ?? 0
    }

    /// Writes down that more of a quota is used.
    ///
    /// A clock that was set back does not give back what was used: up to the end of the next period the later one then
    /// still counts, and what was written down for a period after that counts until the end of this one.
    ///
    /// - Parameters:
    ///   - wanted: How many requests.
    ///   - most: The most of the period.
    ///   - period: In Unix milliseconds.
    /// - Returns: How many of them may be made.
    package func takeQuota(_ name: String, _ wanted: Int, most: Int, in period: Range<Int64>) throws -> Int {
        try run("UPDATE quota SET start = ? WHERE name = ? AND start > ?", period.lowerBound, name, period.upperBound)
        let used = try usedQuota(name, since: period.lowerBound)
        let granted = min(wanted, max(0, most - used))
        guard granted > 0 else { return 0 }
        let sql = """
            INSERT INTO quota (name, start, used) VALUES (?1, ?2, ?3) ON CONFLICT (name) DO UPDATE
            SET start = max(start, excluded.start), used = ?4
            """
        try run(sql, name, period.lowerBound, granted, used + granted)
        return granted
    }
}
