internal import Foundation
internal import GRDB
internal import LarderCatalog
package import LarderModel

extension LedgerStore {
    /// Jobs of one source and kind in one lane.
    package struct LaneJobs: Sendable, Hashable {
        package var source: SourceID
        package var kind: JobKind
        package var lane: LaneID
        package var laneName: String
        package var count: Int
    }

    /// How many jobs of some sources are in one state, by lane.
    package func jobs(in state: JobState, byLaneOf sources: [SourceID]) throws -> [LaneJobs] {
        try db.rows(
            """
            SELECT sourceID, kind, laneID, name, count(*) FROM job JOIN lane ON lane.id = laneID
            WHERE \(state.sql) \(Self.filter(sources)) GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
            """
        ).compactMap { row in
            try JobKind.fromDatabaseValue(row.value(1)).map {
                try LaneJobs(
                    source: row.value(0),
                    kind: $0,
                    lane: row.value(2),
                    laneName: row.value(3),
                    count: row.value(4)
                )
            }
        }
    }

    /// Sets the unfinished jobs of a source and kind in one lane aside.
    package func giveUp(_ jobs: LaneJobs, reason: FailureReason) throws {
        try run(
            """
            UPDATE job SET \(Self.dead), code = ?, message = ?
            WHERE sourceID = ? AND kind = ? AND laneID = ? AND \(Self.ready)
            """,
            reason.code.rawValue,
            reason.message,
            jobs.source,
            jobs.kind.rawValue,
            jobs.lane
        )
    }

    /// The descriptions of a source's dead jobs of a kind whose failures have one of these codes, the first ones first.
    package func deadSpecs(
        of source: SourceID,
        _ kind: JobKind,
        codes: Set<FailureCode>,
        limit: Int
    ) throws -> [[UInt8]] {
        let words = codes.map { "'\($0.rawValue)'" }.sorted()
        let sql = """
            SELECT spec FROM job WHERE \(Self.dead) AND sourceID = ? AND kind = ? AND code IN (\(Self.list(words)))
            ORDER BY id LIMIT ?
            """
        return try rows(sql, source, kind.rawValue, limit).map { try [UInt8]($0.value(0) as Data) }
    }
}
