internal import Foundation
internal import GRDB
package import Larder
internal import LarderCatalog
internal import LarderCatalogWriting
internal import LarderModel
internal import LarderSync

/// What is in the larder, as apps see it.
extension LarderCommands {
    /// Items that have all the words, the best first.
    ///
    /// - Parameter limit: The most items.
    package static func find(
        _ words: String,
        _ into: String,
        filter: SearchFilter,
        limit: Int,
        json: Bool
    ) async throws -> Result {
        try await reading(into) { reader in
            let sources = try CatalogReader(reader.database).sources().map(\.source.name)
            if let source = filter.source, !sources.contains(source) {
                throw CoordinatorError.unknownSource(source, among: sources, into)
            }
            try check(words)
            let hits = try reader.items(matching: words, filter: filter, limit: limit)
            let count = try reader.count(matching: words, filter: filter)
            let unindexed = try CatalogReader(reader.database).unindexedItems()
            let code: Int32 = count > 0 ? 0 : 1
            if json {
                let found = FoundItems(words: words, count: count, unindexed: unindexed, hits: hits)
                return Result(text: found.json, code: code)
            }
            let part = count > hits.count ? "\(hits.count.grouped) of " : ""
            let head =
                count > 0
                ? "\(part)\(count.counted("item")):"
                : """
                No item has all of these words: \(shown(words))
                A word is found as it is typed; WORD* finds all words that begin with WORD.
                """
            return Result(text: ([head] + hits.map(\.lines) + note(unindexed)).joined(separator: "\n"), code: code)
        }
    }

    private static func check(_ words: String) throws {
        let searched = LarderReader.searches(words)
        guard searched.any else {
            throw CoordinatorError(.badSetting, "There is no letter and no digit to look for in: \(shown(words))")
        }
        guard searched.all else {
            throw CoordinatorError(.badSetting, "Too many words: find takes at most 16, within 1,000 characters.")
        }
    }

    private static func shown(_ words: String) -> String { PlainText.line(words, maxBytes: 200) }

    /// What a sync has not come to yet.
    private static func note(_ unindexed: Int) -> [String] {
        guard unindexed > 0 else { return [] }
        let items = unindexed.counted("further item")
        return ["Not indexed yet: \(items). The sync that is at work, or the next one, does that."]
    }

    /// Rebuilds the search index.
    package static func rebuildSearch(_ into: String) throws -> String {
        try locking(into) { _, database in
            let count = try database.write { db in
                let indexer = ItemIndexer(db)
                try indexer.indexPending(limit: .max)
                return try indexer.rebuildSearch()
            }
            return "The search index has \(count.counted("item"))."
        }
    }

    /// What a sync changed.
    ///
    /// - Parameters:
    ///   - sync: The number of a sync, or the name of a source. A name stands for the source's latest sync. nil stands
    ///     for the latest sync of each source.
    ///   - limit: The most changes of a sync.
    package static func diff(_ sync: String?, _ into: String, limit: Int, json: Bool) async throws -> String {
        try await reading(into) { reader in
            let known = try reader.syncs(limit: .max)
            let latest = Dictionary(grouping: known, by: \.source).compactMap { $0.value.first }
            var shown = latest.sorted { $0.id < $1.id }
            if let sync {
                shown = [latest.first { $0.source == sync } ?? known.first { String($0.id) == sync }].compactMap(\.self)
                if shown.isEmpty { throw unknownSync(sync, among: known) }
            }
            let syncs = try shown.map { sync in
                try SyncChanges(
                    sync: sync,
                    counts: reader.changeCounts(of: sync.id),
                    changes: reader.changes(of: sync.id, limit: limit)
                )
            }
            if json { return SyncChanges.json(syncs) }
            let unindexed = try CatalogReader(reader.database).unindexedItems()
            return ([SyncChanges.text(syncs)] + note(unindexed)).joined(separator: "\n")
        }
    }

    private static func unknownSync(_ sync: String, among known: [SyncRecord]) -> CoordinatorError {
        let latest = known.prefix(8).map { "\($0.id) of \($0.source), \($0.started.formatted(.iso8601))" }
        return CoordinatorError(
            .notFound,
            "\(shown(sync)) is neither the number of a sync nor the name of a source that was synced. "
                + (known.isEmpty ? "There was no sync yet." : "The latest syncs: \(latest.joined(separator: "; ")).")
        )
    }

    private static func reading<Value: Sendable>(
        _ into: String,
        _ body: @escaping @Sendable (LarderReader) throws -> Value
    ) async throws -> Value {
        let folder = URL(fileURLWithPath: LarderFolder.absolute(into), isDirectory: true)
        return try await Larder(folder, connections: LarderStore.connections(larder: into)).read(body)
    }
}

extension SearchHit {
    fileprivate var lines: String {
        var lines = "\(PlainText.line(title.text, maxBytes: 200))\(isGone ? " (gone)" : "")  \(id)"
        if let snippet { lines += "\n    " + PlainText.line(snippet.text, maxBytes: 500) }
        return lines
    }
}

/// The items that `find` found, as JSON.
private struct FoundItems {
    let words: String
    let count: Int
    let unindexed: Int
    let hits: [SearchHit]

    var json: String {
        JSONWriter.text { json in
            json.object { json in
                json.member("words", words)
                json.member("count", count)
                if unindexed > 0 { json.member("unindexed", unindexed) }
                json.key("items")
                json.array(hits) { json, hit in
                    json.object { json in
                        json.member("urn", hit.id)
                        json.member("source", hit.source)
                        json.member("title", hit.title.text)
                        if let snippet = hit.snippet { json.member("snippet", snippet.text) }
                        if hit.isGone { json.member("isGone", true) }
                    }
                }
            }
        }
    }
}

/// What a sync changed, as `diff` prints it.
private struct SyncChanges {
    let sync: SyncRecord
    let counts: [ItemChange.Kind: Int]
    /// The first ones.
    let changes: [ItemChange]

    private var count: Int { counts.values.reduce(0, +) }

    private static let signs: [ItemChange.Kind: String] = [
        .added: "+", .changed: "~", .gone: "-", .back: "<", .removed: "x",
    ]

    static func text(_ syncs: [SyncChanges]) -> String {
        syncs.isEmpty ? "There was no sync yet." : syncs.flatMap(\.lines).joined(separator: "\n")
    }

    private var lines: [String] {
        let told = ItemChange.Kind.allCases.compactMap { kind in counts[kind].map { "\($0.grouped) \(kind.rawValue)" } }
        let end = sync.finished == nil ? ", not finished" : sync.isWhole ? "" : ", not all was read (see status)"
        let head =
            "Sync \(sync.id) of \(sync.source), \(sync.started.formatted(.iso8601))\(end): "
            + (told.isEmpty ? "nothing changed." : told.joined(separator: ", "))
        let more = count - changes.count
        let rest = more > 0 ? ["  … and \(more.grouped) more: type --limit \(changes.count + more) to see them."] : []
        return [head] + changes.map(Self.line) + rest
    }

    private static func line(_ change: ItemChange) -> String {
        let fields = change.fields.isEmpty ? "" : ": " + change.fields.joined(separator: ", ")
        let title = change.title.map { PlainText.line($0, maxBytes: 200) + "  " } ?? ""
        return "  \(signs[change.kind] ?? "?") \(title)\(change.item)\(fields)"
    }

    static func json(_ syncs: [SyncChanges]) -> String {
        JSONWriter.text { json in
            json.array(syncs) { json, entry in
                json.object { json in
                    json.member("sync", Int(entry.sync.id))
                    json.member("source", entry.sync.source)
                    json.member("startedMs", Int(entry.sync.started.timeIntervalSince1970 * 1_000))
                    if let finished = entry.sync.finished {
                        json.member("finishedMs", Int(finished.timeIntervalSince1970 * 1_000))
                    }
                    json.member("isWhole", entry.sync.isWhole)
                    json.member("count", entry.count)
                    json.key("changes")
                    json.array(entry.changes) { json, change in
                        json.object { json in
                            json.member("kind", change.kind.rawValue)
                            json.member("urn", change.item)
                            if let title = change.title { json.member("title", title) }
                            if !change.fields.isEmpty {
                                json.key("fields")
                                json.value(change.fields)
                            }
                        }
                    }
                }
            }
        }
    }
}
