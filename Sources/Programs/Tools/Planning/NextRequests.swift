internal import LarderCache
internal import LarderCatalog
internal import LarderLedger
internal import LarderModel
internal import LarderProtocol
internal import LarderSourceAdapters
internal import LarderSourceDefinitions
internal import LarderSync

/// What the next sync of a source asks for if nothing changes there, by the jobs of the last one and their answers.
struct NextRequests {
    private(set) var asked: [RequestPart: Int] = [:]
    private(set) var fromCache: [RequestPart: Int] = [:]

    /// The most jobs of each kind that are looked at; of more, as many are spread evenly.
    private static let mostJobs = 5_000

    /// - Parameters:
    ///   - past: The last sync, which has ended.
    ///   - now: In milliseconds since 1970.
    init(
        _ definition: SourceDefinition,
        after past: SyncSummary,
        _ catalog: CatalogReader,
        _ ledger: LedgerStore,
        _ cache: DiskCache,
        now: Int64
    ) throws {
        let reader = SourceReaders.reader(for: definition, apiKey: nil)
        if try Self.asksForChanges(definition, past, ledger, now: now) {
            asked[.lists] = reader.firstJobs().count
            return
        }
        // Those that pages alone name are asked for when a page has changed.
        let listed = try catalog.listedPictures(of: past.sourceID)
        let held = definition.feed.every.map { now - DurationText.milliseconds($0) }
        for kind in [JobKind.discover, .search, .detail, .imageDownload] {
            let (count, specs) = try ledger.endedJobs(
                of: past.sourceID,
                kind,
                since: past.startedAt,
                limit: Self.mostJobs
            )
            guard !specs.isEmpty else { continue }
            var (asks, answers): ([RequestPart: Int], [RequestPart: Int]) = ([:], [:])
            for case var spec in specs.compactMap({ try? JobSpec(serializedBytes: $0) }) {
                guard let part = RequestPart(spec) else { continue }
                if case .imageDownload(let work) = spec.work, !listed.contains(work.imageURN) { continue }
                if let held, kind != .imageDownload { spec.freshSince = held }
                if try Self.isKnown(spec, reader, ledger, cache, now: now) {
                    answers[part, default: 0] += 1
                } else {
                    asks[part, default: 0] += 1
                }
            }
            let factor = Double(count) / Double(specs.count)
            for (part, number) in asks { asked[part, default: 0] += Int((Double(number) * factor).rounded()) }
            for (part, number) in answers { fromCache[part, default: 0] += Int((Double(number) * factor).rounded()) }
        }
    }

    var requests: Int { asked.values.reduce(0, +) }

    /// Whether the next sync asks its lists for changes alone.
    private static func asksForChanges(
        _ definition: SourceDefinition,
        _ past: SyncSummary,
        _ ledger: LedgerStore,
        now: Int64
    ) throws -> Bool {
        guard definition.changes != nil, definition.limit == nil, past.isWhole else { return false }
        return (0..<SyncRun.wholeListsMs).contains(now - (try ledger.wholeListsAt(of: past.sourceID)))
    }

    /// Whether a stored answer is used without asking.
    private static func isKnown(
        _ spec: JobSpec,
        _ reader: any SourceReader,
        _ ledger: LedgerStore,
        _ cache: DiskCache,
        now: Int64
    ) throws -> Bool {
        if case .discover(let work) = spec.work, let origin = work.robotsOrigin {
            let host = WebAddress(origin)?.hostPort.description
            return try host.flatMap { try ledger.host($0) }.map { $0.knownUntil > now } ?? false
        }
        guard let request = try? reader.request(for: spec), let record = try? cache.record(for: request.cacheKey) else {
            return false
        }
        // A page that the last sync asked for because it had changed has been read since.
        let change = spec.freshSince == PageWork.changed ? record.fetchedAt : spec.freshSince
        return record.isFresh(at: now, unchangedSince: change)
    }
}

extension RequestPart {
    /// Nil for jobs without requests.
    fileprivate init?(_ spec: JobSpec) {
        switch spec.work {
        case .discover, .search: self = .lists
        case .record: self = .items
        case .page: self = .pages
        case .imageDownload: self = .pictures
        case .imageDecode, .text: return nil
        }
    }
}
