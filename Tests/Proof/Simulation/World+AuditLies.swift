internal import LarderLedger
internal import LarderModel
internal import LarderProtocol

/// What lying and idle workers must not come to.
extension World {
    /// A job is charged for a lie only when no honest worker could have tried it.
    func auditLie(_ name: String, _ plan: Int, _ reason: FailureReason) {
        let known = truth[plan]
        truth[plan].hadOnlyLiars = true
        // A liar that has turned honest has done jobs by now, and may be believed.
        guard now < scenario.faultsUntil, known.liars.count == 1, let liar = known.liars.first else { return }
        let others = audit.sessions.filter { id, session in
            session.isJoined && !session.hasEnded && !session.isDraining
                && !session.isSuspect && session.introduction.hello.kinds.contains(scenario.jobs[plan].kind)
                && audit.placeOf[id].map { workers[$0].plan.lie == nil } == true
        }
        guard let other = others.keys.min(), let place = audit.placeOf[other] else {
            let isEarly = audit.configuration.startsWorkers && now < startedAt + audit.configuration.confirmationWaitMs
            if isEarly, !audit.sessions.values.contains(where: \.introduction.isLocal) {
                fail(.honestLive, "\(name) is charged (\(reason.code)) before the coordinator's own workers joined")
            }
            return
        }
        fail(
            .honestLive,
            "\(name) is charged (\(reason.code)) for the word of \(liar) alone, and worker \(place) was there to try it"
        )
    }

    /// Whether an honest worker failed at it.
    func hasFailed(_ plan: Int) -> Bool {
        truth[plan].failures + truth[plan].throttles > 0
            || scenario.jobs[plan].end == .failsForGood && truth[plan].runs > 0
    }

    /// Whether an honest worker said that it goes on at another host; where to, only one has to say.
    func hasMoved(_ plan: Int) -> Bool { scenario.jobs[plan].end == .moves && truth[plan].runs > 0 }

    /// Looked at when the ledger has just looked itself.
    func auditStalls() {
        guard violation == nil, let ledger else { return }
        let now = ledgerNow
        let configuration = audit.configuration
        for (job, lease) in audit.leases where lease.isUnderWay {
            if let lane = lane(of: job), let began = lease.beganAt,
                now > began + configuration.longestMs[lane.jobClass] + configuration.stallGraceMs
            {
                fail(.longestTime, "job \(job) runs for \(now - began) ms, and is not taken from its worker")
            }
            guard now > lease.assignedAt + configuration.stallMs.fetch,
                let session = audit.sessions[lease.session], session.isJoined, let lane = lane(of: job)
            else { continue }
            let patience = configuration.stallMs[lane.jobClass] + 2 * configuration.stallGraceMs
            let moved = lease.startedAt.map { max($0, lease.progressedAt) } ?? max(lease.assignedAt, session.movedAt)
            guard now > moved + patience else { continue }
            fail(.stallLimit, "job \(job) has not moved for \(now - moved) ms, and is not taken from its worker")
        }
        for (id, session) in audit.sessions where session.isJoined && !session.hasEnded {
            let silence = now > session.heardAt ? now - session.heardAt : 0
            guard silence > session.heartbeatMs * configuration.suspectAfterMisses else { continue }
            let held = ledger.undoneJobs(of: id)
            if held > 0 { fail(.handsOn, "a worker is silent for \(silence) ms and still has \(held) jobs") }
        }
    }
}

extension CommitEntry {
    /// Why it did not end well.
    var failure: FailureReason? {
        switch outcome {
        case .done: nil
        case .retry(_, _, _, let reason), .dead(_, _, let reason): reason
        }
    }
}
