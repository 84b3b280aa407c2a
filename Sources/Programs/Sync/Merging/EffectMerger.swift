internal import Foundation
internal import GRDB
internal import LarderCache
internal import LarderCatalog
internal import LarderCatalogWriting
internal import LarderLedger
internal import LarderModel
internal import LarderProtocol
internal import LarderSourceDefinitions

/// Applies the effects of finished jobs inside the transaction that ends the jobs: their records go to the catalog, the jobs they
/// found to the ledger.
///
/// Made for one transaction and not kept.
struct EffectMerger {
    let catalog: CatalogWriter
    let ledger: LedgerStore
    let sources: SyncedSources
    private let now: Int64
    let crawl: CrawlWatch
    private let known = Known()

    /// What the transaction has asked the tables already, and does not change.
    private final class Known {
        var lanes: [String: LaneID] = [:]
        var hosts: [String: LedgerStore.Host?] = [:]
        /// What sources are allowed in lanes, by the lane's name.
        var laneInfos: [SourceID: [String: LaneInfo]] = [:]
        /// Keys of jobs that bring rules.
        var expected: Set<String> = []
        var hasNotes: Bool?
        /// Jobs of the syncs by source and kind.
        var jobs: [SourceID: [JobKind: Int]] = [:]
    }

    /// Jobs of one source's sync.
    static let maxJobs = 5_000_000

    /// Why a result's jobs are too many for the sync; nil when they are not.
    ///
    /// - Parameter before: Jobs of the sync so far.
    static func excess(of found: Int, before: Int) -> FailureReason? {
        guard found > 0, before + found > maxJobs else { return nil }
        return FailureReason(
            .permanent,
            code: .tooManyJobs,
            message:
                "With the \(found.grouped) jobs that this answer names the sync has more than \(maxJobs.grouped), the most of one "
                + "source. Take a part of the source with `limit`, or split it into several definitions."
        )
    }

    /// - Parameters:
    ///   - jobs: Jobs of the syncs by source and kind, ended ones included.
    ///   - now: Milliseconds since 1970.
    init(
        _ db: Database,
        sources: SyncedSources,
        jobs: [SourceID: [JobKind: Int]] = [:],
        crawl: CrawlWatch = CrawlWatch(),
        at now: Int64 = UnixTime.nowMs
    ) {
        self.crawl = crawl
        self.now = now
        catalog = CatalogWriter(db)
        ledger = LedgerStore(db)
        self.sources = sources
        known.jobs = jobs
    }

    /// - Returns: The jobs that are new.
    func apply(_ effect: JobEffect, of source: SourceID) throws -> Enqueued {
        guard let sync = sources.sync(of: source) else {
            throw CoordinatorError(.internal, "No sync is under way for source \(source)")
        }
        let (effect, told) = try bounded(effect, of: source)
        func provenance(_ urn: String) throws -> Provenance {
            var provenance = effect.provenance[urn] ?? Provenance(url: "", fetchedAt: 0, readerVersion: 0)
            // The job that reads a page out of the cache knows no clock; the one that fetched it has ended before.
            if provenance.origin == .page, provenance.fetchedAt == 0 {
                provenance.fetchedAt = try catalog.timeOfFetch(of: RecordURN.text(item: urn, role: .body)) ?? 0
            }
            return provenance
        }
        let found = try self.found(in: effect, sync: sync)
        var changes = ItemChanges()
        for recipe in effect.recipes {
            let outcome = try catalog.merge(recipe, provenance: provenance(recipe.urn), sync: sync)
            try note(outcome, of: recipe.urn, .recipe, in: &changes)
        }
        for article in effect.articles {
            let outcome = try catalog.merge(article, provenance: provenance(article.urn), sync: sync)
            try note(outcome, of: article.urn, .article, in: &changes)
        }
        for outlet in effect.outlets {
            try catalog.merge(outlet, provenance: provenance(outlet.urn), sync: sync)
        }
        for entry in effect.listings { try catalog.merge(listing: entry, sync: sync) }
        for image in effect.images { try catalog.merge(image: image, provenance: provenance(image.urn), sync: sync) }
        for decoding in effect.decodings { try catalog.merge(decoding: decoding, sync: sync) }
        // Before the texts: by the jobs it is known whether an article goes on.
        var enqueued = try enqueue(found, source: source, sync: sync)
        let waiting = try mergeTexts(of: effect, sync: sync, into: &changes)
        try forgetWhatPagesSayNoMore(effect, sync)
        let ownRecords = Set(
            effect.recipes.map(\.urn) + effect.articles.map(\.urn) + effect.outlets.map(\.urn)
                + effect.images.map(\.urn) + effect.texts.map(\.urn)
        )
        for (urn, provenance) in effect.provenance where !ownRecords.contains(urn) {
            try catalog.merge(answer: urn, provenance: provenance, sync: sync)
        }
        // What an earlier sync noted is told again or mended: a note of this one stays beside the record.
        if try hasNotes() {
            for urn in ownRecords where !waiting.contains(urn) { try catalog.forgetNotes(of: urn, before: sync) }
        }
        for note in effect.notes where !note.urn.isEmpty && !waiting.contains(note.urn) {
            try catalog.merge(note: note, sync: sync)
        }
        enqueued.told = told
        enqueued.changes = changes
        return enqueued
    }

    /// A page that was read anew and says nothing of its item, or is kept as its main part alone: what it said before goes.
    private func forgetWhatPagesSayNoMore(_ effect: JobEffect, _ sync: CatalogSync) throws {
        let said = Set(effect.recipes.map(\.urn) + effect.articles.map(\.urn))
        let texts = Set(effect.texts.map(\.urn))
        for body in effect.texts where body.role == .body {
            let whole = RecordURN.text(item: body.itemURN, role: .page)
            if !texts.contains(whole) { try catalog.forgetText(whole, before: sync) }
            guard !said.contains(body.itemURN) else { continue }
            try catalog.forget(.page, of: body.itemURN, in: Recipe.table, before: sync)
            try catalog.forget(.page, of: body.itemURN, in: Article.table, before: sync)
        }
    }

    /// Adds jobs unless they are there, are not wanted in this run, or would only make again what the catalog has.
    func enqueue(_ found: [FoundJob], source: SourceID, sync: CatalogSync) throws -> Enqueued {
        var added: [JobQueueID: AddedJobs] = [:]
        var kinds: [JobKind: Int] = [:]
        var skipped = 0
        var left: [JobSpec] = []
        for job in found {
            guard sources.wants(job.spec.kind), try sources.scope?.takes(job.spec, source: source, ledger) ?? true
            else {
                if sources.scope != nil, try !ledger.contains(job.spec.urn) { left.append(job.spec) }
                continue
            }
            guard let job = try neededJob(job, sync: sync) else { continue }
            let kind = job.spec.kind
            let lane = try lane(of: job.spec, source: source)
            let (key, spec) = (job.spec.key, job.spec.serializedBytes())
            guard spec.count <= JobLimits.maxSpecBytes, key.utf8.count <= JobLimits.maxKeyBytes else {
                skipped += 1
                continue
            }
            if lane.isClosed, let address = sources.address(of: job.spec, source: source),
                let rules = try expectRules(of: address.origin, lane: lane.name, source: source)
            {
                kinds[.discover, default: 0] += 1
                known.jobs[source, default: [:]][.discover, default: 0] += 1
                let queue = JobQueueID(lane: rules.lane.id, source: source, kind: .discover)
                if added[queue] == nil { added[queue] = rules } else { rules.jobs.forEach { added[queue]?.append($0) } }
            }
            guard let id = try ledger.add(kind: kind, key: key, source: source, lane: lane.id, spec: spec) else {
                continue
            }
            kinds[kind, default: 0] += 1
            known.jobs[source, default: [:]][kind, default: 0] += 1
            let queued = QueuedJob(id: id, kind: kind, source: source, lane: lane.id, spec: spec)
            let none = AddedJobs(
                lane: lane,
                source: source,
                kind: kind,
                count: 0,
                maxID: 0,
                budget: sources.budget(of: source, lane: lane.name)
            )
            added[JobQueueID(lane: lane.id, source: source, kind: kind), default: none].append(queued)
        }
        return Enqueued(queues: added.values.sorted { $0.maxID < $1.maxID }, kinds: kinds, skipped: skipped, left: left)
    }

    /// How many jobs of a kind a source has.
    func jobs(of source: SourceID, _ kind: JobKind) -> Int { known.jobs[source]?[kind] ?? 0 }

    /// The lane that a job waits in: its host's, or the one of all render jobs.
    func lane(of spec: JobSpec, source: SourceID) throws -> LaneInfo {
        let jobClass = spec.kind.jobClass
        let name = sources.laneName(of: spec, source: source)
        let id = try known.lanes[name] ?? ledger.lane(name, jobClass)
        known.lanes[name] = id
        return try lane(id, name, jobClass, of: source)
    }

    /// A lane as a source has it: closed where its host's rules have to be asked for first.
    func lane(_ id: LaneID, _ name: String, _ jobClass: JobClass, of source: SourceID) throws -> LaneInfo {
        if let lane = known.laneInfos[source]?[name], lane.id == id, lane.jobClass == jobClass { return lane }
        let lane = try readLane(id, name, jobClass, of: source)
        known.laneInfos[source, default: [:]][name] = lane
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
        let host = try known.hosts[name] ?? ledger.host(name)
        known.hosts[name] = .some(host)
        lane.isClosed = (host?.knownUntil ?? 0) <= now
        if let host, sources.takesCrawlDelay(source, lane: name) {
            lane.limits.delayMs = max(lane.limits.delayMs, Milliseconds(max(0, host.delayMs)))
        }
        return lane
    }

    /// Looks at the table again before the next job is placed.
    func forgetHosts() {
        (known.hosts, known.laneInfos, known.expected) = ([:], [:], [])
    }

    /// Adds the job that asks for a host's rules, unless it is there and has not ended.
    func expectRules(of origin: String, lane: String, source: SourceID) throws -> AddedJobs? {
        guard let name = sources.entries[source]?.definition.name else { return nil }
        let job = JobSpec(source: name, work: .discover(DiscoverWork(robotsOf: origin)))
        guard known.expected.insert(job.key).inserted else { return nil }
        try ledger.expectRules(of: lane, origin: origin)
        try ledger.forgetEnded(job.urn)
        let own = try self.lane(of: job, source: source)
        let spec = job.serializedBytes()
        guard let id = try ledger.add(kind: .discover, key: job.key, source: source, lane: own.id, spec: spec) else {
            return nil
        }
        var added = AddedJobs(lane: own, source: source, kind: .discover, count: 0, maxID: 0)
        added.append(QueuedJob(id: id, kind: .discover, source: source, lane: own.id, spec: spec))
        return added
    }

    /// Whether there were notes when the first effect was applied: those that come later are of the syncs under way.
    private func hasNotes() throws -> Bool {
        let answer = try known.hasNotes ?? catalog.hasNotes()
        known.hasNotes = answer
        return answer
    }

    /// The job that has to be done; nil: the catalog has what it would bring.
    private func neededJob(_ job: FoundJob, sync: CatalogSync) throws -> FoundJob? {
        switch job.spec.work {
        case .text(let work): return try neededText(job, work, sync: sync)
        case .imageDecode(let work):
            let need = DecodingNeed(
                readerVersion: job.readerVersion,
                widths: sources.entries[sync.sourceID]?.definition.images.widths ?? [],
                syncID: sources.refresh ? sync.id : nil
            )
            let share = try catalog.shareDecoding(urn: work.imageURN, digest: work.digest, need: need, sync: sync)
            guard case .job(let urn) = share else { return nil }
            var shared = job
            shared.spec.work = .imageDecode(ImageDecodeWork(imageURN: urn, digest: work.digest))
            return shared
        default:
            return job
        }
    }
}
