internal import LarderCatalogWriting
internal import LarderLedger
internal import LarderModel
internal import LarderSourceAdapters
internal import LarderSourceDefinitions

extension EffectMerger {
    /// Merges the texts of an effect whose found jobs are in the table; returns the URNs of texts left out.
    ///
    /// Leaves a body out if its article has a further page and the catalog holds a text of more pages, see
    /// ``CatalogWriter/hasLongerText(_:than:before:)``. A later job brings the whole text, or finds this job again if
    /// the further page is missing. If the further page's job fails, the earlier text stays.
    func mergeTexts(of effect: JobEffect, sync: CatalogSync, into changes: inout ItemChanges) throws -> Set<String> {
        var waiting: Set<String> = []
        for text in effect.texts {
            guard try !waits(text, in: effect, sync: sync) else {
                waiting.insert(text.urn)
                continue
            }
            let outcome = try catalog.merge(
                text,
                readerVersion: text.readerVersion,
                provenance: effect.provenance[text.urn],
                sync: sync
            )
            let entry = sources.entries[sync.sourceID]
            let isFilled = entry?.isAfterInterruption == true && outcome == .inserted
            changes.count(outcome, of: text.itemURN, isFirst: isFilled || entry?.isFirst == true)
        }
        return waiting
    }

    /// Whether a longer text of an earlier sync stays until this sync knows the article's next page.
    private func waits(_ text: RenderedText, in effect: JobEffect, sync: CatalogSync) throws -> Bool {
        guard let next = effect.furtherPage(of: text) else { return false }
        switch try ledger.report(next.urn)?.state {
        // A dead job may be retried.
        case .ready, .dead: break
        // It was above a bound, or brought nothing further.
        case .done, nil: return false
        }
        let pages = text.pages.isEmpty ? [text.htmlDigest] : text.pages.map(\.digest)
        return try catalog.hasLongerText(text.urn, than: pages, before: sync)
    }

    /// The jobs that a text needs.
    ///
    /// A text that is out of date needs its own job, or the job for the article's next page. A text that is current may
    /// still need the jobs of its pictures.
    ///
    /// Reruns a finished text job whose text was left out for a further page that never came.
    ///
    /// - Parameter isUnasked: Whether the page's stored answer was used without a request.
    func neededTexts(_ job: FoundJob, _ work: TextWork, isUnasked: Bool, sync: CatalogSync) throws -> [FoundJob] {
        let needed = try missingText(job, work, sync: sync)
        if needed == nil { return try pictures(ofUnchanged: work, job, isUnasked: isUnasked, sync) }
        if needed?.spec.kind == .text, work.role == .body, try ledger.contains(job.urn),
            try catalog.hasLongerText(work.textURN, than: work.pages.map(\.digest), before: sync)
        {
            try ledger.forgetDone(job.urn)
        }
        return needed.map { [$0] } ?? []
    }

    /// The download jobs of an unchanged page's pictures, whose files may have changed at the same addresses; none
    /// where the source says that the page is unchanged.
    func pictures(
        ofUnchanged work: TextWork,
        _ job: FoundJob,
        isUnasked: Bool,
        _ sync: CatalogSync
    ) throws -> [FoundJob] {
        let isSaid = isUnasked && work.freshSince.map { $0 != PageWork.changed } ?? false
        guard work.role == .body, !isSaid, wantsPictures(of: sync) else { return [] }
        let items = [work.itemURN, RecordURN.recipe(onPageOf: work.itemURN)].compactMap(\.self)
        return try items.flatMap { try catalog.storedPictures(ofItem: $0) }.compactMap { picture in
            WebAddress(picture.url).map {
                FoundJobs.image(source: job.spec.source, urn: picture.urn, address: $0)
            }
        }
    }

    private func wantsPictures(of sync: CatalogSync) -> Bool {
        sources.wants(.imageDownload) && sources.entries[sync.sourceID]?.definition.images.areWanted == true
    }

    /// The needed job, apart from jobs that this sync has finished.
    ///
    /// A text of several pages is confirmed once its last page is known to be unchanged. Until then it counts as an
    /// earlier sync's, and the text of a changed page replaces it at the article's end, even if it is shorter.
    private func missingText(_ job: FoundJob, _ work: TextWork, sync: CatalogSync) throws -> FoundJob? {
        guard !sources.refresh else { return job }
        if work.role == .body, !work.isWholePageWanted {
            try catalog.forgetText(RecordURN.text(item: work.itemURN, role: .page), before: sync)
        }
        let standing = try catalog.standing(
            ofText: work.textURN,
            pages: [work.digest] + work.further.map(\.digest),
            readerVersion: job.readerVersion,
            optionsHash: job.optionsHash
        )
        let (next, known): (String?, String?)
        switch standing {
        case .outdated: return job
        case .goesOn(let url): (next, known) = (url, url)
        case .made(let last, let lacking): (next, known) = (lacking, lacking ?? last)
        }
        // The item has moved, and its pages with it: only its own page tells where they are now.
        if let known, WebAddress(known)?.hostPort != WebAddress(work.baseURL)?.hostPort { return job }
        if case .goesOn(let url) = standing {
            guard let next = page(at: url, after: work, job, sync) else { return nil }
            switch try ledger.report(next.urn)?.state {
            case nil: return next
            // The page does not exist: the text is rendered from the pages before it.
            case .done: return job
            // Its result decides.
            case .ready, .dead: return nil
            }
        }
        if work.role == .body, wantsPictures(of: sync),
            try catalog.pageLacksPictures(item: work.itemURN)
        {
            return job
        }
        if work.isWholePageWanted, work.role == .body {
            let isCurrent = try catalog.confirmText(
                urn: RecordURN.text(item: work.itemURN, role: .page),
                htmlDigest: work.digest,
                readerVersion: job.readerVersion,
                optionsHash: job.optionsHash,
                sync: sync
            )
            guard isCurrent else { return job }
        }
        if let next, let nextJob = page(at: next, after: work, job, sync), try !ledger.contains(nextJob.spec.urn) {
            return nextJob
        }
        try catalog.confirmText(work.textURN, sync: sync)
        return nil
    }

    /// The job for an article's next page; nil above a bound.
    private func page(at url: String, after work: TextWork, _ job: FoundJob, _ sync: CatalogSync) -> FoundJob? {
        let most = sources.entries[sync.sourceID]?.definition.scope.maxPages
        guard work.pages.count < RecordBound.textPages.limit, jobs(of: sync.sourceID, .detail) < most ?? .max,
            let address = WebAddress(url)
        else { return nil }
        return FoundJobs.page(
            source: job.spec.source,
            itemURN: work.itemURN,
            address: address,
            freshSince: work.freshSince,
            earlier: work.pages
        )
    }
}

extension JobEffect {
    /// The job for the article's page after this text; nil: none is wanted.
    func furtherPage(of text: RenderedText) -> FoundJob? {
        guard text.role == .body, text.nextPage != nil else { return nil }
        return found.first { $0.spec.isFurtherPage && $0.spec.subjectURN == text.itemURN }
    }
}
