internal import LarderCatalog
internal import LarderCatalogWriting
internal import LarderLedger
internal import LarderModel
internal import LarderSourceAdapters
internal import LarderSourceDefinitions

/// Bounds of a website's sync, over the jobs of all workers.
///
/// Above a bound, the order of results decides which pages are included; below it the order does not matter.
extension EffectMerger {
    /// The most sitemap files and pages read only for their links in one sync; parts of files count.
    static let maxSitemaps = 10_000

    /// The effect without what exceeds the source's bounds, and notes on that.
    func bounded(_ effect: JobEffect, of source: SourceID) throws -> (effect: JobEffect, notes: [JobNote: Int]) {
        guard let definition = sources.entries[source]?.definition else { return (effect, [:]) }
        var effect = effect
        var notes: [JobNote: Int] = [:]
        guard definition.kind.isWebsite else {
            try boundByLimit(&effect, definition, source, &notes)
            return (effect, notes)
        }
        if definition.kind == .pages { try watch(&effect, definition, source, &notes) }
        func report(_ subject: String, _ code: NoteCode, _ what: String, _ dropped: Int) {
            guard dropped > 0 else { return }
            let sentence = "\(definition.name) has \(what); further ones were left out."
            notes[Self.note(code, sentence, subject, definition), default: 0] += dropped
        }
        if let most = definition.scope.maxPages {
            let dropped = try cut(&effect, to: most, of: source) {
                if case .page = $0.spec.work { true } else { false }
            }
            report("max-pages", .pageLimit, "the \(most) pages that `max-pages` allows", dropped)
        }
        if definition.kind == .sitemap || definition.kind == .pages {
            if let most = definition.limit {
                // Further pages of articles are no items.
                let dropped = try cut(&effect, to: most, of: source, besides: ledger.countFurtherPages(of: source)) {
                    if case .page = $0.spec.work { !$0.spec.isFurtherPage } else { false }
                }
                report("limit", .pageLimit, "the \(most) pages that `limit` allows", dropped)
            }
            let most = Self.maxSitemaps
            let dropped = try cut(&effect, to: most, of: source) {
                if case .discover = $0.spec.work { true } else { false }
            }
            let what = "\(most) files that only name pages, the most of one source"
            report("sitemaps", .sitemapLimit, what, dropped)
        }
        effect.notes += notes.keys
        return (effect, notes)
    }

    /// Readers count the items of each list; this counts what workers say that they found.
    private func boundByLimit(
        _ effect: inout JobEffect,
        _ definition: SourceDefinition,
        _ source: SourceID,
        _ notes: inout [JobNote: Int]
    ) throws {
        guard definition.kind != .mediawiki, let most = definition.mostListedItems else { return }
        // An item has a record and a page; further pages of articles are no items.
        let dropped = try cut(&effect, to: 2 * most, of: source, besides: ledger.countFurtherPages(of: source)) {
            $0.spec.kind == .detail && !$0.spec.isFurtherPage
        }
        guard dropped > 0 else { return }
        let sentence = "\(definition.name) has the \(most) items that `limit` allows; further ones were left out."
        let note = Self.note(.pageLimit, sentence, "limit", definition)
        notes[note] = dropped
        effect.notes.append(note)
    }

    static func note(
        _ code: NoteCode,
        _ message: String,
        _ subject: String,
        _ definition: SourceDefinition
    ) -> JobNote {
        let urn = JobURN(kind: .discover, key: "\(definition.name):\(subject)").description
        return JobNote(code: code.rawValue, message: message, urn: urn)
    }

    /// Removes jobs above the bound `most`, with their items' list records; returns their number.
    private func cut(
        _ effect: inout JobEffect,
        to most: Int,
        of source: SourceID,
        besides uncounted: @autoclosure () throws -> Int = 0,
        _ isCounted: (FoundJob) -> Bool
    ) throws -> Int {
        let counted = effect.found.filter(isCounted)
        guard let kind = counted.first?.spec.kind else { return 0 }
        var count = jobs(of: source, kind)
        guard count + counted.count > most else { return 0 }
        count -= try uncounted()
        var dropped: Set<JobURN> = []
        for job in counted where !dropped.contains(job.urn) {
            if try ledger.contains(job.urn) { continue }
            if count < most { count += 1 } else { dropped.insert(job.urn) }
        }
        leaveOut(dropped, from: &effect)
        return dropped.count
    }

    private func leaveOut(_ jobs: Set<JobURN>, from effect: inout JobEffect) {
        guard !jobs.isEmpty else { return }
        let left = effect.found.filter { jobs.contains($0.urn) && !$0.spec.isFurtherPage }
        let items = Set(left.compactMap(\.spec.subjectURN))
        effect.found.removeAll { jobs.contains($0.urn) }
        effect.recipes.removeAll { items.contains($0.urn) }
        effect.articles.removeAll { items.contains($0.urn) }
        effect.listings.removeAll { items.contains($0.itemURN) }
        for urn in items { effect.provenance[urn] = nil }
    }

    static func note(ofChangesSince start: String, _ definition: SourceDefinition) -> JobNote {
        let whole =
            definition.listsEverything
            ? "; --refresh reads all lists."
            : ". --refresh reads all lists; with `since` nothing of this source is ever marked as gone, as what a "
                + "list leaves out may only be unchanged."
        let message = "Only items changed since \(start) were asked for, and what the site removed is not known of"
        return note(.changesOnly, message + whole, "changes", definition)
    }

    static func note(ofPublicationDates count: Int, _ definition: SourceDefinition) -> JobNote {
        let message =
            "The dates of change that \(definition.name) lists are those on which its \(count) pages were published, so pages "
            + "are asked for changes in each sync."
            + (definition.kind == .sitemap ? " `lastmod: trust` believes the dates." : "")
        return note(.lastmodIgnored, message, "dates", definition)
    }

    static func note(ofEnd sentence: String, _ definition: SourceDefinition) -> JobNote {
        note(.crawlTrap, sentence, "trap-" + StableHash.hex(sentence).prefix(8), definition)
    }

    /// Records a page's text and removes links of ended patterns, except to pages that the catalog has.
    private func watch(
        _ effect: inout JobEffect,
        _ definition: SourceDefinition,
        _ source: SourceID,
        _ notes: inout [JobNote: Int]
    ) throws {
        // An article of several pages was counted with its first page's text: many of them would pass for a trap.
        for text in effect.texts where text.role == .body && text.pages.isEmpty {
            // Nor is it new when it is rendered again because its further page does not exist.
            if let next = effect.furtherPage(of: text), try ledger.report(next.urn)?.state == .done { continue }
            guard let url = effect.provenance[text.itemURN]?.url, let address = WebAddress(url) else { continue }
            for (pattern, sentence) in crawl.observe(text.plain, at: address, of: source) {
                try ledger.end(pattern: pattern, of: source, sentence)
                notes[Self.note(ofEnd: sentence, definition), default: 0] += 1
            }
        }
        let ended = try effect.found.filter { job in
            guard job.spec.kind != .imageDownload, let address = job.spec.url.flatMap({ WebAddress($0) }) else {
                return false
            }
            // No text tells whether pages read only for their links lead to something new.
            guard let item = job.spec.subjectURN else {
                return crawl.isEnded(address, of: source, countsEarlier: false)
            }
            return try crawl.isEnded(address, of: source)
                && catalog.timeOfFetch(of: RecordURN.text(item: item, role: .body)) == nil
        }
        leaveOut(Set(ended.map { $0.urn }), from: &effect)
    }
}
