internal import DequeModule
internal import LarderModel
internal import LarderProtocol

/// What workers of other hosts say against jobs: whoever is not believed is heard only together with another worker.
extension JobLedger {
    /// What a worker said against a job that another one is to try.
    ///
    /// A worker of another host is believed once it has done jobs, and while at least four of five end well: each job that it did is
    /// worth one, and each failure that it tells costs ``cost``. When that is used up, another worker tries the job; if it fails there
    /// too, the account is full again. So of an honest worker's failures one in seventeen is tried twice, besides those that come
    /// while the other one tries, and a worker that fails everything ends no job while others are there. Workers that this coordinator started are its own program and are believed.
    struct Doubt: Sendable {
        /// What one believed failure costs, and the bounds of the account.
        static let cost = 4
        static let account = -64...64

        /// The lease under which it was said.
        var lease: Lease
        var incarnation: [UInt8]
        var name: String
        var reason: FailureReason

        var isFinal: Bool { reason.failureClass == .permanent }

        /// Whether a worker is another one than the one that is doubted.
        func isOther(_ session: Session) -> Bool {
            session.introduction.hello.incarnation != incarnation && session.name != name
        }
    }

    /// Whether a failure counts only when another worker has it too; if not, its worker's account pays for it.
    mutating func needsSecondWord(_ lease: Lease, _ reason: FailureReason, at now: Milliseconds) -> Bool {
        guard hasOtherJudge(lease, isFinal: reason.failureClass == .permanent, at: now) else { return false }
        guard sessions[lease.session]?.belief ?? 0 < Doubt.cost else {
            sessions[lease.session]?.belief -= Doubt.cost
            return false
        }
        return true
    }

    /// Whether another worker can try a job of which only this one of another host says what it says.
    ///
    /// - Parameter isFinal: Whether that would end the job.
    func hasOtherJudge(_ lease: Lease, isFinal: Bool = true, at now: Milliseconds) -> Bool {
        guard sessions[lease.session]?.introduction.isLocal == false, let session = sessions[lease.session] else {
            return false
        }
        if let known = doubts[lease.job.id], known.isOther(session), known.isFinal || !isFinal { return false }
        let hello = session.introduction.hello
        return expectsLocalWorkers(at: now)
            || sessions.values.contains {
                $0.name != hello.workerID && $0.introduction.hello.incarnation != hello.incarnation
                    && mayJudge($0, lease.job.kind, at: now)
            }
    }

    /// Whether a worker is there whose word on such a job is worth waiting for; it may be silent or busy just now, and what keeps
    /// it from working may have begun a moment ago and pass.
    private func mayJudge(_ session: Session, _ kind: JobKind, at now: Milliseconds) -> Bool {
        let canWork = session.trouble == nil || now < (session.troubledAt ?? 0) + configuration.judgeWaitMs
        return canWork && !session.isDraining && !session.isDismissed && session.presence != .replaced
            && session.introduction.hello.kinds.contains(kind)
    }

    /// Whether the workers that this coordinator starts have not joined yet.
    private func expectsLocalWorkers(at now: Milliseconds) -> Bool {
        configuration.startsWorkers && now < (firstEventAt ?? now) + configuration.judgeWaitMs
            && !sessions.values.contains { $0.introduction.isLocal }
    }

    /// Whether a worker is there, or is about to be, that can try a doubted job.
    func hasJudge(of doubt: Doubt, at now: Milliseconds) -> Bool {
        expectsLocalWorkers(at: now)
            || sessions.values.contains { mayJudge($0, doubt.lease.job.kind, at: now) && doubt.isOther($0) }
    }

    /// Keeps a job that failed for a worker that is not believed, uncharged, for another one.
    mutating func doubt(_ lease: Lease, _ reason: FailureReason, at now: Milliseconds) {
        if let session = sessions[lease.session], doubts[lease.job.id]?.isFinal != true {
            doubts[lease.job.id] = Doubt(
                lease: lease,
                incarnation: session.introduction.hello.incarnation,
                name: session.name,
                reason: reason
            )
        }
        putBack(lease.job, at: now)
    }

    /// Gives doubted jobs to other workers, this coordinator's own first; where there is none, what was said counts.
    mutating func dispatchDoubted(at now: Milliseconds) {
        guard !doubted.isEmpty else { return }
        let judges = sessions.sorted {
            let (left, right) = ($0.value, $1.value)
            guard left.introduction.isLocal == right.introduction.isLocal else { return left.introduction.isLocal }
            return (-left.belief, $0.key) < (-right.belief, $1.key)
        }
        for _ in 0..<doubted.count {
            guard let job = doubted.popFirst() else { return }
            guard let doubt = doubts[job.id] else {
                makeReady(job, at: now)
                continue
            }
            guard hasJudge(of: doubt, at: now) else {
                waiting.unhold(job)
                var lease = doubt.lease
                lease.job = job
                doubts[job.id] = nil
                commit([decide(lease, doubt.reason, session: nil, at: now)])
                continue
            }
            let free = judges.first { id, known in
                guard mayJudge(known, job.kind, at: now), doubt.isOther(known), let session = sessions[id] else {
                    return false
                }
                return takesWork(session, at: now) && session.quarantine == .unused
                    && session.room(job.kind.jobClass) > 0
            }
            guard let free, waiting.mayStart(job, at: now) else {
                doubted.append(job)
                continue
            }
            waiting.unhold(job)
            waiting.begin(job, at: now)
            assign([job], to: free.key, job.kind.jobClass, at: now)
        }
    }

    /// Another worker fails at a doubted job in the same way: the first one is believed.
    mutating func confirmDoubt(of job: JobID, _ reason: FailureReason, by session: SessionID) {
        guard let doubt = doubts.removeValue(forKey: job), let known = sessions[session], doubt.isOther(known),
            doubt.reason.failureClass == reason.failureClass, let first = self.session(of: doubt),
            sessions[first]?.hasDoneJobs == true
        else { return }
        sessions[first]?.belief = Doubt.account.upperBound
    }

    /// What a worker did is on the disk: it is trusted again, and whoever said that the job cannot be done is not.
    mutating func believe(_ entry: CommitEntry, at now: Milliseconds) {
        guard let id = entry.session else { return }
        if !distrust.isEmpty, let name = sessions[id]?.name { distrust[name] = nil }
        if entry.kind != .noop {
            change(id) { session in
                session.hasDoneJobs = true
                session.belief = min(session.belief + 1, Doubt.account.upperBound)
            }
        }
        guard !doubts.isEmpty, let doubt = doubts[entry.lease.job], let session = sessions[id],
            doubt.isOther(session), doubt.isFinal, let liar = self.session(of: doubt)
        else { return }
        disbelieve(liar, at: now)
    }

    /// Believes a worker of another host no more before it has done many jobs, and gives it none for a while.
    mutating func disbelieve(_ id: SessionID, at now: Milliseconds) {
        guard let session = sessions[id], !session.introduction.isLocal else { return }
        sessions[id]?.belief = Doubt.account.lowerBound
        report(id, .contradicted(pauseMs: mistrust(id, at: now)))
    }

    private func session(of doubt: Doubt) -> SessionID? {
        sessions.filter { $0.value.introduction.hello.incarnation == doubt.incarnation }.keys.max()
    }
}
