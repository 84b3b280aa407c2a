internal import LarderModel
internal import LarderProtocol

/// Workers with trouble of their own, and the reports about workers.
extension JobLedger {
    /// Puts a job back that failed for its worker's sake; nothing is charged.
    mutating func putBackUncharged(_ lease: Lease, _ reason: FailureReason, session id: SessionID, at now: Milliseconds)
    {
        putBack(lease.job, at: now)
        // A worker that is about to end reports jobs with this class, and has no trouble.
        let isEnding = sessions[id]?.isDraining == true && reason.failureClass == .drain
        guard reason.isCacheTrouble || !isEnding else { return }
        // Several jobs fail of one trouble: it counts once.
        guard sessions[id]?.trouble == nil else { return }
        sessions[id]?.trouble = reason
        sessions[id]?.troubledAt = now
        pauseWork(of: id, at: now)
        report(id, .troubled(reason))
    }

    /// Takes in what a worker's beat says of its own trouble, one change a second: what lasts is told again by the next
    /// beat.
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
