internal import LarderCache
internal import LarderCatalog
internal import LarderLedger
internal import LarderMerging
internal import LarderModel
internal import LarderSourceDefinitions
internal import LarderSourceReaders

extension SyncRun {
    /// What a sync over a source is asked for; an unfinished one goes on only under the same.
    private func syncRequest(for definition: SourceDefinition) -> String {
        var request = definition.yaml + "\nonly: \(options.only?.name ?? "all")\nrefresh: \(options.refresh)\n"
        if SourceRegistry.sampleNames.contains(definition.name), !SourceRegistry.builtIn(options.sources).isEmpty {
            request += "sample: \(options.sampleRecipes) recipes, \(options.sampleArticles) articles\n"
        }
        return request
    }

    /// One transaction: the epoch, the sources, and for each source a new sync with its first jobs, or the unfinished one.
    func begin(_ base: Base) async throws -> SyncPlan {
        let (kinds, refresh) = (base.kinds, options.refresh)
        return try await base.database.write { db in
            let ledger = LedgerStore(db)
            let catalog = CatalogWriter(db)
            var plan = SyncPlan(
                epoch: try ledger.beginEpoch(),
                sources: SyncedSources(kinds: kinds, refresh: refresh),
                work: [],
                resumed: [:]
            )
            for definition in base.definitions {
                let id = try catalog.upsertSource(Source(name: definition.name, kind: definition.kind.rawValue))
                let open = try ledger.openJobs(of: id)
                let latest = try CatalogReader(db).latestSync(source: id)
                let request = syncRequest(for: definition)
                let isSameRequest = try ledger.syncRequest(of: id) == request
                if open > 0, !isSameRequest { plan.restarted.append(definition.name) }
                if open > 0, isSameRequest, let latest {
                    plan.resumed[definition.name] = open
                    plan.sources.entries[id] = .init(definition: definition, sync: latest.sync)
                } else {
                    try ledger.forgetAll(of: id)
                    try ledger.setSyncRequest(request, of: id)
                    let sync = try catalog.beginSync(source: id, startedAt: UnixTime.nowMs)
                    plan.sources.entries[id] = .init(definition: definition, sync: sync)
                    let first = SourceReaders.reader(for: definition, apiKey: nil).firstJobs()
                    _ = try EffectMerger(db, sources: plan.sources).enqueue(first, source: id, sync: sync)
                }
            }
            for count in try ledger.counts() where plan.sources.entries[count.source] != nil {
                plan.jobs[count.source, default: 0] += count.count
                if count.state == .ready { plan.open[count.kind, default: 0] += count.count }
            }
            plan.work = try ledger.openWork(of: Array(plan.sources.entries.keys)) { [sources = plan.sources] in
                sources.limits(of: $0, $1)
            }
            return plan
        }
    }
}
