internal import Foundation
internal import LarderCache
internal import LarderCatalog
internal import LarderLedger
internal import LarderModel
internal import LarderSourceAdapters
internal import LarderSourceDefinitions
package import LarderSync

extension LarderCommands {
    /// Estimates the next sync of each source: from its last sync with the same definition, else from its lists.
    ///
    /// Reads lists into a temporary larder. Stores the estimate in the larder's folder for the next sync's summary.
    package static func plan(
        _ options: SyncRun.Options,
        readsLists: Bool = false,
        stopRequests: AsyncStream<Void>
    ) async throws -> String {
        let names = try options.registry.requested(options.sources)
        let larder = LarderFolder.absolute(options.into)
        let past = try await PastSyncs.read(larder: options.into)
        let stops = StopRelay()
        async let _: Void = stops.relay(stopRequests)
        var estimates: [SourceEstimate] = []
        var asked: [String] = []
        for name in names {
            let definition = try options.registry.find(name).definition
            var estimate = readsLists ? nil : past.estimate(of: definition)
            if estimate != nil, let sync = past.syncs[definition.name]?.sync {
                estimate?.use(try await nextRequests(of: definition, after: sync, larder: larder))
            }
            if estimate == nil {
                let look = ListLook(
                    options: options,
                    readsLists: readsLists,
                    name: name,
                    definition: definition,
                    past: past
                )
                estimate = try await look.estimate(stopRequests: stops.next())
                asked.append(name)
            }
            guard var estimate else {
                throw CoordinatorError(
                    .badSetting,
                    "Stopped before the lists of \(definition.name) were read; nothing was stored."
                )
            }
            estimate.quota = definition.identity.quota
            estimates.append(estimate)
        }
        let hasFolder = FileManager.default.fileExists(atPath: larder)
        var isStored = hasFolder && LarderFolder.fault(of: larder) == nil
        for estimate in estimates where isStored {
            isStored = PlanRecord(
                requests: estimate.requests,
                bytes: estimate.isMost ? nil : estimate.bytes,
                seconds: estimate.isMost ? nil : estimate.seconds
            ).store(for: estimate.name, in: larder)
        }
        let isNew = !LarderStore.exists(larder)
        let last = [
            isStored
                ? "Nothing was stored but this plan\(isNew ? ", in \(larder), where there is no larder yet" : ""). "
                    + "The summary of the next sync tells how good it was."
                : hasFolder
                    ? "Nothing was stored, as this user cannot write into the larder \(larder), or it is none: no "
                        + "summary of a sync will tell how good this plan was."
                    : "Nothing was stored. There is no folder \(larder) yet, where the plan could wait for the "
                        + "sync; where there is one, the summary of the sync tells how good its plan was."
        ]
        return
            (estimates.map { $0.lines.joined(separator: "\n") }
            + [try (last + options.quotaNotes(of: asked)).joined(separator: "\n")])
            .joined(separator: "\n\n")
    }
}

extension LarderCommands {
    /// What the next sync asks for if nothing changes; nil: the larder's cache cannot be read.
    fileprivate static func nextRequests(
        of definition: SourceDefinition,
        after sync: SyncSummary,
        larder: String
    ) async throws -> NextRequests? {
        guard let cache = try? DiskCache(folder: larder + "/cache", mayCreate: false) else { return nil }
        return try await LarderStore.read(larder: larder) { db in
            try NextRequests(definition, after: sync, CatalogReader(db), LedgerStore(db), cache, now: UnixTime.nowMs)
        }
    }
}

struct PastSyncs: Sendable {
    struct Past: Sendable {
        var request: SyncRequestText
        var sync: SyncSummary
        /// Whether an earlier sync had brought what did not change.
        var isRepeated: Bool
    }

    /// Earlier syncs that are searched for a good one.
    private static let maxLooked = 20

    /// The last sync of each source, by name, if it ended well.
    var syncs: [String: Past] = [:]
    var bytes: [JobKind: Int] = [:]

    static func read(larder: String) async throws -> PastSyncs {
        guard LarderStore.exists(larder) else { return PastSyncs() }
        return try await LarderStore.read(larder: larder) { db in
            let catalog = CatalogReader(db)
            let ledger = LedgerStore(db)
            var past = PastSyncs(bytes: try ledger.meanBytes())
            for source in try catalog.sources() {
                // Another host's robots.txt is no list of the source.
                let dead = try ledger.dead(of: [source.id], [.discover, .search], limit: maxLooked)
                    .filter { !$0.urn.key.hasPrefix("\(source.source.name):\(DiscoverWork(robotsOf: "").target)") }
                guard dead.isEmpty, let sync = try catalog.latestSync(source: source.id), sync.endedWell,
                    let request = try ledger.syncRequest(of: source.id).flatMap({ SyncRequestText($0) })
                else { continue }
                let isRepeated = try catalog.syncs(before: sync, limit: maxLooked).contains(where: \.endedWell)
                let isCheap = isRepeated && !request.refresh
                past.syncs[source.source.name] = Past(request: request, sync: sync, isRepeated: isCheap)
            }
            return past
        }
    }

    /// What the next sync of this definition takes; nil: no good last sync with the same definition.
    func estimate(of definition: SourceDefinition) -> SourceEstimate? {
        guard let past = syncs[definition.name], past.request.definition == definition.yaml, past.request.only == nil,
            let requests = past.sync.counts["requests"], let ended = past.sync.finishedAt
        else { return nil }
        let counts = past.sync.counts
        return SourceEstimate(
            name: definition.name,
            basis: .lastSync(ago: .milliseconds(max(0, UnixTime.nowMs - ended))),
            requests: requests,
            bytes: counts["bytes"],
            seconds: Double(max(0, ended - past.sync.startedAt)) / 1_000,
            parts: RequestPart.allCases.map { SourceEstimate.Part(kind: $0, count: counts[$0.requests] ?? 0) },
            fromCache: RequestPart.allCases.reduce(0) { $0 + (counts[$1.fromCache] ?? 0) },
            isMost: !past.isRepeated
        )
    }
}

extension SyncSummary {
    /// Whether it predicts the next sync: at most one job in ten is dead.
    fileprivate var endedWell: Bool {
        func count(_ kind: JobKind, _ state: JobState) -> Int { counts["\(kind.name) \(state.name)"] ?? 0 }
        let dead = JobKind.allCases.reduce(0) { $0 + count($1, .dead) }
        let done = JobKind.allCases.reduce(0) { $0 + count($1, .done) }
        return state == .finished && done > 0 && dead <= (done + dead) / 10
    }
}
