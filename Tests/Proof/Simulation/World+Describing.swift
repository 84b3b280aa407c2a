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
        case .credit(let session, let fetch, let render): "credit \(number(session)) \(fetch) \(render)"
        case .started(let session, let leases): "started \(number(session)) \(short(leases))"
        case .heartbeat(let session, let held, let assigned, _, _):
            "heartbeat \(number(session)) \(short(held)) after assignment \(assigned)"
        case .results(let session, let results): "results \(number(session)) \(short(results.map(\.lease)))"
        case .failures(let session, let failures):
            "failures \(number(session)) \(failures.map { "\(short([$0.lease])) \($0.reason.code)" })"
        case .released(let session, let leases): "released \(number(session)) \(short(leases))"
        case .draining(let session): "draining \(number(session))"
        case .linkLost(let session): "link lost \(number(session))"
        case .sessionEnded(let session, let end): "session ended \(number(session)) \(end)"
        case .processEnded(let processID, let end): "process ended \(processID) \(end)"
        case .committed(let entries, let added):
            "committed \(entries.map { "\(short([$0.entry.lease]))\($0.changed ? "" : " unchanged")" }) "
                + "added \(added.map(\.count))"
        case .rules(let rules): "rules of lanes \(rules.map(\.lane))"
        case .paused(let pauses): "paused lanes \(pauses.map(\.lane))"
        case .granted(_, let count, let until): "granted \(count) until \(until)"
        case .tick: "tick"
        case .lookedUp(let session, let jobs): "looked up \(number(session)) \(jobs.map(\.job.id))"
        case .drain: "drain"
        }
    }

    func describe(_ action: LedgerAction) -> String {
        switch action {
        case .welcome(let session, let terms):
            "welcome \(number(session)) drop \(short(terms.drop))"
        case .reject(let session, let code, _, let wait): "reject \(number(session)) \(code) \(wait)"
        case .assign(let session, let jobs, let count):
            "assign \(number(session)) #\(count) \(short(jobs.map(\.lease)))"
        case .acknowledge(let session, let answers):
            "acknowledge \(number(session)) \(answers.map { "\(short([$0.lease])) \($0.status)" })"
        case .suspect(let jobs): "suspect \(jobs.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.count)" })"
        case .commit(let entries): "commit \(entries.map { "\(short([$0.lease])) \($0.outcome)" })"
        case .cancel(let session, let leases): "cancel \(number(session)) \(short(leases))"
        case .forget(let session): "forget \(number(session))"
        case .drain(let session): "drain \(number(session))"
        case .dismiss(let session): "dismiss \(number(session))"
        case .suspend(let session): "suspend \(number(session))"
        case .report(let session, let report): "report \(number(session)) \(report.news)"
        case .acknowledgeHeartbeat(let session, let assigned): "heard \(number(session)) #\(assigned)"
        case .recall(let session, let leases): "recall \(number(session)) \(short(leases))"
        default: "\(action)"
        }
    }

    func describe(_ message: Message) -> String {
        switch message {
        case .who: "WHO"
        case .welcome(let body): "WELCOME, drop \(short(body.drop))"
        case .reject(let body): "REJECT \(body.code)"
        case .assign(let jobs, _): "ASSIGN \(short(jobs.map(\.lease)))"
        case .resultAck(let answers): "RESULT_ACK \(answers.map { "\(short([$0.lease])) \($0.status)" })"
        case .cancel(let leases): "CANCEL \(short(leases))"
        case .recall(let leases): "RECALL \(short(leases))"
        case .heartbeatAck: "HEARTBEAT_ACK"
        case .drain: "DRAIN"
        case .bye: "BYE"
        case .suspend: "SUSPEND"
        default: "message \(message.type)"
        }
    }
}
