internal import LarderCache
internal import LarderCatalog
internal import LarderCatalogWriting
internal import LarderLedger
internal import LarderModel
internal import LarderSourceAdapters
internal import LarderSourceDefinitions

extension SyncRun {
    /// Records how the syncs ended and prints the summary; returns the exit code.
    func conclude(
        _ outcome: Outcome,
        _ plan: SyncPlan,
        _ base: Base,
        _ reporter: ProgressReporter,
        elapsed: Duration
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
        if jobs.open == 0 {
            try base.checkCacheIsInPlace()
            try await finishSyncs(plan, in: base.database)
            // No one awaits results now; leftovers only take room.
            try? base.larder.cache.sweepEffects()
        }
        let findings = try await jobs.open == 0 ? self.findings(plan, base) : Findings()
        // Only now gone items and outdated notes are known.
        let (content, noted) = try await base.database.read { db in
            let unread = NoteCode.ofUnreadPages
            let notes =
                try jobs.open == 0
                ? CatalogReader(db).sentences(sources: ids, except: unread, limit: Tally.maxNotes) : []
            return (try Summary.Content(of: ids, CatalogReader(db), LedgerStore(db)), notes)
        }
        var outcome = outcome
        outcome.tally.add(standing: noted)
        for sentence in plan.told { outcome.tally.count(note: sentence) }
        let summary = Summary(
            outcome: outcome,
            elapsed: elapsed,
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
        // A program that reads the summary has no result without it.
        guard jobs.open == 0, isPrinted || options.progress != .json else { return 2 }
        return jobs.deadCount > 0 || summary.hasBrokenLists ? 1 : 0
    }

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
                let lists = all.filter { $0.source == id && [.discover, .search].contains($0.kind) }
                let namesItems = lists.contains { $0.kind == .search || entry.definition.kind.isWebsite }
                let areAnswered = namesItems && lists.allSatisfy { $0.state == .done }
                let reader = CatalogReader(db)
                let namesChanges = try reader.hasNotes([NoteCode.changesOnly.rawValue], of: entry.sync)
                let wholeListsAt = try ledger.wholeListsAt(of: id)
                let areRead = try areAnswered && !namesChanges && !reader.hasNotes(NoteCode.ofCutLists, of: entry.sync)
                try catalog.concludeListings(
                    of: entry.sync,
                    areRead: areRead,
                    areWhole: entry.definition.listsEverything,
                    wholeListsAt: areAnswered && namesChanges && wholeListsAt > 0 ? wholeListsAt : nil,
                    at: UnixTime.nowMs
                )
                if entry.definition.kind == .pages {
                    try catalog.concludePages(
                        of: entry.sync,
                        missing: NoteCode.pageMissing.rawValue,
                        at: UnixTime.nowMs
                    )
                }
                try catalog.finishSync(entry.sync, state: .finished, finishedAt: UnixTime.nowMs, counts: counts)
            }
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

    struct Findings: Sendable {
        var nothing: [String] = []
        var plans: [String] = []
        /// A sentence for each feed that was not due.
        var notAsked: [String] = []
        /// Names of sources with a list that breaks off.
        var broken: [String] = []
    }

    func findings(_ plan: SyncPlan, _ base: Base) async throws -> Findings {
        try await base.database.read { db in
            let (catalog, ledger) = (CatalogReader(db), LedgerStore(db))
            var findings = Findings()
            for (id, entry) in plan.sources.entries.sorted(by: { $0.key < $1.key }) {
                findings.notAsked += try Self.notAsked(of: entry.definition, base.larder.cache, ledger)
                guard let sync = try catalog.latestSync(source: id) else { continue }
                let name = entry.definition.name
                if try catalog.hasNotes([NoteCode.listBroken.rawValue], of: sync.sync) { findings.broken.append(name) }
                if let plan = PlanRecord.remove(of: name, in: base.larder.path) {
                    let duration = max(0, (sync.finishedAt ?? sync.startedAt) - sync.startedAt)
                    findings.plans.append(plan.compared(name, try ledger.traffic(of: id), ms: duration))
                }
                guard plan.sources.wants(.search) else { continue }
                let asksForItems = plan.sources.wants(.detail)
                let pictures = try ledger.jobs(in: .dead, byLaneOf: [id]).filter(plan.sources.isThirdPartyPicture)
                let sentence = try Self.nothing(
                    of: entry.definition,
                    sync,
                    asksForItems: asksForItems,
                    except: pictures,
                    catalog,
                    ledger
                )
                if let sentence { findings.nothing.append(sentence) }
            }
            return findings
        }
    }

    /// Why a source brought no item; nil: it did, or none was expected.
    ///
    /// - Parameter pictures: Jobs whose failures are no reason.
    private static func nothing(
        of definition: SourceDefinition,
        _ sync: SyncSummary,
        asksForItems: Bool,
        except pictures: [LedgerStore.LaneJobs],
        _ catalog: CatalogReader,
        _ ledger: LedgerStore
    ) throws -> String? {
        let source = sync.sourceID
        let empty = EmptySource(definition: definition)
        let named = try catalog.listings(of: sync)
        let asked = try ledger.count(of: .detail, source: source)
        let held = try catalog.counts(source: source)
        let isKept = held.recipes + held.articles > 0
        guard named == 0, asked == 0 else {
            guard !isKept, asksForItems else { return nil }
            return empty.sentence(named: named, failed: try ledger.dead(of: [source], [.detail], limit: 1).first)
        }
        let failed = try ledger.dead(of: [source], [.discover, .search], except: pictures, limit: 1).first
        // Lists of changes only are usually empty.
        let namesChanges = try catalog.hasNotes([NoteCode.changesOnly.rawValue], of: sync.sync)
        guard !isKept || failed != nil || definition.listsEverything && !namesChanges else { return nil }
        return try empty.sentence(failed: failed, areEmpty: empty.hasEmptyLists(sync.sync, catalog))
            + (isKept ? " What earlier syncs brought stays." : "")
    }

    /// Why the robots.txt of hosts with waiting jobs is not available.
    func reasonsOfWaits(_ plan: SyncPlan, _ base: Base) async throws -> [String] {
        let ids = Array(plan.sources.entries.keys)
        return try await base.database.read { db in
            try LedgerStore(db).delayed(of: ids, at: UnixTime.nowMs, limit: 100)
                .filter { $0.code == FailureCode.robotsUnreachable.rawValue }.prefix(3).compactMap(\.message)
        }
    }

    /// Until when feeds with `every` are not requested.
    private static func notAsked(
        of definition: SourceDefinition,
        _ cache: DiskCache,
        _ ledger: LedgerStore
    ) throws -> [String] {
        guard let every = definition.feed.every else { return [] }
        return try SourceReaders.reader(for: definition, apiKey: nil).firstJobs().compactMap { job in
            guard case .discover(let work) = job.spec.work,
                try ledger.report(job.spec.urn)?.trace?.answer == .fresh,
                let known = try? cache.record(for: "GET " + work.url)
            else { return nil }
            let now = UnixTime.nowMs
            // The record comes from a worker, so its times are bounded.
            let due = max(0, min(known.fetchedAt, now)) + DurationText.milliseconds(every)
            let until = max(due, min(known.freshUntil, now + 366 * 86_400_000))
            let wait = Duration.milliseconds(max(0, until - now)).spoken
            return "\(work.url) for another \(wait) (`every: \(DurationText.text(every))`)"
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
            gone: sum(\.gone)
        )
        for source in sources {
            let pages = try catalog.pagesThatAreBoth(source: source)
            both += pages.all
            goneBoth += pages.gone
        }
    }
}
