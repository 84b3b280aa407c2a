internal import LarderCache
internal import LarderLedger
internal import LarderModel
internal import LarderProtocol
internal import LarderTransport

/// What a dispatcher counts for people alone.
struct RunCounts: Sendable {
    var jobTimes = Histogram()
    var commitTimes = Histogram()
    /// Jobs that workers ended, by session.
    var ended: [SessionID: Int] = [:]

    /// Counts the outcomes of a transaction before the ledger forgets their leases.
    mutating func count(_ report: CommitReport, _ core: JobLedger, at now: Milliseconds) {
        commitTimes.add(report.duration)
        for entry in report.entries {
            if let assigned = core.assignedAt(entry.lease) {
                jobTimes.add(.milliseconds(Int64(clamping: now - min(now, assigned))))
            }
            if let session = entry.session, case .done = entry.outcome { ended[session, default: 0] += 1 }
        }
    }
}

extension Dispatcher {
    /// A worker's slots as it starts in a container with one core.
    private static let assumedSlots = PerClass(fetch: 32.0, render: 1.0)

    /// Fills in what the run does at this moment.
    func runReport(_ empty: RunReport) -> RunReport {
        let (status, now, unixNow) = (runStatus, now, UnixTime.nowMs)
        func unixTime(_ time: Milliseconds) -> Int64 { unixNow + Int64(clamping: time) - Int64(clamping: now) }
        var report = empty
        // Kinds that have not come yet, too: the status page has a row for each from the beginning.
        report.kinds = JobKind.allCases.filter { $0 != .noop }.map { kind in
            let counts = tally.kinds[kind] ?? Tally.PerKind()
            return RunReport.Kind(
                name: kind.name,
                found: counts.found,
                done: counts.done,
                dead: counts.dead,
                retries: counts.retries,
                unchanged: counts.notModified,
                fromCache: counts.fromCache
            )
        }
        (report.requests, report.bytes, report.items) = (tally.requests, tally.wireBytes, tally.items.count)
        (report.unfinished, report.waiting, report.held) = (status.unfinished, status.waiting, status.held)
        report.nextTryMs = core.nextRetry.map(unixTime)
        let slow = Dictionary(status.slowHosts.map { ($0.name, $0.longestMs) }) { first, _ in first }
        report.hosts = core.hosts(at: now, limit: RunReport.mostRows).map { host in
            var shown = RunReport.Host(
                name: LaneInfo.hostName(of: host.name),
                running: host.running,
                concurrency: host.concurrency,
                started: host.started,
                delayMs: host.delayMs,
                pausedUntilMs: host.pausedUntil.map(unixTime),
                reason: host.reason,
                hasAsked: host.hasAsked,
                awaitsRules: host.awaitsRules
            )
            shown.slowMs = slow[shown.name] ?? 0
            return shown
        }
        report.workers = core.workers(limit: RunReport.mostRows).map { worker in
            RunReport.Worker(
                name: worker.name,
                host: hosts[worker.id] ?? "",
                residentBytes: worker.residentBytes,
                limitBytes: worker.isLocal ? setup.workerMemory : nil,
                running: Dictionary(uniqueKeysWithValues: worker.running.map { ($0.name, $1) }),
                ended: counts.ended[worker.id] ?? 0,
                trouble: troubled[worker.id]?.line
            )
        }
        let demand = core.demand(at: now)
        report.workersWanted = demand.workers(assumed: Self.assumedSlots)
        report.backlogSeconds = demand.backlogSeconds
        report.refusedPeers = status.turnedAway
        (report.jobTimes, report.commitTimes) = (counts.jobTimes, counts.commitTimes)
        return report
    }
}
