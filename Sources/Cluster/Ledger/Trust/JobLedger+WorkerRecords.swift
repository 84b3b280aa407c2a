internal import LarderModel
internal import LarderProtocol

/// What went wrong with workers: who waits before it gets work again, and who gets work last.
extension JobLedger {
    /// What went wrong with the workers of one name.
    struct WorkerRecord: Sendable {
        static let firstPauseMs: Milliseconds = 1000
        static let longestPauseMs: Milliseconds = 60_000
        /// Wrong reports after which a worker gets work only when no other worker has room.
        static let maxWrongReports = 3

        /// Times that it did not do what it held, since it last did a job.
        var strikes: UInt64 = 0
        /// When it may have work again.
        var pausedUntil: Milliseconds = 0
        /// Times that another worker did what it could not do, or that its result was refused.
        var wrongReports = 0
    }

    /// Whether a worker may be given jobs.
    func takesWork(_ session: Session, at now: Milliseconds) -> Bool {
        session.takesWork && session.trouble == nil && now >= records[session.name]?.pausedUntil ?? 0
    }

    /// Gives a worker no work for a while, longer each time.
    ///
    /// - Returns: The pause in milliseconds.
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

    /// A worker's result is on the disk: its pauses end, and a worker that reported that the job cannot be done was
    /// wrong.
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

    /// Counts that a remote worker could not do what another one did, or that its result was refused.
    ///
    /// - Parameter name: The name of its key, or without keys its own.
    mutating func countWrongReport(of name: String) {
        records[name, default: WorkerRecord()].wrongReports += 1
        guard let count = records[name]?.wrongReports, count == WorkerRecord.maxWrongReports else { return }
        for id in sessions.keys.sorted()
        where sessions[id]?.owner == name && sessions[id]?.introduction.isLocal == false {
            report(id, .unreliable(wrongReports: count))
        }
    }
}
