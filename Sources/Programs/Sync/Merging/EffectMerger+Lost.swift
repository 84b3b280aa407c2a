internal import LarderCache
internal import LarderCatalog
internal import LarderCatalogWriting
internal import LarderLedger
package import LarderModel
internal import LarderProtocol
internal import LarderSourceAdapters
internal import LarderSourceDefinitions

extension EffectMerger {
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

    /// Fields with an item's time of change.
    private static let dates: Set<String> = ["lastmod", "updated"]

    /// The found jobs; if an item's date differs from the last sync's, its page is requested whatever its age.
    ///
    /// Call before the effect's records are merged.
    func found(in effect: JobEffect, sync: CatalogSync) throws -> [FoundJob] {
        guard effect.found.contains(where: { $0.spec.freshSince != nil }) else { return effect.found }
        let dates = Dictionary(
            effect.recipes.map { ($0.urn, Self.dates(in: $0.extra)) }
                + effect.articles.map { ($0.urn, Self.dates(in: $0.extra)) }
        ) { first, _ in first }
        return try effect.found.map { job in
            guard case .page(var work) = job.spec.work, work.freshSince != nil, let now = dates[work.itemURN],
                !now.isEmpty
            else { return job }
            let origin = effect.provenance[work.itemURN]?.origin ?? .record
            let extra =
                work.itemURN.hasPrefix("recipe:")
                ? try catalog.said(origin, of: work.itemURN, in: Recipe.table, before: sync)?.extra
                : try catalog.said(origin, of: work.itemURN, in: Article.table, before: sync)?.extra
            guard let before = extra.map(Self.dates(in:)), !before.isEmpty, before != now else { return job }
            work.freshSince = nil
            var asking = job
            asking.spec.work = .page(work)
            return asking
        }
    }

    private static func dates(in extra: ExtraFields) -> [ExtraField] { extra.filter { dates.contains($0.name) } }
}

extension JobSpec {
    package var inputs: [Digest] {
        switch work {
        case .imageDecode(let work): [work.digest]
        case .text(let work): work.pages.map(\.digest)
        case .discover, .search, .record, .page, .imageDownload: []
        }
    }
}
