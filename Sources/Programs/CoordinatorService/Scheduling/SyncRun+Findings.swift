internal import GRDB
internal import LarderCatalog
internal import LarderLedger
internal import LarderModel
internal import LarderSourceDefinitions

/// What is told of the sources of a sync that has ended.
extension SyncRun {
    struct Findings: Sendable {
        /// A sentence for each source of which nothing was found.
        var nothing: [String] = []
        /// How each plan compares with what the sync took.
        var plans: [String] = []
    }

    func findings(_ plan: SyncPlan, _ base: Base) async throws -> Findings {
        let taken = try await base.database.read { db -> (nothing: [String], traffic: [(String, JobTraffic, Int64)]) in
            let catalog = CatalogReader(db)
            let ledger = LedgerStore(db)
            var nothing: [String] = []
            var traffic: [(String, JobTraffic, Int64)] = []
            for (id, entry) in plan.sources.entries.sorted(by: { $0.key < $1.key }) {
                guard let sync = try catalog.latestSync(source: id) else { continue }
                let name = entry.definition.name
                let duration = max(0, (sync.finishedAt ?? sync.startedAt) - sync.startedAt)
                traffic.append((name, try ledger.traffic(of: id), duration))
                guard plan.sources.wants(.search), try catalog.listings(of: sync) == 0,
                    try ledger.count(of: .detail, source: id) == 0
                else { continue }
                let held = try catalog.counts(source: id)
                let isKept = held.recipes + held.articles > 0
                // Lists of what is new alone are empty as a rule.
                guard !isKept || entry.definition.listsEverything else { continue }
                let lists = try ledger.counts().filter { $0.source == id && [.discover, .search].contains($0.kind) }
                let sentence = Self.nothing(of: entry.definition, areRead: lists.allSatisfy { $0.state == .done })
                nothing.append(sentence + (isKept ? " What earlier syncs brought stays." : ""))
            }
            return (nothing, traffic)
        }
        let plans = taken.traffic.compactMap { name, traffic, ms in
            PlanRecord.take(of: name, in: base.larder.path)?
                .compared(name, requests: traffic.requests, bytes: traffic.bytes, ms: ms)
        }
        return Findings(nothing: taken.nothing, plans: plans)
    }

    private static func nothing(of definition: SourceDefinition, areRead: Bool) -> String {
        let place = "`base: \(definition.base)` and `kind: \(definition.kind.rawValue)`"
        guard areRead else {
            return
                "\(definition.name) brought no item, as its lists could not be read (see the dead jobs). Check \(place) in its file."
        }
        let asked = definition.queries.prefix(5).map { "\"\($0.shortened(to: 40))\"" }.joined(separator: ", ")
        let more = definition.queries.count > 5 ? " and \(definition.queries.count - 5) more" : ""
        return "\(definition.name) brought no item: the server answered, and its lists name none"
            + (asked.isEmpty ? "" : " for \(asked)\(more)")
            + ". Check \(asked.isEmpty ? place : "`queries`, " + place) in its file."
    }
}
