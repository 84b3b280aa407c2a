package import LarderLedger
package import LarderModel
internal import LarderProtocol
package import LarderSourceDefinitions

/// What a commit must know of the sources that this run syncs.
package struct SyncedSources: Sendable {
    package struct Entry: Sendable {
        var definition: SourceDefinition
        var sync: CatalogSync
        /// What requests to its base's host are counted against.
        var quota: BudgetID?

        /// A source, and the sync of it that goes on.
        package init(definition: SourceDefinition, sync: CatalogSync, quota: BudgetID? = nil) {
            self.definition = definition
            self.sync = sync
            self.quota = quota
        }
    }

    var entries: [SourceID: Entry] = [:]
    /// The kinds of this run; nil: all.
    var kinds: Set<JobKind>?
    /// What requests are counted against, by number.
    var quotas: [QuotaUse] = []
    /// How much of the sources is taken; nil: all.
    var scope: SyncScope?
    /// Renders again what the catalog has.
    var refresh = false

    /// The sources of a run, all of whose kinds are wanted.
    package init(entries: [SourceID: Entry] = [:]) { self.entries = entries }

    init(kinds: Set<JobKind>?, scope: SyncScope?, refresh: Bool) {
        (self.kinds, self.scope, self.refresh) = (kinds, scope, refresh)
    }

    func sync(of source: SourceID) -> CatalogSync? { entries[source]?.sync }

    /// Whether the definition of a source wants pictures.
    func wantsImages(of name: String) -> Bool {
        entries.values.first { $0.definition.name == name }?.definition.images.areWanted ?? false
    }

    func wants(_ kind: JobKind) -> Bool { kinds?.contains(kind) ?? true }

    /// The name of the lane that a job waits in: its host, or the one of all render jobs.
    func laneName(of spec: JobSpec, source: SourceID) -> String {
        if spec.kind.jobClass == .render { return "render" }
        let host = address(of: spec, source: source)?.hostPort.description ?? "unknown"
        if case .discover(let work) = spec.work, work.robotsOrigin != nil { return LaneInfo.rulesName(of: host) }
        return host
    }

    /// What a job asks: where it was redirected to, its own address, else the source's API.
    func address(of spec: JobSpec, source: SourceID) -> WebAddress? {
        spec.redirect?.address ?? spec.url.flatMap { WebAddress($0) } ?? entries[source]?.definition.base
    }

    /// What a source allows in a lane; the ledger applies the strictest where several sources use one host.
    func limits(of source: SourceID, lane: String, _ jobClass: JobClass) -> LaneLimits {
        guard jobClass == .fetch else { return .unlimited }
        guard let definition = entries[source]?.definition else { return LaneLimits(concurrency: 6) }
        // Of several sources that want to know the rules of a host, the first one asks, and the others find the answer.
        if LaneInfo.isForRules(lane) { return LaneLimits(concurrency: 1) }
        let place = HostPort(lane) ?? definition.base.hostPort
        let pace = definition.pace(of: place)
        var limits = LaneLimits(
            concurrency: pace.concurrency,
            delayMs: Milliseconds(max(0, pace.delay / .milliseconds(1)))
        )
        if !definition.isUnlimited(place) { limits.latencyFactor = definition.politeness.delay == nil ? 2 : 0 }
        return limits
    }

    /// Whether the jobs of a source in a lane wait until the host's robots.txt is known.
    func obeysRobots(_ source: SourceID, lane: String) -> Bool {
        guard let place = HostPort(lane), let definition = entries[source]?.definition else { return false }
        return definition.obeysRobots(of: place)
    }

    /// Whether the Crawl-delay of a lane's host counts.
    func takesCrawlDelay(_ source: SourceID, lane: String) -> Bool {
        guard let definition = entries[source]?.definition, let place = HostPort(lane) else { return true }
        return definition.takesCrawlDelay(of: place)
    }

    /// What the jobs of a source in a lane are counted against.
    func budget(of source: SourceID, lane: String) -> BudgetID? {
        guard let entry = entries[source], let quota = entry.quota,
            lane == entry.definition.base.hostPort.description
        else { return nil }
        return quota
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

extension SourceDefinition {
    /// Whether the Crawl-delay of a host counts: what the user wrote is faster only on hosts of his own.
    package func takesCrawlDelay(of place: HostPort) -> Bool {
        !identity.isOwn || politeness.delay == nil || !isUnlimited(place)
    }
}
