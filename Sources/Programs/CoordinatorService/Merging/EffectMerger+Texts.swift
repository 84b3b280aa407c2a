internal import LarderLedger
internal import LarderMerging
internal import LarderModel
internal import LarderSourceDefinitions
internal import LarderSourceReaders

extension EffectMerger {
    /// The job that has to be done for a text: its own, or where the catalog has what that would bring, the one that reads the article's
    /// next page; nil: none.
    ///
    /// A text of several pages is confirmed only when the last of them is known to be the same: until then it is an earlier sync's, and
    /// what is made of a changed page replaces it, though it may say less.
    func neededText(_ job: FoundJob, _ work: TextWork, sync: CatalogSync) throws -> FoundJob? {
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
        let next: String?
        switch standing {
        case .outdated: return job
        case .goesOn(let url): next = url
        case .made(let lacking): next = lacking
        }
        // The item has moved since, and its pages with it: only its own page tells where they are now.
        if let next, WebAddress(next)?.hostPort != WebAddress(work.baseURL)?.hostPort { return job }
        if case .goesOn(let url) = standing {
            guard let next = page(at: url, after: work, job, sync) else { return nil }
            // Asked for in this sync already, and not there: the text is made anew of the pages before it.
            return try ledger.contains(next.spec.urn) ? job : next
        }
        if work.role == .body, sources.wants(.imageDownload), sources.wantsImages(of: job.spec.source),
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

    /// The job for the next page of an article, which is of its host; nil where that is above a bound.
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
