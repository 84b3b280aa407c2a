internal import LarderModel
internal import LarderProtocol

/// Jobs that make no progress at their worker.
extension JobLedger {
    /// Takes jobs away from workers that do not move on: those that began and make no progress are charged, those that
    /// wait behind nothing that moves are not.
    ///
    /// A worker cancels such jobs itself, and ends when they cannot be cancelled: this is for workers that do neither.
    mutating func checkStalls(at now: Milliseconds) {
        var stalled: [SessionID: [JobID]] = [:]
        for (id, lease) in leases {
            guard let moved = lease.startedAt.map({ max($0, lease.progressedAt) }) ?? idleSince(lease) else { continue }
            if now > moved + patienceMs(lease.job) { stalled[lease.session, default: []].append(id) }
        }
        for (session, jobs) in stalled.sorted(by: { $0.key < $1.key }) {
            let held = jobs.sorted().compactMap { id in leases[id].map { JobLease(job: id, attempt: $0.attempt) } }
            actions.append(.cancel(session, held))
            report(session, .stalled(jobs: held.count, pauseMs: pauseWork(of: session, at: now)))
            var entries: [CommitEntry] = []
            for job in jobs.sorted().reversed() {
                let hadStarted = leases[job]?.startedAt != nil
                guard let lease = release(job, at: now) else { continue }
                if hadStarted, needsConfirmation(lease, isPermanent: false, at: now) {
                    awaitConfirmation(of: stallReason(lease), lease, wasTakenBack: true, at: now)
                } else if hadStarted {
                    entries.append(decide(lease, stallReason(lease), session: nil, at: now))
                } else {
                    putBack(lease.job, at: now)
                }
            }
            commit(entries.reversed())
        }
    }

    private func stallReason(_ lease: Lease) -> FailureReason {
        let name = sessions[lease.session]?.shownName ?? "gone"
        return FailureReason(
            .timeout,
            code: .stalled,
            message: "The job showed no progress for \(patienceMs(lease.job) / 1000) s on the worker \(name), "
                + "and was taken from it."
        )
    }

    /// Since when nothing of a job's class moved at the worker that has it waiting; nil: it does not wait there.
    private func idleSince(_ lease: Lease) -> Milliseconds? {
        guard lease.isUnbegun, let session = sessions[lease.session] else { return nil }
        return max(lease.assignedAt, session.movedAt[lease.job.kind.jobClass])
    }

    /// Milliseconds without progress in which the worker itself must have done something about it.
    private func patienceMs(_ job: QueuedJob) -> Milliseconds {
        max(configuration.stallMs[job.kind.jobClass], configuration.silenceMs[job.source] ?? 0)
            + 2 * configuration.stallGraceMs
    }
}
