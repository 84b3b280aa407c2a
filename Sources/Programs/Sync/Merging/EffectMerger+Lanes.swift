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
        let own = try self.lane(of: job, source: source)
        let spec = job.serializedBytes()
        guard let id = try ledger.add(kind: .discover, key: job.key, source: source, lane: own.id, spec: spec) else {
            return nil
        }
        var added = AddedJobs(lane: own, source: source, kind: .discover, count: 0, maxID: 0)
        added.append(QueuedJob(id: id, kind: .discover, source: source, lane: own.id, spec: spec))
        return added
    }
}
