internal import Foundation
internal import LarderCache
internal import LarderCatalog
internal import LarderCatalogWriting
internal import LarderModel
internal import LarderSync

extension LarderCommands {
    /// Makes one larder of several that have different sources.
    ///
    /// Each larder comes in by one transaction. A repetition after a kill passes over those that are in.
    ///
    /// - Parameter larders: Folders, which only their catalogs' upgrade from an older release changes.
    /// - Throws: ``CoordinatorError`` with code `nameTaken` where a source is in two of them, before anything is
    ///   written; ``CatalogError``, ``CacheError``.
    package static func merge(_ larders: [String], into: String) throws -> Result {
        let merged = try larders.map(MergedLarder.init)
        let target = LarderFolder.absolute(into)
        if let same = merged.first(where: { $0.folder == target }) {
            throw CoordinatorError(
                .badSetting,
                "\(same.folder) cannot be merged into itself: leave it out, or name another --into."
            )
        }
        let there = LarderStore.exists(into) ? try MergedLarder(into) : nil
        let missing = merged.filter { larder in
            // What an earlier, killed run has brought in.
            guard let there, larder.sources.allSatisfy(there.has) else { return true }
            return false
        }
        try refuseConflicts(missing + (there.map { [$0] } ?? []), into)
        let folder = try LarderFolder(taking: into)
        let database = try LarderStore.open(folder.catalogPath)
        defer { try? database.close() }  // the process ends here anyway
        var lines: [String] = []
        for larder in merged {
            let names = larder.sources.map(\.name).sorted().joined(separator: ", ")
            let files = try folder.cache.take(from: DiskCache(folder: larder.folder + "/cache", mayCreate: false))
            let isNew = missing.contains { $0.folder == larder.folder }
            if isNew { try larder.copyRows(into: database) }
            lines.append(
                "\(larder.folder): \(names)\(isNew ? "" : ", there already"); \(files.linked.counted("file")) linked, "
                    + "\(files.copied.counted("file")) copied (\(files.copiedBytes.bytes))"
            )
        }
        while try !database.write({ try ItemIndexer($0).indexPending(limit: 1000) }) {}
        try database.write { try ItemIndexer($0).compact() }
        let counts = try database.read { try CatalogReader($0).counts() }
        lines.append(
            "\(target) has \(counts.recipes.counted("recipe")), \(counts.articles.counted("article")) and "
                + "\(counts.images.counted("picture"))."
        )
        return Result(text: lines.joined(separator: "\n"))
    }

    private static func refuseConflicts(_ larders: [MergedLarder], _ into: String) throws {
        var owners: [String: String] = [:]
        for larder in larders {
            for source in larder.sources {
                guard let other = owners.updateValue(larder.folder, forKey: source.name) else { continue }
                throw CoordinatorError(
                    .nameTaken,
                    "The source \(source.name) is in \(other) and in \(larder.folder). Only larders of different sources "
                        + "can be merged: remove it from one of them with `coordinator remove \(source.name.shellWord) "
                        + "--into \(larder.folder.shellWord)`, or sync it there under another name (--rename)."
                )
            }
        }
    }
}

/// A larder that is merged into another one.
private struct MergedLarder {
    struct SourceSync: Hashable {
        let name: String
        /// When its latest sync began; nil: none has.
        let startedAt: Int64?
    }

    let folder: String
    let sources: [SourceSync]

    init(_ larder: String) throws {
        folder = LarderFolder.absolute(larder)
        try LarderStore.upgrade(larder: larder)
        sources = try LarderStore.connections(larder: larder).read { db in
            let catalog = CatalogReader(db)
            return try catalog.sources().map { row in
                SourceSync(name: row.source.name, startedAt: try catalog.latestSync(source: row.id)?.startedAt)
            }
        }
    }

    func has(_ source: SourceSync) -> Bool { sources.contains(source) }

    func copyRows(into database: CatalogDatabase) throws {
        try database.write(attaching: folder + "/catalog.sqlite", as: "other") { try MergedTables($0).copy() }
    }
}
