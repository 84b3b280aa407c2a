internal import LarderModel
internal import LarderProtocol

/// What went wrong with workers: who waits before it gets work again, and who gets work last.
extension JobLedger {
    struct WorkerRecord: Sendable {
        static let firstPauseMs: Milliseconds = 1000
        static let longestPauseMs: Milliseconds = 60_000
        /// Wrong reports after which a worker counts as unreliable.
        static let maxWrongReports = 3

        /// Times that it did not do its jobs, since it last did one.
        var strikes: UInt64 = 0
        var pausedUntil: Milliseconds = 0
        /// Failures that another worker did not have, and results that were refused.
        var wrongReports = 0
    }

    func takesWork(_ session: Session, at now: Milliseconds) -> Bool {
        !session.isDraining && session.presence == .heard && session.trouble == nil
            && now >= records[session.name]?.pausedUntil ?? 0
    }

    /// Gives a worker no work for a while, longer each time; returns the pause in milliseconds.
    @discardableResult
    mutating func pauseWork(of id: SessionID, at now: Milliseconds) -> Milliseconds {
        guard let name = sessions[id]?.name else { return 0 }
        var record = records[name] ?? WorkerRecord()
        let pause = min(WorkerRecord.longestPauseMs, WorkerRecord.firstPauseMs << min(record.strikes, 6))
        record.strikes += 1
        record.pausedUntil = max(record.pausedUntil, now + pause)
        records[name] = record
        return pause
    }

    /// Whether a worker gets work only when no other one has room, and confirms no failures.
    func isUnreliable(_ session: Session) -> Bool {
        !records.isEmpty && !session.introduction.isLocal
            && records[session.owner]?.wrongReports ?? 0 >= WorkerRecord.maxWrongReports
    }

    /// Ends the pauses of a worker whose result is on the disk; a worker that failed at the same job was wrong.
    mutating func creditWork(_ entry: CommitEntry) {
        guard !records.isEmpty || !unconfirmed.isEmpty, let id = entry.session, let session = sessions[id] else {
            return
        }
        records[session.name]?.strikes = 0
        records[session.name]?.pausedUntil = 0
        guard let failure = unconfirmed[entry.lease.job], !failure.reporter.matches(session),
            failure.isPermanent || failure.wasTakenBack
        else { return }
        countWrongReport(of: failure.reporter.name)
    }

    /// - Parameter name: The name of its key, or without keys its own.
    mutating func countWrongReport(of name: String) {
        records[name, default: WorkerRecord()].wrongReports += 1
        guard let count = records[name]?.wrongReports, count == WorkerRecord.maxWrongReports else { return }
        for id in sessions.keys.sorted()
        where sessions[id]?.owner == name && sessions[id]?.introduction.isLocal == false {
            report(id, .unreliable(wrongReports: count))
        }
    }

    /// Puts a job back that failed for its worker's sake; nothing is charged.
    mutating func putBackUncharged(_ lease: Lease, _ reason: FailureReason, session id: SessionID, at now: Milliseconds)
    {
        putBack(lease.job, at: now)
        // A worker that is about to end returns jobs with this class, and has no trouble.
        let isEnding = sessions[id]?.isDraining == true && reason.failureClass == .drain
        guard reason.isCacheTrouble || !isEnding else { return }
        // Several jobs fail of one trouble: it counts once.
        guard sessions[id]?.trouble == nil else { return }
        sessions[id]?.trouble = reason
        sessions[id]?.troubledAt = now
        pauseWork(of: id, at: now)
        report(id, .troubled(reason))
    }

    /// Records the trouble that a beat names, one change a second.
    mutating func updateTrouble(_ trouble: FailureReason?, of id: SessionID, at now: Milliseconds) {
        guard let known = sessions[id], known.trouble?.code != trouble?.code,
            now >= known.troubledAt.map({ $0 + WorkerRecord.firstPauseMs }) ?? 0
        else { return }
        sessions[id]?.trouble = trouble
        sessions[id]?.troubledAt = now
        if let trouble { report(id, .troubled(trouble)) } else { report(id, .recovered) }
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
}
