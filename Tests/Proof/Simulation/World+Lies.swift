internal import LarderLedger
internal import LarderModel
internal import LarderProtocol
internal import LarderWorkerCore

/// Workers that lie, as long as things go wrong; then their processes are as honest as any.
extension World {
    /// Bytes that are no job's effect.
    static let uselessEffect: [UInt8] = [255, 255, 255]

    /// The effect of a job whose host leads to another one; the number makes it one of its own.
    static func move(_ number: Int) -> [UInt8] {
        let redirect = JobRedirect(url: "http://elsewhere.test/\(number)", count: 1, freshUntil: 0, foundAt: 0)
        let page = PageWork(itemURN: "article:s:\(number)", url: "http://a.test/\(number)")
        var effect = JobEffect()
        effect.found = [FoundJob(spec: JobSpec(source: "s", work: .page(page), redirect: redirect))]
        return effect.serializedBytes()
    }

    static let forgedMove = move(-1)
    /// A forged move that the ledger does not see as one.
    static let hiddenMove: [UInt8] = [255, 255, 254]

    static let forgedFailure = FailureReason(.permanent, code: "gone", message: "It is gone.")
    static let forgedTrouble = FailureReason(.drain, code: "cache-full", message: "The disk is full.")

    /// The codes with which jobs are charged for lies, and for nothing else.
    static let lies: Set<FailureCode> = ["gone", "bad-result", "stalled"]

    /// What a job is charged with whose result is a forged move.
    func falseMove(_ effect: [UInt8]) -> FailureReason? {
        guard effect == Self.forgedMove || effect == Self.hiddenMove else { return nil }
        return FailureReason(.permanent, code: "moved", message: "It goes on elsewhere.")
    }

    func lie(of place: Int) -> WorkerPlan.Lie? { now < scenario.faultsUntil ? workers[place].plan.lie : nil }

    func countLie(_ plan: Int, by place: Int) {
        truth[plan].lies += 1
        // Under another name it counts as another worker.
        truth[plan].liars.insert(workerName(place))
    }

    /// Keeps a job for ever, or ends it with a lie soon.
    func beginLie(_ lie: WorkerPlan.Lie, _ job: AssignedJob, _ plan: Int, at place: Int) {
        countLie(plan, by: place)
        workers[place].runs[job.lease.job] = .init(lease: job.lease, jobClass: job.kind.jobClass, lie: lie)
        guard !lie.keepsJobs else { return }
        later(random.number(1...50), .runEnded(place: place, process: workers[place].process, job.lease))
    }

    func endLie(_ lie: WorkerPlan.Lie, _ lease: JobLease, at place: Int) {
        log("worker \(place) lies about job \(lease.job) attempt \(short(lease.attempt)): \(lie)")
        let outcome: EndedJob.Outcome =
            switch lie {
            case .wrongEffects, .idleness, .endlessProgress: .done(effect: Self.uselessEffect)
            case .forgedMoves:
                .done(effect: workers[place].runs[lease.job]?.jobClass == .fetch ? Self.forgedMove : Self.uselessEffect)
            case .forgedFailures: .failed(Self.forgedFailure)
            case .forgedCacheTrouble: .failed(Self.forgedTrouble)
            }
        workers[place].runs[lease.job] = nil
        workers[place].kept.insert(lease)
        handle(place, .ended([EndedJob(lease: lease, outcome: outcome, microseconds: 1000)]))
    }

    /// Reports a failure of a job that another worker has.
    func forgeFailure(at place: Int) {
        guard let lie = lie(of: place), lie == .forgedFailures || lie == .forgedCacheTrouble, random.happens(100),
            let header = audit.lastHeader[place]
        else { return }
        let others = audit.leases.filter { audit.placeOf[$0.value.session] != place }.keys.sorted()
        guard !others.isEmpty else { return }
        let job = others[random.number(0...(others.count - 1))]
        guard let attempt = audit.leases[job]?.attempt else { return }
        log("worker \(place) forges a failure of job \(job), which another one has")
        let reason = lie == .forgedFailures ? Self.forgedFailure : Self.forgedTrouble
        let forged = ReportedFailure(lease: JobLease(job: job, attempt: attempt), reason: reason)
        workers[place].outbox.append(
            .init(message: .fail([forged]), session: header.session, epoch: header.epoch)
        )
        flush(place)
    }
}
