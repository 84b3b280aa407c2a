internal import LarderLedger
internal import LarderModel
internal import LarderProtocol
internal import LarderSourceDefinitions

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

    /// Whether the definition of a source wants pictures.
    func wantsImages(of name: String) -> Bool {
        entries.values.first { $0.definition.name == name }?.definition.images.areWanted ?? false
    }

    func wants(_ kind: JobKind) -> Bool { kinds?.contains(kind) ?? true }

    /// The name of the lane that a job waits in: its host, or the one of all render jobs.
    func laneName(of spec: JobSpec, source: SourceID) -> String {
        spec.kind.jobClass == .render ? "render" : host(of: spec, source: source)
    }

    /// The host and port that a job asks: those of its own address, else of the source's API.
    private func host(of spec: JobSpec, source: SourceID) -> String {
        let address = spec.url.flatMap { WebAddress($0) } ?? entries[source]?.definition.base
        return address?.hostPort.description ?? "unknown"
    }

    /// What a source allows in a lane; the ledger applies the strictest where several sources use one host.
    func limits(of source: SourceID, _ jobClass: JobClass) -> LaneLimits {
        guard jobClass == .fetch else { return .unlimited }
        guard let politeness = entries[source]?.definition.politeness else { return LaneLimits(concurrency: 6) }
        return LaneLimits(
            concurrency: politeness.concurrency,
            delayMs: Milliseconds(politeness.delay / .milliseconds(1))
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
        case .imageDownload: fetchesToItem.union([.text, .imageDownload])
        case .imageDecode: fetchesToItem.union([.text, .imageDownload, .imageDecode])
        case .text: fetchesToItem.union([.text])
        }
    }
}
