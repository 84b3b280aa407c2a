internal import LarderModel
internal import LarderProtocol

extension JobLedger {
    mutating func welcome(_ session: SessionID, _ introduction: WorkerIntroduction, at now: Milliseconds) {
        let hello = introduction.hello
        guard hello.protocols.overlaps(Hello.spokenProtocols) else {
            let text =
                "This coordinator speaks the protocol's versions \(Hello.spokenProtocols), the worker "
                + "\(hello.protocols). Install the same release on both."
            return refuse(session, "protocol", text)
        }
        guard !hello.kinds.isEmpty else {
            let text = "The worker knows no kind of job of this coordinator. Install the same release on both."
            return refuse(session, "kinds", text)
        }
        // Without an identity it asks the coordinator for files.
        guard hello.cacheID == configuration.cacheID || hello.cacheID.isEmpty else {
            let text =
                "The worker's cache folder (id \(hello.cacheID)) is not the coordinator's "
                + "(id \(configuration.cacheID)). Give the worker the same folder with --cache, or `--cache coordinator` "
                + "where it has no such folder."
            return refuse(session, "other-cache", text)
        }
        let unknown = hello.held.filter { $0.attempt.epoch < configuration.epoch }
        guard unknown.isEmpty else {
            guard introductions.count < configuration.maxIntroductions else {
                let wait = 1 + random.next() % 2000
                let text = "\(introductions.count) workers are being welcomed; come again in \(wait) ms."
                return refuse(session, "busy", text, retryAfterMs: wait)
            }
            introductions[session] = introduction
            // Its earlier connection is gone, whether that was heard or not.
            for (id, other) in sessions where other.introduction.hello.incarnation == hello.incarnation {
                sessions[id]?.fallSilent()
            }
            actions.append(.lookUp(session, unknown.map(\.job)))
            return
        }
        admit(session, introduction, at: now)
    }

    /// Takes over, under their old leases, the jobs that a worker has from an earlier coordinator start, and welcomes
    /// it.
    ///
    /// What was committed or charged since the table was read, or is on the way to the disk, is over.
    mutating func adopt(_ found: [HeldJob], by session: SessionID, at now: Milliseconds) {
        defer { if introductions.isEmpty { committedMeanwhile.removeAll() } }
        guard let introduction = introductions.removeValue(forKey: session) else { return }
        let attempts = Dictionary(introduction.hello.held.map { ($0.job, $0.attempt) }, uniquingKeysWith: max)
        var taken: [QueuedJob] = []
        for held in found where leases[held.job.id] == nil && !adopted.contains(held.job.id) {
            var job = held.job
            guard let attempt = attempts[job.id], attempt.epoch < configuration.epoch, attempt > held.charged,
                failing[job.id] == nil, !committedMeanwhile.contains(job.id)
            else { continue }
            recallSuspicions(of: &job, at: now)
            leases[job.id] = Lease(
                attempt: attempt,
                session: session,
                job: job,
                renewedAt: now,
                assignedAt: now,
                assignment: 0
            )
            adopted.insert(job.id)
            taken.append(job)
        }
        removeFromMemory(taken)
        admit(session, introduction, at: now)
    }

    private mutating func admit(_ session: SessionID, _ introduction: WorkerIntroduction, at now: Milliseconds) {
        let earlier = sessions.filter {
            $0.key != session && $0.value.introduction.hello.incarnation == introduction.hello.incarnation
        }
        for (id, other) in sessions where other.introduction.isEarlier(than: introduction) {
            sessions[id]?.presence = .replaced
        }
        let hadQuarantinedJob = earlier.values.contains { $0.quarantine == .occupied }
        for id in earlier.keys.sorted() {
            move(introduction.hello.held, from: id, to: session, at: now)
            end(id, .moved, at: now)
        }
        reconnected(introduction, at: now)
        let kept = Set(
            introduction.hello.held.filter {
                leases[$0.job]?.attempt == $0.attempt && leases[$0.job]?.session == session
            }
        )
        let beat = configuration.heartbeatMs
        let terms = Welcome(
            protocolVersion: min(introduction.hello.protocols.upperBound, Hello.spokenProtocols.upperBound),
            hello: introduction.hello.number,
            heartbeatMs: beat + 5 * Milliseconds(max(0, sessions.count - configuration.manyWorkers)),
            leaseMs: configuration.leaseMs,
            drop: introduction.hello.held.filter { !kept.contains($0) }
        )
        var known = introduction
        known.hello.held = []
        var load = PerClass(0)
        for lease in kept where leases[lease.job]?.isCommitting == false {
            load[leases[lease.job]?.job.kind.jobClass ?? .fetch] += 1
        }
        sessions[session] = Session(
            introduction: known,
            shownName: known.hello.workerID,
            slots: known.hello.slots == PerClass(0) ? nil : known.hello.slots.map { Int(min($0, 65_536)) },
            leases: Set(kept.map(\.job)),
            load: load,
            movedAt: PerClass(now),
            heardAt: now,
            heartbeatMs: terms.heartbeatMs
        )
        // A job that is tried alone stays alone.
        if hadQuarantinedJob, !kept.isEmpty { sessions[session]?.quarantine = .occupied }
        actions.append(.send(session, .welcome(terms)))
        report(session, .joined)
        let unknown = JobKind.allCases.filter { !known.hello.kinds.contains($0) }
        if !unknown.isEmpty { report(session, .knowsFewerKinds(unknown)) }
        if isDraining { stopWork(of: session) }
    }

    private mutating func refuse(
        _ session: SessionID,
        _ code: String,
        _ text: String,
        retryAfterMs: Milliseconds = 0
    ) {
        let rejection = Rejection(code: code, text: text, retryAfterMs: retryAfterMs)
        actions.append(.send(session, .reject(rejection)))
        actions.append(.forget(session))
    }

    /// A worker that reconnects keeps what it holds.
    private mutating func move(_ held: [JobLease], from old: SessionID, to new: SessionID, at now: Milliseconds) {
        for lease in held where leases[lease.job].map({ $0.attempt == lease.attempt && $0.session == old }) == true {
            leases[lease.job]?.session = new
            leases[lease.job]?.renewedAt = now
            leases[lease.job]?.assignment = 0
            // The old link may have lost the request to give it back.
            if leases[lease.job]?.stage == .recalled { leases[lease.job]?.stage = .assigned }
            sessions[old]?.leases.remove(lease.job)
            if let job = leases[lease.job], !job.isCommitting { sessions[old]?.load[job.job.kind.jobClass] -= 1 }
        }
    }
}

extension WorkerIntroduction {
    /// Whether this is a process of another host that `other` came after, under the same name.
    fileprivate func isEarlier(than other: WorkerIntroduction) -> Bool {
        hello.workerID == other.hello.workerID && hello.incarnation != other.hello.incarnation && !isLocal
            && !other.isLocal
    }
}
