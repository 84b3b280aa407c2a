internal import LarderCache
internal import LarderCatalog
internal import LarderCatalogWriting
internal import LarderModel
internal import Logging

/// Checks at the start of a run whether the cache still holds what the catalog names.
struct CacheSweep {
    let cache: DiskCache
    /// Checks only whether files exist.
    let isQuick: Bool
    let logger: Logger
    let isStopAsked: @Sendable () -> Bool

    /// Between two progress messages.
    private static let interval: Duration = .seconds(10)

    /// The missing and damaged blobs of the sources; damaged ones are in quarantine afterwards.
    /// Ends early when a stop is requested; the next run finds the rest.
    ///
    /// - Throws: ``CatalogError``; ``CacheError`` with code `io` or `notWritable` when the cache cannot be read.
    func lost(of sources: [SourceID], in database: CatalogDatabase) async throws -> [Digest] {
        let lost = try await database.read { [self] db in
            var lost: [Digest] = []
            var count = 0
            var told = ContinuousClock.now
            try CatalogReader(db).namedDigests(of: sources) { digest in
                guard !isStopAsked() else { return }
                if try !isThere(digest) { lost.append(digest) }
                count += 1
                guard told.duration(to: .now) > Self.interval else { return }
                told = .now
                logger.notice("Checking what is cached: \(count.counted("file")) so far.")
            }
            return lost
        }
        guard let first = lost.first else { return [] }
        logger.warning(
            """
            \(lost.count.counted("cached file")) \(lost.count == 1 ? "is" : "are") missing or damaged and will be \
            made or fetched again; damaged ones are in \(cache.folder)/quarantine.
            """,
            metadata: ["first": "\(first.hex)"]
        )
        return lost
    }

    private func isThere(_ digest: Digest) throws(CacheError) -> Bool {
        guard !isQuick else { return try cache.contains(digest) }
        do throws(CacheError) {
            _ = try cache.blob(digest)
            return true
        } catch {
            guard [.missing, .corrupt, .tooLarge].contains(error.code) else { throw error }
            return false
        }
    }
}
