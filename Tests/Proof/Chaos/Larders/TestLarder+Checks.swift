internal import Foundation
internal import GRDB
internal import LarderTestSupport
internal import LarderThreading

/// What must hold of a larder, whatever was done to those who filled it.
extension TestLarder {
    /// How every job stands, by the table.
    package struct JobCounts: Sendable, Equatable {
        package var open = 0
        package var done = 0
        package var dead = 0
        package var cancelled = 0
        /// Dead jobs without a code or without a message.
        package var deadWithoutReason = 0
        /// Sums over all jobs.
        package var errors = 0
        package var crashes = 0
    }

    package func jobCounts() throws -> JobCounts {
        try read { db in
            var counts = JobCounts()
            for row in try Row.fetchAll(
                db,
                sql: "SELECT state, count(*), sum(errors), sum(crashes) FROM job GROUP BY 1"
            ) {
                let number: Int = row[1]
                switch row[0] as Int {
                case 0: counts.open = number
                case 1: counts.done = number
                case 2: counts.dead = number
                default: counts.cancelled += number
                }
                counts.errors += row[2]
                counts.crashes += row[3]
            }
            let silent =
                "SELECT count(*) FROM job WHERE state = 2 AND (coalesce(code, '') = '' OR coalesce(message, '') = '')"
            counts.deadWithoutReason = try Int.fetchOne(db, sql: silent) ?? 0
            return counts
        }
    }

    /// Why jobs are dead: each code with its number and one of its messages.
    package func deathReasons() throws -> [String] {
        let sql = "SELECT code, count(*), min(message) FROM job WHERE state = 2 GROUP BY 1 ORDER BY 2 DESC"
        return try read { db in
            try Row.fetchAll(db, sql: sql).map { row in
                "dead of \(row[0] as String? ?? "nothing"): \(row[1] as Int), such as: \(row[2] as String? ?? "")"
            }
        }
    }

    /// What is wrong with a larder whose sync has finished; empty when nothing is.
    ///
    /// - Parameter dead: The jobs that may be dead.
    package func faults(dead: Int = 0) async throws -> [String] {
        var faults: [String] = []
        for source in try await status() {
            if source.jobsLeft != 0 { faults.append("\(source.name): \(source.jobsLeft) jobs are left") }
            if source.lastSync != "finished" { faults.append("\(source.name): the last sync is \(source.lastSync)") }
        }
        let counts = try jobCounts()
        if counts.open != 0 { faults.append("the table holds \(counts.open) open jobs") }
        if counts.dead != dead { faults.append("\(counts.dead) jobs are dead, and \(dead) should be") }
        if counts.deadWithoutReason != 0 { faults.append("\(counts.deadWithoutReason) dead jobs have no reason") }
        let verify = try await command("verify")
        if verify.end != .exited(0) { faults.append(verify.description) }
        let integrity = try integrity()
        if integrity != "ok" { faults.append("integrity_check: \(integrity)") }
        return try await faults + leftovers()
    }

    /// What a run that has ended left behind: workers that live on.
    ///
    /// - Parameter known: Workers that may live on.
    package func leftovers(besides known: [Int32] = []) async throws -> [String] {
        // The end of a worker whose coordinator is dead leaves no trace below the folder: the process itself is waited
        // for.
        let deadline = ContinuousClock.now + .seconds(240)
        while let worker = ProcessTable.workers(of: folder).first(where: { !known.contains($0) }) {
            let left = deadline - ContinuousClock.now
            guard left > .zero else { return ["worker \(worker) of \(folder) lives on"] }
            try await HostilePeer.onThread { OtherProcess.waitForEnd(of: worker, within: left) }
        }
        return []
    }

    /// What is dishonest in a larder whose coordinator was just killed.
    package func dishonesties() async throws -> [String] {
        let run = try await command("status", "--json")
        guard run.end == .exited(0) else {
            // Killed before the first tables were there, or before all of them were.
            let says = ["--sample", "holds no catalog yet", "Run a sync with this version"].contains {
                run.errors.contains($0)
            }
            return run.end == .exited(2) && says ? [] : [run.description]
        }
        var faults = try await status().filter { $0.lastSync == "finished" && $0.jobsLeft != 0 }
            .map { "\($0.name) is told to be finished with \($0.jobsLeft) jobs left" }
        let integrity = try integrity()
        if integrity != "ok" { faults.append("integrity_check: \(integrity)") }
        return faults
    }
}
