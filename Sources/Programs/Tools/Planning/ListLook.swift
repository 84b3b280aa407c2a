internal import Foundation
internal import GRDB
internal import LarderCache
internal import LarderCatalog
internal import LarderLedger
internal import LarderModel
internal import LarderSourceAdapters
internal import LarderSourceDefinitions
package import LarderSync

/// Reads only the lists of a source, to estimate a sync.
struct ListLook {
    let options: SyncRun.Options
    let readsLists: Bool
    let name: String
    let definition: SourceDefinition
    let past: PastSyncs

    /// Pages of a crawl read for their links.
    private static let crawledLists = 3
    /// Bounds estimates, whatever totals a site names.
    private static let mostRequests = 1e15
    private static let mostBytes = 1e18

    /// Sources that the coordinator serves cost nothing; a sitemap is a list of one page.
    private var readsAll: Bool {
        readsLists || SourceRegistry.isSample(definition) || definition.kind == .sitemap
    }

    private struct ListReading {
        var listed: Int
        /// The sum of the lists' totals; nil: a list names none.
        var total: Int?
        var requests: Int
        var left: Set<LeftJob>
        var seconds: Double
        /// Seconds between two requests that the host asks for.
        var delay: Double
        var unread: String?
        var nothing: String?
    }

    func estimate(stopRequests: AsyncStream<Void>) async throws -> SourceEstimate? {
        if let known = estimateOfAddresses { return known }
        return try await ScratchLarder.with { scratch -> SourceEstimate? in
            let scope = SyncScope(
                maxLists: isCrawl && !readsAll ? Self.crawledLists : nil,
                isFirstPagesOnly: !readsAll,
                maxItems: isCrawl ? Self.crawledLists : nil
            )
            let run = scratch.run(options, [name], scope, limit: nil, only: isCrawl ? .detail : .search)
            let began = ContinuousClock.now
            let result = try await run.run(stopRequests: stopRequests)
            let outcome = result.outcome
            if result.code == 2, !outcome.isStopAsked, let reason = outcome.held.last { throw unread(reason) }
            guard result.code < 2 else { return nil }
            guard result.code == 0 || outcome.tally.requests > 0 else { throw unread(outcome.firstFailure) }
            let seconds = (ContinuousClock.now - began) / .seconds(1)
            let reading = try await LarderStore.read(larder: scratch.path) { db in
                let listed = try CatalogReader(db).namedItems()
                let isNothing = listed == 0 && outcome.tally.left.isEmpty
                return ListReading(
                    listed: listed,
                    total: try total(db, scratch.path + "/cache"),
                    requests: outcome.tally.requests,
                    left: outcome.tally.left,
                    seconds: seconds,
                    delay: try askedDelay(db),
                    unread: try failure(db).map(options.console.redacted),
                    nothing: isNothing ? try EmptySource(definition: definition).lookSentence(CatalogReader(db)) : nil
                )
            }
            if let why = reading.unread, reading.listed == 0, reading.left.isEmpty { throw unread(why) }
            return estimate(reading)
        }
    }

    private func unread(_ reason: String?) -> CoordinatorError {
        let why = reason.map { ": \(options.console.redacted($0))" } ?? ". Type `coordinator try \(name)` to see why."
        return CoordinatorError(
            .notFound,
            "The lists of the source \(name) could not be read, so that nothing can be told of a sync\(why)"
        )
    }

    /// Why a list, or a page of a crawl, could not be read.
    private func failure(_ db: Database) throws -> String? {
        let kinds: [JobKind] = isCrawl ? [.discover, .search, .detail] : [.discover, .search]
        let sources = try CatalogReader(db).sources().map(\.id)
        return try LedgerStore(db).dead(of: sources, kinds, limit: 1).first.map { job in
            PlainText.line(job.message ?? job.code ?? "\(job.urn)", maxBytes: 500)
        }
    }

    /// The crawl-delay of the base's host, in seconds.
    private func askedDelay(_ db: Database) throws -> Double {
        let place = definition.base.hostPort
        guard definition.obeysRobots(of: place), definition.takesCrawlDelay(of: place) else { return 0 }
        return Double(try LedgerStore(db).host(place.description)?.delayMs ?? 0) / 1_000
    }

    /// The sum of the totals in the lists' answers; nil: one names none.
    private func total(_ db: Database, _ folder: String) throws -> Int? {
        let cache = try DiskCache(folder: folder, mayCreate: false)
        let answers = try CatalogReader(db).listAnswers()
        guard !answers.isEmpty else { return nil }
        var sum = 0
        for answer in answers {
            let headers = (try? cache.record(for: "GET " + answer.url))?.headers ?? []
            guard let bytes = try? cache.blob(answer.digest),
                let total = ListTotal.find(in: bytes, headers: headers, of: definition)
            else { return nil }
            sum = ListTotal.sum(sum, total)
        }
        return sum
    }

    private func estimate(_ reading: ListReading) -> SourceEstimate {
        let records = reading.left.count { $0.kind == .detail && !$0.isPage }
        let unread = isCrawl ? max(0, definition.crawl.urls.count - Self.crawledLists) : 0
        let linked = min(
            reading.left.count { $0.kind == .detail && $0.isPage } + unread + (isCrawl ? reading.listed : 0),
            definition.mostPages ?? .max
        )
        let readsPages = definition.pages && definition.kind != .mediawiki
        let found = linked + (readsPages ? records : 0)
        let items = max(reading.listed, records, linked)
        // If lists name no pictures, an item usually has one; feeds would name them.
        let named = reading.left.count { $0.kind == .imageDownload }
        let areTold = definition.kind == .feed || definition.kind == .wordpress
        let pictures =
            !definition.images.areWanted ? 0 : named > 0 ? max(named, records) : areTold ? 0 : max(records, linked)
        let wanted = reading.total.map { min($0, definition.limit.map { $0 * max(1, definition.queries.count) } ?? $0) }
        let factor = readsAll || items == 0 ? 1 : wanted.map { max(1, Double($0) / Double(items)) } ?? 1
        func scaled(_ count: Int) -> Int { Int(min((Double(count) * factor).rounded(), Self.mostRequests)) }
        let pages =
            reading.left.contains { $0.kind == .search }
            ? scaled(reading.requests) : max(0, reading.requests - (isCrawl ? reading.listed : 0))
        let remark = named > 0 ? "" : ", if each has one"
        let parts: [(job: JobKind, part: SourceEstimate.Part)] = [
            (.search, SourceEstimate.Part(kind: .lists, count: pages)),
            (.detail, SourceEstimate.Part(kind: .items, count: scaled(records))),
            (.detail, SourceEstimate.Part(kind: .pages, count: scaled(found))),
            (.imageDownload, SourceEstimate.Part(kind: .pictures, count: scaled(pictures), remark: remark)),
        ]
        let requests = parts.reduce(0) { $0 + $1.part.count }
        let bytes = parts.reduce(Int?.some(0)) { sum, entry in
            let count = entry.part.count
            guard count > 0, let known = sum else { return sum }
            return past.bytes[entry.job].map { known + Int(min(Double($0) * Double(count), Self.mostBytes)) }
        }
        return SourceEstimate(
            name: definition.name,
            basis: basis(reading),
            requests: requests,
            bytes: bytes,
            seconds: seconds(requests, reading),
            parts: parts.map(\.part),
            asked: reading.requests,
            isMost: past.syncs[definition.name] != nil,
            lacksPictures: definition.images.areWanted && areTold && named == 0 && found > 0,
            unread: reading.unread,
            nothing: reading.nothing
        )
    }

    private var isCrawl: Bool { definition.kind == .pages && !definition.crawl.follow.isEmpty }

    /// The estimate for a plain list of addresses; nil: another source.
    private var estimateOfAddresses: SourceEstimate? {
        guard definition.kind == .pages, !isCrawl else { return nil }
        let count = min(max(1, definition.crawl.urls.count), definition.mostPages ?? .max)
        let pictures = definition.images.areWanted ? count : 0
        let pace = definition.pace(of: definition.base.hostPort)
        let seconds = Double(count + pictures) * (pace.delay / .seconds(1))
        return SourceEstimate(
            name: definition.name,
            basis: .addresses(arePicturesGuessed: pictures > 0),
            requests: count + pictures,
            bytes: past.bytes[.detail].map { $0 * count + (past.bytes[.imageDownload] ?? 0) * pictures },
            seconds: seconds > 0 ? seconds : nil,
            parts: [
                SourceEstimate.Part(kind: .pages, count: count), SourceEstimate.Part(kind: .pictures, count: pictures),
            ],
            isMost: past.syncs[definition.name] != nil
        )
    }

    private func basis(_ reading: ListReading) -> SourceEstimate.Basis {
        if isCrawl { return .links }
        return readsAll ? .lists : .firstPages(areTotalsKnown: reading.total != nil || areWhole(reading))
    }

    /// Whether the first pages of the lists were all.
    private func areWhole(_ reading: ListReading) -> Bool {
        definition.kind != .pages && !reading.left.contains { $0.kind == .search || $0.kind == .discover }
    }

    /// At the lists' pace, and no faster than the source's file allows.
    private func seconds(_ requests: Int, _ reading: ListReading) -> Double? {
        guard reading.requests > 0 else { return nil }
        let pace = definition.pace(of: definition.base.hostPort)
        let each = reading.seconds / Double(reading.requests) / Double(max(1, min(pace.concurrency, 4)))
        return Double(requests) * max(each, pace.delay / .seconds(1), reading.delay)
    }
}

struct ScratchLarder {
    let path: String

    static func with<Result>(_ body: (ScratchLarder) async throws -> Result) async throws -> Result {
        let base = FileManager.default.temporaryDirectory.path
        let path = try LarderFolder.makePrivate(base + "/larder-look-", for: "a look", "TMPDIR")
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try await body(ScratchLarder(path: path))
    }

    /// A run over a part of some sources into this larder, without a summary.
    func run(_ asked: SyncRun.Options, _ names: [String], _ scope: SyncScope, limit: Int?, only: JobKind?) -> SyncRun {
        var options = asked
        options.sources = names
        options.sourcesOf = asked.into
        options.into = path
        options.scope = scope
        options.limit = limit
        options.only = only
        options.progress = .none
        options.allowsEmpty = true
        return SyncRun(options)
    }
}

extension SyncRun.Options {
    package var registry: SourceRegistry { SourceRegistry(larder: into, commands: commands) }

    /// For the quotas of sources that were looked at.
    func quotaNotes(of names: [String]) throws -> [String] {
        try names.compactMap { name in
            let definition = try registry.find(name).definition
            return definition.identity.quota.map {
                "The quota of \($0) of \(definition.base.hostPort) does not count the requests of this look."
            }
        }
    }
}
