package import LarderModel

/// How much work there is for workers, for who starts and ends them.
package struct WorkerDemand: Sendable, Hashable {
    /// How many jobs of a class are worth doing at once.
    ///
    /// With more slots a new worker would soon have no work, or would wait for a host's politeness.
    package var slots = PerClass(0.0)
    /// How many slots of the joined workers had a job lately, on average.
    package var busySlots = PerClass(0.0)
    /// How many jobs of a class a worker does at once, on average; nil: none is joined.
    package var slotsOfWorker: PerClass<Double>?
    /// Estimate of how long the open jobs take, in seconds: by their hosts' politeness, and with the joined workers.
    package var backlogSeconds = 0.0

    package init() {}

    /// How many workers are wanted; 0: there is no work, and has been none for a while.
    ///
    /// Busy workers count even where few jobs wait: else a fleet that keeps up with its work would shrink and grow again
    /// and again.
    ///
    /// - Parameter assumed: What a worker does at once as long as none is joined.
    package func workers(assumed: PerClass<Double>) -> Int {
        let one = slotsOfWorker ?? assumed
        return JobClass.allCases.map { jobClass in
            // A mean just above a whole number of workers asks for no further one.
            let needed = max(slots[jobClass], busySlots[jobClass] - 0.001)
            return Int((needed / max(1, one[jobClass])).rounded(.up))
        }.max() ?? 0
    }
}

extension FairQueue {
    /// Seconds for which a further worker has to have work: it has none for a minute and more while it comes and goes.
    private static let worthwhileSeconds = 180.0

    /// Adds what the lanes' jobs are worth.
    ///
    /// - Parameter scale: How many unfinished jobs there are for each one in memory.
    func add(to demand: inout WorkerDemand, scale: Double = 1, at now: Milliseconds) {
        for lane in lanes {
            var (jobs, work) = (lane.inFlight, 0.0)
            for queue in lane.queues.map({ queues[$0] }) {
                jobs += queue.ready.count
                work += Double(queue.ready.count) * cost(of: queue)
            }
            guard jobs > 0 else { continue }
            let mean =
                jobs > lane.inFlight
                ? work / Double(jobs - lane.inFlight) : lane.queues.map { cost(of: queues[$0]) }.max() ?? 0
            let delay = Double(lane.delayMs) / 1000
            // A host with a delay takes one request after the other: on average, less than one may be under way.
            let most = delay > 0 ? min(Double(lane.concurrency), mean / delay) : Double(lane.concurrency)
            let seconds = max(Double(jobs) * delay, Double(jobs) * mean / max(1, Double(lane.concurrency)))
            demand.backlogSeconds = max(demand.backlogSeconds, seconds)
            guard !lane.isClosed, lane.pausedUntil <= now + Milliseconds(Self.worthwhileSeconds * 1000) else {
                continue
            }
            let all = scale * Double(jobs)
            demand.slots[lane.info.jobClass] += min(most, all, all * mean / Self.worthwhileSeconds)
        }
    }

    /// Seconds that a job of the queue takes.
    private func cost(of queue: JobQueue) -> Double { Double(shares[queue.share].cost(of: queue.id.kind)) / 1_000_000 }
}

extension JobLedger {
    /// What the work is worth at this moment.
    package func demand(at now: Milliseconds) -> WorkerDemand {
        var demand = WorkerDemand()
        let inMemory = waiting.held + leases.count
        let scale = max(1, Double(openJobs) / Double(max(1, inMemory)))
        waiting.add(to: &demand, scale: scale, at: now)
        demand.busySlots = busySlots
        let known = sessions.values.compactMap(\.slots)
        if !known.isEmpty {
            demand.slotsOfWorker = PerClass(
                fetch: Double(known.reduce(0) { $0 + $1.fetch }) / Double(known.count),
                render: Double(known.reduce(0) { $0 + $1.render }) / Double(known.count)
            )
        }
        // A suspect is tried alone, and a job that waits for a retry may be due soon.
        if openJobs > 0, demand.slots == PerClass(0) { demand.slots = PerClass(fetch: 1, render: 0) }
        demand.backlogSeconds *= scale
        return demand
    }

    /// How far the mean of the slots that have a job looks back, in milliseconds.
    private static let busyWindowMs = 20_000.0

    /// Adds this moment to the mean of the slots that have a job.
    mutating func noteBusySlots(at now: Milliseconds) {
        let weight = min(1, Double(now - min(now, busySlotsAt)) / Self.busyWindowMs)
        busySlotsAt = now
        for jobClass in JobClass.allCases {
            // Jobs that a worker has beyond its slots wait there.
            let busy = sessions.values.reduce(0) { $0 + min($1.load[jobClass], $1.slots?[jobClass] ?? 0) }
            busySlots[jobClass] += (Double(busy) - busySlots[jobClass]) * weight
        }
    }
}
