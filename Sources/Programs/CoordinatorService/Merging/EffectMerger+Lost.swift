internal import LarderLedger
internal import LarderMerging
internal import LarderModel
internal import LarderSourceDefinitions
internal import LarderSourceReaders

extension EffectMerger {
    /// Adds the jobs that bring back what the cache lost of a source: pictures, pages and answers are fetched, smaller pictures made
    /// of the originals that are there.
    ///
    /// A lost body is asked for as a whole, as only a stored one is asked for changes. What no job can bring back alone comes with the
    /// answers, which a new sync reads again anyway.
    ///
    /// - Parameter isResumed: Whether the sync goes on: its answers are then asked for again too.
    func restore(
        _ definition: SourceDefinition,
        source: SourceID,
        sync: CatalogSync,
        isResumed: Bool
    ) throws {
        let lost = try catalog.lostContent(of: source)
        if sources.wants(.imageDecode) { try catalog.forgetDecodingsOfLostVariants(of: source) }
        let name = definition.name
        var jobs: [FoundJob] = []
        for work in lost.originals where definition.images {
            guard let address = WebAddress(work.url) else { continue }
            jobs.append(FoundJobs.image(source: name, urn: work.imageURN, address: address))
        }
        for work in lost.variants {
            jobs.append(FoundJob(spec: JobSpec(source: name, work: .imageDecode(work))))
        }
        for work in lost.pages where definition.pages {
            guard let address = WebAddress(work.url) else { continue }
            jobs.append(FoundJobs.page(source: name, itemURN: work.itemURN, address: address))
        }
        for work in lost.records { jobs.append(FoundJobs.api(definition, .record(work))) }
        for job in jobs where sources.wants(job.spec.kind) { try ledger.forgetDone(job.urn) }
        if isResumed, lost.isAnswerLost { try ledger.repeatDone([.discover, .search, .detail], of: source) }
        _ = try enqueue(jobs, source: source, sync: sync)
    }
}
