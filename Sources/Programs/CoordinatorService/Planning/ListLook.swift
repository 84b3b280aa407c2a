internal import GRDB
internal import LarderCache
internal import LarderCatalog
internal import LarderLedger
internal import LarderModel
internal import LarderSourceDefinitions
internal import LarderSourceReaders

/// Reads the lists of a source and nothing else, to know how much it has.
struct ListLook {
    let request: LookRequest
    /// What the user called the source.
    let name: String
    let definition: SourceDefinition
    let past: PastSyncs

    /// Lists that a look at a crawl reads, whose further pages are its items' own.
    private static let crawledLists = 3
    /// No estimate is higher, whatever totals a site names.
    private static let mostRequests = 1e15
    private static let mostBytes = 1e18

    /// Nobody is burdened where the coordinator itself serves the source; a sitemap is a list of one page.
    private var readsAll: Bool {
        request.readsLists || !SourceRegistry.builtIn([name]).isEmpty || definition.kind == .sitemap
    }

    /// What the lists told.
    private struct Told {
        var listed: Int
        /// Items of all lists by their totals; nil where a list names none.
        var total: Int?
        var requests: Int
        var left: Set<LeftJob>
        var seconds: Double
    }

    /// - Returns: Nil when it was stopped.
    func estimate(stopRequests: AsyncStream<Void>) async throws -> SourceEstimate? {
        try await ScratchLarder.with { scratch in
            let scope = SyncScope(
                maxLists: definition.kind == .pages && !readsAll ? Self.crawledLists : nil,
                isFirstPagesOnly: !readsAll
            )
            let run = scratch.run(request, [name], scope, limit: nil, only: .search)
            let began = ContinuousClock.now
            let result = try await run.result(stopRequests: stopRequests)
            guard result.code < 2 else { return nil }
            guard result.code == 0 || result.outcome.tally.requests > 0 else {
                throw CoordinatorError(
                    .notFound,
                    "No list of the source \(name) could be read, so that nothing can be told of a sync. "
                        + "Type `coordinator try \(name)` to see why."
                )
            }
            let seconds = (ContinuousClock.now - began) / .seconds(1)
            let (listed, total) = try await LarderStore.read(larder: scratch.path) { db in
                try (Self.items(db), Self.total(db, scratch.path + "/cache"))
            }
            return estimate(
                Told(
                    listed: listed,
                    total: total,
                    requests: Int(clamping: result.outcome.tally.requests),
                    left: result.outcome.tally.left,
                    seconds: seconds
                )
            )
        }
    }

    private static func items(_ db: Database) throws -> Int {
        let counts = try CatalogReader(db).counts()
        return counts.recipes + counts.articles
    }

    /// The totals that the answers to the lists name, in sum; nil where one names none.
    private static func total(_ db: Database, _ folder: String) throws -> Int? {
        let cache = try DiskCache(folder: folder, mayCreate: false)
        let answers = try CatalogReader(db).listAnswers()
        guard !answers.isEmpty else { return nil }
        var sum = 0
        for answer in answers {
            guard let bytes = try? cache.blob(answer), let total = ListTotal.find(in: bytes) else { return nil }
            sum += min(total, 1_000_000_000)
        }
        return sum
    }

    private func estimate(_ told: Told) -> SourceEstimate {
        let records = told.left.count { $0.kind == .detail && !$0.isPage }
        let linked = min(told.left.count { $0.kind == .detail && $0.isPage }, definition.scope.maxPages ?? .max)
        let found = linked + (definition.pages ? records : 0)
        let items = max(told.listed, records, linked)
        // Where lists tell no pictures, an item has one as a rule.
        let named = told.left.count { $0.kind == .imageDownload }
        let pictures = !definition.images.areWanted ? 0 : named > 0 ? max(named, records) : max(records, linked)
        let wanted = told.total.map { min($0, definition.limit.map { $0 * max(1, definition.queries.count) } ?? $0) }
        let factor = readsAll || items == 0 ? 1 : wanted.map { max(1, Double($0) / Double(items)) } ?? 1
        func scaled(_ count: Int) -> Int { Int(min((Double(count) * factor).rounded(), Self.mostRequests)) }
        let pages = told.left.contains { $0.kind == .search } ? scaled(told.requests) : told.requests
        let parts: [(JobKind, String, Int)] = [
            (.search, "list pages", pages), (.detail, "items", scaled(records)), (.detail, "web pages", scaled(found)),
            (.imageDownload, "pictures", scaled(pictures)),
        ]
        let requests = parts.reduce(0) { $0 + $1.2 }
        let bytes = parts.reduce(Int?.some(0)) { sum, part in
            guard part.2 > 0, let known = sum else { return sum }
            return past.bytes[part.0].map { known + Int(min(Double($0) * Double(part.2), Self.mostBytes)) }
        }
        return SourceEstimate(
            name: definition.name,
            basis: readsAll ? .lists : .firstPages(areTotalsKnown: told.total != nil || areWhole(told)),
            requests: requests,
            bytes: bytes,
            seconds: seconds(requests, told),
            parts: parts.map { ($0.1, $0.2) },
            asked: told.requests
        )
    }

    /// Whether the lists' first pages were all that they have.
    private func areWhole(_ told: Told) -> Bool {
        definition.kind != .pages && !told.left.contains { $0.kind == .search || $0.kind == .discover }
    }

    /// As fast as the lists were read, and never faster than the source's file allows.
    private func seconds(_ requests: Int, _ told: Told) -> Double? {
        guard told.requests > 0 else { return nil }
        let pace = definition.pace(of: definition.base.hostPort)
        let each = told.seconds / Double(told.requests) / Double(max(1, min(pace.concurrency, 4)))
        return Double(requests) * max(each, pace.delay / .seconds(1))
    }
}
