internal import GRDB
internal import LarderCache
internal import LarderCatalog
internal import LarderLedger
internal import LarderModel
internal import LarderSourceAdapters
internal import LarderSourceDefinitions

/// Findings on the sources of a finished sync.
extension SyncRun {
    struct Findings: Sendable {
        /// A sentence for each source without items.
        var nothing: [String] = []
        /// Compares each plan with its sync.
        var plans: [String] = []
        /// A sentence for each feed that was not due.
        var notAsked: [String] = []
    }

    func findings(_ plan: SyncPlan, _ base: Base) async throws -> Findings {
        try await base.database.read { db in
            let (catalog, ledger) = (CatalogReader(db), LedgerStore(db))
            var findings = Findings()
            for (id, entry) in plan.sources.entries.sorted(by: { $0.key < $1.key }) {
                findings.notAsked += try Self.notAsked(of: entry.definition, base.larder.cache, ledger)
                guard let sync = try catalog.latestSync(source: id) else { continue }
                let name = entry.definition.name
                if let plan = PlanRecord.remove(of: name, in: base.larder.path) {
                    let duration = max(0, (sync.finishedAt ?? sync.startedAt) - sync.startedAt)
                    findings.plans.append(plan.compared(name, try ledger.traffic(of: id), ms: duration))
                }
                guard plan.sources.wants(.search) else { continue }
                let asksForItems = plan.sources.wants(.detail)
                let sentence = try Self.nothing(of: entry.definition, sync, asksForItems: asksForItems, catalog, ledger)
                if let sentence { findings.nothing.append(sentence) }
            }
            return findings
        }
    }

    /// Why a source brought no item; nil: it did, or none was expected.
    private static func nothing(
        of definition: SourceDefinition,
        _ sync: SyncSummary,
        asksForItems: Bool,
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
        let failed = try ledger.dead(of: [source], [.discover, .search], limit: 1).first
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
