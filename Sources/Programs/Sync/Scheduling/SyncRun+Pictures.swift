internal import LarderCatalog
internal import LarderLedger
internal import LarderModel
internal import LarderProtocol
internal import LarderSourceDefinitions

/// Pictures on hosts of third parties: their failures are no failures of the source.
extension SyncRun {
    /// The most pictures of the sync before that are asked for again.
    private static let maxRetriedPictures = 10_000

    /// Failures of a host, which may be over by the next sync.
    private static let hostFailures: Set<FailureCode> = [
        .robotsUnreachable, .serverError, "throttled", "timed-out", .tooSlow, "could-not-resolve", "could-not-connect",
        "tls-failed", "no-answer", "body-cut",
    ]

    /// Sets pictures aside whose hosts' robots.txt cannot be had, if nothing else is left to do: the sync is finished
    /// without them, and the next one asks again.
    ///
    /// - Returns: Whether that was all that was left.
    func giveUpPictures(_ plan: SyncPlan, in database: CatalogDatabase) async throws -> Bool {
        let ids = Array(plan.sources.entries.keys)
        return try await database.write { db in
            let ledger = LedgerStore(db)
            let open = try ledger.jobs(in: .ready, byLaneOf: ids)
            let awaited = open.filter { LaneInfo.isForRules($0.laneName) }
            guard !awaited.isEmpty, open.allSatisfy({ plan.sources.isThirdPartyPicture($0) }) else {
                return false
            }
            let hosts = Set(awaited.map { LaneInfo.hostName(of: $0.laneName) })
            guard open.allSatisfy({ hosts.contains(LaneInfo.hostName(of: $0.laneName)) }) else { return false }
            for jobs in open {
                let host = LaneInfo.hostName(of: jobs.laneName)
                let message = "The robots.txt of \(host) could not be had in this sync; the next one asks again."
                try ledger.giveUp(jobs, reason: FailureReason(.permanent, code: .robotsUnreachable, message: message))
            }
            return true
        }
    }

    /// The pictures whose hosts failed in the sync before: a list of changes does not lead to them again.
    static func failedPictures(of source: SourceID, _ ledger: LedgerStore) throws -> [FoundJob] {
        try ledger.deadSpecs(of: source, .imageDownload, codes: hostFailures, limit: maxRetriedPictures).compactMap {
            (try? JobSpec(serializedBytes: $0)).map { FoundJob(spec: $0.unredirected) }
        }
    }
}

extension SyncedSources {
    /// Whether jobs bring pictures from, or the rules of, a host that is neither the source's base nor one of `hosts`.
    func isThirdPartyPicture(_ jobs: LedgerStore.LaneJobs) -> Bool {
        guard jobs.kind == .imageDownload || LaneInfo.isForRules(jobs.laneName),
            let place = HostPort(LaneInfo.hostName(of: jobs.laneName))
        else { return false }
        return entries[jobs.source]?.definition.isThirdParty(place) ?? false
    }
}
