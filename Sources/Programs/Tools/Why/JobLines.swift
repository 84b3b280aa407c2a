internal import LarderCache
internal import LarderLedger
internal import LarderModel
internal import LarderSync

/// A job's state for people.
struct JobLines {
    let ledger: LedgerStore
    let intoOption: String
    let quotas: UsedQuotas
    let now = UnixTime.nowMs

    /// The job's state, what went wrong and what it waits for; empty for an unknown job.
    func lines(_ urn: JobURN) throws -> [String] {
        guard let job = try ledger.report(urn) else { return [] }
        var lines = ["\(job.urn): \(job.state.name)" + ended(job)]
        if job.errors > 0 || job.crashes > 0 {
            lines.append("  failed tries: \(job.errors), workers that died over it: \(job.crashes)")
        }
        if let code = job.code {
            let when = job.state == .done ? "a failure before it succeeded" : "last failure"
            lines.append("  \(when): \(code): \(job.message ?? "")")
        }
        for crash in try ledger.crashes(of: urn) where job.crashes > 1 || crash.evidence != job.message {
            lines.append("  a worker died \(age(crash.at)) ago: \(crash.evidence)")
        }
        let wait = job.notBefore - now
        if job.state == .ready, wait > 0 {
            lines.append("  waits \(Duration.milliseconds(wait).spoken) for its next try")
        }
        if job.state == .ready, let (source, lane) = try ledger.lane(of: urn),
            let sentence = quotas.sentence(of: source, lane: lane)
        {
            lines.append("  waits: \(sentence)")
        }
        if job.state == .dead {
            lines.append(
                job.isFaultOfFile
                    ? "  mend the source's file as that says, and sync again"
                    : "  `coordinator retry\(intoOption)` makes it ready again"
            )
        }
        return lines
    }

    private func ended(_ job: JobReport) -> String {
        guard let trace = job.trace else { return "" }
        return (job.state == .ready ? ", last tried " : " ") + age(trace.endedAt) + " ago"
            + (trace.summary.isEmpty ? "" : " " + trace.summary)
    }

    /// The time since `time`, in Unix milliseconds.
    func age(_ time: Int64) -> String { Duration.milliseconds(max(0, now - time)).spoken }
}
