package import LarderModel

extension JobLedger {
    package struct Configuration: Sendable {
        /// The coordinator start; fences assignments.
        package var epoch: UInt64
        /// The UUID of the cache that workers must share.
        package var cacheID: String
        /// Milliseconds that a lease lasts without a heartbeat that names it.
        package var leaseMs: Milliseconds = 15_000
        /// Milliseconds between a worker's heartbeats; each worker above ``manyWorkers`` adds 5.
        package var heartbeatMs: Milliseconds = 1000
        /// See ``heartbeatMs``.
        package var manyWorkers = 100
        /// Workers whose jobs may be looked up at once; the others are asked to come again.
        package var maxIntroductions = 200
        /// Missed heartbeats before a worker gets no new work.
        package var suspectAfterMisses: UInt64 = 3
        /// Milliseconds without progress after which a worker cancels a job, by class.
        package var stallMs = PerClass<Milliseconds>(fetch: 30_000, render: 60_000)
        /// The same by source; the longer time counts.
        package var silenceMs: [SourceID: Milliseconds] = [:]
        /// Milliseconds that a job may run in all, by class, however much progress it makes.
        package var longestMs = PerClass<Milliseconds>(fetch: 600_000, render: 900_000)
        /// The same for a job of a remote worker when no other job of the class is left and another worker is idle.
        package var longestAtEndMs = PerClass<Milliseconds>(fetch: 180_000, render: 180_000)
        /// Milliseconds that a worker has to end a cancelled job; after as long again the ledger takes the job back.
        package var stallGraceMs: Milliseconds = 5000
        /// Jobs in memory over all queues.
        package var windowJobs = 32_768
        /// Outcomes on their way to the disk above which no work is handed out, until half are committed.
        package var maxCommits = 65_536
        /// The same for the bytes of their effects.
        package var maxCommitBytes = 64 << 20
        /// Jobs in one ASSIGN at most.
        package var assignJobs = 512
        /// Workers that may die over a job before it is set aside.
        package var maxCrashes: UInt32 = 3
        /// Milliseconds after which a lost worker counts as dead.
        package var absenceMs: Milliseconds = 60_000
        /// Whether the coordinator starts workers of its own.
        package var startsWorkers = false
        /// Milliseconds for which a failure waits for a worker that cannot confirm it just now, or has not joined yet.
        package var confirmationWaitMs: Milliseconds = 30_000
        /// Retries by source; ``defaultPolicy`` where none is named.
        package var policies: [SourceID: RetryPolicy] = [:]
        package var defaultPolicy = RetryPolicy()
        /// Render jobs' retries: three tries, soon after each other.
        package var renderPolicy = RetryPolicy(attempts: 3, baseMs: 500, capMs: 5000)

        /// Retries of jobs that bring a host's rules; no other job of the host starts before.
        package var rulesPolicy = RetryPolicy(baseMs: 900_000, capMs: 900_000, pauseMs: 86_400_000)
        /// The longest wait for a host's rules or a budget, with nothing else to do; nil: as long as it takes.
        package var longestWaitMs: Milliseconds?

        package init(epoch: UInt64, cacheID: String) {
            self.epoch = epoch
            self.cacheID = cacheID
        }
    }
}
