internal import LarderCache
internal import LarderCatalog
internal import LarderLedger
internal import LarderModel
internal import LarderSourceAdapters
internal import LarderSourceDefinitions

/// What a sync that ended says of its sources.
extension SyncRun {
    struct Findings: Sendable {
        var nothing: [String] = []
        var plans: [String] = []
        /// A sentence for each feed that was not due.
        var notAsked: [String] = []
        /// Names of sources with a list that breaks off.
        var broken: [String] = []
        /// A sentence for each source whose items or texts stay: most are missing at once, or its lists are others.
        var held: [String] = []
        /// What the lists' end told.
        var told: [String] = []
        /// Places in lists that this sync found.
        var listed = 0
        /// The same of the syncs before.
        var listedBefore = 0

        /// Whether a source brought nothing, or so little that the stored items stay as they are.
        var isLess: Bool { !nothing.isEmpty || !held.isEmpty }
    }

    func findings(_ plan: SyncPlan, _ base: Base, _ tally: Tally) async throws -> Findings {
        try await base.database.read { db in
            let (catalog, ledger) = (CatalogReader(db), LedgerStore(db))
            var findings = Findings()
            for (id, entry) in plan.sources.entries.sorted(by: { $0.key < $1.key }) {
                findings.notAsked += try Self.notAsked(of: entry.definition, base.larder.cache, ledger)
                guard let sync = try catalog.latestSync(source: id) else { continue }
                let name = entry.definition.name
                if try catalog.hasNotes([NoteCode.listBroken.rawValue], of: sync.sync) { findings.broken.append(name) }
                findings.held += try catalog.messages(
                    [NoteCode.mostMissing, .listsReplaced, .changesKept].map(\.rawValue),
                    of: sync.sync
                )
                findings.told += try catalog.messages(
                    [NoteCode.notIncluded, .pagesNotAsked].map(\.rawValue),
                    of: sync.sync
                )
                findings.listed += sync.counts[SyncSummary.listed] ?? 0
                let before = try catalog.syncs(before: sync, limit: 1).first?.counts[SyncSummary.listed] ?? 0
                findings.listedBefore += before
                if let plan = PlanRecord.remove(of: name, in: base.larder.path) {
                    let duration = max(0, (sync.finishedAt ?? sync.startedAt) - sync.startedAt)
                    findings.plans.append(plan.compared(name, try ledger.traffic(of: id), ms: duration))
                }
                guard plan.sources.wants(.search), !isEmptySample(entry.definition) else { continue }
                let asksForItems = plan.sources.wants(.detail)
                if let page = options.page?.crawl.urls.first {
                    // What an earlier `get` fetched is no answer to this one, unless that was interrupted.
                    guard tally.items.isEmpty, plan.resumed[name] == nil else { continue }
                    let failed = try ledger.dead(of: [id], limit: 1).first
                    findings.nothing.append(EmptySource.sentence(page: page, failed: failed))
                    continue
                }
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

    /// Whether a source of the built-in sample was asked for no item.
    private func isEmptySample(_ definition: SourceDefinition) -> Bool {
        SourceRegistry.isSample(definition)
            && (definition.kind.isNews ? options.sampleArticles : options.sampleRecipes) == 0
    }

    /// Why a source brought no item; nil: it did, or none was expected.
    ///
    /// - Parameters:
    ///   - pictures: Jobs whose failures are no reason.
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
        let named = try catalog.listings(of: sync.sync)
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
        guard !isKept || failed != nil || !namesChanges else { return nil }
        return try empty.sentence(failed: failed, areEmpty: empty.hasEmptyLists(sync.sync, catalog))
            + (isKept ? " What earlier syncs brought stays." : "")
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
