internal import GRDB
internal import LarderCache
internal import LarderCatalog
internal import LarderCatalogWriting
internal import LarderLedger
internal import LarderModel
internal import LarderProtocol
internal import LarderSourceDefinitions

/// Applies effects inside the transaction that ends their jobs: records to the catalog, found jobs to the ledger.
///
/// Belongs to one transaction.
struct EffectMerger {
    let catalog: CatalogWriter
    let ledger: LedgerStore
    let sources: SyncedSources
    /// Unix milliseconds.
    let now: Int64
    let crawl: CrawlWatch
    /// Sources whose held changes are merged.
    let released: Set<SourceID>
    let lookups: LookupCache

    static let maxJobs = 5_000_000

    /// The failure of a result whose jobs are too many for the sync; `before` is the number of its jobs so far.
    static func excess(of found: Int, before: Int) -> FailureReason? {
        guard found > 0, before + found > maxJobs else { return nil }
        return FailureReason(
            .permanent,
            code: .tooManyJobs,
            message:
                "With the \(found.grouped) jobs that this answer names the sync has more than \(maxJobs.grouped), "
                + "the most of one source. Take a part of the source with `limit`, or split it into several definitions."
        )
    }

    /// - Parameter jobs: Jobs of the syncs by source and kind, finished ones included.
    init(
        _ db: Database,
        sources: SyncedSources,
        jobs: [SourceID: [JobKind: Int]] = [:],
        crawl: CrawlWatch = CrawlWatch(),
        released: Set<SourceID> = [],
        at now: Int64 = UnixTime.nowMs
    ) {
        self.crawl = crawl
        self.released = released
        self.now = now
        catalog = CatalogWriter(db)
        ledger = LedgerStore(db)
        self.sources = sources
        lookups = LookupCache(jobs: jobs)
    }

    func apply(_ effect: JobEffect, from job: JobID, of source: SourceID) throws -> Enqueued {
        guard let sync = sources.entries[source]?.sync else {
            throw CoordinatorError(.internal, "No sync is under way for source \(source)")
        }
        catalog.merged.begin()
        guard try !holds(effect, of: source, sync: sync) else { return Enqueued(isHeld: true) }
        var effect = effect
        let isHeld = try holdItems(of: &effect, from: job, of: source, sync: sync)
        let boundNotes: [JobNote: Int]
        (effect, boundNotes) = try bounded(effect, of: source)
        func provenance(_ urn: String) throws -> Provenance {
            var provenance = effect.provenance[urn] ?? Provenance(url: "", fetchedAt: 0, readerVersion: 0)
            // The job that reads a cached page knows no clock; the job that fetched the page has ended before.
            if provenance.origin == .page, provenance.fetchedAt == 0 {
                provenance.fetchedAt = try catalog.timeOfFetch(of: RecordURN.text(item: urn, role: .body)) ?? 0
            }
            return provenance
        }
        var found = try self.found(in: effect, sync: sync)
        var changes = ItemChanges()
        // Items that are named by the source's identifiers keep their names when their addresses change.
        let entry = sources.entries[source]
        let mayMove = [.wordpress, .json].contains(entry?.definition.kind)
        func merge(_ item: some CatalogItem) throws {
            var item = item
            let from = try provenance(item.urn)
            if mayMove, from.origin != .page { try catalog.keepFormerAddresses(of: &item, from.origin, sync: sync) }
            let isFilled = try entry?.isAfterInterruption == true && catalog.isPartial(item)
            let outcome = try catalog.merge(item, provenance: from, sync: sync)
            changes.count(outcome, of: item.urn, isFirst: outcome == .inserted || isFilled || entry?.isFirst == true)
        }
        for recipe in effect.recipes { try merge(recipe) }
        for article in effect.articles { try merge(article) }
        for outlet in effect.outlets {
            try catalog.merge(outlet, provenance: provenance(outlet.urn), sync: sync)
        }
        for entry in effect.listings { try catalog.merge(listing: entry, sync: sync) }
        var mergesAll = boundNotes.isEmpty && !isHeld
        for image in effect.images {
            if try keepsStored(image, effect.notes, sync) {
                effect.notes.removeAll { $0.urn == image.urn }
                mergesAll = false
            } else if try holds(image, sync) {
                mergesAll = false
            } else {
                try catalog.merge(image: image, provenance: provenance(image.urn), sync: sync)
            }
        }
        for decoding in effect.decodings {
            try catalog.merge(decoding: decoding, sync: sync)
            guard try awaits(decoding, sync) else { continue }
            if let fault = fault(of: decoding, effect.notes) {
                try keepStored(decoding.urn, fault, sync)
                effect.notes.removeAll { $0.urn == decoding.urn }
            } else if let download = try downloadAgain(decoding.urn) {
                found.append(download)
            }
        }
        // Before the texts: the jobs tell whether an article goes on.
        let isUnasked = effect.fetch?.isFromCache == true
        var enqueued = try enqueue(found, isUnasked: isUnasked, source: source, sync: sync)
        let waiting = try mergeTexts(of: effect, sync: sync, into: &changes)
        try forgetWhatPagesSayNoMore(effect, sync)
        let ownRecords = Set(
            effect.recipes.map(\.urn) + effect.articles.map(\.urn) + effect.outlets.map(\.urn)
                + effect.images.map(\.urn) + effect.texts.map(\.urn)
        )
        for (urn, provenance) in effect.provenance where !ownRecords.contains(urn) {
            try catalog.merge(answer: urn, provenance: provenance, sync: sync)
        }
        // Notes of an earlier sync are repeated or resolved; notes of this sync stay beside the record.
        if try hasNotes() {
            for urn in ownRecords where !waiting.contains(urn) { try catalog.forgetNotes(of: urn, before: sync) }
        }
        for note in effect.notes where !note.urn.isEmpty && !waiting.contains(note.urn) {
            try catalog.merge(note: note, sync: sync)
        }
        enqueued.notes = boundNotes
        enqueued.changes = changes
        enqueued.isHeld = isHeld
        if mergesAll { enqueued.known = known(effect, of: source) }
        return enqueued
    }

    /// Removes what an earlier version of a page said and the current one does not.
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

    /// Adds jobs, except known and unwanted ones and those whose result the catalog has.
    ///
    /// - Parameters:
    ///   - isUnasked: Whether they were found in a stored answer that was used without a request.
    ///   - isSettled: Whether the catalog is known to have the results of all render jobs.
    func enqueue(
        _ found: [FoundJob],
        isUnasked: Bool = false,
        isSettled: Bool = false,
        source: SourceID,
        sync: CatalogSync
    ) throws -> Enqueued {
        var added: [JobQueueID: AddedJobs] = [:]
        var kinds: [JobKind: Int] = [:]
        var skipped = 0
        var left: [JobSpec] = []
        for job in found {
            guard sources.wants(job.spec.kind), try sources.scope?.contains(job.spec, source: source, ledger) ?? true
            else {
                if sources.scope != nil, try !ledger.contains(job.spec.urn) { left.append(job.spec) }
                continue
            }
            let needed =
                isSettled
                ? try settledJobs(job, isUnasked: isUnasked, sync: sync)
                : try neededJobs(job, isUnasked: isUnasked, sync: sync)
            for job in needed {
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
                    lookups.jobs[source, default: [:]][.discover, default: 0] += 1
                    let queue = JobQueueID(lane: rules.lane.id, source: source, kind: .discover)
                    if added[queue] == nil {
                        added[queue] = rules
                    } else {
                        rules.jobs.forEach { added[queue]?.append($0) }
                    }
                }
                guard let id = try ledger.add(kind: kind, key: key, source: source, lane: lane.id, spec: spec) else {
                    continue
                }
                kinds[kind, default: 0] += 1
                lookups.jobs[source, default: [:]][kind, default: 0] += 1
                let queued = QueuedJob(
                    id: id,
                    kind: kind,
                    source: source,
                    lane: lane.id,
                    spec: spec,
                    revalidation: try revalidation(kind, key)
                )
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
        }
        return Enqueued(queues: added.values.sorted { $0.maxID < $1.maxID }, kinds: kinds, skipped: skipped, left: left)
    }

    func hasNotes() throws -> Bool {
        let answer = try lookups.hasNotes ?? catalog.hasNotes()
        lookups.hasNotes = answer
        return answer
    }

    func neededJobs(_ job: FoundJob, isUnasked: Bool, sync: CatalogSync) throws -> [FoundJob] {
        switch job.spec.work {
        case .text(let work): return try neededTexts(job, work, isUnasked: isUnasked, sync: sync)
        case .imageDecode(let work):
            guard try !awaitsDecoding(work.imageURN, sync) else { return [job] }
            let need = DecodingNeed(
                readerVersion: job.readerVersion,
                widths: sources.entries[sync.sourceID]?.definition.images.widths ?? [],
                syncID: sources.refresh ? sync.id : nil
            )
            let share = try catalog.shareDecoding(urn: work.imageURN, digest: work.digest, need: need, sync: sync)
            guard case .job(let urn) = share else { return [] }
            var shared = job
            shared.spec.work = .imageDecode(ImageDecodeWork(imageURN: urn, digest: work.digest))
            return [shared]
        default:
            return [job]
        }
    }
}

struct Enqueued: Sendable {
    var queues: [AddedJobs] = []
    var kinds: [JobKind: Int] = [:]
    /// Jobs with descriptions above ``JobLimits/maxSpecBytes``.
    var skipped = 0
    /// What the source's bounds left out, with counts.
    var notes: [JobNote: Int] = [:]
    var left: [JobSpec] = []
    var changes = ItemChanges()
    /// Nothing or not all was merged, see ``EffectMerger/holds(_:of:sync:)``.
    var isHeld = false
    /// What to keep for the next sync, see ``EffectMerger/known(_:of:)``.
    var known: KnownAnswer?
}

/// Per-transaction cache of lookups.
final class LookupCache {
    var lanes: [String: LaneID] = [:]
    var hosts: [String: LedgerStore.Host?] = [:]
    var laneInfos: [SourceID: [String: LaneInfo]] = [:]
    /// Keys of this transaction's robots.txt jobs.
    var rulesJobs: Set<String> = []
    /// Whether there were notes before the first effect; later notes belong to the current syncs.
    var hasNotes: Bool?
    var jobs: [SourceID: [JobKind: Int]]

    init(jobs: [SourceID: [JobKind: Int]]) { self.jobs = jobs }
}
