internal import GRDB
internal import LarderCache
internal import LarderCatalog
internal import LarderLedger
internal import LarderModel
internal import LarderProtocol
internal import LarderRobots
internal import LarderSourceAdapters
internal import LarderSourceDefinitions

extension Committer {
    enum PreparedEffect: Sendable {
        case none
        case effect(JobEffect)
        /// The answer is the known one; with what is needed to ask for it again, empty: the same as before.
        case unchanged(FetchMetrics, revalidation: [UInt8])
        case broken(String)
        /// Missing in the cache, or naming a missing blob; with a sentence.
        case unreadable(String)

        var value: JobEffect? {
            if case .effect(let effect) = self { effect } else { nil }
        }

        var fetch: FetchMetrics? {
            if case .unchanged(let fetch, _) = self { fetch } else { value?.fetch }
        }
    }

    struct Transaction {
        let db: Database
        fileprivate(set) var merger: EffectMerger
        let cache: DiskCache?
        var report: CommitReport
        var workers: [SessionID: String] = [:]

        var now: Int64 { merger.now }
    }
}

extension Committer.Transaction {
    mutating func apply(_ entry: CommitEntry, _ effect: Committer.PreparedEffect) throws {
        let ledger = LedgerStore(db)
        let trace = entry.kind == .noop ? nil : trace(of: entry, effect)
        let changed: Bool
        switch (entry.outcome, effect) {
        case (.done, .broken(let why)):
            return try refuse(entry, "The worker's result cannot be read: \(why)")
        case (.done, .unreadable(let why)):
            return try retry(entry, FailureReason(.retryable, code: .lostResult, message: why))
        case (.done, .none): changed = try ledger.finish(entry.lease.job, trace)
        case (.done, .unchanged(let fetch, let revalidation)):
            return try confirm(entry, fetch, revalidation, trace)
        case (.done, .effect(let effect)) where effect.move(of: entry.kind) != nil: return try move(effect, of: entry)
        case (.done, .effect(let effect)):
            let excess = EffectMerger.excess(of: effect.found.count, before: report.jobs(of: entry.source))
            if excess == nil, let key = EffectCheck.key(of: effect, entry.kind),
                try ledger.finish(entry.lease.job, key: key, trace)
            {
                changed = true
            } else if let fault = try EffectCheck.fault(
                in: effect,
                for: { try ledger.spec(of: entry.lease.job) },
                entry.kind
            ) {
                return try refuse(entry, "\(worker(of: entry)) sent a result that cannot be: \(fault)")
            } else if let excess {
                return try setAside(entry, excess)
            } else {
                changed = try ledger.finish(entry.lease.job, trace)
            }
            if changed { try merge(effect, of: entry) }
        case (.retry(let errors, let crashes, let waitMs, let reason), _):
            changed = try ledger.postpone(
                entry.lease,
                errors: errors,
                crashes: crashes,
                until: now + Int64(clamping: waitMs),
                reason: reason
            )
        case (.dead(let errors, let crashes, let reason), _):
            changed = try ledger.markDead(entry.lease.job, errors: errors, crashes: crashes, reason: reason)
        }
        if changed, let reason = entry.outcome.reason {
            if let trace { try ledger.note(trace, of: entry.lease.job) }
            if reason.code == .workerCrashed {
                try ledger.noteCrash(of: entry.lease.job, evidence: reason.message, at: now)
            }
        }
        record(entry, effect.value, changed: changed)
        if changed, entry.kind == .discover { try storeRules(of: entry) }
    }

    private func trace(of entry: CommitEntry, _ effect: Committer.PreparedEffect) -> JobTrace {
        let codes = Set(effect.value?.notes.map(\.code) ?? [])
        return JobTrace(
            endedAt: now,
            worker: entry.session.flatMap { workers[$0] }.map { PlainText.line($0, maxBytes: 80) },
            fetch: effect.fetch,
            isSpare: codes.contains(NoteCode.staleAnswer.rawValue),
            isForbidden: codes.contains(NoteCode.robotsForbidden.rawValue)
        )
    }

    /// Like ``apply(_:_:)``, but sets a job aside if the schema refuses its result.
    mutating func applyAlone(_ entry: CommitEntry, _ effect: Committer.PreparedEffect, path: String) throws {
        let before = report
        let observed = merger.crawl.changeCount
        do {
            try db.inSavepoint {
                try apply(entry, effect)
                return .commit
            }
        } catch {
            if let failure = CatalogError(error, path: path), failure.code != .invalid { throw failure }
            report = before
            merger.crawl.undo(to: observed)
            // Its lookups may have been rolled back.
            merger = EffectMerger(
                db,
                sources: merger.sources,
                jobs: report.jobs,
                crawl: merger.crawl,
                released: merger.released,
                at: now
            )
            try refuse(entry, "The result does not fit the catalog: \(error)")
        }
    }

    private mutating func move(_ effect: JobEffect, of entry: CommitEntry) throws {
        let ledger = LedgerStore(db)
        // What no second worker was asked about, as it is too long or lies in the cache, is no redirect.
        guard case .done(let bytes) = entry.outcome, PackedEffect.claim(of: entry.kind, bytes) != nil,
            let spec = EffectCheck.moved(effect, try ledger.spec(of: entry.lease.job))
        else {
            let fault = "the job goes on where neither a redirect nor its own addresses can lead"
            return try refuse(entry, "\(worker(of: entry)) sent a result that cannot be: \(fault)")
        }
        guard try ledger.finish(entry.lease.job) else { return record(entry, changed: false) }
        let (rules, job) = try merger.move(spec, of: entry.source, at: now)
        if let rules {
            report.added.append(rules)
            report.jobs[entry.source, default: [:]][.discover, default: 0] += 1
            report.tally.found([.discover: 1])
        }
        if let job {
            report.added.append(job)
            report.moved[entry.source, default: [:]][entry.kind, default: 0] += 1
        }
        if let fetch = effect.fetch { report.tally.count(fetch) }
        report.entries.append(entry.committed(changed: true, isMoved: true))
    }

    private func worker(of entry: CommitEntry) -> String {
        let name = entry.session.flatMap { workers[$0] }
        return name.map { "The worker \"\(PlainText.line($0, maxBytes: 80))\"" } ?? "A worker"
    }

    /// Leaves a job with an unusable result to another worker, or marks it dead if there is none.
    private mutating func refuse(_ entry: CommitEntry, _ message: String) throws {
        let reason = FailureReason(.permanent, code: .badResult, message: message)
        if entry.mayTryElsewhere { try retry(entry, reason) } else { try setAside(entry, reason) }
    }

    private mutating func retry(_ entry: CommitEntry, _ reason: FailureReason) throws {
        // A committed result comes again if its acknowledgement was lost; its file is gone then.
        let isUncharged = entry.mayTryElsewhere || reason.code == .answerNeeded && entry.mayNeedAnswer
        let errors: UInt32 = isUncharged ? 0 : 1
        let changed = try LedgerStore(db).chargeUnusable(entry.lease, errors: errors, reason: reason)
        var retried = entry
        if changed { retried.outcome = .retry(errors: 1, crashes: 0, waitMs: 0, reason) }
        record(retried, changed: changed)
    }

    private mutating func setAside(_ entry: CommitEntry, _ reason: FailureReason) throws {
        var dead = entry
        dead.outcome = .dead(errors: 1, crashes: 0, reason)
        try apply(dead, .none)
    }

    private mutating func record(_ entry: CommitEntry, _ effect: JobEffect? = nil, changed: Bool) {
        if changed { report.tally.count(entry, effect) }
        let madeNoRequest = effect?.fetch?.requests == 0
        report.entries.append(entry.committed(changed: changed, madeNoRequest: madeNoRequest))
    }

    /// Ends a job whose answer is the known one.
    private mutating func confirm(
        _ entry: CommitEntry,
        _ fetch: FetchMetrics,
        _ revalidation: [UInt8],
        _ trace: JobTrace?
    ) throws {
        let ledger = LedgerStore(db)
        guard try ledger.isReady(entry.lease.job) else { return record(entry, changed: false) }
        guard let bytes = try ledger.knownEffect(of: entry.lease.job),
            let known = try? KnownEffect(serializedBytes: bytes), hasInputs(known),
            let enqueued = try merger.confirm(known, fetch, of: entry.source)
        else {
            // Something else has replaced what it brought, or its body is gone: the whole answer is needed.
            try ledger.forgetAnswer(of: entry.lease.job)
            let message = "What its unchanged answer brought is not in the catalog any more."
            return try retry(entry, FailureReason(.retryable, code: .answerNeeded, message: message))
        }
        guard try ledger.finish(entry.lease.job, trace) else { return record(entry, changed: false) }
        if !revalidation.isEmpty || enqueued.known != nil {
            let revalidation = revalidation.isEmpty ? nil : revalidation
            try ledger.renewAnswer(of: entry.lease.job, revalidation: revalidation, effect: enqueued.known?.effect)
        }
        add(enqueued, of: entry.source)
        for spec in enqueued.left { report.tally.left.insert(LeftJob(spec)) }
        report.tally.count(known.urns)
        record(entry, JobEffect(unchanged: fetch), changed: true)
    }

    /// Whether the cache has what the render jobs of an effect read: `prune` removes what no row names.
    private func hasInputs(_ known: KnownEffect) -> Bool {
        guard let cache, !known.isSettled else { return true }
        return known.found.flatMap(\.spec.inputs).allSatisfy { (try? cache.contains($0)) ?? false }
    }

    private mutating func merge(_ effect: JobEffect, of entry: CommitEntry) throws {
        let enqueued = try merger.apply(effect, from: entry.lease.job, of: entry.source)
        if entry.kind == .detail || entry.kind == .imageDownload {
            try LedgerStore(db).keepAnswer(of: entry.lease.job, enqueued.known)
        }
        if enqueued.isHeld { report.held.waiting.insert(entry.source) }
        add(enqueued, of: entry.source)
        report.tally.changes.add(enqueued.changes)
        for (note, count) in enqueued.notes { report.tally.count(note: note.message, count) }
        for spec in enqueued.left { report.tally.left.insert(LeftJob(spec)) }
        guard enqueued.skipped > 0 else { return }
        let limit = JobLimits.maxSpecBytes / 1024
        report.tally.count(note: "Jobs with descriptions above \(limit) KiB were left out", enqueued.skipped)
    }

    mutating func add(_ enqueued: Enqueued, of source: SourceID) {
        report.added += enqueued.queues
        report.jobs[source, default: [:]].merge(enqueued.kinds, uniquingKeysWith: +)
        report.tally.found(enqueued.kinds)
    }

    /// A host's rules are valid for at most a day.
    private static let longestMs: Int64 = 86_400_000
    /// Longer crawl-delays, in seconds, are reported.
    private static let longDelay = 60.0

    /// Stores a host's rules when its robots.txt job has ended.
    mutating func storeRules(of entry: CommitEntry) throws {
        let ledger = LedgerStore(db)
        if case .retry = entry.outcome { return }
        guard let spec = try? JobSpec(serializedBytes: ledger.spec(of: entry.lease.job)),
            case .discover(let work) = spec.work, let origin = work.robotsOrigin,
            let name = WebAddress(origin)?.hostPort.description
        else { return }
        let record = try? cache?.record(for: "GET \(origin)/robots.txt")
        let body = record.flatMap { record in try? cache?.blob(record.body) }
        let agent = merger.sources.entries[entry.source]?.definition.identity.productToken ?? ""
        let rules = RobotsFile(status: record?.status ?? 0, body: body ?? []).rules(for: agent)
        let seconds = min(rules.crawlDelay ?? 0, 604_800)
        if seconds > Self.longDelay {
            report.tally.count(
                note: "\(name) asks in its robots.txt for \(Int(seconds)) s between two requests; it gets them"
            )
        }
        let host = LedgerStore.Host(
            origin: origin,
            delayMs: Int64((seconds * 1000).rounded(.up)),
            knownUntil: min(max(record?.freshUntil ?? 0, now + 60_000), now + Self.longestMs)
        )
        try ledger.setRules(of: name, host)
        merger.forgetHosts()
        guard let lane = try ledger.laneID(name) else { return }
        let exempt = merger.sources.entries.keys.filter { !merger.sources.takesCrawlDelay($0, lane: name) }
        report.rules.append(LaneRules(lane: lane, delayMs: Milliseconds(host.delayMs), exempt: Set(exempt)))
    }
}

extension CommitReport {
    /// Jobs of a source's sync, of all kinds.
    fileprivate func jobs(of source: SourceID) -> Int { jobs[source]?.values.reduce(0, +) ?? 0 }
}
