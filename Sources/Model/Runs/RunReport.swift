/// What a sync does at a moment, which it writes into its larder once a second, for the page of the sync and metrics.
package struct RunReport: Codable, Sendable, Hashable {
    /// What became of the jobs of a kind.
    package struct Kind: Codable, Sendable, Hashable {
        package var name: String
        /// Found in this run, or unfinished at its start.
        package var found: Int
        package var done: Int
        package var dead: Int
        package var retries: Int
        /// Answers that the source confirmed, and ones that were still fresh.
        package var unchanged: Int
        package var fromCache: Int

        package init(name: String, found: Int, done: Int, dead: Int, retries: Int, unchanged: Int, fromCache: Int) {
            (self.name, self.found, self.done, self.dead) = (name, found, done, dead)
            (self.retries, self.unchanged, self.fromCache) = (retries, unchanged, fromCache)
        }
    }

    /// A host with jobs left, or with requests under way.
    package struct Host: Codable, Sendable, Hashable {
        package var name: String
        /// Requests under way, and how many there may be at once.
        package var running: Int
        package var concurrency: Int
        /// Jobs that were handed out since the run began.
        package var started: Int
        /// Milliseconds that pass between two requests.
        package var delayMs: UInt64
        /// Until when it gets no request, in Unix milliseconds; nil: it may get one.
        package var pausedUntilMs: Int64?
        /// Why it waits, in the host's words or the program's; may be empty.
        package var reason: String
        /// Whether the host itself asked for the pause.
        package var hasAsked: Bool
        /// Whether its robots.txt is waited for.
        package var awaitsRules: Bool
        /// How long its longest request runs, in milliseconds; 0: none runs for long.
        package var slowMs: UInt64 = 0

        package init(
            name: String,
            running: Int,
            concurrency: Int,
            started: Int,
            delayMs: UInt64,
            pausedUntilMs: Int64?,
            reason: String,
            hasAsked: Bool,
            awaitsRules: Bool
        ) {
            (self.name, self.running, self.concurrency, self.started) = (name, running, concurrency, started)
            (self.delayMs, self.pausedUntilMs, self.reason) = (delayMs, pausedUntilMs, reason)
            (self.hasAsked, self.awaitsRules) = (hasAsked, awaitsRules)
        }
    }

    /// A worker that is joined.
    package struct Worker: Codable, Sendable, Hashable {
        package var name: String
        package var host: String
        package var residentBytes: UInt64
        /// Above it the worker is replaced; nil: not known.
        package var limitBytes: UInt64?
        /// Jobs that it holds, by kind.
        package var running: [String: Int]
        /// Jobs that it ended.
        package var ended: Int
        /// Why it cannot work; nil: it can.
        package var trouble: String?

        package init(
            name: String,
            host: String,
            residentBytes: UInt64,
            limitBytes: UInt64?,
            running: [String: Int],
            ended: Int,
            trouble: String?
        ) {
            (self.name, self.host, self.residentBytes) = (name, host, residentBytes)
            (self.limitBytes, self.running, self.ended, self.trouble) = (limitBytes, running, ended, trouble)
        }
    }

    package var processID: Int32
    /// Unix milliseconds.
    package var startedMs: Int64
    package var writtenMs: Int64
    /// How the run ended, as the process's exit code; nil: it goes on.
    package var exitCode: Int32?
    package var sources: [String]
    package var kinds: [Kind] = []
    package var requests = 0
    package var bytes = 0
    /// Items that this run read.
    package var items = 0
    package var unfinished = 0
    /// Jobs that wait for another try, and when the next one is due.
    package var waiting = 0
    package var nextTryMs: Int64?
    package var hosts: [Host] = []
    package var workers: [Worker] = []
    /// How many workers are worth having now, those that run included.
    package var workersWanted = 0
    /// Estimate of how long the open jobs take.
    package var backlogSeconds = 0.0
    /// Why jobs wait for something else than a host, such as a quota.
    package var held: [String] = []
    /// Peers that were not let in.
    package var refusedPeers: UInt64 = 0
    /// From when a job was handed out until its outcome was on the disk.
    package var jobTimes = Histogram()
    /// How long transactions took.
    package var commitTimes = Histogram()

    package init(processID: Int32, startedMs: Int64, sources: [String]) {
        (self.processID, self.startedMs, self.writtenMs, self.sources) = (processID, startedMs, startedMs, sources)
    }

    /// The name of its file in a larder's folder.
    package static let fileName = "run.json"
    /// Hosts and workers beyond these are left out.
    package static let mostRows = 200
}

/// How often durations fell into ranges, as Prometheus counts them.
package struct Histogram: Codable, Sendable, Hashable {
    /// The upper ends of the ranges, in seconds; the last range has none.
    package static let bounds = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60]

    /// How many durations are in each range.
    package private(set) var counts = [UInt64](repeating: 0, count: bounds.count + 1)
    /// The sum of all, in seconds.
    package private(set) var sum = 0.0

    package init() {}

    package var count: UInt64 { counts.reduce(0, +) }

    package mutating func add(_ duration: Duration) {
        let seconds = duration / .seconds(1)
        counts[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
        sum += seconds
    }
}
