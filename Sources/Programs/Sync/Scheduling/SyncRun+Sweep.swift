internal import LarderCache
internal import LarderCatalog
internal import LarderCatalogWriting
internal import LarderLedger
internal import LarderModel
internal import LarderSourceDefinitions
internal import Logging

/// The check of what is stored, before a sync builds on it.
extension SyncRun {
    /// Between two progress messages of a long sweep.
    private static let sweepMessageInterval: Duration = .seconds(10)

    /// The most rows of `provenance` in the part of a larder that one sync checks.
    ///
    /// A recipe with a page and a picture has five rows.
    private var maxCheckedRows: Int {
        if options.checksAll { return .max }
        return options.quickCheck ? 1_000_000 : 100_000
    }

    /// The blobs that the catalog names and the cache lacks; damaged blobs are in quarantine afterwards.
    ///
    /// Forgets damaged rows, so that they are made again. Of a large larder each sync checks a part, in turn. Ends
    /// early when a stop is requested; the next run finds the rest.
    ///
    /// - Throws: ``CatalogError`` with code `corrupt` for a damaged catalog; ``CacheError`` with code `io` or
    ///   `notWritable` when the cache cannot be read.
    func sweep(_ base: Base, isStopAsked: @escaping @Sendable () -> Bool) async throws -> [Digest] {
        let (ids, checks, part) = try await base.database.read { db in
            let catalog = CatalogReader(db)
            let ids = try base.definitions.compactMap { try catalog.source(named: $0.name)?.id }
            let checks = try LedgerStore(db).checkedParts(of: ids, isQuick: options.quickCheck)
            let part = try CatalogPart(after: checks, maxRows: maxCheckedRows, in: db)
            // SQLite checks a file as a whole.
            if part.index == 0, let damage = try catalog.damage() {
                throw CatalogError.damaged(base.database.path, damage)
            }
            return (ids, checks, part)
        }
        if part.count > 1 {
            options.logger.notice(
                """
                This sync checks part \(part.index + 1) of \(part.count) of what is stored, the next ones the other parts. \
                `--check-all` checks all at once.
                """
            )
        }
        if !options.quickCheck { try await forgetDamagedRows(of: ids, in: part, of: base.database) }
        let cache = base.larder.cache
        let lost = try await base.database.read { db in
            var lost: [Digest] = []
            var count = 0
            var lastMessage = ContinuousClock.now
            var check = BlobCheck(cache, readsBytes: !options.quickCheck)
            try CatalogReader(db).namedDigests(of: ids, in: part) { digest in
                guard !isStopAsked() else { return }
                if try !check.isThere(digest) { lost.append(digest) }
                count += 1
                guard lastMessage.duration(to: .now) > Self.sweepMessageInterval else { return }
                lastMessage = .now
                options.logger.notice("Checking what is cached: \(count.counted("file")) so far.")
            }
            return lost
        }
        if !isStopAsked(), part.count > 1 {
            try await base.database.write { [options] db in
                try LedgerStore(db).countPart(after: checks, of: ids, isQuick: options.quickCheck)
            }
        }
        guard let first = lost.first else { return [] }
        options.logger.warning(
            """
            \(lost.count.counted("cached file")) \(lost.count == 1 ? "is" : "are") missing or damaged and will be \
            made or fetched again; damaged ones are in \(cache.folder)/quarantine.
            """,
            metadata: ["first": "\(first.hex)"]
        )
        return lost
    }

    private func forgetDamagedRows(
        of sources: [SourceID],
        in part: CatalogPart,
        of database: CatalogDatabase
    ) async throws {
        let damages = try await database.read { try RowCheck($0, part: part).damages(of: sources) }
        let names = damages.map(\.name).distinct
        guard let first = names.first else { return }
        options.logger.warning(
            """
            \(names.count.counted("row")) of the catalog \(names.count == 1 ? "is" : "are") damaged and will be \
            made again. The disk may be failing.
            """,
            metadata: ["first": "\(first)"]
        )
        try await database.write { db in
            for damage in damages { try CatalogWriter(db).forget(damage) }
            // Lists of changes only would not name those rows.
            for source in sources {
                try LedgerStore(db).setWholeLists(of: source, at: 0)
                try LedgerStore(db).forgetAnswers(of: source)
            }
        }
    }
}
