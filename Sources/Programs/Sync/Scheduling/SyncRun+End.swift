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
        let (open, dead, first) = try await base.database.read { db in
            let ledger = LedgerStore(db)
            let dead = try ledger.counts().filter { $0.state == .dead && ids.contains($0.source) }
            return (
                try ledger.openJobs(of: ids), dead.reduce(0) { $0 + $1.count }, try ledger.dead(of: ids, limit: 5)
            )
        }
        if open == 0 {
            try base.checkCacheIsInPlace()
            try await finishSyncs(plan, in: base.database)
            // Nobody waits for a result any more; what stays costs room, nothing else.
            try? base.larder.cache.sweepEffects()
        }
        let findings = try await open == 0 ? self.findings(plan, base) : Findings()
        // Only now it is known which items are gone, and which notes are not those of a sync before.
        let (held, both, partial, noted) = try await base.database.read { db in
            let catalog = CatalogReader(db)
            let held = try ids.map { try catalog.counts(source: $0) }
            let count = held.reduce(0) { $0 + $1.partial }
            return (
                held, try ids.map { try catalog.pagesThatAreBoth(source: $0) },
                try PartialItems(of: ids, count: count, catalog, LedgerStore(db)),
                try open == 0 ? catalog.sentences(sources: ids, limit: Tally.maxNotes) : []
            )
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
                    recipes: held.reduce(0) { $0 + $1.recipes },
                    articles: held.reduce(0) { $0 + $1.articles },
                    pictures: held.reduce(0) { $0 + $1.images },
                    rejectedPictures: held.reduce(0) { $0 + $1.rejectedImages },
                    partial: partial,
                    gone: held.reduce(0) { $0 + $1.gone },
                    both: both.reduce(0) { $0 + $1.all },
                    goneBoth: both.reduce(0) { $0 + $1.gone },
                    open: open,
                    nextTry: outcome.nextTry,
                    held: outcome.held,
                    deadJobs: dead,
                    dead: first,
                    troubled: outcome.troubled,
                    again: options.typed.map(\.shellWord).joined(separator: " "),
                    nothingFound: findings.nothing,
                    notAsked: findings.notAsked,
                    plans: findings.plans
                )
            )
        try base.database.close()
        // The larder is the result; a program that reads the summary has none without it.
        guard open == 0, isTold || options.progress != .json else { return 2 }
        return dead > 0 ? 1 : 0
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
                        ($0.kind == .search || entry.definition.kind.discoversItems) && $0.state == .done
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
                "A file of \(larder) has reached the limit of \(limit / 1024) KiB on the size of files, or its disk fails. What was committed is safe. Type: ulimit -f unlimited, and the same command to go on. (\(error))"
            )
        }
        let isFull = (error as? CatalogError)?.code == .diskFull || (error as? CoordinatorError)?.code == .diskFull
        guard isFull else { return error }
        return CoordinatorError(
            .diskFull,
            "The disk of \(larder) is full. What was committed is safe; free some room and type the same command to go on. (\(error))"
        )
    }
}
