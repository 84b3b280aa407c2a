internal import LarderCatalog
internal import LarderCatalogWriting
internal import LarderLedger
internal import LarderModel
internal import LarderProtocol
internal import LarderSourceDefinitions

/// Answers that are the same as in an earlier sync: what they brought is known, so workers do not send it again.
extension EffectMerger {
    /// What to keep of an effect that was merged just now; nil: it has to come as a whole each time.
    ///
    /// That is so where its result depends on more than the answer: on other answers, on bounds of the source, on dates,
    /// or on what was stored before.
    func known(_ effect: JobEffect, of source: SourceID) -> KnownAnswer? {
        guard !effect.revalidation.isEmpty, catalog.merged.areAll, effect.notes.isEmpty,
            effect.listings.isEmpty, effect.outlets.isEmpty, effect.texts.isEmpty, effect.decodings.isEmpty,
            let definition = sources.entries[source]?.definition
        else { return nil }
        let isBounded = definition.kind.isWebsite || definition.mostListedItems != nil
        let mayDiffer = effect.found.contains { job in
            switch job.spec.work {
            case .imageDownload, .imageDecode, .text: false
            case .page, .record: isBounded || job.spec.freshSince != nil
            case .discover, .search: true
            }
        }
        guard !mayDiffer else { return nil }
        let known = KnownEffect(
            rows: catalog.merged.rows.map { KnownEffect.Row(id: $0.id, fingerprint: $0.fingerprint) },
            urns: effect.recipes.map(\.urn) + effect.articles.map(\.urn) + effect.images.map(\.urn),
            found: effect.found
        )
        return KnownAnswer(revalidation: effect.revalidation, effect: known.serializedBytes())
    }

    /// The answer of a job in an earlier sync; nil also where it is asked for as if there was none.
    func knownAnswer(_ kind: JobKind, _ key: String) throws -> KnownAnswer? {
        guard !sources.refresh, kind == .detail || kind == .imageDownload else { return nil }
        return try ledger.knownAnswer(kind: kind, key: key)
    }

    /// Applies once more what an unchanged answer brought; nil: the catalog does not hold it any more.
    func confirm(_ known: KnownEffect, _ fetch: FetchMetrics, of source: SourceID) throws -> Enqueued? {
        guard let sync = sources.entries[source]?.sync else { return nil }
        let rows = known.rows.lazy.map { (id: $0.id, fingerprint: $0.fingerprint) }
        guard try catalog.confirm(rows, sync: sync, fetchedAt: fetch.isNotModified ? now : nil) else { return nil }
        if try hasNotes() {
            for urn in known.urns { try catalog.forgetNotes(of: urn, before: sync) }
        }
        return try enqueue(known.found, isUnasked: fetch.isFromCache, source: source, sync: sync)
    }
}
