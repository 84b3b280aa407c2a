internal import LarderCatalog
internal import LarderLedger
internal import LarderModel
internal import LarderProtocol
internal import LarderSourceDefinitions
internal import LarderSourceReaders

/// What a commit must know of the sources that this run syncs.
struct SyncedSources: Sendable {
    struct Entry: Sendable {
        var definition: SourceDefinition
        var sync: CatalogSync
    }

    var entries: [SourceID: Entry] = [:]
    /// The kinds of this run; nil: all.
    var kinds: Set<JobKind>?
    /// Renders again what the catalog has.
    var refresh = false

    func sync(of source: SourceID) -> CatalogSync? { entries[source]?.sync }

    func wants(_ kind: JobKind) -> Bool { kinds?.contains(kind) ?? true }

    /// The lane a found job waits in: its host's, or the one of all render jobs.
    func lane(of job: FoundJob, kind: JobKind, source: SourceID, ledger: LedgerStore) throws -> LaneInfo {
        guard kind.jobClass == .fetch else {
            return try ledger.lane("render", .render, concurrency: 1_000_000, delayMs: 0)
        }
        let politeness = entries[source]?.definition.politeness
        return try ledger.lane(
            job.lane.isEmpty ? "unknown" : job.lane,
            .fetch,
            concurrency: politeness?.concurrency ?? 6,
            delayMs: politeness.map { Milliseconds($0.delay / .milliseconds(1)) } ?? 0
        )
    }

    /// The kinds that must run for `kind` to run: `--only`.
    static func kinds(leadingTo kind: JobKind) -> Set<JobKind> {
        let fetchesToItem: Set<JobKind> = [.discover, .search, .detail]
        return switch kind {
        case .noop: []
        case .discover: [.discover]
        case .search: [.discover, .search]
        case .detail: fetchesToItem
        case .imageDownload: fetchesToItem.union([.imageDownload])
        case .imageDecode: fetchesToItem.union([.imageDownload, .imageDecode])
        case .text: fetchesToItem.union([.text])
        }
    }
}
