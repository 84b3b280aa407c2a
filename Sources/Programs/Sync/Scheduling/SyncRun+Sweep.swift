internal import LarderCache
internal import LarderCatalog
internal import LarderCatalogWriting
internal import LarderLedger
internal import LarderModel
internal import LarderSourceDefinitions
internal import Logging

/// What a run checks at its start: the catalog's rows, and whether the cache holds what they name.
extension SyncRun {
    /// Between two progress messages of a long sweep.
    private static let sweepMessageInterval: Duration = .seconds(10)

    /// The blobs that the catalog names and the cache lacks; damaged blobs are in quarantine afterwards.
    ///
    /// Forgets damaged rows, so that they are made again. Ends early when a stop is requested; the next run finds the
    /// rest.
    ///
    /// - Throws: ``CatalogError`` with code `corrupt` for a damaged catalog; ``CacheError`` with code `io` or
    ///   `notWritable` when the cache cannot be read.
    func sweep(_ base: Base, isStopAsked: @escaping @Sendable () -> Bool) async throws -> [Digest] {
        let ids = try await base.database.read { db in
            let catalog = CatalogReader(db)
            if let damage = try catalog.damage() { throw CatalogError.damaged(base.database.path, damage) }
            return try base.definitions.compactMap { try catalog.source(named: $0.name)?.id }
        }
        if !options.quickCheck { try await forgetDamagedRows(of: ids, in: base.database) }
        let cache = base.larder.cache
        let lost = try await base.database.read { db in
            var lost: [Digest] = []
            var count = 0
            var lastMessage = ContinuousClock.now
            try CatalogReader(db).namedDigests(of: ids) { digest in
                guard !isStopAsked() else { return }
                if try !isThere(digest, cache) { lost.append(digest) }
                count += 1
                guard lastMessage.duration(to: .now) > Self.sweepMessageInterval else { return }
                lastMessage = .now
                options.logger.notice("Checking what is cached: \(count.counted("file")) so far.")
            }
            return lost
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

    private func forgetDamagedRows(of sources: [SourceID], in database: CatalogDatabase) async throws {
        let damages = try await database.read { try RowCheck($0).damages(of: sources) }
        guard let first = damages.first else { return }
        options.logger.warning(
            """
            \(damages.count.counted("row")) of the catalog \(damages.count == 1 ? "is" : "are") damaged and will be \
            made again. The disk may be failing.
            """,
            metadata: ["first": "\(first.urn)"]
        )
        try await database.write { db in
            for damage in damages { try CatalogWriter(db).forget(damage) }
            // Lists of changes only would not name those rows.
            for source in sources { try LedgerStore(db).setWholeLists(of: source, at: 0) }
        }
    }

    private func isThere(_ digest: Digest, _ cache: DiskCache) throws(CacheError) -> Bool {
        guard !options.quickCheck else { return try cache.contains(digest) }
        do throws(CacheError) {
            _ = try cache.blob(digest)
            return true
        } catch {
            guard [.missing, .corrupt, .tooLarge].contains(error.code) else { throw error }
            return false
        }
    }
}
