internal import LarderCache
internal import LarderCatalog
internal import LarderCatalogWriting
internal import LarderLedger
internal import LarderModel
internal import LarderProtocol
internal import LarderSourceAdapters
internal import LarderSourceDefinitions
internal import Logging

extension SyncRun {
    /// Records how the syncs ended and prints the summary; returns the exit code.
    func conclude(
        _ outcome: Outcome,
        _ plan: SyncPlan,
        _ base: Base,
        _ reporter: ProgressReporter,
        began: ContinuousClock.Instant
    ) async throws -> Int32 {
        let ids = Array(plan.sources.entries.keys)
        let jobs = try await base.database.read { db in
            let ledger = LedgerStore(db)
            let dead = try ledger.jobs(in: .dead, byLaneOf: ids)
            let pictures = dead.filter(plan.sources.isThirdPartyPicture)
            let missing = pictures.filter { $0.kind == .imageDownload }.reduce(0) { $0 + $1.count }
            return Summary.Remainder(
                open: try ledger.openJobs(of: ids),
                deadCount: dead.reduce(0) { $0 + $1.count } - pictures.reduce(0) { $0 + $1.count },
                dead: try ledger.dead(of: ids, except: pictures, limit: 5),
                missingPictures: missing
            )
        }
        try await indexItems(in: base.database)
        if jobs.open == 0 {
            try base.checkCacheIsInPlace()
            try await finishSyncs(plan, in: base.database)
            // No one awaits results now; leftovers only take room.
            try? base.larder.cache.sweepEffects()
        }
        let findings = try await jobs.open == 0 ? self.findings(plan, base, outcome.tally) : Findings()
        // Only now gone items and outdated notes are known.
        let (content, noted) = try await base.database.read { db in
            let unread = NoteCode.ofLeftOut + NoteCode.ofItemsAlone
            let notes =
                try jobs.open == 0
                ? CatalogReader(db).sentences(sources: ids, except: unread, limit: Tally.maxNotes) : []
            return (try Summary.Content(of: ids, CatalogReader(db), LedgerStore(db)), notes)
        }
        var outcome = outcome
        outcome.tally.add(standing: noted)
        for sentence in plan.told + findings.told { outcome.tally.count(note: sentence) }
        let summary = Summary(
            outcome: outcome,
            elapsed: .now - began,
            larder: base.larder.path,
            intoOption: TypedCommand.into(options.into),
            content: content,
            jobs: jobs,
            again: options.typed.map(\.shellWord).joined(separator: " "),
            look: options.page?.crawl.urls.first.map {
                "why\(TypedCommand.into(options.into)) \($0.description.shellWord)"
            },
            findings: findings
        )
        let isPrinted = options.scope != nil || reporter.print(summary)
        try base.database.close()
        // As with every command: a result that cannot be read is no success.
        guard jobs.open == 0, isPrinted else { return 2 }
        if jobs.deadCount > 0 || summary.hasBrokenLists { return 1 }
        return findings.held.isEmpty && (findings.nothing.isEmpty || options.allowsEmpty) ? 0 : 3
    }

    /// Indexes the items that wait for it, so that lists and search have all that the catalog has.
    ///
    /// After a change of this program's tables these are all items; a killed run leaves up to a few hundred.
    func indexItems(in database: CatalogDatabase) async throws {
        var indexed = 0
        while try await !database.write({ try ItemIndexer($0).indexPending(limit: Self.indexedAtOnce) }) {
            indexed += Self.indexedAtOnce
            if indexed % 20_000 == 0 { options.logger.notice("Indexed \(indexed.grouped) items for lists and search.") }
        }
        let now = UnixTime.nowMs
        try await database.write { db in
            let indexer = ItemIndexer(db)
            try indexer.compact()
            try indexer.forgetOldChanges(now: now)
        }
    }

    private static let indexedAtOnce = 1_000

    func finishSyncs(_ plan: SyncPlan, in database: CatalogDatabase) async throws {
        try await database.write { db in
            let catalog = CatalogWriter(db)
            let ledger = LedgerStore(db)
            // Rules of hosts that only pictures are on lead to no list.
            let pictures = try ledger.jobs(in: .dead, byLaneOf: Array(plan.sources.entries.keys))
                .filter { $0.kind == .discover && plan.sources.isThirdPartyPicture($0) }
            let all = try ledger.counts().map { count in
                var count = count
                guard count.state == .dead else { return count }
                let others = pictures.filter { $0.source == count.source && $0.kind == count.kind }
                count.count -= others.reduce(0) { $0 + $1.count }
                return count
            }.filter { $0.count > 0 }
            for (id, entry) in plan.sources.entries {
                let traffic = try ledger.traffic(of: id)
                let parts = try ledger.trafficByKind(of: id, named: entry.definition.name)
                let counts = Dictionary(
                    all.filter { $0.source == id }.map { ("\($0.kind.name) \($0.state.name)", $0.count) }
                        + [("requests", traffic.requests), ("bytes", traffic.bytes)] + RequestPart.counts(of: parts),
                    uniquingKeysWith: +
                )
                try catalog.forgetNotesOfJobs(before: entry.sync)
                if !entry.isOfChanges, plan.sources.kinds == nil, plan.sources.scope == nil {
                    try ledger.forgetUnusedAnswers(of: id)
                }
                let lists = all.filter { $0.source == id && [.discover, .search].contains($0.kind) }
                let finding = entry.definition.findingJobs
                let isAsked = finding.allSatisfy(plan.sources.wants)
                let areAnswered = lists.contains { finding.contains($0.kind) } && lists.allSatisfy { $0.state == .done }
                let reader = CatalogReader(db)
                let now = UnixTime.nowMs
                let named = try ledger.endedJobs(of: id, .discover, since: 0, limit: .max).specs
                    .count { (try? JobSpec(serializedBytes: $0))?.isNamedSitemap == true }
                let listsRead = try ListConclusion(
                    entry: entry,
                    isAsked: isAsked,
                    areAnswered: areAnswered,
                    wholeListsAt: ledger.wholeListsAt(of: id),
                    acceptsChanges: options.acceptsChanges,
                    namedLists: named,
                    now: now
                ).write(catalog, reader)
                try catalog.finishSync(
                    entry.sync,
                    state: .finished,
                    finishedAt: now,
                    listsRead: listsRead,
                    counts: counts.merging([
                        SyncSummary.listed: reader.listings(of: entry.sync), SyncSummary.named: named,
                    ]) { $1 }.merging(entry.definition.listCounts) { $1 }
                )
            }
            // A sync that is finished has all its changes.
            try ItemIndexer(db).indexPending(limit: .max)
        }
    }

    /// Explains what stopped the run and how to go on.
    func explained(_ error: any Error, larder: String) -> any Error {
        let code = (error as? CatalogError)?.code
        if let limit = ProcessLimits.fileBytes, code == .io {
            return CoordinatorError(
                .diskFull,
                "A file of \(larder) has reached the limit of \(limit / 1024) KiB on the size of files, or its disk "
                    + "fails. What was committed is safe. Type: ulimit -f unlimited, and the same command to go on. "
                    + "(\(error))"
            )
        }
        guard code == .diskFull || (error as? CoordinatorError)?.code == .diskFull else { return error }
        return CoordinatorError(
            .diskFull,
            "The disk of \(larder) is full. What was committed is safe; free some room and type the same command to "
                + "go on. (\(error))"
        )
    }

    /// Why the robots.txt of hosts with waiting jobs is not available.
    func reasonsOfWaits(_ plan: SyncPlan, _ base: Base) async throws -> [String] {
        let ids = Array(plan.sources.entries.keys)
        return try await base.database.read { db in
            try LedgerStore(db).delayed(of: ids, at: UnixTime.nowMs, limit: 100)
                .filter { $0.code == FailureCode.robotsUnreachable.rawValue }.prefix(3).compactMap(\.message)
        }
    }
}

extension Summary.Content {
    fileprivate init(of sources: [SourceID], _ catalog: CatalogReader, _ ledger: LedgerStore) throws {
        let counts = try sources.map { try catalog.counts(source: $0) }
        func sum(_ count: KeyPath<CatalogCounts, Int>) -> Int { counts.reduce(0) { $0 + $1[keyPath: count] } }
        self.init(
            recipes: sum(\.recipes),
            articles: sum(\.articles),
            pictures: sum(\.images),
            rejectedPictures: sum(\.rejectedImages),
            partial: try PartialItems(of: sources, count: sum(\.partial), catalog, ledger),
            leftOut: try LeftOutAddresses(of: sources, catalog, ledger),
            attachments: sum(\.attachments),
            gone: sum(\.gone)
        )
        for source in sources {
            let pages = try catalog.pagesThatAreBoth(source: source)
            both += pages.all
            goneBoth += pages.gone
        }
    }
}
