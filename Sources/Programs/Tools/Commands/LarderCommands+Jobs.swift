internal import Foundation
internal import LarderCache
internal import LarderCatalog
internal import LarderLedger
internal import LarderModel
internal import LarderSync
internal import LarderWorkerCore

/// The states of jobs for `status --jobs`.
package enum JobStateName: String, Sendable, CaseIterable {
    /// Not done, waiting ones included.
    case open
    /// In a local worker.
    case running
    /// For a retry.
    case waiting
    case done
    /// Given up.
    case dead
    /// Such jobs are forgotten, so there are none.
    case cancelled
}

extension LarderCommands {
    /// Lists the jobs of a state.
    package static func jobs(_ state: JobStateName, _ into: String, limit: Int, json: Bool) async throws -> String {
        let larder = LarderFolder.absolute(into)
        let running = state == .running ? PrivateEndpoint.runningJobs(of: larder) : []
        let now = UnixTime.nowMs
        let (jobs, count) = try await LarderStore.read(larder: into) { db -> ([ListedJob], Int) in
            let ledger = LedgerStore(db)
            func list(_ reports: [JobReport], _ count: Int) -> ([ListedJob], Int) {
                (reports.map { ListedJob(job: $0) }, count)
            }
            return switch state {
            case .open: list(try ledger.jobs(in: .ready, limit: limit), try ledger.count(of: .ready))
            case .done: list(try ledger.jobs(in: .done, limit: limit), try ledger.count(of: .done))
            case .dead: list(try ledger.jobs(in: .dead, limit: limit), try ledger.count(of: .dead))
            case .waiting: list(try ledger.delayed(at: now, limit: limit), try ledger.delayedCount(at: now))
            case .running:
                (
                    try running.prefix(limit).compactMap { run in
                        try ledger.report(run.job).map { ListedJob(job: $0, phase: run.phase) }
                    }, running.count
                )
            case .cancelled: ([], 0)
            }
        }
        return json
            ? JobList(state: state, jobs: jobs, count: count, now: now).json
            : JobList(state: state, jobs: jobs, count: count, now: now).table
    }
}

struct ListedJob: Sendable {
    var job: JobReport
    var phase: String?
}

struct JobList {
    var state: JobStateName
    var jobs: [ListedJob]
    /// The number of all such jobs.
    var count: Int
    var now: Int64

    var table: String {
        guard !jobs.isEmpty else { return none }
        let width = min(60, jobs.map { $0.job.urn.description.count }.max() ?? 0)
        var lines = ["job".padded(width + 1) + "tries".leftPadded(6) + "  " + "when".padded(16) + "what"]
        for listed in jobs {
            let job = listed.job
            lines.append(
                job.urn.description.padded(width + 1) + max(job.errors, job.crashes).grouped.leftPadded(6) + "  "
                    + when(job).padded(16) + what(listed)
            )
        }
        if count > jobs.count {
            lines.append("… and \((count - jobs.count).grouped) more; --limit N lists more of them")
        }
        return lines.joined(separator: "\n")
    }

    private var none: String {
        switch state {
        case .cancelled: "No job is cancelled: what a sync no longer wants is forgotten."
        case .running: "No job is running: no coordinator is at work here, or its workers are elsewhere."
        case .open, .waiting, .done, .dead: "No job is \(state.rawValue)."
        }
    }

    private func when(_ job: JobReport) -> String {
        let wait = job.notBefore - now
        if job.state == .ready, wait > 0 { return "in \(Duration.milliseconds(wait).spoken)" }
        return job.trace.map { "\(Duration.milliseconds(max(0, now - $0.endedAt)).spoken) ago" } ?? "-"
    }

    private func what(_ listed: ListedJob) -> String {
        if let phase = listed.phase { return phase }
        let job = listed.job
        if job.state == .done { return job.trace?.told ?? "" }
        return job.code.map { "\($0): \(job.message ?? "")" } ?? "-"
    }

    var json: String {
        JSONWriter.text {
            $0.object { line in
                line.member("state", state.rawValue)
                line.member("count", count)
                line.key("jobs")
                line.array(jobs) { line, listed in
                    line.object {
                        $0.member("urn", listed.job.urn.description)
                        $0.member("tries", max(listed.job.errors, listed.job.crashes))
                        $0.member("code", listed.job.code)
                        $0.member("message", listed.job.message)
                        if let phase = listed.phase { $0.member("phase", phase) }
                        if listed.job.notBefore > now { $0.member("not_before", listed.job.notBefore) }
                        if let trace = listed.job.trace { $0.member("ended_at", trace.endedAt) }
                    }
                }
            }
        }
    }
}

extension JobTrace {
    /// The worker and its answer, in a few words.
    var told: String {
        let answer: String? =
            switch answer {
            case .fetched: "fetched, \(bytes.bytes)" + (requests > 1 ? " in \(requests.grouped) requests" : "")
            case .unchanged: "unchanged (304)"
            case .fresh: "from cache, still fresh: not asked for"
            case .spare: "from cache, as the source failed"
            case .forbidden: "left out, as a robots.txt forbids its address"
            case nil: nil
            }
        return [worker.map { "by \($0)" }, answer].compactMap(\.self).joined(separator: ", ")
    }
}
