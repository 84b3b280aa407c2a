internal import Foundation
internal import LarderCache
internal import LarderCatalog
internal import LarderCatalogWriting
internal import LarderLedger
internal import LarderModel
internal import LarderSourceAdapters
internal import LarderSourceDefinitions

extension SyncRun {
    /// Writes down how the syncs ended and tells the user.
    ///
    /// - Returns: The process's exit code.
    func conclude(
        _ outcome: Outcome,
        _ plan: SyncPlan,
        _ base: Base,
        _ reporter: ProgressReporter,
        elapsed: Duration
    ) async throws -> Int32 {
        let ids = Array(plan.sources.entries.keys)
        let jobs = try await remainder(of: ids, outcome, base)
        if jobs.open == 0 {
            try base.checkCacheIsInPlace()
            try await finishSyncs(plan, in: base.database)
            // Nobody waits for a result any more; what stays costs room, nothing else.
            try? base.larder.cache.sweepEffects()
        }
        let findings = try await jobs.open == 0 ? self.findings(plan, base) : Findings()
        // Only now it is known which items are gone, and which notes are not those of a sync before.
        let (content, noted) = try await base.database.read { db in
            let notes = try jobs.open == 0 ? CatalogReader(db).sentences(sources: ids, limit: Tally.maxNotes) : []
            return (try Summary.Content(of: ids, CatalogReader(db), LedgerStore(db)), notes)
        }
        var tally = outcome.tally
        tally.add(standing: noted)
        let isTold =
            options.scope != nil
            || reporter.summarize(
                Summary(
                    tally: tally,
                    elapsed: elapsed,
                    firstItem: outcome.firstCommit,
                    larder: base.larder.path,
                    intoOption: TypedCommand.into(options.into),
                    content: content,
                    jobs: jobs,
                    troubled: outcome.troubled,
                    again: options.typed.map(\.shellWord).joined(separator: " "),
                    findings: findings
                )
            )
        try base.database.close()
        // The larder is the result; a program that reads the summary has none without it.
        guard jobs.open == 0, isTold || options.progress != .json else { return 2 }
        return jobs.deadCount > 0 ? 1 : 0
    }

    private func remainder(of ids: [SourceID], _ outcome: Outcome, _ base: Base) async throws -> Summary.Remainder {
        try await base.database.read { db in
            let ledger = LedgerStore(db)
            let dead = try ledger.counts().filter { $0.state == .dead && ids.contains($0.source) }
            return Summary.Remainder(
                open: try ledger.openJobs(of: ids),
                nextTry: outcome.nextTry,
                held: outcome.held,
                deadCount: dead.reduce(0) { $0 + $1.count },
                dead: try ledger.dead(of: ids, limit: 5)
            )
        }
    }

    func finishSyncs(_ plan: SyncPlan, in database: CatalogDatabase) async throws {
        try await database.write { db in
            let catalog = CatalogWriter(db)
            let all = try LedgerStore(db).counts()
            for (id, entry) in plan.sources.entries {
                let traffic = try LedgerStore(db).traffic(of: id)
                let counts = try Dictionary(
                    all.filter { $0.source == id }.map { ("\($0.kind.name) \($0.state.name)", $0.count) }
                        + [("requests", traffic.requests), ("bytes", traffic.bytes)]
                        + RequestPart.counts(
                            of: LedgerStore(db).trafficByKind(of: id, named: entry.definition.name)
                        ),
                    uniquingKeysWith: +
                )
                try catalog.forgetNotesOfJobs(before: entry.sync)
                let lists = all.filter { $0.source == id && [.discover, .search].contains($0.kind) }
                let areAnswered =
                    lists.contains {
                        ($0.kind == .search || entry.definition.kind.isWebsite) && $0.state == .done
                    } && lists.allSatisfy { $0.state == .done }
                let reader = CatalogReader(db)
                let namesChanges = try reader.hasNotes([NoteCode.changesOnly.rawValue], of: entry.sync)
                let wholeListsAt = try LedgerStore(db).wholeListsAt(of: id)
                let areRead = try areAnswered && !namesChanges && !reader.hasNotes(NoteCode.ofCutLists, of: entry.sync)
                try catalog.concludeListings(
                    of: entry.sync,
                    areRead: areRead,
                    areWhole: entry.definition.listsEverything,
                    wholeListsAt: areAnswered && namesChanges && wholeListsAt > 0 ? wholeListsAt : nil,
                    at: UnixTime.nowMs
                )
                try catalog.finishSync(
                    entry.sync,
                    state: .finished,
                    finishedAt: UnixTime.nowMs,
                    counts: counts
                )
            }
        }
    }

    /// Turns what stopped the run into a sentence that says how to go on.
    func explained(_ error: any Error, larder: String) -> any Error {
        if let limit = FileSizeLimit.bytes, (error as? CatalogError)?.code == .io {
            return CoordinatorError(
                .diskFull,
                "A file of \(larder) has reached the limit of \(limit / 1024) KiB on the size of files, or its disk "
                    + "fails. What was committed is safe. Type: ulimit -f unlimited, and the same command to go on. "
                    + "(\(error))"
            )
        }
        let isFull = (error as? CatalogError)?.code == .diskFull || (error as? CoordinatorError)?.code == .diskFull
        guard isFull else { return error }
        return CoordinatorError(
            .diskFull,
            "The disk of \(larder) is full. What was committed is safe; free some room and type the same command to "
                + "go on. (\(error))"
        )
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
            gone: sum(\.gone)
        )
        for source in sources {
            let pages = try catalog.pagesThatAreBoth(source: source)
            both += pages.all
            goneBoth += pages.gone
        }
    }
}
