internal import LarderCatalog
internal import LarderCatalogWriting
internal import LarderLedger
internal import LarderModel
internal import LarderSourceAdapters
internal import LarderSourceDefinitions

/// How whole a source's lists were in one sync, and what that means for items that they do not name.
struct ListConclusion {
    let entry: SyncedSources.Entry
    /// The lists were read, but for what their notes say.
    let areAnswered: Bool
    /// When the lists were last read whole, in Unix milliseconds.
    let wholeListsAt: Int64
    /// Items are marked as gone however many are missing.
    let acceptsChanges: Bool
    /// How many sitemaps the site's robots.txt names.
    let namedLists: Int
    let now: Int64

    private var sync: CatalogSync { entry.sync }
    private var isCrawl: Bool { entry.definition.kind == .pages }

    /// Marks the items that the lists name, and those that are gone.
    ///
    /// A list that is not whole ends no item, nor do lists that lack more than half of the source's items.
    ///
    /// - Returns: Whether every list was read to its end, or every page of a crawl asked for.
    func write(_ catalog: CatalogWriter, _ reader: CatalogReader) throws -> Bool {
        let namesChanges = try reader.hasNotes([NoteCode.changesOnly.rawValue], of: sync)
        // A crawl has no lists: each of its pages answers for itself.
        let isWhole =
            try (isCrawl || areAnswered && !namesChanges) && !reader.hasNotes(NoteCode.ofCutLists, of: sync)
        let isHeld = try holdsBack(catalog, isWhole: isWhole)
        let mayEnd = isWhole && !isHeld
        let isRead = mayEnd && !isCrawl
        try catalog.concludeListings(
            of: sync,
            areRead: isRead,
            areWhole: entry.definition.listsEverything,
            wholeListsAt: areAnswered && namesChanges && wholeListsAt > 0 ? wholeListsAt : nil,
            at: now
        )
        if isCrawl { try catalog.concludePages(of: sync, missing: missingCode, marksGone: !isHeld, at: now) }
        return mayEnd
    }

    private var missingCode: String { NoteCode.pageMissing.rawValue }

    /// Notes that more than half of the items are missing at once, if they are and that is not accepted.
    ///
    /// Items that `include` and `exclude` do not take any more are not the site's to end.
    private func holdsBack(_ catalog: CatalogWriter, isWhole: Bool) throws -> Bool {
        let definition = entry.definition
        let scope = definition.scope
        let urls = Set(definition.crawl.urls)
        let isWanted = { (url: String) in
            WebAddress(url).map { urls.contains($0) || scope.hasPath(of: $0) } ?? true
        }
        let isOpen = scope.include.isEmpty && scope.exclude.isEmpty
        let (notListed, unwanted) = try catalog.itemsNotListed(in: sync, isWanted: isOpen ? nil : isWanted)
        if unwanted > 0 {
            let message =
                "\(unwanted.counted("stored item")) of \(definition.name) \(unwanted == 1 ? "is" : "are") at addresses that "
                + "`include` and `exclude` do not take any more; what is stored stays."
            try catalog.merge(note: EffectMerger.note(.notIncluded, message, "included", definition), sync: sync)
        }
        guard isCrawl || isWhole && definition.listsEverything, !acceptsChanges else { return false }
        let missing = isCrawl ? try catalog.items(noted: missingCode, in: sync) : notListed
        guard missing.areMost else { return try areReplaced(missing, catalog) }
        let what = isCrawl ? "the site answers that they are not there" : "its lists name them no more"
        let message =
            "\(missing.count.grouped) of the \(missing.all.counted("item")) of \(definition.name) are missing at once, as "
            + "\(what). That is rather a fault than the site's wish, so none is marked as gone. If it is right, add "
            + "--accept-changes to the sync."
        try catalog.merge(note: EffectMerger.note(.mostMissing, message, "missing", definition), sync: sync)
        return true
    }

    /// Notes that items are missing where the site names other lists than before, as when its robots.txt cannot be had,
    /// or the same items by other addresses.
    private func areReplaced(_ missing: MissingItems, _ catalog: CatalogWriter) throws -> Bool {
        let definition = entry.definition
        guard missing.count > 0, !isCrawl else { return false }
        let findsLists = definition.kind == .sitemap && definition.sitemaps.files.isEmpty
        let (reason, advice): (String, String)
        if try catalog.listsNameOtherAddresses(in: sync) {
            reason = "most stand in its lists with another scheme, or with or without `www.`"
            advice = "If those are the right addresses, add --accept-changes to the sync."
        } else if try findsLists && catalog.readsOtherLists(in: sync) {
            reason = "the sitemaps that name the rest are others than before"
            advice = Self.adviceOnLists
        } else if try findsLists && catalog.lacksNamedLists(in: sync, named: namedLists) {
            reason = "robots.txt names fewer sitemaps than before"
            advice = Self.adviceOnLists
        } else {
            return false
        }
        let message =
            "\(missing.count.counted("item")) of \(definition.name) \(missing.count == 1 ? "is" : "are") missing, and "
            + "\(reason), so none is marked as gone. \(advice)"
        try catalog.merge(note: EffectMerger.note(.listsReplaced, message, "missing", definition), sync: sync)
        return true
    }

    private static let adviceOnLists =
        "If they are the right ones, add --accept-changes to the sync; if not, name those that are with `sitemaps: [ADDRESS]`."
}
