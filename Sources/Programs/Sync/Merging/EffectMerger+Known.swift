internal import LarderCatalog
internal import LarderCatalogWriting
internal import LarderLedger
internal import LarderModel
internal import LarderProtocol
internal import LarderSourceDefinitions

/// Answers that are the same as in an earlier sync. The coordinator has kept what they brought, so workers do not send
/// it.
extension EffectMerger {
    /// What to keep of an effect that was merged just now; nil: workers have to send such an effect in each sync.
    ///
    /// Nil where the merge depends on more than the answer: on other answers, on bounds of the source, on dates, or on
    /// what was stored before.
    func known(_ effect: JobEffect, of source: SourceID) -> KnownAnswer? {
        guard !effect.revalidation.isEmpty, catalog.merged.areAll, effect.notes.isEmpty,
            effect.listings.isEmpty, effect.outlets.isEmpty, effect.texts.isEmpty, effect.decodings.isEmpty,
            let definition = sources.entries[source]?.definition
        else { return nil }
        let isBounded = definition.kind.isWebsite || definition.mostListedItems != nil
        let mayDiffer = effect.found.contains { job in
            switch job.spec.work {
            case .imageDownload: definition.changes != nil && job.spec.freshSince != nil
            case .imageDecode, .text: false
            case .page, .record: isBounded || job.spec.freshSince != nil
            case .discover, .search: true
            }
        }
        guard !mayDiffer else { return nil }
        let known = KnownEffect(
            rows: catalog.merged.rows,
            urns: effect.recipes.map(\.urn) + effect.articles.map(\.urn) + effect.images.map(\.urn),
            found: effect.found
        )
        let bytes = known.serializedBytes()
        return bytes.count <= Self.maxKnownBytes ? KnownAnswer(revalidation: effect.revalidation, effect: bytes) : nil
    }

    /// The most bytes that are kept of one answer.
    private static let maxKnownBytes = 64 << 10

    /// What a worker needs to ask whether a job's answer changed; empty also in a sync with `--refresh`, and for kinds
    /// of jobs whose answers are not kept.
    func revalidation(_ kind: JobKind, _ key: String) throws -> [UInt8] {
        guard !sources.refresh, kind == .detail || kind == .imageDownload else { return [] }
        return try ledger.revalidation(kind: kind, key: key)
    }

    /// Applies once more what an unchanged answer brought; nil: the catalog does not hold it any more.
    func confirm(_ known: KnownEffect, _ fetch: FetchMetrics, of source: SourceID) throws -> Enqueued? {
        guard let sync = sources.entries[source]?.sync else { return nil }
        guard try catalog.confirm(known.rows, sync: sync, fetchedAt: fetch.isNotModified ? now : nil) else {
            return nil
        }
        if try hasNotes() {
            for urn in known.urns { try catalog.forgetNotes(of: urn, before: sync) }
        }
        var enqueued = try enqueue(
            known.found,
            isUnasked: fetch.isFromCache,
            isSettled: known.isSettled,
            source: source,
            sync: sync
        )
        if !known.isSettled, let settled = try settled(known, enqueued, sync) {
            enqueued.known = KnownAnswer(revalidation: [], effect: settled.serializedBytes())
        }
        return enqueued
    }

    /// The known effect with the rows of its texts; nil: a text or a picture is not made yet, a job was found besides
    /// downloads of pictures, or the sync is of some jobs only.
    private func settled(_ known: KnownEffect, _ outcome: Enqueued, _ sync: CatalogSync) throws -> KnownEffect? {
        guard sources.kinds == nil, sources.scope == nil, outcome.queues.allSatisfy({ $0.kind == .imageDownload })
        else {
            return nil
        }
        var settled = known
        settled.isSettled = true
        for job in known.found {
            if case .imageDecode = job.spec.work {
                // The job that decodes the same bytes for another picture may still run.
                guard try neededJobs(job, isUnasked: false, sync: sync).isEmpty else { return nil }
            }
            guard case .text(let work) = job.spec.work else { continue }
            let whole = work.isWholePageWanted ? [RecordURN.text(item: work.itemURN, role: .page)] : []
            for urn in [work.textURN] + whole {
                guard let row = try catalog.confirmedText(urn, in: sync) else { return nil }
                settled.rows.append(row)
            }
        }
        return settled
    }

    /// The jobs that a found job needs although the catalog has its result.
    ///
    /// A text needs the downloads of its pictures.
    func settledJobs(_ job: FoundJob, isUnasked: Bool, sync: CatalogSync) throws -> [FoundJob] {
        switch job.spec.work {
        case .text(let work): try pictures(ofUnchanged: work, job, isUnasked: isUnasked, sync)
        case .imageDecode: []
        default: [job]
        }
    }
}
