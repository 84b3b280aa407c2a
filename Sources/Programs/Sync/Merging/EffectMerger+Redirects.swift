internal import LarderLedger
internal import LarderModel
internal import LarderProtocol
internal import LarderSourceDefinitions

extension EffectMerger {
    /// Moves a redirected job into the lane of its new host.
    ///
    /// It keeps its name and is not counted again. Its new number makes late results of the old job ineffective.
    ///
    /// - Returns: The job, and the robots.txt job that it waits for.
    func move(_ spec: JobSpec, of source: SourceID, at now: Int64) throws -> (rules: AddedJobs?, job: AddedJobs?) {
        let lane = try lane(of: spec, source: source)
        var rules: AddedJobs?
        if lane.isClosed, let address = sources.address(of: spec, source: source) {
            rules = try expectRules(of: address.origin, lane: lane.name, source: source)
        }
        try ledger.forgetEnded(spec.urn)
        let (kind, bytes) = (spec.kind, spec.serializedBytes())
        guard let id = try ledger.add(kind: kind, key: spec.key, source: source, lane: lane.id, spec: bytes) else {
            return (rules, nil)
        }
        let budget = sources.budget(of: source, lane: lane.name)
        var moved = AddedJobs(lane: lane, source: source, kind: kind, count: 0, maxID: 0, budget: budget)
        moved.append(QueuedJob(id: id, kind: kind, source: source, lane: lane.id, spec: bytes))
        let wait = min(spec.redirect?.waitMs ?? 0, longestWaitMs(of: source))
        if wait > 0 {
            try ledger.hold(id, until: now + Int64(wait))
            // The table knows how long the job waits.
            moved.jobs = []
        }
        return (rules, moved)
    }

    private func longestWaitMs(of source: SourceID) -> Milliseconds {
        guard let pause = sources.entries[source]?.definition.retry.pause else { return 0 }
        return min(Milliseconds(max(0, pause / .milliseconds(1))), JobLedger.maxWaitMs)
    }
}
