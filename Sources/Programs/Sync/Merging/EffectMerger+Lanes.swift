internal import LarderLedger
internal import LarderModel
internal import LarderProtocol
internal import LarderSourceDefinitions

extension EffectMerger {
    func jobs(of source: SourceID, _ kind: JobKind) -> Int { lookups.jobs[source]?[kind] ?? 0 }

    /// The lane of the job: its host's, or the shared lane of render jobs.
    func lane(of spec: JobSpec, source: SourceID) throws -> LaneInfo {
        let jobClass = spec.kind.jobClass
        let name = sources.laneName(of: spec, source: source)
        let id = try lookups.lanes[name] ?? ledger.lane(name, jobClass)
        lookups.lanes[name] = id
        return try lane(id, name, jobClass, of: source)
    }

    /// A lane as a source sees it; closed until its host's robots.txt is known.
    func lane(_ id: LaneID, _ name: String, _ jobClass: JobClass, of source: SourceID) throws -> LaneInfo {
        if let lane = lookups.laneInfos[source]?[name], lane.id == id, lane.jobClass == jobClass { return lane }
        let lane = try readLane(id, name, jobClass, of: source)
        lookups.laneInfos[source, default: [:]][name] = lane
        return lane
    }

    private func readLane(_ id: LaneID, _ name: String, _ jobClass: JobClass, of source: SourceID) throws -> LaneInfo {
        var lane = LaneInfo(
            id: id,
            name: name,
            jobClass: jobClass,
            limits: sources.limits(of: source, lane: name, jobClass)
        )
        guard jobClass == .fetch, sources.obeysRobots(source, lane: name) else { return lane }
        let host = try lookups.hosts[name] ?? ledger.host(name)
        lookups.hosts[name] = .some(host)
        lane.isClosed = (host?.knownUntil ?? 0) <= now
        if let host, sources.takesCrawlDelay(source, lane: name) {
            lane.limits.delayMs = max(lane.limits.delayMs, Milliseconds(max(0, host.delayMs)))
        }
        return lane
    }

    /// Forgets hosts, so that the next job's lane is read from the table.
    func forgetHosts() {
        (lookups.hosts, lookups.laneInfos, lookups.rulesJobs) = ([:], [:], [])
    }

    /// Adds the job that requests a host's robots.txt, unless there is an unfinished one.
    func expectRules(of origin: String, lane: String, source: SourceID) throws -> AddedJobs? {
        guard let name = sources.entries[source]?.definition.name else { return nil }
        let job = JobSpec(source: name, work: .discover(DiscoverWork(robotsOf: origin)))
        guard lookups.rulesJobs.insert(job.key).inserted else { return nil }
        try ledger.expectRules(of: lane, origin: origin)
        try ledger.forgetEnded(job.urn)
        return try add(job, in: self.lane(of: job, source: source), of: source)
    }

    private func add(_ job: JobSpec, in lane: LaneInfo, of source: SourceID) throws -> AddedJobs? {
        let (kind, spec) = (job.kind, job.serializedBytes())
        guard let id = try ledger.add(kind: kind, key: job.key, source: source, lane: lane.id, spec: spec) else {
            return nil
        }
        let budget = sources.budget(of: source, lane: lane.name)
        var added = AddedJobs(lane: lane, source: source, kind: kind, count: 0, maxID: 0, budget: budget)
        added.append(QueuedJob(id: id, kind: kind, source: source, lane: lane.id, spec: spec))
        return added
    }

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
        guard var moved = try add(spec, in: lane, of: source) else { return (rules, nil) }
        let wait = min(spec.redirect?.waitMs ?? 0, longestWaitMs(of: source))
        if wait > 0 {
            try ledger.hold(moved.maxID, until: now + Int64(wait))
            // The table knows how long the job waits.
            moved.jobs = []
        }
        return (rules, moved)
    }

    private func longestWaitMs(of source: SourceID) -> Milliseconds {
        guard let pause = sources.entries[source]?.definition.retry.pause else { return 0 }
        return min(Milliseconds(pause), JobLedger.maxWaitMs)
    }
}
