internal import LarderCatalog
internal import LarderCatalogWriting
internal import LarderLedger
internal import LarderModel
internal import LarderSourceAdapters
internal import LarderSourceDefinitions

extension Committer.Transaction {
    /// Once a crawl has no page left to ask for, adds the pages that earlier ones brought and no link leads to any
    /// more: they may be gone, and only the site can say so.
    ///
    /// Their links are not followed, and no more of them are added than the source's bounds leave room for.
    ///
    /// - Parameter ended: Crawls whose pages were added before.
    mutating func askForKnownPages(after entries: [CommitEntry], besides ended: Set<SourceID>) throws {
        guard merger.sources.scope == nil else { return }
        for source in Set(entries.map(\.source)).subtracting(ended).sorted() {
            guard let entry = merger.sources.entries[source], entry.definition.kind == .pages,
                try !LedgerStore(db).hasOpenJobs([.discover, .detail], of: source)
            else { continue }
            report.endedCrawls.insert(source)
            let definition = entry.definition
            let known = try CatalogReader(db).pagesNotRead(in: entry.sync).compactMap { urn, url -> FoundJob? in
                guard let address = WebAddress(url), definition.keepsLinked(address) else { return nil }
                let depth = definition.crawl.maxDepth + 1
                let job = FoundJobs.page(source: definition.name, itemURN: urn, address: address, depth: depth)
                return try LedgerStore(db).contains(job.urn) ? nil : job
            }
            let room = definition.mostPages.map { max(0, $0 - merger.jobs(of: source, .detail)) }
            if let room, known.count > room {
                let message =
                    "\(definition.name) has no room for \((known.count - room).counted("page")) of earlier crawls that no link "
                    + "leads to any more; `max-pages` or `limit` leaves them out."
                let note = EffectMerger.note(.pagesNotAsked, message, "known-pages", definition)
                try CatalogWriter(db).merge(note: note, sync: entry.sync)
            }
            try add(merger.enqueue(Array(known.prefix(room ?? .max)), source: source, sync: entry.sync), of: source)
        }
    }

    /// Once a source has no job left that may bring a text, merges what is held of it after all, unless that is most of
    /// its texts.
    mutating func settleHeldChanges(after entries: [CommitEntry]) throws {
        for source in Set(entries.map(\.source)).intersection(report.held.waiting).sorted() {
            guard let entry = merger.sources.entries[source], try !mayBringTexts(source) else { continue }
            report.held.waiting.remove(source)
            guard let jobs = try merger.releasedJobs(of: source) else { continue }
            report.held.released.insert(source)
            try add(merger.enqueue(jobs, source: source, sync: entry.sync), of: source)
        }
    }

    /// Pictures bring none, nor do the rules of hosts that only have pictures, which may never come.
    private func mayBringTexts(_ source: SourceID) throws -> Bool {
        try LedgerStore(db).jobs(in: .ready, byLaneOf: [source]).contains {
            ![.imageDownload, .imageDecode].contains($0.kind) && !merger.sources.isThirdPartyPicture($0)
        }
    }
}
