internal import GRDB
internal import LarderCache
internal import LarderCatalog
internal import LarderLedger
internal import LarderModel
internal import LarderProtocol
internal import LarderRobots
internal import LarderSourceDefinitions

extension Committer.Transaction {
    /// A host's rules are valid for at most a day.
    private static let longestMs: Int64 = 86_400_000
    /// Longer crawl-delays, in seconds, are reported.
    private static let longDelay = 60.0

    /// Stores a host's rules when its robots.txt job has ended.
    mutating func noteRules(of entry: CommitEntry) throws {
        let ledger = LedgerStore(db)
        guard entry.outcome.isEnd, let spec = try? JobSpec(serializedBytes: ledger.spec(of: entry.lease.job)),
            case .discover(let work) = spec.work, let origin = work.robotsOrigin,
            let name = WebAddress(origin)?.hostPort.description
        else { return }
        let record = try? cache?.record(for: "GET \(origin)/robots.txt")
        let body = record.flatMap { record in try? cache?.blob(record.body) }
        let agent = merger.sources.entries[entry.source]?.definition.identity.productToken ?? ""
        let rules = RobotsFile(status: record?.status ?? 0, body: body ?? []).rules(for: agent)
        let seconds = min(rules.crawlDelay ?? 0, 604_800)
        if seconds > Self.longDelay {
            report.tally.note("\(name) asks in its robots.txt for \(Int(seconds)) s between two requests; it gets them")
        }
        let host = LedgerStore.Host(
            origin: origin,
            delayMs: Int64((seconds * 1000).rounded(.up)),
            knownUntil: min(max(record?.freshUntil ?? 0, now + 60_000), now + Self.longestMs)
        )
        try ledger.setRules(of: name, host)
        merger.forgetHosts()
        guard let lane = try ledger.laneID(name) else { return }
        let exempt = merger.sources.entries.keys.filter { !merger.sources.takesCrawlDelay($0, lane: name) }
        report.rules.append(LaneRules(lane: lane, delayMs: Milliseconds(host.delayMs), exempt: Set(exempt)))
    }
}

extension CommitEntry.Outcome {
    fileprivate var isEnd: Bool {
        if case .retry = self { false } else { true }
    }
}
