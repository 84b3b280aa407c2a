internal import LarderCache
internal import LarderCatalog
internal import LarderLedger
internal import LarderModel
internal import LarderSync
internal import LarderWorkerCore

/// The states of jobs for `status --jobs`.
package enum JobStateName: String, Sendable, CaseIterable {
    case open
    case running
    case waiting
    case done
    case dead
    /// Such jobs are forgotten, so there are none.
    case cancelled
}

extension LarderCommands {
    package static func jobs(_ state: JobStateName, _ into: String, limit: Int, json: Bool) async throws -> String {
        let larder = LarderFolder.absolute(into)
        let running = state == .running ? PrivateEndpoint.runningJobs(of: larder) : []
        let now = UnixTime.nowMs
        let (jobs, count) = try await LarderStore.read(larder: into) { db -> ([ListedJob], Int) in
            let ledger = LedgerStore(db)
            func jobs(in state: JobState) throws -> ([ListedJob], Int) {
                (try ledger.jobs(in: state, limit: limit).map { ($0, nil) }, try ledger.count(of: state))
            }
            switch state {
            case .open: return try jobs(in: .ready)
            case .done: return try jobs(in: .done)
            case .dead: return try jobs(in: .dead)
            case .waiting:
                return (try ledger.delayed(at: now, limit: limit).map { ($0, nil) }, try ledger.delayedCount(at: now))
            case .running:
                let jobs = try running.prefix(limit).compactMap { run in
                    try ledger.report(run.job).map { ($0, run.phase) }
                }
                return (jobs, running.count)
            case .cancelled: return ([], 0)
            }
        }
        let list = JobList(state: state, jobs: jobs, count: count, now: now)
        return json ? list.json : list.table
    }
}

/// A job, and its phase while it is running.
typealias ListedJob = (job: JobReport, phase: String?)

struct JobList {
    var state: JobStateName
    var jobs: [ListedJob]
    var count: Int
    var now: Int64

    var table: String {
        guard !jobs.isEmpty else { return none }
        let width = min(60, jobs.map { $0.job.urn.description.count }.max() ?? 0)
        var lines = ["job".padded(width + 1) + "tries".leftPadded(6) + "  " + "when".padded(16) + "what"]
        for (job, phase) in jobs {
            lines.append(
                job.urn.description.padded(width + 1) + max(job.errors, job.crashes).grouped.leftPadded(6) + "  "
                    + when(job).padded(16) + (phase ?? what(job))
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

    private func what(_ job: JobReport) -> String {
        if job.state == .done { return job.trace?.summary ?? "" }
        return job.code == nil ? "-" : job.failure
    }

    var json: String {
        JSONWriter.text {
            $0.object { line in
                line.member("state", state.rawValue)
                line.member("count", count)
                line.key("jobs")
                line.array(jobs) { line, listed in
                    let (job, phase) = listed
                    line.object {
                        $0.member("urn", job.urn.description)
                        $0.member("tries", max(job.errors, job.crashes))
                        $0.member("code", job.code)
                        $0.member("message", job.message)
                        if let phase { $0.member("phase", phase) }
                        if job.notBefore > now { $0.member("not_before", job.notBefore) }
                        if let trace = job.trace { $0.member("ended_at", trace.endedAt) }
                    }
                }
            }
        }
    }
}

extension JobTrace {
    /// The worker and its answer, in a few words.
    var summary: String {
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
