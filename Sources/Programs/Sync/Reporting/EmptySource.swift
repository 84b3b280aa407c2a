package import LarderCatalog
internal import LarderLedger
internal import LarderModel
internal import LarderSourceAdapters
package import LarderSourceDefinitions

package struct EmptySource {
    let definition: SourceDefinition

    package init(definition: SourceDefinition) { self.definition = definition }

    /// For a source whose lists named no item; `failed` is its first failed job.
    /// - Parameter areEmpty: Whether the lists are where the file says, and empty.
    func sentence(failed: JobReport?, areEmpty: Bool = false) -> String {
        let name = definition.name
        if let failed {
            return "\(name) brought no item, as its lists could not be read: \(Self.reason(failed))"
        }
        let asked = definition.queries.prefix(5).map { "\"\($0.shortened(to: 40))\"" }.joined(separator: ", ")
        let more = definition.queries.count > 5 ? " and \(definition.queries.count - 5) more" : ""
        let queries = asked.isEmpty ? "" : " for \(asked)\(more)"
        if areEmpty { return "\(name) brought no item: the server answered, and its lists are empty\(queries)." }
        let what =
            "\(name) brought no item: the server answered, and its lists name none\(queries) that could be read."
        return SourceRegistry.isSample(definition) ? what : "\(what) Check \(keys) in its file."
    }

    /// For a source of whose items none could be stored; `failed` is their first failed job.
    func sentence(named: Int, failed: JobReport?) -> String {
        let named = named > 0 ? "its lists name \(named.counted("item"))" : "its pages were asked for"
        let what = "\(definition.name) brought no item: \(named), and "
        if let failed {
            return what + "nothing could be kept of any: \(Self.reason(failed))"
        }
        guard definition.kind == .json else { return what + "nothing could be kept of any. Check \(keys) in its file." }
        return what + "none has a title where the file says. Check `fields`, and `detail` where lists hold no titles."
    }

    /// For a page that was asked for by its address; `failed` is the first failed job.
    static func sentence(page: WebAddress, failed: JobReport?) -> String {
        "\(page.withoutKeys) brought no item: "
            + (failed.map(reason)
                ?? "nothing there could be kept as a page. Name the address of a recipe or an article.")
    }

    private static func reason(_ job: JobReport) -> String {
        PlainText.line(job.message ?? job.code ?? "see the dead jobs", maxBytes: 500)
    }

    /// For a look at the first lists, in a larder of its own, that named no item.
    package func lookSentence(_ catalog: CatalogReader) throws -> String {
        let name = definition.name
        let sync = try catalog.source(named: name).flatMap { try catalog.latestSync(source: $0.id)?.sync }
        return try sync.map { try hasEmptyLists($0, catalog) } == true
            ? "The first lists of \(name) are empty. If they should not be, check \(keys) in its file."
            : "The first lists of \(name) name no item that could be read. Check \(keys) in its file."
    }

    /// The keys of the file that say where items are.
    var keys: String {
        var keys: [String] = []
        if !definition.queries.isEmpty { keys.append("`queries`") }
        if !definition.outlets.isEmpty { keys.append("`outlets`") }
        if definition.kind == .json { keys += ["`list`", "`items`", "`fields`"] }
        if definition.kind == .sitemap, !definition.sitemaps.files.isEmpty { keys.append("`sitemaps`") }
        if definition.kind == .feed, !definition.feed.feeds.isEmpty { keys.append("`feeds`") }
        if definition.kind == .pages, !definition.crawl.follow.isEmpty { keys.append("`follow`") }
        if definition.kind == .pages, !definition.crawl.listOnly.isEmpty { keys.append("`list-only`") }
        if definition.kind == .wordpress {
            if definition.wordPress.types != WordPressOptions().types { keys.append("`types`") }
            if !definition.wordPress.categories.isEmpty { keys.append("`categories`") }
        }
        if definition.kind == .mediawiki, definition.mediaWiki != MediaWikiOptions() { keys.append("`namespaces`") }
        if !definition.scope.include.isEmpty { keys.append("`include`") }
        if !definition.scope.exclude.isEmpty { keys.append("`exclude`") }
        keys.append("`base: \(definition.base)`")
        return keys.joined(separator: ", ") + " and `kind: \(definition.kind.rawValue)`"
    }

    /// Whether the lists of a sync without items are empty, as far as that is known of the source's kind.
    func hasEmptyLists(_ sync: CatalogSync, _ catalog: CatalogReader) throws -> Bool {
        let isKnown = definition.kind.isMapped || definition.kind == .sitemap || definition.kind == .feed
        let codes = [NoteCode.recordSkipped, .noneIncluded].map(\.rawValue) + NoteCode.ofCutLists + NoteCode.ofLeftOut
        return try isKnown && !catalog.hasNotes(codes, of: sync)
    }
}
