public import LarderModel
internal import LarderProtocol

/// Milliseconds on a clock that never goes back; the core only compares and adds.
public typealias Milliseconds = UInt64

/// The ledger's number of a lane.
public typealias LaneID = Int64

/// The catalog's number of a source.
public typealias SourceID = Int64

/// One unfinished job, as the window in memory holds it.
public struct QueuedJob: Sendable, Hashable {
    /// The ledger's number.
    public var id: JobID
    /// What it does.
    public var kind: JobKind
    /// Which source it belongs to.
    public var source: SourceID
    /// Which lane it waits in.
    public var lane: LaneID
    /// Failed tries so far that were charged to it.
    public var errors: UInt32
    /// Times a source asked for patience, forgiven up to ``RetryPolicy/patience``; known to this coordinator start only.
    public var throttles: UInt32 = 0
    /// Workers that died over it.
    public var crashes: UInt32
    /// When it began to wait for a worker, which its priority grows with; 0: it has not; known to this coordinator start only.
    public var waitingSince: Milliseconds = 0
    /// The serialized `JobSpec`.
    public var spec: [UInt8]

    /// Makes a job.
    public init(
        id: JobID,
        kind: JobKind,
        source: SourceID,
        lane: LaneID,
        errors: UInt32 = 0,
        crashes: UInt32 = 0,
        spec: [UInt8] = []
    ) {
        self.id = id
        self.kind = kind
        self.source = source
        self.lane = lane
        self.errors = errors
        self.crashes = crashes
        self.spec = spec
    }
}

/// A queue of jobs that share one limit: the fetches of one host, or the render jobs.
public struct LaneInfo: Sendable, Hashable {
    /// The ledger's number.
    public var id: LaneID
    /// `host:port`, or empty for render jobs.
    public var name: String
    /// What its jobs wait for.
    public var jobClass: JobClass
    /// Jobs under way at once, over all workers.
    public var concurrency: Int
    /// Milliseconds between two starts.
    public var delayMs: Milliseconds

    /// Makes a lane.
    public init(id: LaneID, name: String, jobClass: JobClass, concurrency: Int, delayMs: Milliseconds = 0) {
        self.id = id
        self.name = name
        self.jobClass = jobClass
        self.concurrency = concurrency
        self.delayMs = delayMs
    }
}

/// How a worker introduced itself.
public struct WorkerIntroduction: Sendable {
    /// For people.
    public var name: String
    /// Random for each process; the same on a reconnect.
    public var incarnation: [UInt8]
    /// The process number on its host.
    public var processID: UInt32
    /// Whether it came in over the endpoint of this coordinator's own children.
    public var isLocal: Bool
    /// The kinds it can do.
    public var kinds: Set<JobKind>
    /// The UUID of its cache folder.
    public var cacheID: String
    /// The oldest and the newest protocol it speaks.
    public var protocols: ClosedRange<UInt32>
    /// What it still holds from an earlier connection.
    public var held: [JobLease]
    /// Counts the introductions of its process; the answer names it.
    public var hello: UInt64

    /// Whether this is a process of another host that `other` came after, under the same name.
    func isEarlier(than other: WorkerIntroduction) -> Bool {
        name == other.name && incarnation != other.incarnation && !isLocal && !other.isLocal
    }

    /// Makes an introduction.
    public init(
        name: String,
        incarnation: [UInt8],
        processID: UInt32,
        isLocal: Bool = true,
        kinds: Set<JobKind>,
        cacheID: String,
        protocols: ClosedRange<UInt32>,
        held: [JobLease],
        hello: UInt64 = 0
    ) {
        self.name = name
        self.incarnation = incarnation
        self.processID = processID
        self.isLocal = isLocal
        self.kinds = kinds
        self.cacheID = cacheID
        self.protocols = protocols
        self.held = held
        self.hello = hello
    }
}

/// Why a session ended.
public enum SessionEnd: Sendable, Hashable {
    /// The worker said BYE.
    case bye
    /// The link is gone, or the worker was silent for a whole lease.
    case lost
    /// The worker has a newer session.
    case moved
    /// The worker's process ended by itself: with this evidence, while these jobs ran in it.
    ///
    /// What ran is nil where nobody saw it; then what the worker had told counts.
    case crashed(String, running: [JobLease]? = nil)
}

/// Jobs of one queue that were added to the table.
public struct AddedJobs: Sendable, Hashable {
    /// The lane they wait for.
    public var lane: LaneInfo
    /// Whose they are.
    public var source: SourceID
    /// What they do.
    public var kind: JobKind
    /// How many.
    public var count: Int
    /// The largest number among them.
    public var maxID: JobID

    /// Makes a note of added jobs.
    public init(lane: LaneInfo, source: SourceID, kind: JobKind, count: Int, maxID: JobID) {
        self.lane = lane
        self.source = source
        self.kind = kind
        self.count = count
        self.maxID = maxID
    }
}

/// What became of one entry of a commit.
public struct CommittedEntry: Sendable, Hashable {
    /// The entry.
    public var entry: CommitEntry
    /// Whether it changed the table: false when the job had ended before.
    public var changed: Bool

    /// Makes a note of a committed entry.
    public init(entry: CommitEntry, changed: Bool) {
        self.entry = entry
        self.changed = changed
    }
}

/// What happens to the ledger.
public enum LedgerEvent: Sendable {
    /// Jobs are in the table: at start, or enqueued outside a result.
    case added([AddedJobs])
    /// The answer to ``LedgerAction/load(queue:after:limit:)``: jobs in order of their numbers, and how long each still has to wait.
    ///
    /// `reachedEnd` is the table's largest number when the read came to the queue's end.
    case loaded(queue: JobQueueID, jobs: [LoadedJob], reachedEnd: JobID?)
    /// A worker introduced itself on a connection.
    case hello(SessionID, WorkerIntroduction)
    /// The answer to ``LedgerAction/lookUp(_:_:)``: those of the jobs that are in the table and unfinished.
    case lookedUp(SessionID, [HeldJob])
    /// Absolute cumulative grants, by class.
    case credit(SessionID, fetch: UInt64, render: UInt64)
    /// These jobs have begun.
    case started(SessionID, [JobLease])
    /// The worker lives and holds these, `assigned` being the last assignment it knows of.
    case heartbeat(SessionID, [JobLease], assigned: UInt64)
    /// These jobs are done; the effects travel beside.
    case results(SessionID, [JobResult])
    /// These jobs failed.
    case failures(SessionID, [ReportedFailure])
    /// Given back unstarted.
    case released(SessionID, [JobLease])
    /// A worker will take no new work.
    case draining(SessionID)
    /// A connection is gone. The worker may come back and keep what it holds until its leases end.
    case linkLost(SessionID)
    /// A session is over.
    case sessionEnded(SessionID, SessionEnd)
    /// A local worker's process ended.
    case processEnded(processID: UInt32, SessionEnd)
    /// A commit is on the disk.
    case committed([CommittedEntry], added: [AddedJobs])
    /// Time has passed.
    case tick
    /// The user asked to stop: no new work.
    case drain
}

/// A job of the window and how long it still has to wait.
public struct LoadedJob: Sendable, Hashable {
    /// The job.
    public var job: QueuedJob
    /// Milliseconds until it may be tried.
    public var waitMs: Milliseconds

    /// Makes a loaded job.
    public init(job: QueuedJob, waitMs: Milliseconds) {
        self.job = job
        self.waitMs = waitMs
    }
}

/// An unfinished job of the table that a worker holds from an earlier coordinator start.
public struct HeldJob: Sendable, Hashable {
    /// The job.
    public var job: QueuedJob
    /// The last lease whose failure the table counts: what is held under it, or under an earlier one, is over.
    public var charged: Attempt

    /// Makes a held job.
    public init(job: QueuedJob, charged: Attempt) {
        self.job = job
        self.charged = charged
    }
}
