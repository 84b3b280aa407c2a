internal import GRDB
internal import LarderCatalog
package import LarderModel

/// Where the answer of a job came from.
package enum AnswerUse: Int, Sendable, CaseIterable {
    /// The source sent it.
    case fetched = 0
    /// The source confirmed with a 304 what was stored.
    case unchanged = 1
    /// It was stored and fresh, so nobody was asked.
    case fresh = 2
    /// It was stored, and used as the source failed.
    case spare = 3
    /// There is none: a robots.txt forbids the address.
    case forbidden = 4

    /// Where the answer came from that took this.
    ///
    /// - Parameters:
    ///   - isSpare: Whether the source failed. Requests do not tell: a fresh answer may have taken one for robots.txt.
    ///   - isForbidden: Whether a robots.txt forbids the address.
    package init(_ fetch: FetchMetrics, isSpare: Bool, isForbidden: Bool = false) {
        self =
            isForbidden
            ? .forbidden
            : fetch.isNotModified ? .unchanged : !fetch.isFromCache ? .fetched : isSpare ? .spare : .fresh
    }
}

/// How a job's last try went, for people.
package struct JobTrace: Sendable, Hashable {
    /// When it ended, in Unix milliseconds.
    package var endedAt: Int64
    package var worker: String?
    /// Where its answer came from; nil for jobs that fetch nothing, and for tries that failed.
    package var answer: AnswerUse?
    /// Requests, redirects included.
    package var requests: Int
    /// Bytes of headers and bodies as they came.
    package var bytes: Int

    /// A try that ended.
    ///
    /// - Parameters:
    ///   - fetch: What it took from the network, if anything.
    ///   - isSpare: Whether a stored answer was used as the source failed.
    ///   - isForbidden: Whether a robots.txt forbids the address.
    package init(endedAt: Int64, worker: String?, fetch: FetchMetrics?, isSpare: Bool, isForbidden: Bool = false) {
        self.endedAt = endedAt
        self.worker = worker
        answer = fetch.map { AnswerUse($0, isSpare: isSpare, isForbidden: isForbidden) }
        requests = fetch?.requests ?? 0
        bytes = fetch?.wireBytes ?? 0
    }

    init?(row: Row, at index: Int) throws {
        guard let endedAt = try row.value(index) as Int64? else { return nil }
        self.endedAt = endedAt
        worker = try row.value(index + 1)
        answer = try (row.value(index + 2) as Int?).flatMap(AnswerUse.init)
        requests = try row.value(index + 3) ?? 0
        bytes = try row.value(index + 4) ?? 0
    }
}

package struct JobTraffic: Sendable, Hashable {
    /// Requests of the tries that succeeded.
    package var requests = 0
    package var bytes = 0
}

/// What the jobs of one kind took.
package struct KindTraffic: Sendable, Hashable {
    package var kind: JobKind
    /// Whether they read items' own web pages.
    package var isPage: Bool
    /// Requests of the tries that succeeded.
    package var requests: Int
    /// Answers that were stored and fresh, so that nobody was asked.
    package var fromCache: Int
}

extension LedgerStore {
    package func note(_ trace: JobTrace, of job: JobID) throws {
        try run(
            "UPDATE job SET endedAt = ?, worker = ?, answer = ?, requests = ?, bytes = ? WHERE id = ?",
            trace.endedAt,
            trace.worker,
            trace.answer?.rawValue,
            trace.requests,
            trace.bytes,
            job
        )
    }

    /// The mean bytes of the fetches that brought a body, by the kind of job.
    package func meanBytes() throws -> [JobKind: Int] {
        guard try db.columns(in: "job").contains(where: { $0.name == "bytes" }) else { return [:] }
        let sql = "SELECT kind, CAST(avg(bytes) AS INTEGER) FROM job WHERE \(Self.done) AND answer = ? GROUP BY kind"
        let rows = try rows(sql, AnswerUse.fetched.rawValue)
        let known = try rows.compactMap { row in
            try JobKind.fromDatabaseValue(row.value(0)).map { try ($0, row.value(1) as Int) }
        }
        return Dictionary(known) { $1 }
    }

    /// What the jobs of a source's sync took that are done, by kind.
    ///
    /// - Parameter name: The source's.
    package func trafficByKind(of source: SourceID, named name: String) throws -> [KindTraffic] {
        let page = name + ":page:"
        let sql = """
            SELECT kind, substr(key, 1, ?1) = ?2, CAST(total(requests) AS INTEGER), count(*) FILTER (WHERE answer = ?3)
            FROM job WHERE sourceID = ?4 AND \(Self.done) GROUP BY 1, 2
            """
        return try rows(sql, page.unicodeScalars.count, page, AnswerUse.fresh.rawValue, source).compactMap { row in
            try JobKind.fromDatabaseValue(row.value(0)).map {
                try KindTraffic(kind: $0, isPage: row.value(1), requests: row.value(2), fromCache: row.value(3))
            }
        }
    }

    /// What the jobs of a source's sync took that are done.
    package func traffic(of source: SourceID) throws -> JobTraffic {
        let sql = "SELECT total(requests), total(bytes) FROM job WHERE sourceID = ? AND \(Self.done)"
        let row = try rows(sql, source).first
        return JobTraffic(
            requests: Int(exactly: (row?[0] as Double? ?? 0).rounded()) ?? 0,
            bytes: Int(exactly: (row?[1] as Double? ?? 0).rounded()) ?? 0
        )
    }
}
