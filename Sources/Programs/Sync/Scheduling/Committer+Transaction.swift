internal import GRDB
internal import LarderCache
internal import LarderCatalog
internal import LarderLedger
internal import LarderModel
internal import LarderProtocol
internal import LarderSourceAdapters
internal import LarderSourceDefinitions

extension Committer {
    /// An effect, decoded before the transaction begins.
    enum PreparedEffect: Sendable {
        case none
        case effect(JobEffect)
        case broken(String)
        /// Not in the cache any more, or naming what the cache lacks; the sentence says which.
        case unreadable(String)

        var value: JobEffect? {
            if case .effect(let effect) = self { effect } else { nil }
        }
    }

    /// One transaction: what it writes to, and what it has brought so far.
    struct Transaction {
        let db: Database
        fileprivate(set) var merger: EffectMerger
        /// Where the bodies of answers are.
        let cache: DiskCache?
        /// Unix milliseconds.
        let now: Int64
        var report: CommitReport
        /// The names of workers, for people.
        var workers: [SessionID: String]

        init(
            db: Database,
            sources: SyncedSources,
            cache: DiskCache? = nil,
            now: Int64,
            report: CommitReport,
            crawl: CrawlWatch = CrawlWatch(),
            workers: [SessionID: String] = [:]
        ) {
            self.db = db
            merger = EffectMerger(db, sources: sources, jobs: report.jobs, crawl: crawl, at: now)
            self.cache = cache
            self.now = now
            self.report = report
            self.workers = workers
        }
    }
}

extension Committer.Transaction {
    /// Ends a job and stores what it brought.
    mutating func apply(_ entry: CommitEntry, _ effect: Committer.PreparedEffect) throws {
        let ledger = LedgerStore(db)
        let changed: Bool
        switch (entry.outcome, effect) {
        case (.done, .broken(let why)):
            return try setAside(entry, code: .badResult, "The worker's result cannot be read: \(why)")
        case (.done, .unreadable(let why)):
            let reason = FailureReason(.retryable, code: .lostResult, message: why)
            return try retry(entry, reason)
        case (.done, .none):
            changed = try ledger.finish(entry.lease.job)
        case (.done, .effect(let effect)) where effect.isRedirected:
            return try move(effect, of: entry)
        case (.done, .effect(let effect)):
            let excess = EffectMerger.excess(of: effect.found.count, before: report.jobs(of: entry.source))
            if excess == nil, let key = EffectCheck.key(of: effect, entry.kind),
                try ledger.finish(entry.lease.job, key: key)
            {
                changed = true
            } else if let fault = try EffectCheck.fault(
                in: effect,
                for: { try ledger.spec(of: entry.lease.job) },
                entry.kind
            ) {
                return try setAside(
                    entry,
                    code: .badResult,
                    "\(worker(of: entry)) sent a result that cannot be: \(fault)"
                )
            } else if let excess {
                return try setAside(entry, excess)
            } else {
                changed = try ledger.finish(entry.lease.job)
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
        if changed, entry.kind != .noop { try ledger.note(trace(of: entry, effect.value), of: entry.lease.job) }
        if changed, let reason = entry.outcome.reason, reason.code == .workerCrashed {
            try ledger.noteCrash(of: entry.lease.job, evidence: reason.message, at: now)
        }
        note(entry, effect.value, changed: changed)
        if changed, entry.kind == .discover { try noteRules(of: entry) }
    }

    private func trace(of entry: CommitEntry, _ effect: JobEffect?) -> JobTrace {
        let codes = Set(effect?.notes.map(\.code) ?? [])
        return JobTrace(
            endedAt: now,
            worker: entry.session.flatMap { workers[$0] }.map { PlainText.line($0, maxBytes: 80) },
            fetch: effect?.fetch,
            isSpare: codes.contains(NoteCode.staleAnswer.rawValue),
            isForbidden: codes.contains(NoteCode.robotsForbidden.rawValue)
        )
    }

    /// The same, but a job whose result the schema refuses is set aside.
    ///
    /// - Parameter path: The catalog's file, for messages.
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
            // What it has learnt of the tables may have been rolled back.
            merger = EffectMerger(db, sources: merger.sources, jobs: report.jobs, crawl: merger.crawl, at: now)
            try setAside(entry, code: .badResult, "The result does not fit the catalog: \(error)")
        }
    }

    /// Hands a job on that was redirected to another host.
    private mutating func move(_ effect: JobEffect, of entry: CommitEntry) throws {
        let ledger = LedgerStore(db)
        guard let spec = EffectCheck.redirected(effect, try ledger.spec(of: entry.lease.job)) else {
            return try setAside(
                entry,
                code: .badResult,
                "\(worker(of: entry)) sent a result that cannot be: the job goes on where no redirect can lead"
            )
        }
        guard try ledger.finish(entry.lease.job) else { return note(entry, changed: false) }
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

    /// Leaves a job to another worker whose result cannot be used, or marks it dead where there is none.
    private mutating func setAside(_ entry: CommitEntry, code: FailureCode, _ message: String) throws {
        let reason = FailureReason(.permanent, code: code, message: message)
        guard entry.mayTryElsewhere else { return try setAside(entry, reason) }
        try retry(entry, reason)
    }

    private mutating func retry(_ entry: CommitEntry, _ reason: FailureReason) throws {
        // A result that was committed before comes again when its acknowledgement was lost; its file is gone by then.
        let errors: UInt32 = entry.mayTryElsewhere ? 0 : 1
        let changed = try LedgerStore(db).chargeUnusable(entry.lease, errors: errors, reason: reason)
        var retried = entry
        if changed { retried.outcome = .retry(errors: 1, crashes: 0, waitMs: 0, reason) }
        note(retried, changed: changed)
    }

    /// Marks a job dead whose result is of no use.
    private mutating func setAside(_ entry: CommitEntry, _ reason: FailureReason) throws {
        var dead = entry
        dead.outcome = .dead(errors: 1, crashes: 0, reason)
        try apply(dead, .none)
    }

    private mutating func note(_ entry: CommitEntry, _ effect: JobEffect? = nil, changed: Bool) {
        if changed { report.tally.count(entry, effect) }
        let madeNoRequest = effect?.fetch?.requests == 0
        report.entries.append(entry.committed(changed: changed, madeNoRequest: madeNoRequest))
    }

    /// Writes an effect into the catalog and its new jobs into the ledger.
    private mutating func merge(_ effect: JobEffect, of entry: CommitEntry) throws {
        let enqueued = try merger.apply(effect, of: entry.source)
        report.added += enqueued.queues
        report.jobs[entry.source, default: [:]].merge(enqueued.kinds, uniquingKeysWith: +)
        report.tally.found(enqueued.kinds)
        report.tally.changes.add(enqueued.changes)
        for (note, count) in enqueued.told { report.tally.note(note.message, count) }
        for spec in enqueued.left { report.tally.left.insert(LeftJob(spec)) }
        guard enqueued.skipped > 0 else { return }
        report.tally.note(
            "Jobs with descriptions above \(JobLimits.maxSpecBytes / 1024) KiB were left out",
            enqueued.skipped
        )
    }
}

extension CommitReport {
    /// Jobs of a source's sync, of all kinds.
    fileprivate func jobs(of source: SourceID) -> Int { jobs[source]?.values.reduce(0, +) ?? 0 }
}
