package import LarderLedger
package import LarderModel
internal import LarderProtocol
package import LarderSourceDefinitions

/// What a commit must know of this run's sources.
package struct SyncedSources: Sendable {
    package struct Entry: Sendable {
        var definition: SourceDefinition
        var sync: CatalogSync
        var quota: BudgetID?
        /// Whether only items that changed are asked for, by the same definition as before.
        var isOfChanges = false
        /// Whether the dates of change in its lists are dates of publication; such dates are ignored.
        var hasOnlyPublicationDates = false
        /// Whether a sync that goes on held texts before.
        var hasHeldChanges = false

        /// Whether no sync of it has ended yet, so that all its items are new.
        var isFirst = false
        /// Whether its last sync was interrupted: items that had begun to come are new.
        var isAfterInterruption = false

        package init(definition: SourceDefinition, sync: CatalogSync, quota: BudgetID? = nil) {
            self.definition = definition
            self.sync = sync
            self.quota = quota
        }
    }

    var entries: [SourceID: Entry] = [:]
    var kinds: Set<JobKind>?
    var quotas: [QuotaUse] = []
    var scope: SyncScope?
    var refresh = false
    /// Texts are merged however many lose most of what they said.
    var acceptsChanges = false

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
        var limits = LaneLimits(concurrency: pace.concurrency, delayMs: Milliseconds(pace.delay))
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

    static func kinds(leadingTo kind: JobKind) -> Set<JobKind> {
        let order = SyncRun.Options.kinds
        return Set(order.firstIndex(of: kind).map { order[...$0] } ?? [])
    }
}

extension SourceDefinition {
    /// Whether a host's Crawl-delay counts: a user may be faster only on hosts of his own.
    package func takesCrawlDelay(of place: HostPort) -> Bool {
        !identity.isOwn || politeness.delay == nil || !isUnlimited(place)
    }
}

/// A small part of a source, for a look at it.
package struct SyncScope: Sendable, Hashable {
    package var maxLists: Int?
    /// Reads only the first page of each list.
    package var isFirstPagesOnly = false
    /// Items with more than their list record.
    package var maxItems: Int?

    package init(maxLists: Int? = nil, isFirstPagesOnly: Bool = false, maxItems: Int? = nil) {
        self.maxLists = maxLists
        self.isFirstPagesOnly = isFirstPagesOnly
        self.maxItems = maxItems
    }

    private static let maxPictures = 4

    /// Whether a job is in scope, given the jobs already in the ledger.
    func contains(_ spec: JobSpec, source: SourceID, _ ledger: LedgerStore) throws -> Bool {
        switch spec.work {
        case .imageDecode, .text: return true
        // What leads to lists, such as robots.txt and sitemap indexes, needs a few jobs of its own.
        case .discover: return try maxLists.map { try ledger.count(of: .discover, source: source) < $0 * 3 } ?? true
        case .search(let work):
            if isFirstPagesOnly, work.page > 1 { return false }
            return try maxLists.map { try ledger.count(of: .search, source: source) < $0 } ?? true
        case .record, .page:
            guard let maxItems, !spec.isFurtherPage else { return true }
            let known = spec.subjectURN.map { JobURN(kind: .detail, key: String(RecordURN.tail($0))) }
            if let known, try ledger.report(known) != nil { return true }
            return try ledger.count(of: .detail, source: source) < maxItems
        case .imageDownload:
            return try maxItems.map { try ledger.count(of: .imageDownload, source: source) < $0 * Self.maxPictures }
                ?? true
        }
    }
}
