internal import LarderModel
internal import LarderProtocol

/// Workers that hold jobs and do not do them: jobs are taken back, and the worker gets none for a while.
extension JobLedger {
    /// How often a worker did not do what it held, since it last did a job, and when it may have work again.
    struct Distrust: Sendable {
        static let firstPauseMs: Milliseconds = 1000
        static let longestPauseMs: Milliseconds = 60_000

        var strikes: UInt64 = 0
        var until: Milliseconds = 0
    }

    /// Whether a worker may be given jobs.
    func takesWork(_ session: Session, at now: Milliseconds) -> Bool {
        session.takesWork && session.trouble == nil && now >= distrust[session.name]?.until ?? 0
    }

    mutating func report(_ id: SessionID, _ news: WorkerReport.News) {
        guard let session = sessions[id] else { return }
        report(session, id, news)
    }

    mutating func report(_ session: Session, _ id: SessionID, _ news: WorkerReport.News) {
        let introduction = session.introduction
        let report = WorkerReport(
            name: session.shownName,
            host: introduction.hello.host,
            isLocal: introduction.isLocal,
            news: news
        )
        actions.append(.report(id, report))
    }

    /// Gives a worker no work for a while, longer each time.
    ///
    /// - Returns: The pause in milliseconds.
    @discardableResult
    mutating func mistrust(_ id: SessionID, at now: Milliseconds) -> Milliseconds {
        guard let name = sessions[id]?.name else { return 0 }
        var known = distrust[name] ?? Distrust()
        let pause = min(Distrust.longestPauseMs, Distrust.firstPauseMs << min(known.strikes, 6))
        known.strikes += 1
        known.until = max(known.until, now + pause)
        distrust[name] = known
        return pause
    }

    /// Puts a job back that failed for its worker's sake; nothing is charged.
    mutating func excuse(_ lease: Lease, _ reason: FailureReason, session id: SessionID, at now: Milliseconds) {
        putBack(lease.job, at: now)
        // Whoever is about to end may say so with this class, and is not to blame.
        let isEnding = sessions[id]?.isDraining == true && reason.failureClass == .drain
        guard reason.isCacheTrouble || !isEnding else { return }
        // Several jobs fail of one trouble: it counts once.
        guard sessions[id]?.trouble == nil else { return }
        sessions[id]?.trouble = reason
        sessions[id]?.troubledAt = now
        mistrust(id, at: now)
        report(id, .troubled(reason))
    }

    /// Takes in what a worker's beat says of its own trouble, one change a second: what lasts is told again by the next beat.
    mutating func hear(trouble: FailureReason?, of id: SessionID, at now: Milliseconds) {
        guard let known = sessions[id], known.trouble?.code != trouble?.code,
            now >= known.troubledAt.map({ $0 + Distrust.firstPauseMs }) ?? 0
        else { return }
        sessions[id]?.trouble = trouble
        sessions[id]?.troubledAt = now
        if let trouble { report(id, .troubled(trouble)) } else { report(id, .recovered) }
    }

    /// Takes jobs away from workers that do not move on: those that began and make no progress are charged, those that wait
    /// behind nothing that moves are not.
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
            report(session, .stalled(jobs: held.count, pauseMs: mistrust(session, at: now)))
            var entries: [CommitEntry] = []
            for job in jobs.sorted().reversed() {
                let hadStarted = leases[job]?.startedAt != nil
                guard let lease = release(job, at: now) else { continue }
                if hadStarted, needsSecondWord(lease, stallReason(lease), at: now) {
                    doubt(lease, stallReason(lease), at: now)
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
            message:
                "The job showed no progress for \(patienceMs(lease.job) / 1000) s on the worker \(name), and was taken from it."
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

    /// Hands out again what a silent worker holds.
    ///
    /// A job that had begun there is noted as lost, but is no suspect for that alone: the worker may only be cut off. It becomes one
    /// when the session ends without a word, or when a second worker falls silent over it.
    mutating func handOn(from id: SessionID, at now: Milliseconds) {
        guard let session = sessions[id] else { return }
        let held = session.leases.sorted().filter { leases[$0]?.isCommitting == false }
        for job in held.reversed() {
            if leases[job]?.startedAt != nil {
                lose(job, with: session, isTentative: lost[job] == nil, at: now)
            } else {
                requeue(job, at: now)
            }
        }
        if !session.isSilenceTold {
            sessions[id]?.isSilenceTold = true
            report(id, .silent(jobs: held.count))
        }
    }

    mutating func heard(_ id: SessionID, at now: Milliseconds) {
        guard let session = sessions[id] else { return }
        sessions[id]?.heardAt = now
        sessions[id]?.presence = .heard
        switch session.presence {
        case .heard: return
        case .silent:
            reconnected(session.introduction, at: now)
            if session.isSilenceTold { report(id, .heard) }
            sessions[id]?.isSilenceTold = false
        case .replaced:  // taken for dead: two workers bear one name
            guard session.shownName == session.name else { return }
            let others = sessions.values.count { $0.name == session.name }
            sessions[id]?.shownName = "\(session.name) (\(max(2, others)))"
            report(id, .sharesName)
        }
    }
}
