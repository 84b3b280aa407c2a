package import LarderCatalog
internal import LarderLedger
package import LarderModel
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
            return "\(name) brought no item, as its lists could not be read: \(reason(failed))"
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
            return what + "nothing could be kept of any: \(reason(failed))"
        }
        guard definition.kind == .json else { return what + "nothing could be kept of any. Check \(keys) in its file." }
        return what + "none has a title where the file says. Check `fields`, and `detail` where lists hold no titles."
    }

    private func reason(_ job: JobReport) -> String {
        PlainText.line(job.message ?? job.code ?? "see the dead jobs", maxBytes: 500)
    }

    package func lookSentence(areEmpty: Bool) -> String {
        let name = definition.name
        return areEmpty
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

    /// Whether the lists of a sync without items are empty; known only for sources with mapped fields.
    package func hasEmptyLists(_ sync: CatalogSync, _ catalog: CatalogReader) throws -> Bool {
        let codes = [NoteCode.fieldMissing, .recordSkipped, .entryUnread].map(\.rawValue)
        return try definition.kind.isMapped && !catalog.hasNotes(codes, of: sync)
    }
}
