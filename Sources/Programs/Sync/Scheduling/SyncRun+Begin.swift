internal import GRDB
internal import LarderCache
internal import LarderCatalog
internal import LarderCatalogWriting
internal import LarderLedger
internal import LarderModel
internal import LarderSourceAdapters
internal import LarderSourceDefinitions
internal import Logging

extension SyncRun {
    /// Full re-read of lists at least every 7 days, to catch late or lost items.
    package static let wholeListsMs: Int64 = 7 * 86_400_000

    /// The first jobs of a sync that requests only changed items; nil: not possible.
    private func resuming(
        _ first: [FoundJob],
        of definition: SourceDefinition,
        after latest: SyncSummary,
        in sync: CatalogSync,
        _ reader: CatalogReader,
        _ catalog: CatalogWriter
    ) throws -> [FoundJob]? {
        guard var newest = NewestItem(definition, latestMs: latest.startedAt), definition.limit == nil,
            latest.isWhole,
            // Items that were not merged have older dates here than there.
            try !reader.hasNotes(NoteCode.ofCutLists + [NoteCode.changesKept.rawValue], of: latest.sync)
        else { return nil }
        try reader.eachExtra(source: latest.sourceID) { newest.note(extra: $0) }
        if newest.lateItems > 0 {
            options.logger.warning(
                """
                \(newest.lateItems.counted("item")) of \(definition.name) \(newest.lateItems == 1 ? "is" : "are") \
                dated later than the sync that brought them. Their times do not count for `since`.
                """
            )
        }
        guard let start = newest.start else { return nil }
        if !newest.isWordPress {
            try catalog.merge(note: EffectMerger.note(ofChangesSince: start, definition), sync: sync)
        }
        return newest.resuming(first)
    }

    /// One transaction: the sources, and each source's new or unfinished sync with its jobs.
    ///
    /// - Parameter lost: Blobs missing in the cache; jobs replace them.
    func begin(_ base: Base, lost: [Digest], epoch: UInt64) async throws -> SyncPlan {
        let (kinds, refresh, scope) = (base.kinds, options.refresh, options.scope)
        return try await base.database.write { db in
            let ledger = LedgerStore(db)
            let catalog = CatalogWriter(db)
            var plan = SyncPlan(epoch: epoch)
            (plan.sources.kinds, plan.sources.scope, plan.sources.refresh) = (kinds, scope, refresh)
            plan.sources.acceptsChanges = options.acceptsChanges
            try catalog.noteLost(lost)
            for definition in base.definitions {
                try SourceRegistry.checkIdentity(
                    of: definition,
                    in: CatalogReader(db),
                    options.into,
                    toKeepBoth: wayToKeepBoth
                )
            }
            plan.goesOn = try base.definitions.contains { try openJobs(of: $0, db) > 0 }
            for definition in base.definitions {
                let (id, sync) = try begin(definition, lost: lost, &plan, db)
                let ended = try ledger.endedPatterns(of: id)
                plan.endedPatterns[id] = Set(ended.keys)
                for sentence in ended.values {
                    let note = EffectMerger.note(ofEnd: sentence, definition)
                    try catalog.merge(note: note, sync: sync)
                    plan.told.append(note.message)
                }
                let cache = plan.resumed[definition.name].map { _ in base.larder.cache }
                guard cache != nil || !lost.isEmpty else { continue }
                try EffectMerger(db, sources: plan.sources)
                    .restore(definition, source: id, sync: sync, resumedWith: cache)
            }
            try Self.expectRules(for: plan, in: db)
            for count in try ledger.counts() where plan.sources.entries[count.source] != nil {
                plan.jobs[count.source, default: [:]][count.kind, default: 0] += count.count
                if count.state == .ready { plan.open[count.kind, default: 0] += count.count }
            }
            plan.work = try Self.openWork(of: plan, in: db)
            if plan.hasMeasuredDelay { plan.lastAnswers = try ledger.lastAnswers() }
            plan.setPauses(at: UnixTime.nowMs)
            return plan
        }
    }

    /// What is asked of a source.
    private func request(_ definition: SourceDefinition) -> String {
        let sample = "\(options.sampleRecipes) recipes, \(options.sampleArticles) articles"
        return SyncRequestText(
            definition: definition.yaml,
            only: options.only?.name,
            refresh: options.refresh,
            sample: SourceRegistry.isSample(definition) ? sample : nil,
            isPage: options.page != nil
        ).text
    }

    /// Jobs that an interrupted sync with the same request has left.
    private func openJobs(of definition: SourceDefinition, _ db: Database) throws -> Int {
        let ledger = LedgerStore(db)
        guard let id = try CatalogReader(db).source(named: definition.name)?.id,
            try ledger.syncRequest(of: id) == request(definition)
        else { return 0 }
        return try ledger.openJobs(of: id)
    }

    /// Continues a source's unfinished sync if its request is the same, or begins a new one.
    ///
    /// A run finishes the syncs of all its sources at its end. A killed run may leave one source without jobs and
    /// another with some. Then both syncs are continued, and the first source gets no requests again.
    private func begin(
        _ definition: SourceDefinition,
        lost: [Digest],
        _ plan: inout SyncPlan,
        _ db: Database
    ) throws -> (SourceID, CatalogSync) {
        let (ledger, catalog, reader) = (LedgerStore(db), CatalogWriter(db), CatalogReader(db))
        let secrets = try definition.quotaSecrets(from: options.environment)
        let id = try catalog.upsertSource(Source(name: definition.name, kind: definition.kind.rawValue))
        try catalog.bind(source: id, toBase: definition.base.description)
        // A worker that asks with a known answer does not look for its body in the cache.
        if !lost.isEmpty { try ledger.forgetAnswers(of: id) }
        let open = try ledger.openJobs(of: id)
        let latest = try reader.latestSync(source: id)
        let hasEnded = try reader.hasEndedSync(source: id)
        let request = request(definition)
        let isSameRequest = try ledger.syncRequest(of: id) == request
        let goesOn = isSameRequest && (open > 0 || plan.goesOn && latest.map { $0.finishedAt == nil } ?? false)
        if let latest { plan.record(latest, isResumed: goesOn) }
        defer {
            plan.sources.entries[id]?.isFirst = !hasEnded
            plan.sources.entries[id]?.isAfterInterruption = latest.map { $0.finishedAt == nil } ?? false
        }
        if open > 0, !isSameRequest { plan.restarted.append(definition.name) }
        if goesOn, let latest {
            plan.resumed[definition.name] = open
            plan.sources.add(definition, latest.sync, id, secrets)
            plan.sources.entries[id]?.isOfChanges = try ledger.wholeListsAt(of: id) != latest.startedAt
            plan.sources.entries[id]?.hasHeldChanges = try reader.hasNotes(NoteCode.ofHeldChanges, of: latest.sync)
            try Self.judgeDates(of: definition, id, latest.sync, &plan, reader, catalog)
            return (id, latest.sync)
        }
        if !isSameRequest || options.refresh { try ledger.forgetEndedPatterns(of: id) }
        let now = UnixTime.nowMs
        let wholeListsAge = now - (try ledger.wholeListsAt(of: id))
        try options.refresh ? ledger.forgetRules() : ledger.forgetUnreachableRules(ofJobsOf: id)
        let pictures = try Self.failedPictures(of: id, ledger)
        var first = try SourceReaders.reader(for: definition, apiKey: nil).firstJobs {
            // A job that asked for changes alone has the time behind its key.
            try ledger.jobs(of: $0.kind, under: $0.key, limit: 1).first.map { try ledger.report($0)?.state == .done }
                ?? false
        }
        try ledger.forgetAll(of: id)
        try ledger.setSyncRequest(request, of: id)
        let sync = try catalog.beginSync(source: id, startedAt: now, counts: definition.listCounts)
        plan.sources.add(definition, sync, id, secrets)
        if isSameRequest, !options.refresh, lost.isEmpty, (0..<Self.wholeListsMs).contains(wholeListsAge),
            let latest, let changes = try resuming(first, of: definition, after: latest, in: sync, reader, catalog)
        {
            first = changes + pictures
            plan.sources.entries[id]?.isOfChanges = true
        } else {
            try ledger.setWholeLists(of: id, at: now)
        }
        try Self.judgeDates(of: definition, id, sync, &plan, reader, catalog)
        if let every = definition.feed.every {
            let moment = now - DurationText.milliseconds(every)
            first = first.map { $0.polled(since: moment) }
        }
        _ = try EffectMerger(db, sources: plan.sources).enqueue(first, source: id, sync: sync)
        return (id, sync)
    }

    private static let minJudgedDates = 5

    /// Finds sources whose lists give the date of publication as the date of change.
    ///
    /// Such a date stays the same when the page changes.
    private static func judgeDates(
        of definition: SourceDefinition,
        _ id: SourceID,
        _ sync: CatalogSync,
        _ plan: inout SyncPlan,
        _ reader: CatalogReader,
        _ catalog: CatalogWriter
    ) throws {
        let isFeed = definition.kind == .feed
        guard isFeed || definition.kind == .sitemap && definition.sitemaps.trust == .auto, definition.feed.every == nil
        else { return }
        let (known, same) = try reader.publicationDates(of: id, isFeed: isFeed)
        guard known >= minJudgedDates, same == known else { return }
        plan.sources.entries[id]?.hasOnlyPublicationDates = true
        let note = EffectMerger.note(ofPublicationDates: known, definition)
        try catalog.merge(note: note, sync: sync)
        plan.told.append(note.message)
    }

    private static func openWork(of plan: SyncPlan, in db: Database) throws -> [AddedJobs] {
        let merger = EffectMerger(db, sources: plan.sources)
        return try LedgerStore(db).openWork(of: Array(plan.sources.entries.keys)) { source, id, name, jobClass in
            (
                try merger.lane(id, name, jobClass, of: source),
                jobClass == .fetch ? plan.sources.budget(of: source, lane: name) : nil
            )
        }
    }

    /// Requests robots.txt of hosts whose rules have expired since their jobs were found.
    private static func expectRules(for plan: SyncPlan, in db: Database) throws {
        let merger = EffectMerger(db, sources: plan.sources)
        for work in try openWork(of: plan, in: db) where work.lane.isClosed {
            guard let host = try LedgerStore(db).host(work.lane.name) else { continue }
            _ = try merger.expectRules(of: host.origin, lane: work.lane.name, source: work.source)
        }
    }
}

extension SyncedSources {
    /// Adds a source; sources with the same host and key share a request counter.
    fileprivate mutating func add(
        _ definition: SourceDefinition,
        _ sync: CatalogSync,
        _ id: SourceID,
        _ secrets: [String]
    ) {
        entries[id] = Entry(definition: definition, sync: sync)
        guard let quota = definition.identity.quota else { return }
        let use = QuotaUse(definition, quota, secrets: secrets)
        if let place = quotas.firstIndex(where: { $0.name == use.name }) {
            quotas[place].tighten(to: use)
            entries[id]?.quota = place
        } else {
            entries[id]?.quota = quotas.count
            quotas.append(use)
        }
    }
}
