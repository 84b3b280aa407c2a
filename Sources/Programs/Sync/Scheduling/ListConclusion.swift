internal import LarderCatalog
internal import LarderCatalogWriting
internal import LarderLedger
internal import LarderModel
internal import LarderSourceAdapters
internal import LarderSourceDefinitions

/// How whole a source's lists were in one sync, and what that means for items that they do not name.
struct ListConclusion {
    let entry: SyncedSources.Entry
    /// All was asked for that its items are found in.
    let isAsked: Bool
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
        let definition = entry.definition
        let namesChanges = try reader.hasNotes([NoteCode.changesOnly.rawValue], of: sync)
        // A crawl has no lists: each of its pages answers for itself.
        let isWhole =
            try isAsked && (isCrawl || areAnswered && !namesChanges) && !reader.hasNotes(NoteCode.ofCutLists, of: sync)
        let missing = try missingItems(catalog, isWhole: isWhole)
        let isGuarded = !acceptsChanges && (isCrawl || definition.listsEverything)
        let lacksMost = isGuarded && !namesChanges && missing.areMost
        var isHeld = false
        if isGuarded, isCrawl || isWhole {
            isHeld = try lacksMost ? holdBack(missing, catalog) : areReplaced(missing, catalog)
        }
        let mayEnd = isWhole && !isHeld
        try catalog.concludeListings(
            of: sync,
            areRead: mayEnd && !isCrawl && (definition.readsWholeLists || definition.hasWindows),
            areWhole: definition.listsEverything,
            takesNew: !lacksMost,
            wholeListsAt: areAnswered && namesChanges && wholeListsAt > 0 ? wholeListsAt : nil,
            at: now
        )
        if isCrawl {
            let code = NoteCode.pageMissing.rawValue
            try catalog.concludePages(of: sync, missing: code, marksGone: !isHeld, takesNew: !lacksMost, at: now)
        }
        return mayEnd && (isCrawl || definition.readsWholeLists)
    }

    /// The items that may be gone, of those that the definition asks for.
    ///
    /// An item does not count where `include` and `exclude` leave out its address, or where it stood only in lists that
    /// the definition does not name any more: the site did not end it.
    private func missingItems(_ catalog: CatalogWriter, isWhole: Bool) throws -> MissingItems {
        let definition = entry.definition
        let scope = definition.scope
        let urls = Set(definition.crawl.urls)
        let isWanted = { (url: String) in
            WebAddress(url).map { urls.contains($0) || scope.hasPath(of: $0) } ?? true
        }
        let isOpen = scope.include.isEmpty && scope.exclude.isEmpty
        let items = try catalog.itemsNotListed(in: sync, isWanted: isOpen ? nil : isWanted)
        func tell(_ count: Int, _ subject: String, _ place: (one: String, many: String)) throws {
            guard count > 0 else { return }
            let message =
                "\(count.counted("stored item")) of \(definition.name) \(count == 1 ? place.one : place.many) any more; what is "
                + "stored stays."
            try catalog.merge(note: EffectMerger.note(.notIncluded, message, subject, definition), sync: sync)
        }
        let addresses = "at addresses that `include` and `exclude` do not take"
        try tell(items.unwanted, "included", ("is \(addresses)", "are \(addresses)"))
        if isWhole {
            let lists = "only in lists that its file does not name"
            try tell(items.ofOtherLists, "lists", ("was \(lists)", "were \(lists)"))
        }
        return isCrawl ? try catalog.items(noted: NoteCode.pageMissing.rawValue, in: sync) : items.missing
    }

    /// Notes that more than half of the items are missing at once.
    private func holdBack(_ missing: MissingItems, _ catalog: CatalogWriter) throws -> Bool {
        let definition = entry.definition
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

extension SourceDefinition {
    /// What its syncs say of its lists; nothing where no list ends an item.
    var listCounts: [String: Int] {
        hasWindows ? [:] : [SyncSummary.listNames: listNames, SyncSummary.listRequests: listRequests]
    }
}
