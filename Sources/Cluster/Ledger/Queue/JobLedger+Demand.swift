package import LarderModel

/// How much work there is for workers, for who starts and ends them.
package struct WorkerDemand: Sendable, Hashable {
    /// How many jobs of a class are worth doing at once.
    ///
    /// With more slots a new worker would soon have no work, or would wait for a host's politeness.
    package var slots = PerClass(0.0)
    /// How many jobs of a class a worker does at once, on average; nil: none is joined.
    package var slotsOfWorker: PerClass<Double>?
    /// Estimate of how long the open jobs take, in seconds: by their hosts' politeness, and with the joined workers.
    package var backlogSeconds = 0.0

    package init() {}

    /// How many workers are wanted; 0: there is no work.
    ///
    /// - Parameter assumed: What a worker does at once as long as none is joined.
    package func workers(assumed: PerClass<Double>) -> Int {
        let one = slotsOfWorker ?? assumed
        return JobClass.allCases.map { Int((slots[$0] / max(1, one[$0])).rounded(.up)) }.max() ?? 0
    }
}

extension FairQueue {
    /// Seconds for which a further worker has to have work.
    private static let worthwhileSeconds = 30.0

    /// Adds what the lanes' jobs in memory are worth.
    func add(to demand: inout WorkerDemand, at now: Milliseconds) {
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
            // A host with a delay takes one request after the other.
            let most = delay > 0 ? min(Double(lane.concurrency), max(1, mean / delay)) : Double(lane.concurrency)
            let seconds = max(Double(jobs) * delay, Double(jobs) * mean / max(1, Double(lane.concurrency)))
            demand.backlogSeconds = max(demand.backlogSeconds, seconds)
            guard !lane.isClosed, lane.pausedUntil <= now + Milliseconds(Self.worthwhileSeconds * 1000) else {
                continue
            }
            demand.slots[lane.info.jobClass] += min(most, Double(jobs), Double(jobs) * mean / Self.worthwhileSeconds)
        }
    }

    /// Seconds that a job of the queue takes.
    private func cost(of queue: JobQueue) -> Double { Double(shares[queue.share].cost(of: queue.id.kind)) / 1_000_000 }
}

extension JobLedger {
    /// What the work is worth at this moment.
    package func demand(at now: Milliseconds) -> WorkerDemand {
        var demand = WorkerDemand()
        waiting.add(to: &demand, at: now)
        let known = sessions.values.compactMap(\.slots)
        if !known.isEmpty {
            demand.slotsOfWorker = PerClass(
                fetch: Double(known.reduce(0) { $0 + $1.fetch }) / Double(known.count),
                render: Double(known.reduce(0) { $0 + $1.render }) / Double(known.count)
            )
        }
        // A suspect is tried alone, and a job that waits for a retry may be due soon.
        if openJobs > 0, demand.slots == PerClass(0) { demand.slots = PerClass(fetch: 1, render: 0) }
        let inMemory = waiting.held + leases.count
        if inMemory > 0 { demand.backlogSeconds *= max(1, Double(openJobs) / Double(inMemory)) }
        return demand
    }
}
