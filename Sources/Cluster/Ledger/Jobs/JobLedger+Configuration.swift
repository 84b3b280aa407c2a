package import LarderModel

extension JobLedger {
    /// The ledger's settings.
    package struct Configuration: Sendable {
        /// The coordinator start this ledger serves; fences assignments.
        package var epoch: UInt64
        /// The UUID of the cache that workers must share.
        package var cacheID: String
        /// Milliseconds that a lease lasts without a heartbeat that names it.
        package var leaseMs: Milliseconds = 15_000
        /// Milliseconds between a worker's heartbeats, up to ``manyWorkers`` workers; of more, each beats more rarely.
        package var heartbeatMs: Milliseconds = 1000
        /// Workers above which each further one adds 5 ms between beats.
        package var manyWorkers = 100
        /// Workers whose jobs may be looked up at once; the others are asked to come again.
        package var maxIntroductions = 200
        /// Missed heartbeats before a worker gets no new work.
        package var suspectAfterMisses: UInt64 = 3
        /// Milliseconds without progress after which a worker cancels a job, by class.
        package var stallMs = PerClass<Milliseconds>(fetch: 30_000, render: 60_000)
        /// The same for jobs of sources that take longer, if that is more.
        package var silenceMs: [SourceID: Milliseconds] = [:]
        /// Milliseconds that a worker then has to end it; after as long again it is taken from the worker.
        package var stallGraceMs: Milliseconds = 5000
        /// Jobs in memory over all queues; each has its part of it.
        package var windowJobs = 32_768
        /// Outcomes on their way to the disk above which no work is handed out, until half of them are committed.
        package var maxCommits = 65_536
        /// Bytes of outcomes' effects above which no work is handed out, until half of them are committed.
        package var maxCommitBytes = 64 << 20
        /// Jobs in one ASSIGN at most.
        package var assignJobs = 512
        /// Workers that may die over a job before it is set aside.
        package var maxCrashes: UInt32 = 3
        /// Milliseconds after which a lost worker, whose end was not seen, counts as dead.
        package var absenceMs: Milliseconds = 60_000
        /// Whether the coordinator starts workers of its own.
        package var startsWorkers = false
        /// Milliseconds for which a failure waits to be confirmed by a worker that cannot work just now, and by the
        /// workers that the coordinator starts.
        package var confirmationWaitMs: Milliseconds = 30_000
        /// Retries by source; ``defaultPolicy`` where none is named.
        package var policies: [SourceID: RetryPolicy] = [:]
        /// Retries of sources without a policy of their own.
        package var defaultPolicy = RetryPolicy()
        /// Render jobs' retries: three tries, soon after each other.
        package var renderPolicy = RetryPolicy(attempts: 3, baseMs: 500, capMs: 5000)

        /// Retries of jobs that bring a host's rules: until they come, no other job of the host starts.
        package var rulesPolicy = RetryPolicy(baseMs: 900_000, capMs: 900_000, pauseMs: 86_400_000)
        /// The longest that a run waits for a host's rules, or for a budget, with nothing else to do; nil: as long as
        /// it takes.
        package var longestWaitMs: Milliseconds?

        /// Starts from the protocol's defaults.
        package init(epoch: UInt64, cacheID: String) {
            self.epoch = epoch
            self.cacheID = cacheID
        }
    }
}
