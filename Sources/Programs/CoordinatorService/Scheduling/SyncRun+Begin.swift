internal import Foundation
internal import GRDB
internal import LarderCatalog
internal import LarderLedger
internal import LarderMerging
internal import LarderModel
internal import LarderSourceDefinitions
internal import LarderSourceReaders
internal import LarderTransport

/// What a run begins with.
struct SyncPlan: Sendable {
    var epoch: UInt64
    var sources: SyncedSources
    var work: [AddedJobs]
    /// Unfinished jobs at the start, by kind.
    var open: [JobKind: Int] = [:]
    /// Jobs of the syncs so far by source, ended ones included.
    var jobs: [SourceID: Int] = [:]
    /// Unfinished jobs of an earlier run, by source name; a source that is absent began a new sync.
    var resumed: [String: Int]

    /// Sources whose unfinished sync was asked for something else, and begins anew.
    var restarted: [String] = []
}

extension SyncRun {
    func definitions() throws -> [SourceDefinition] {
        let registry = SourceRegistry(folders: [LarderFolder.absolute(options.into) + "/sources", "sources"])
        return try registry.definitions(options.sources).map { definition in
            var definition = definition
            if let limit = options.limit { definition.limit = min(limit, definition.limit ?? limit) }
            return definition
        }
    }

    func kinds() throws -> Set<JobKind>? {
        guard let only = options.only else { return nil }
        guard let kind = JobKind(name: only), kind != .noop else {
            let known = JobKind.allCases.filter { $0 != .noop }.map(\.name).joined(separator: ", ")
            throw CoordinatorError(.badSetting, "--only \(only): there is no such kind of job. Kinds: \(known).")
        }
        return SyncedSources.kinds(leadingTo: kind)
    }

    /// The keys that workers of other machines need; nil where none are wanted.
    ///
    /// Without keys only this machine may reach the workers' port.
    func keysForListening() throws -> KeyFolder? {
        guard let listen = options.listen else { return nil }
        let keys = KeyFolder(options.keys ?? LarderFolder.absolute(options.into) + "/keys")
        guard options.keys == nil || keys.hasServerKeys else {
            throw CoordinatorError(
                .badSetting,
                "There are no keys of a coordinator in \(keys.path). Make some with `coordinator keygen --keys \(keys.path.shellWord) --worker NAME`, or correct --keys."
            )
        }
        if keys.hasServerKeys, !options.insecure {
            _ = try keys.serverKeys()
            return keys
        }
        let host = listen.dropFirst("tcp://".count).prefix { $0 != ":" }
        let isLocal = listen.hasPrefix("ipc://") || host == "127.0.0.1" || host == "localhost"
        guard isLocal || options.insecure else {
            throw CoordinatorError(
                .badSetting,
                "--listen \(listen) is open to other machines, and there are no keys in \(keys.path). Make some with `coordinator keygen\(TypedCommand.into(options.into)) --worker NAME`, or add --insecure on a network that only you can reach."
            )
        }
        return nil
    }

    /// What a sync over a source is asked for; an unfinished one goes on only under the same.
    private func syncRequest(for definition: SourceDefinition) -> String {
        var request = definition.yaml + "\nonly: \(options.only ?? "all")\nrefresh: \(options.refresh)\n"
        if SourceRegistry.sampleNames.contains(definition.name), !SourceRegistry.builtIn(options.sources).isEmpty {
            request += "sample: \(options.sampleRecipes) recipes, \(options.sampleArticles) articles\n"
        }
        return request
    }

    /// One transaction: the epoch, the sources, and for each source a new sync with its first jobs, or the unfinished one.
    func begin(_ base: Base) async throws -> SyncPlan {
        let (kinds, refresh) = (base.kinds, options.refresh)
        return try await base.database.write { db in
            let ledger = LedgerStore(db)
            let catalog = CatalogWriter(db)
            var plan = SyncPlan(
                epoch: try ledger.beginEpoch(),
                sources: SyncedSources(kinds: kinds, refresh: refresh),
                work: [],
                resumed: [:]
            )
            for definition in base.definitions {
                let id = try catalog.upsertSource(Source(name: definition.name, kind: definition.kind.rawValue))
                let open = try ledger.openJobs(of: id)
                let latest = try CatalogReader(db).latestSync(source: id)
                let request = syncRequest(for: definition)
                let isSameRequest = try ledger.syncRequest(of: id) == request
                if open > 0, !isSameRequest { plan.restarted.append(definition.name) }
                if open > 0, isSameRequest, let latest {
                    plan.resumed[definition.name] = open
                    plan.sources.entries[id] = .init(definition: definition, sync: latest.sync)
                } else {
                    try ledger.forgetAll(of: id)
                    try ledger.setSyncRequest(request, of: id)
                    let sync = try catalog.beginSync(source: id, startedAt: LarderStore.unixMilliseconds)
                    plan.sources.entries[id] = .init(definition: definition, sync: sync)
                    let first = SourceReaders.reader(for: definition, apiKey: nil).firstJobs()
                    _ = try EffectMerger(db, sources: plan.sources).enqueue(first, source: id, sync: sync)
                }
            }
            for count in try ledger.counts() where plan.sources.entries[count.source] != nil {
                plan.jobs[count.source, default: 0] += count.count
                if count.state == .ready { plan.open[count.kind, default: 0] += count.count }
            }
            plan.work = try ledger.openWork(of: Array(plan.sources.entries.keys)) { [sources = plan.sources] in
                sources.limits(of: $0, $1)
            }
            return plan
        }
    }

    /// Turns what stopped the run into a sentence that says how to go on.
    func explained(_ error: any Error, larder: LarderFolder) -> any Error {
        let isFull = (error as? CatalogError)?.code == .diskFull || (error as? CoordinatorError)?.code == .diskFull
        guard isFull else { return error }
        return CoordinatorError(
            .diskFull,
            "The disk of \(larder.path) is full. What was committed is safe; free some room and type the same command to go on. (\(error))"
        )
    }
}
