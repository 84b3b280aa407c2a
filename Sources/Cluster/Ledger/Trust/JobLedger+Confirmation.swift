internal import DequeModule
internal import LarderModel
internal import LarderProtocol

/// Failures and claims that workers of other hosts report: each counts when a second worker reports the same.
///
/// Until then another worker tries the job, uncharged. Local workers are the coordinator's own program and are believed
/// at once; so is a remote worker when there is no other.
extension JobLedger {
    /// Identifies a worker by its process and its key's name (or its own).
    ///
    /// A process that starts again is no second worker, as long as there are workers of other names.
    struct WorkerIdentity: Sendable {
        let incarnation: [UInt8]
        let name: String

        init(_ session: Session) {
            incarnation = session.introduction.hello.incarnation
            name = session.owner
        }

        /// Whether it is the same process.
        func isProcess(of session: Session) -> Bool { session.introduction.hello.incarnation == incarnation }

        /// A local worker is the coordinator's own program, whatever its name.
        func matches(_ session: Session) -> Bool {
            !session.introduction.isLocal && (isProcess(of: session) || session.owner == name)
        }
    }

    /// A failure that one remote worker reported.
    struct UnconfirmedFailure: Sendable {
        /// The reporter's lease, with the number of the job's last attempt.
        var lease: Lease
        var reporter: WorkerIdentity
        var reason: FailureReason
        /// Whether the coordinator took the job back for lack of progress; the worker reported nothing.
        var wasTakenBack: Bool
        /// Where the job goes on, as the worker said; nil: it said that there is nothing.
        var target: HostPort?

        var isPermanent: Bool { reason.failureClass == .permanent }
        /// Whether it is no failure: the worker said that the job goes on at another host, or that there is nothing.
        var isClaim: Bool { reason.code == .unconfirmedClaim }
    }

    /// Whether a second worker has to confirm a failure that the lease's worker reports.
    ///
    /// Any failure confirms a permanent one; a permanent one does not confirm one that may pass. A claim confirms none.
    /// Where no worker of another key can try the job, another process is a second worker: its host may have another
    /// network.
    func needsConfirmation(_ lease: Lease, isPermanent: Bool = true, at now: Milliseconds) -> Bool {
        needsConfirmation(lease, isPermanent: isPermanent, amongProcesses: true, at: now)
    }

    private func needsConfirmation(
        _ lease: Lease,
        isPermanent: Bool,
        amongProcesses: Bool,
        at now: Milliseconds
    ) -> Bool {
        guard let session = sessions[lease.session], !session.introduction.isLocal else { return false }
        let kind = lease.job.kind
        if let first = unconfirmed[lease.job.id], !first.isClaim, first.isPermanent || !isPermanent {
            let isOther = !first.reporter.matches(session)
            let isSecond = amongProcesses && !first.reporter.isProcess(of: session)
            if isOther || isSecond && !mayBeTried(kind, besides: first.reporter, at: now) { return false }
        }
        let reporter = WorkerIdentity(session)
        return mayBeTried(kind, besides: reporter, at: now)
            || amongProcesses && hasOtherProcess(kind, besides: reporter, at: now)
    }

    /// Whether a second worker has to confirm what the worker of a lease claims, see `PackedEffect.Claim`.
    ///
    /// Another worker's failure confirms it too: the job's own address brings nothing there.
    func needsConfirmation(ofClaimBy lease: Lease, at now: Milliseconds) -> Bool {
        guard needsConfirmation(lease, isPermanent: false, amongProcesses: false, at: now) else { return false }
        guard let first = unconfirmed[lease.job.id], let session = sessions[lease.session] else { return true }
        return !first.isClaim || first.reporter.matches(session)
    }

    /// Whether another remote worker claimed something else of the job of a lease than its worker does.
    ///
    /// Addresses at the same host may differ: many hold the time or a token.
    func contradictsClaim(to target: HostPort?, by lease: Lease) -> Bool {
        guard let first = unconfirmed[lease.job.id], first.isClaim, let session = sessions[lease.session] else {
            return false
        }
        return !session.introduction.isLocal && !first.reporter.matches(session) && first.target != target
    }

    func mayBeTried(_ kind: JobKind, besides reporter: WorkerIdentity, at now: Milliseconds) -> Bool {
        expectsLocalWorkers(at: now) || sessions.values.contains { canConfirm(kind, $0, besides: reporter, at: now) }
    }

    /// Whether another process can try a job.
    private func hasOtherProcess(_ kind: JobKind, besides reporter: WorkerIdentity, at now: Milliseconds) -> Bool {
        sessions.values.contains { !reporter.isProcess(of: $0) && canTry(kind, $0, at: now) }
    }

    private func canConfirm(
        _ kind: JobKind,
        _ session: Session,
        besides reporter: WorkerIdentity,
        at now: Milliseconds
    ) -> Bool {
        !reporter.matches(session) && canTry(kind, session, at: now)
    }

    /// Whether a worker can try a job, now or soon: it may be silent or busy, and new trouble may pass.
    private func canTry(_ kind: JobKind, _ session: Session, at now: Milliseconds) -> Bool {
        let canWork = session.trouble == nil || now < (session.troubledAt ?? 0) + configuration.confirmationWaitMs
        return canWork && !session.isDraining && !session.isDismissed && session.presence != .replaced
            && session.introduction.hello.kinds.contains(kind) && !isUnreliable(session)
    }

    /// Whether the workers that this coordinator starts have not joined yet.
    private func expectsLocalWorkers(at now: Milliseconds) -> Bool {
        configuration.startsWorkers && now < (firstEventAt ?? now) + configuration.confirmationWaitMs
            && !sessions.values.contains { $0.introduction.isLocal }
    }

    mutating func awaitConfirmation(
        of reason: FailureReason,
        _ lease: Lease,
        wasTakenBack: Bool = false,
        target: HostPort? = nil,
        at now: Milliseconds
    ) {
        if let session = sessions[lease.session], unconfirmed[lease.job.id]?.isPermanent != true {
            unconfirmed[lease.job.id] = UnconfirmedFailure(
                lease: lease,
                reporter: WorkerIdentity(session),
                reason: reason,
                wasTakenBack: wasTakenBack,
                target: target
            )
        }
        putBack(lease.job, at: now)
    }

    /// Gives jobs whose failure is unconfirmed to other workers, local ones first; without any, the failure counts.
    mutating func dispatchUnconfirmed(at now: Milliseconds) {
        guard !awaitingConfirmation.isEmpty else { return }
        let workers = sessions.keys.sorted { left, right in
            let (leftIsLocal, rightIsLocal) = (isLocal(left), isLocal(right))
            return leftIsLocal == rightIsLocal ? left < right : leftIsLocal
        }
        for _ in 0..<awaitingConfirmation.count {
            guard let job = awaitingConfirmation.popFirst() else { return }
            guard let failure = unconfirmed[job.id] else {
                makeReady(job, at: now)
                continue
            }
            let hasOther = mayBeTried(job.kind, besides: failure.reporter, at: now)
            guard hasOther || !failure.isClaim && hasOtherProcess(job.kind, besides: failure.reporter, at: now) else {
                guard !failure.isClaim else {  // no failure: whoever tries it next is believed
                    unconfirmed[job.id] = nil
                    makeReady(job, at: now)
                    continue
                }
                waiting.removeFromWindow(job)
                var lease = failure.lease
                lease.job = job
                commit([decide(lease, failure.reason, session: nil, at: now)])
                continue
            }
            let free = workers.first { id in
                guard let session = sessions[id],
                    hasOther
                        ? canConfirm(job.kind, session, besides: failure.reporter, at: now)
                        : !failure.reporter.isProcess(of: session) && canTry(job.kind, session, at: now)
                else { return false }
                return takesWork(session, at: now) && session.quarantine == .unused
                    && session.room(job.kind.jobClass) > 0
            }
            guard let free, waiting.mayStart(job, at: now) else {
                awaitingConfirmation.append(job)
                continue
            }
            waiting.removeFromWindow(job)
            waiting.begin(job, at: now)
            assign([job], to: free, job.kind.jobClass, at: now)
        }
    }

    func isLocal(_ id: SessionID) -> Bool { sessions[id]?.introduction.isLocal == true }
}
