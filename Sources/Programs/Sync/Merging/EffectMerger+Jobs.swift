internal import LarderCache
internal import LarderCatalog
internal import LarderCatalogWriting
internal import LarderLedger
internal import LarderModel
internal import LarderProtocol
internal import LarderSourceAdapters
internal import LarderSourceDefinitions

extension EffectMerger {
    func jobs(of source: SourceID, _ kind: JobKind) -> Int { lookups.jobs[source]?[kind] ?? 0 }

    /// The lane of the job: its host's, or the shared lane of render jobs.
    func lane(of spec: JobSpec, source: SourceID) throws -> LaneInfo {
        let jobClass = spec.kind.jobClass
        let name = sources.laneName(of: spec, source: source)
        let id = try lookups.lanes[name] ?? ledger.lane(name, jobClass)
        lookups.lanes[name] = id
        return try lane(id, name, jobClass, of: source)
    }

    /// A lane as a source sees it; closed until its host's robots.txt is known.
    func lane(_ id: LaneID, _ name: String, _ jobClass: JobClass, of source: SourceID) throws -> LaneInfo {
        if let lane = lookups.laneInfos[source]?[name], lane.id == id, lane.jobClass == jobClass { return lane }
        let lane = try readLane(id, name, jobClass, of: source)
        lookups.laneInfos[source, default: [:]][name] = lane
        return lane
    }

    private func readLane(_ id: LaneID, _ name: String, _ jobClass: JobClass, of source: SourceID) throws -> LaneInfo {
        var lane = LaneInfo(
            id: id,
            name: name,
            jobClass: jobClass,
            limits: sources.limits(of: source, lane: name, jobClass)
        )
        guard jobClass == .fetch, sources.obeysRobots(source, lane: name) else { return lane }
        let host = try lookups.hosts[name] ?? ledger.host(name)
        lookups.hosts[name] = .some(host)
        lane.isClosed = (host?.knownUntil ?? 0) <= now
        if let host, sources.takesCrawlDelay(source, lane: name) {
            lane.limits.delayMs = max(lane.limits.delayMs, Milliseconds(max(0, host.delayMs)))
        }
        return lane
    }

    func forgetHosts() {
        (lookups.hosts, lookups.laneInfos, lookups.rulesJobs) = ([:], [:], [])
    }

    /// Adds the job that requests a host's robots.txt, unless there is an unfinished one.
    func expectRules(of origin: String, lane: String, source: SourceID) throws -> AddedJobs? {
        guard let name = sources.entries[source]?.definition.name else { return nil }
        let job = JobSpec(source: name, work: .discover(DiscoverWork(robotsOf: origin)))
        guard lookups.rulesJobs.insert(job.key).inserted else { return nil }
        try ledger.expectRules(of: lane, origin: origin)
        try ledger.forgetEnded(job.urn)
        return try add(job, in: self.lane(of: job, source: source), of: source)
    }

    private func add(_ job: JobSpec, in lane: LaneInfo, of source: SourceID) throws -> AddedJobs? {
        let (kind, spec) = (job.kind, job.serializedBytes())
        guard let id = try ledger.add(kind: kind, key: job.key, source: source, lane: lane.id, spec: spec) else {
            return nil
        }
        let budget = sources.budget(of: source, lane: lane.name)
        var added = AddedJobs(lane: lane, source: source, kind: kind, count: 0, maxID: 0, budget: budget)
        added.append(QueuedJob(id: id, kind: kind, source: source, lane: lane.id, spec: spec))
        return added
    }

    /// Moves a redirected job into the lane of its new host.
    ///
    /// It keeps its name and is not counted again. Its new number makes late results of the old job ineffective.
    ///
    /// - Returns: The job, and the robots.txt job that it waits for.
    func move(_ spec: JobSpec, of source: SourceID, at now: Int64) throws -> (rules: AddedJobs?, job: AddedJobs?) {
        let lane = try lane(of: spec, source: source)
        var rules: AddedJobs?
        if lane.isClosed, let address = sources.address(of: spec, source: source) {
            rules = try expectRules(of: address.origin, lane: lane.name, source: source)
        }
        try ledger.forgetEnded(spec.urn)
        guard var moved = try add(spec, in: lane, of: source) else { return (rules, nil) }
        let wait = min(spec.redirect?.waitMs ?? 0, longestWaitMs(of: source))
        if wait > 0 {
            try ledger.hold(moved.maxID, until: now + Int64(wait))
            // The table knows how long the job waits.
            moved.jobs = []
        }
        return (rules, moved)
    }

    private func longestWaitMs(of source: SourceID) -> Milliseconds {
        guard let pause = sources.entries[source]?.definition.retry.pause else { return 0 }
        return min(Milliseconds(pause), JobLedger.maxWaitMs)
    }

    /// Adds jobs that replace lost cache files: pictures, pages and answers are fetched, smaller pictures made from
    /// stored originals.
    ///
    /// A lost body is fetched whole. Everything else comes back with the answers, which a new sync reads anyway.
    ///
    /// - Parameter cache: For a resumed sync, whose render jobs need their inputs; nil: the sync is new.
    func restore(
        _ definition: SourceDefinition,
        source: SourceID,
        sync: CatalogSync,
        resumedWith cache: DiskCache?
    ) throws {
        var lost = try catalog.lostContent(of: source)
        if let cache, try forgetJobsWithoutInput(of: source, cache) { lost.isAnswerLost = true }
        if sources.wants(.imageDecode) { try catalog.forgetDecodingsOfLostVariants(of: source) }
        let name = definition.name
        var jobs: [FoundJob] = []
        for work in lost.originals where definition.images.areWanted {
            guard let address = WebAddress(work.url) else { continue }
            jobs.append(FoundJobs.image(source: name, urn: work.imageURN, address: address))
        }
        let fetched = Set(lost.originals.map(\.imageURN))
        for work in lost.variants {
            let job = FoundJob(spec: JobSpec(source: name, work: .imageDecode(work)))
            // Fetching the picture again finds its decode job again, which must not be there as done.
            if fetched.contains(work.imageURN) { try ledger.forgetDone(job.urn) } else { jobs.append(job) }
        }
        for work in lost.pages where definition.pages {
            guard let address = WebAddress(work.url) else { continue }
            jobs.append(FoundJobs.page(source: name, itemURN: work.itemURN, address: address))
        }
        for work in lost.records { jobs.append(FoundJobs.api(definition, .record(work))) }
        for job in jobs where sources.wants(job.spec.kind) { try ledger.forgetDone(job.urn) }
        if cache != nil, lost.isAnswerLost { try ledger.repeatDone([.discover, .search, .detail], of: source) }
        _ = try enqueue(jobs, source: source, sync: sync)
    }

    /// Removes render jobs whose input is lost, to be found again; returns whether texts were lost.
    private func forgetJobsWithoutInput(of source: SourceID, _ cache: DiskCache) throws -> Bool {
        var hadTexts = false
        for (job, spec) in try ledger.openRenderJobs(of: source) {
            // What cannot be checked now may be there later.
            guard let spec = try? JobSpec(serializedBytes: spec),
                spec.inputs.contains(where: { (try? cache.contains($0)) == false })
            else { continue }
            try ledger.forget(job)
            hadTexts = hadTexts || spec.kind == .text
        }
        return hadTexts
    }

    /// The found jobs; if an item's date differs from the last sync's, its page or record is requested whatever its
    /// age.
    ///
    /// A sync for changes that finds an item again with the same date does not request its stored picture, and of
    /// WordPress' list of all items it requests only those that the catalog lacks.
    ///
    /// Call before the effect's records are merged.
    func found(in effect: JobEffect, sync: CatalogSync) throws -> [FoundJob] {
        var effect = effect
        let entry = sources.entries[sync.sourceID]
        if entry?.isOfChanges == true, entry?.definition.kind == .wordpress {
            effect.found = try effect.found.filter { job in
                guard case .record(let work) = job.spec.work else { return true }
                return try !catalog.isKnown(work.itemURN)
            }
        }
        guard effect.found.contains(where: { $0.spec.freshSince != nil }) else { return effect.found }
        let dates = Dictionary(
            effect.recipes.map { ($0.urn, Self.dates(in: $0.extra)) }
                + effect.articles.map { ($0.urn, Self.dates(in: $0.extra)) }
        ) { first, _ in first }
        let pictures = Dictionary(
            effect.recipes.compactMap { item in item.imageURN.map { ($0, item.urn) } }
                + effect.articles.compactMap { item in item.imageURN.map { ($0, item.urn) } }
        ) { first, _ in first }
        return try effect.found.compactMap { job in
            if case .imageDownload(let work) = job.spec.work, entry?.isOfChanges == true,
                let item = pictures[work.imageURN], let now = dates[item], !now.isEmpty,
                try datesKnown(of: item, effect) == now, try catalog.hasPicture(work.imageURN)
            {
                return nil
            }
            if case .page = job.spec.work, entry?.hasOnlyPublicationDates == true {
                var asking = job
                asking.spec.freshSince = nil
                return asking
            }
            guard job.spec.freshSince != nil, let item = job.spec.subjectURN, let now = dates[item], !now.isEmpty else {
                return job
            }
            let before = try datesKnown(of: item, effect, before: sync)
            guard !before.isEmpty, before != now else { return job }
            var asking = job
            asking.spec.freshSince = PageWork.changed
            return asking
        }
    }

    /// What is known of an item's dates by the origin that the effect has, from syncs before `sync` only if there is
    /// one; empty: nothing.
    private func datesKnown(
        of item: String,
        _ effect: JobEffect,
        before sync: CatalogSync? = nil
    ) throws -> [ExtraField] {
        let origin = effect.provenance[item]?.origin ?? .record
        let extra =
            item.hasPrefix("recipe:")
            ? try catalog.said(origin, of: item, in: Recipe.table, before: sync)?.extra
            : try catalog.said(origin, of: item, in: Article.table, before: sync)?.extra
        return extra.map(Self.dates(in:)) ?? []
    }

    private static func dates(in extra: ExtraFields) -> [ExtraField] {
        extra.filter { ExtraFields.changeSignals.contains($0.name) }
    }
}
