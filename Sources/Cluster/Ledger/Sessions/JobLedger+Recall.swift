internal import LarderModel
internal import LarderProtocol

/// Taking back work that was handed out and has not begun, for workers that have none.
extension JobLedger {
    /// Milliseconds that a job must have waited at its worker before an idle one gets it.
    static let recallAfterMs: Milliseconds = 1000

    /// Asks a worker to give back the jobs that have not begun.
    mutating func recall(_ jobs: [JobID], from session: SessionID) {
        var wanted: [JobLease] = []
        for job in jobs {
            guard let lease = leases[job], lease.session == session, lease.stage == .assigned else { continue }
            leases[job]?.stage = .recalled
            wanted.append(JobLease(job: job, attempt: lease.attempt))
        }
        if !wanted.isEmpty { actions.append(.recall(session, wanted)) }
    }

    /// When all work is handed out and a worker has nothing, the others give back half of what waits with them.
    mutating func recallForIdleWorkers(at now: Milliseconds) {
        guard !isDraining, sessions.count > 1 else { return }
        for jobClass in JobClass.allCases {
            let idle = sessions.values.filter {
                takesWork($0, at: now) && !isUnreliable($0) && $0.quarantine == .unused && $0.room(jobClass) > 0
                    && !$0.leases.contains { leases[$0]?.job.kind.jobClass == jobClass }
            }
            guard !idle.isEmpty, !waiting.hasStartable(jobClass) else { continue }
            let room = idle.reduce(0) { $0 + $1.room(jobClass) }
            let waiting = leases.filter {
                let kind = $0.value.job.kind
                return $0.value.isUnbegun && kind.jobClass == jobClass
                    && now >= $0.value.assignedAt + Self.recallAfterMs
                    && idle.contains { $0.introduction.hello.kinds.contains(kind) }
            }
            // One request at a time: the answer to the last one comes first.
            guard !waiting.values.contains(where: { $0.stage == .recalled }) else { continue }
            // The last ones handed out, as their workers would come to them last.
            let chosen = waiting.sorted { $0.value.attempt > $1.value.attempt }
                .prefix(min(room, (waiting.count + 1) / 2))
            for (session, jobs) in Dictionary(grouping: chosen, by: \.value.session).sorted(by: { $0.key < $1.key }) {
                recall(jobs.map(\.key).sorted(), from: session)
            }
        }
    }
}
