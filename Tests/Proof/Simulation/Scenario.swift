package import LarderLedger
package import LarderModel

/// Everything that one simulated run is a function of: workers, jobs, links, disk and faults.
///
/// Smaller scenarios are made of it by taking parts away.
package struct Scenario: Sendable {
    /// The number that made it, and that spreads delays inside the run.
    package var seed: UInt64
    /// Virtual milliseconds in which faults may begin and end.
    package var faultsUntil: Milliseconds
    /// The worker processes' places; a process that ends is started again in its place.
    package var workers: [WorkerPlan]
    /// Hosts, and one lane for render jobs.
    package var lanes: [LaneInfo]
    /// The job graph.
    package var jobs: [JobPlan]
    /// What goes wrong.
    package var faults: [Fault]
    /// How links behave.
    package var links: LinkPlan
    /// How the disk and the coordinator's own queues behave.
    package var coordinator: CoordinatorPlan
    /// How hosts want to be asked.
    package var hosts = HostPlan()
}

/// The rules and the quota of hosts.
package struct HostPlan: Sendable, Hashable {
    /// Milliseconds after each start of the coordinator until the rules of a lane are known; of others they are.
    package var rulesAfter: [LaneID: Milliseconds] = [:]
    /// Starts of the first source's jobs in the first lane in each period; 0: any number.
    package var quota = 0
    /// Milliseconds of a period.
    package var period: Milliseconds = 10_000

    /// Milliseconds that jobs may take longer for it.
    func settlingMs(jobs: Int) -> Milliseconds {
        let tries = Milliseconds(jobs) * 8
        let periods = quota > 0 ? tries / Milliseconds(quota) + 8 : 0
        return (rulesAfter.values.max() ?? 0) + periods * period
    }
}

/// The place of one worker.
package struct WorkerPlan: Sendable, Hashable {
    /// Whether the coordinator started it: it then ends with the coordinator, and its death is seen at once.
    package var isLocal: Bool
    /// Fetches at once.
    package var fetchSlots: Int
    /// Renders at once.
    package var renderSlots: Int
    /// Milliseconds after the start when the first process starts.
    package var startsAt: Milliseconds
    /// How it lies while things go wrong; nil: it is honest.
    package var lie: Lie?

    /// How a worker lies.
    package enum Lie: Sendable, Hashable, CaseIterable {
        /// Its results are of no use.
        case wrongEffects
        /// It reports failures of its own jobs and of jobs of others.
        case forgedFailures
        /// The same, and the reason is a cache folder that is full.
        case forgedCacheTrouble
        /// It reports that it begins each job, sends heartbeats, and does nothing.
        case idleness
        /// The same, and its heartbeats report progress.
        case endlessProgress
        /// It says of each job that its host leads to another one.
        case forgedMoves

        /// Whether its jobs never end.
        var keepsJobs: Bool { self == .idleness || self == .endlessProgress }
    }
}

/// One job of the graph.
package struct JobPlan: Sendable, Hashable {
    /// How a run of a job ends.
    package enum End: Sendable, Hashable {
        /// With a result.
        case works
        /// With a redirect to another host, where the jobs that it finds go on.
        case moves
        /// With a failure that may heal.
        case fails
        /// With a failure that may heal, because its own time ran out.
        case timesOut
        /// With a failure that does not heal.
        case failsForGood
        /// The host throttles: it asks for a pause of so many milliseconds, or names no time.
        case throttled(Milliseconds?)
        /// The worker's process dies.
        case killsWorker
    }

    /// What it does.
    package var kind: JobKind
    /// Which lane it waits in: an index.
    package var lane: Int
    /// Whose it is.
    package var source: SourceID = 1
    /// How long one run takes, in milliseconds.
    package var duration: Milliseconds
    /// How the first runs end, in order.
    package var firstEnds: [End]
    /// How every later run ends.
    package var end: End
    /// Jobs that its result enqueues, unless they are there: indices above its own.
    package var finds: [Int]
    /// Whether it is there from the beginning.
    package var isRoot: Bool
    /// Whether its host sends a few bytes at a time: it takes long, and reports progress.
    package var drips = false

    /// Whether the cache has a fresh answer, so that its host is not asked; it follows from the rest, so that seeds
    /// keep their scenarios.
    var isFresh: Bool {
        kind.jobClass == .fetch && firstEnds.isEmpty && end == .works && duration.isMultiple(of: 3)
    }

    /// What becomes of it when nothing outside disturbs it.
    var fate: JobState {
        switch end {
        case .works, .moves, .throttled: .done
        case .fails, .timesOut, .failsForGood, .killsWorker: .dead
        }
    }
}

/// How links behave when nothing is wrong with them.
package struct LinkPlan: Sendable, Hashable {
    /// Milliseconds from end to end at least.
    package var delay: Milliseconds
    /// Milliseconds more at most.
    package var jitter: Milliseconds
    /// Messages of a thousand that come twice.
    package var duplicated: UInt64
    /// Closed connections of a thousand whose last messages come later.
    package var late: UInt64
}

/// How the disk and the coordinator's own queues behave.
package struct CoordinatorPlan: Sendable, Hashable {
    /// Milliseconds of a transaction.
    package var commit: Milliseconds
    /// Milliseconds from the broker's thread to the ledger at most.
    package var queue: Milliseconds
    /// Milliseconds of a read of the table at most.
    package var read: Milliseconds
    /// Milliseconds of a lease.
    package var lease: Milliseconds
    /// Milliseconds of silence after which workers start nothing.
    package var fence: Milliseconds
    /// Jobs in memory.
    package var window: Int
    /// Jobs in one message.
    package var assignJobs: Int
    /// Workers that are looked up at once.
    package var introductions: Int
}

/// One thing that goes wrong.
package struct Fault: Sendable, Hashable, CustomStringConvertible {
    /// What goes wrong; times are milliseconds.
    package enum Kind: Sendable, Hashable {
        /// SIGKILL of a worker; started again after a while.
        case kill(downFor: Milliseconds)
        /// SIGSTOP of a worker, then SIGCONT.
        case stop(for: Milliseconds)
        /// SIGTERM of a worker; started again after it ended.
        case drain(downFor: Milliseconds)
        /// A worker's connection breaks.
        case disconnect
        /// Nothing gets through in the named directions.
        case partition(for: Milliseconds, toWorker: Bool, toCoordinator: Bool)
        /// Messages of a worker take longer.
        case slowLink(for: Milliseconds, delay: Milliseconds)
        /// SIGKILL of the coordinator; what was not on the disk is lost.
        case crash(downFor: Milliseconds)
        /// The user stops the run and starts it again.
        case stopRun(downFor: Milliseconds)
        /// SIGSTOP of the coordinator, then SIGCONT.
        case pause(for: Milliseconds)
        /// Transactions take longer.
        case slowDisk(for: Milliseconds, commit: Milliseconds)

        var isOfWorker: Bool {
            switch self {
            case .kill, .stop, .drain, .disconnect, .partition, .slowLink: true
            case .crash, .stopRun, .pause, .slowDisk: false
            }
        }
    }

    /// When it begins.
    package var at: Milliseconds
    /// The index of the worker that it happens to; nil: the coordinator.
    package var worker: Int?
    /// What goes wrong.
    package var kind: Kind

    /// When, where and what.
    package var description: String { "at \(at): \(worker.map { "worker \($0) " } ?? "")\(kind)" }
}

extension Scenario: CustomStringConvertible {
    /// The scenario in lines, for a report.
    package var description: String {
        var lines = ["faults until \(faultsUntil) ms; \(links); \(coordinator)"]
        for (index, worker) in workers.enumerated() {
            lines.append(
                "worker \(index): \(worker.isLocal ? "local" : "remote"), \(worker.fetchSlots) fetches, "
                    + "\(worker.renderSlots) renders, from \(worker.startsAt)"
                    + (worker.lie.map { ", lies: \($0)" } ?? "")
            )
        }
        for lane in lanes {
            let limits = lane.limits
            lines.append("lane \(lane.id) \(lane.jobClass): \(limits.concurrency) at once, \(limits.delayMs) ms apart")
        }
        for (index, job) in jobs.enumerated() {
            lines.append(
                "job \(index)\(job.isRoot ? " (root)" : ""): \(job.kind) in lane \(lanes[job.lane].id), "
                    + "\(job.duration) ms\(job.drips ? " in drips" : ""), \(job.firstEnds.map { "\($0), " }.joined())\(job.end), finds \(job.finds)"
            )
        }
        if hosts != HostPlan() { lines.append("\(hosts)") }
        lines += faults.map(\.description)
        return lines.joined(separator: "\n")
    }
}
