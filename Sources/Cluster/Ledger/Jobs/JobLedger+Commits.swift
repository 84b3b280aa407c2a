internal import LarderModel
internal import LarderProtocol

/// What is made durable, and what follows once it is.
extension JobLedger {
    func entry(_ lease: Lease, session: SessionID?, _ outcome: CommitEntry.Outcome) -> CommitEntry {
        CommitEntry(
            lease: JobLease(job: lease.job.id, attempt: lease.attempt),
            session: session,
            kind: lease.job.kind,
            source: lease.job.source,
            outcome: outcome
        )
    }

    mutating func commit(_ entries: [CommitEntry]) {
        guard !entries.isEmpty else { return }
        commitsUnderWay += entries.count
        actions.append(.commit(entries))
    }

    mutating func finishCommit(_ entries: [CommittedEntry], _ added: [AddedJobs], at now: Milliseconds) {
        var acknowledgements: [SessionID: [(lease: JobLease, status: AckStatus)]] = [:]
        for committed in entries {
            let entry = committed.entry
            commitsUnderWay -= 1
            if failing[entry.lease.job] == entry.lease.attempt { failing[entry.lease.job] = nil }
            if !introductions.isEmpty { committedMeanwhile.insert(entry.lease.job) }
            let isLive = leases[entry.lease.job]?.attempt == entry.lease.attempt
            let lease = isLive ? release(entry.lease.job, at: now) : nil
            if case .committing(let bytes) = lease?.stage { commitBytesUnderWay -= bytes }
            switch entry.outcome {
            case .done, .dead:
                if committed.changed { openJobs -= 1 }
                lost[entry.lease.job] = nil
                if case .done = entry.outcome {
                    if committed.changed, !committed.isMoved { creditWork(entry) }
                    if let lease { recordHostAnswer(lease, madeNoRequest: committed.madeNoRequest, at: now) }
                }
                unconfirmed[entry.lease.job] = nil
            case .retry:
                if let lease, committed.changed { retryUnusable(lease, entry.outcome, at: now) }
            }
            if let session = entry.session, sessions[session] != nil {
                acknowledgements[session, default: []].append((entry.lease, committed.changed ? .committed : .stale))
            }
        }
        for (session, answers) in acknowledgements.sorted(by: { $0.key < $1.key }) {
            actions.append(.acknowledge(session, answers))
        }
        add(added, at: now)
    }
}
