internal import LarderLedger
internal import LarderModel
internal import LarderProtocol

/// How the trace shows events, actions and messages.
extension World {
    /// An attempt as epoch and count.
    func short(_ attempt: Attempt) -> String { "\(attempt.epoch).\(attempt.rawValue & 0xFF_FFFF_FFFF)" }

    func short(_ leases: [JobLease]) -> String {
        "[" + leases.map { "\($0.job)@\(short($0.attempt))" }.joined(separator: " ") + "]"
    }

    private func number(_ session: SessionID) -> String { "s\(session.rawValue & 0xFFFF_FFFF)" }

    func describe(_ session: Auditor.Session) -> String {
        var words: [String] = []
        if !session.isJoined { words.append("not joined") }
        if session.hasEnded { words.append("ended") }
        if session.isDraining { words.append("draining") }
        if session.isSuspect { words.append("silent for \(ledgerNow - min(ledgerNow, session.heardAt)) ms") }
        if audit.isDraining { words.append("the run is stopping") }
        return words.isEmpty ? "joined" : words.joined(separator: ", ")
    }

    func describe(_ event: LedgerEvent) -> String {
        switch event {
        case .added(let added): "added \(added.map { "\($0.count) in lane \($0.lane.id) up to \($0.maxID)" })"
        case .loaded(let queue, let jobs, let end):
            "loaded lane \(queue.lane) \(queue.kind): \(jobs.map { "\($0.job.id)+\($0.waitMs) ms" }), "
                + "end \(end.map(String.init) ?? "-")"
        case .hello(let session, let introduction):
            "hello \(number(session)) \(introduction.hello.workerID) incarnation \(introduction.hello.incarnation) "
                + "process \(introduction.hello.processID) held \(short(introduction.hello.held))"
        case .message(let session, let message): "\(describe(message)) of \(number(session))"
        case .linkLost(let session): "link lost \(number(session))"
        case .sessionEnded(let session, let end): "session ended \(number(session)) \(end)"
        case .processEnded(let processID, let end): "process ended \(processID) \(end)"
        case .committed(let entries, let added):
            "committed \(entries.map { "\(short([$0.lease]))\($0.changed ? "" : " unchanged")" }) "
                + "added \(added.map(\.count))"
        case .rules(let rules): "rules of lanes \(rules.map(\.lane))"
        case .paused(let pauses): "paused lanes \(pauses.keys.sorted())"
        case .granted(_, let count, let until): "granted \(count) until \(until)"
        case .tick: "tick"
        case .lookedUp(let session, let jobs): "looked up \(number(session)) \(jobs.map(\.job.id))"
        case .drain: "drain"
        }
    }

    func describe(_ action: LedgerAction) -> String {
        switch action {
        case .send(let session, let message): "\(describe(message)) to \(number(session))"
        case .suspect(let jobs): "suspect \(jobs.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.count)" })"
        case .commit(let entries): "commit \(entries.map { "\(short([$0.lease])) \($0.outcome)" })"
        case .forget(let session): "forget \(number(session))"
        case .report(let session, let report): "report \(number(session)) \(report.news)"
        default: "\(action)"
        }
    }

    func describe(_ message: Message) -> String {
        switch message {
        case .who: "WHO"
        case .welcome(let body): "WELCOME, drop \(short(body.drop))"
        case .reject(let body): "REJECT \(body.code) \(body.retryAfterMs)"
        case .assign(let jobs, let number): "ASSIGN #\(number) \(short(jobs.map(\.lease)))"
        case .credit(let fetch, let render): "CREDIT \(fetch) \(render)"
        case .started(let leases): "STARTED \(short(leases))"
        case .heartbeat(let beat): "HEARTBEAT \(short(beat.jobs.map(\.lease))) after assignment \(beat.assigned)"
        case .result(let results): "RESULT \(short(results.map(\.lease)))"
        case .fail(let failures): "FAIL \(failures.map { "\(short([$0.lease])) \($0.reason.code)" })"
        case .release(let leases): "RELEASE \(short(leases))"
        case .resultAck(let answers): "RESULT_ACK \(answers.map { "\(short([$0.lease])) \($0.status)" })"
        case .cancel(let leases): "CANCEL \(short(leases))"
        case .recall(let leases): "RECALL \(short(leases))"
        case .heartbeatAck(let assigned): "HEARTBEAT_ACK #\(assigned)"
        case .drain: "DRAIN"
        case .bye: "BYE"
        case .suspend: "SUSPEND"
        case .fileRequest: "FILE REQUEST"
        case .fileAnswer: "FILE ANSWER"
        default: "message \(message.type)"
        }
    }
}
