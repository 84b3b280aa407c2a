internal import LarderCache
internal import LarderCatalog
internal import LarderCatalogWriting
internal import LarderLedger
internal import LarderModel
internal import LarderSourceDefinitions
internal import LarderSync

/// The options of `coordinator prune`; none: the items that two whole lists of their source lacked.
package struct PruneRequest: Sendable {
    package var source: String?
    package var isGoneOnly = false
    /// Gone items are removed that only one whole list lacked so far, too.
    package var takesJustGone = false
    /// Items whose own date is longer ago.
    package var age: Duration?
    /// Items that no sync has seen for longer, though one has looked for them since.
    package var unseenFor: Duration?
    /// Further items, least recently seen first, until the catalog and its files are at most this large.
    package var maxBytes: Int?
    package var isDryRun = false

    package init() {}

    fileprivate func rule(source: SourceID?) -> RemovalRule {
        var rule = RemovalRule()
        rule.source = source
        rule.isGoneOnly = takesGoneAlone
        rule.takesJustGone = takesJustGone
        func time(_ age: Duration) -> Int64 { UnixTime.nowMs - Int64(age / .milliseconds(1)) }
        rule.publishedBefore = age.map(time)
        rule.seenBefore = unseenFor.map(time)
        rule.mayTakeMore = maxBytes != nil
        return rule
    }

    fileprivate var takesGoneAlone: Bool { isGoneOnly || age == nil && unseenFor == nil && maxBytes == nil }

    /// Whether items without a date, and items that are gone since the last whole list, stay for that.
    fileprivate var kept: (undated: Bool, justGone: Bool) { (age != nil, takesGoneAlone && !takesJustGone) }

    /// Options that keep items whatever their size.
    fileprivate var narrowing: [String] { (isGoneOnly ? ["--gone"] : []) + (source == nil ? [] : ["the source"]) }

    fileprivate var words: String {
        let gone = takesGoneAlone ? " that their source no longer has" : ""
        let old = age.map { ["published more than \($0.spoken) ago"] } ?? []
        let unseen = unseenFor.map { ["last seen more than \($0.spoken) ago"] } ?? []
        let size = maxBytes.map { ["those that were seen longest ago first, down to \($0.bytes)"] } ?? []
        let reasons = [old + unseen, size].map { $0.joined(separator: " or ") }.filter { !$0.isEmpty }
        return "items" + (source.map { " of \($0)" } ?? "") + gone
            + reasons.map { ", " + $0 }.joined(separator: ", and")
    }
}

extension LarderCommands {
    /// Removes items, and files that nothing else names.
    ///
    /// - Throws: ``CoordinatorError``, ``CatalogError``, ``CacheError``; the larder stays whole, and a repetition
    /// finishes.
    package static func prune(_ into: String, _ request: PruneRequest, json: Bool) throws -> Result {
        try clearing(into, isDryRun: request.isDryRun, json: json) { clearing in
            let source = try clearing.database.read { db in try request.source.map { try sourceID($0, db, into) } }
            clearing.report.what = request.words
            clearing.report.maxBytes = request.maxBytes
            clearing.report.narrowing = request.narrowing
            try clearing.perform {
                try clearing.begin()
                try clearing.removeUnnamedPictures(of: source)
                try clearing.countKept(of: source, request.kept)
                try clearing.removeItems(request.rule(source: source), maxBytes: request.maxBytes)
                try clearing.removeRecords()
            }
        }
    }

    package static func remove(_ into: String, source: String, isDryRun: Bool, json: Bool) throws -> Result {
        try clearing(into, isDryRun: isDryRun, json: json) { clearing in
            let id = try clearing.database.read { try sourceID(source, $0, into) }
            clearing.report.what = "everything of the source \(source)"
            let registry = SourceRegistry(larder: into)
            clearing.report.keptFile = registry.ownFiles.first { (try? registry.find($0))?.definition.name == source }
            try clearing.perform { try clearing.removeSource(id) }
        }
    }

    /// Removes everything but the cache's identity, the keys and the source files.
    package static func clear(_ into: String, json: Bool) throws -> Result {
        func clear(besides files: [String: DiskCache.Swept] = [:]) throws -> Result {
            try clearing(into, isDryRun: false, json: json) { clearing in
                clearing.report.what = "everything but its keys and source files"
                clearing.report.further = files
                try clearing.perform { try clearing.removeEverything() }
            }
        }
        do {
            return try clear()
        } catch let error as CatalogError where error.code == .diskFull {
            // On a full disk the files make room for the catalog's log.
            return try clear(besides: LarderFolder(taking: into).cache.empty())
        }
    }

    /// What `clear` would remove, for the question before it.
    package static func contents(_ into: String) async throws -> String {
        let counts = try await LarderStore.read(larder: into) { try CatalogReader($0).counts() }
        return "\(counts.recipes.counted("recipe")), \(counts.articles.counted("article")), "
            + "\(counts.images.counted("picture")) and every file of its cache"
    }

    private static func clearing(
        _ into: String,
        isDryRun: Bool,
        json: Bool,
        _ body: (LarderClearing) throws -> Void
    ) throws -> Result {
        try locking(into) { larder, database in
            let clearing = try LarderClearing(larder, database, isDryRun: isDryRun)
            try body(clearing)
            let report = clearing.report
            var result = Result(text: json ? report.json : report.table, code: report.isSmallEnough ? 0 : 1)
            result.takesRows = report.rows != RemovedRows()
            return result
        }
    }
}
