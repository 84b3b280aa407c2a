package import LarderLedger
package import LarderModel
internal import LarderProtocol
package import LarderSourceDefinitions

/// What a commit must know of this run's sources.
package struct SyncedSources: Sendable {
    package struct Entry: Sendable {
        var definition: SourceDefinition
        var sync: CatalogSync
        /// Counts requests to its base's host.
        var quota: BudgetID?

        package init(definition: SourceDefinition, sync: CatalogSync, quota: BudgetID? = nil) {
            self.definition = definition
            self.sync = sync
            self.quota = quota
        }
    }

    var entries: [SourceID: Entry] = [:]
    /// The kinds of this run; nil: all.
    var kinds: Set<JobKind>?
    /// Request counters, by number.
    var quotas: [QuotaUse] = []
    /// Nil: everything.
    var scope: SyncScope?
    /// Renders again what the catalog has.
    var refresh = false

    package init(entries: [SourceID: Entry] = [:]) { self.entries = entries }

    func wants(_ kind: JobKind) -> Bool { kinds?.contains(kind) ?? true }

    /// The job's lane: its host, or the shared lane of render jobs.
    func laneName(of spec: JobSpec, source: SourceID) -> String {
        if spec.kind.jobClass == .render { return "render" }
        let host = address(of: spec, source: source)?.hostPort.description ?? "unknown"
        if case .discover(let work) = spec.work, work.robotsOrigin != nil { return LaneInfo.rulesName(of: host) }
        return host
    }

    /// The address that a job requests: its redirect's, its own, else the source's base.
    func address(of spec: JobSpec, source: SourceID) -> WebAddress? {
        spec.redirect?.address ?? spec.url.flatMap { WebAddress($0) } ?? entries[source]?.definition.base
    }

    /// A source's limits in a lane; the ledger applies the strictest of several sources.
    func limits(of source: SourceID, lane: String, _ jobClass: JobClass) -> LaneLimits {
        guard jobClass == .fetch else { return .unlimited }
        guard let definition = entries[source]?.definition else { return LaneLimits(concurrency: 6) }
        // Of several sources that need a host's rules, the first one asks.
        if LaneInfo.isForRules(lane) { return LaneLimits(concurrency: 1) }
        let place = HostPort(lane) ?? definition.base.hostPort
        let pace = definition.pace(of: place)
        var limits = LaneLimits(
            concurrency: pace.concurrency,
            delayMs: Milliseconds(pace.delay)
        )
        if !definition.isUnlimited(place) { limits.latencyFactor = definition.politeness.delay == nil ? 2 : 0 }
        return limits
    }

    func obeysRobots(_ source: SourceID, lane: String) -> Bool {
        guard let place = HostPort(lane), let definition = entries[source]?.definition else { return false }
        return definition.obeysRobots(of: place)
    }

    func takesCrawlDelay(_ source: SourceID, lane: String) -> Bool {
        guard let definition = entries[source]?.definition, let place = HostPort(lane) else { return true }
        return definition.takesCrawlDelay(of: place)
    }

    func budget(of source: SourceID, lane: String) -> BudgetID? {
        guard let entry = entries[source], let quota = entry.quota,
            lane == entry.definition.base.hostPort.description
        else { return nil }
        return quota
    }

    /// The kinds that must run for `kind` to run: `--only`.
    static func kinds(leadingTo kind: JobKind) -> Set<JobKind> {
        let order: [JobKind] = [.discover, .search, .detail, .text, .imageDownload, .imageDecode]
        return Set(order.firstIndex(of: kind).map { order[...$0] } ?? [])
    }
}

extension SourceDefinition {
    /// Whether a host's Crawl-delay counts: a user may be faster only on hosts of his own.
    package func takesCrawlDelay(of place: HostPort) -> Bool {
        !identity.isOwn || politeness.delay == nil || !isUnlimited(place)
    }
}
