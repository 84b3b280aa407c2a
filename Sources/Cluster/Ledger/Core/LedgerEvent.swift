package import LarderModel
package import LarderProtocol

/// Milliseconds on the owner's clock, which must never go back; its zero means nothing.
package typealias Milliseconds = UInt64

/// The owner's number of a quota, which starts of jobs are counted against.
package typealias BudgetID = Int

/// One unfinished job, as the window in memory holds it.
package struct QueuedJob: Sendable, Hashable {
    /// The ledger's number.
    package var id: JobID
    /// What it does.
    package var kind: JobKind
    /// Which source it belongs to.
    package var source: SourceID
    /// Which lane it waits in.
    package var lane: LaneID
    /// Failed tries so far that were charged to it.
    package var errors: UInt32
    /// Tries that the source throttled, forgiven up to ``RetryPolicy/maxThrottles``; known to this coordinator start only.
    package var throttles: UInt32 = 0
    /// Workers that died over it.
    package var crashes: UInt32
    /// When it began to wait for a worker, for the aging of its priority; 0: it does not wait; known to this coordinator start only.
    package var waitingSince: Milliseconds = 0
    /// The serialized `JobSpec`.
    package var spec: [UInt8]
    /// What an earlier coordinator start suspected; empty once the ledger has taken it over.
    package var suspicions: [Suspicion] = []

    /// Makes a job.
    package init(
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

/// A worker that was lost while it held a job, as the table keeps it.
package struct Suspicion: Sendable, Hashable {
    /// The worker's process.
    package var incarnation: [UInt8]
    /// The lease under which it held the job.
    package var attempt: Attempt
    /// The worker's name.
    package var name: String
    /// Whether the worker is known to be dead.
    package var isConfirmed: Bool
    /// Whether the job is known to have begun there.
    package var hadStarted: Bool
    /// How the worker ended; nil: nobody saw it.
    package var evidence: String?

    /// Makes a suspicion.
    package init(
        incarnation: [UInt8],
        attempt: Attempt,
        name: String,
        isConfirmed: Bool,
        hadStarted: Bool,
        evidence: String? = nil
    ) {
        self.incarnation = incarnation
        self.attempt = attempt
        self.name = name
        self.isConfirmed = isConfirmed
        self.hadStarted = hadStarted
        self.evidence = evidence
    }
}

/// How a worker introduced itself.
package struct WorkerIntroduction: Sendable {
    /// What it said, which is its word only.
    package var hello: Hello
    /// Whether it came in over the endpoint of this coordinator's own children.
    package var isLocal: Bool

    /// Takes in a HELLO.
    package init(_ hello: Hello, isLocal: Bool) {
        self.hello = hello
        self.isLocal = isLocal
    }

    /// Whether this is a process of another host that `other` came after, under the same name.
    func isEarlier(than other: WorkerIntroduction) -> Bool {
        hello.workerID == other.hello.workerID && hello.incarnation != other.hello.incarnation && !isLocal
            && !other.isLocal
    }
}

/// Why a session ended.
package enum SessionEnd: Sendable, Hashable {
    /// The worker said BYE.
    case bye
    /// The link is gone, or the worker was silent for a whole lease.
    case lost
    /// The worker has a newer session.
    case moved
    /// The worker's process ended by itself: with this evidence, while these jobs ran in it.
    ///
    /// What ran is nil where there was no flight recorder to read; then what the worker had said counts.
    case crashed(String, running: [JobLease]? = nil)
}

/// Jobs of one queue that were added to the table.
package struct AddedJobs: Sendable, Hashable {
    /// The lane they wait for.
    package var lane: LaneInfo
    /// Whose they are.
    package var source: SourceID
    /// What they do.
    package var kind: JobKind
    /// How many.
    package var count: Int
    /// The largest number among them.
    package var maxID: JobID
    /// All of them as they are in the table, in order, which spares reading them; empty: they have to be read.
    package var jobs: [QueuedJob]
    /// What each start of them is counted against; nil: nothing.
    package var budget: BudgetID?

    /// Makes a note of added jobs.
    package init(
        lane: LaneInfo,
        source: SourceID,
        kind: JobKind,
        count: Int,
        maxID: JobID,
        jobs: [QueuedJob] = [],
        budget: BudgetID? = nil
    ) {
        self.lane = lane
        self.source = source
        self.kind = kind
        self.count = count
        self.maxID = maxID
        self.jobs = jobs
        self.budget = budget
    }

    /// Adds a job, which comes after all others in the table.
    package mutating func append(_ job: QueuedJob) {
        count += 1
        maxID = job.id
        jobs.append(job)
    }
}

/// What became of one entry of a commit.
package struct CommittedEntry: Sendable, Hashable {
    /// The entry.
    package var entry: CommitEntry
    /// Whether it changed the table: false when the job had ended before.
    package var changed: Bool
    /// Whether its effect says that no request was made for it.
    package var madeNoRequest: Bool
    /// Whether its job goes on under another number, so that nothing is done of it yet.
    package var isMoved: Bool

    /// Makes a note of a committed entry.
    package init(entry: CommitEntry, changed: Bool, madeNoRequest: Bool = false, isMoved: Bool = false) {
        self.entry = entry
        self.changed = changed
        self.madeNoRequest = madeNoRequest
        self.isMoved = isMoved
    }
}

/// What happens to the ledger.
package enum LedgerEvent: Sendable {
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
    /// A worker's heartbeat: it holds these, which have come so far, and `assigned` is the last assignment it knows of.
    case heartbeat(
        SessionID,
        [JobLease],
        assigned: UInt64,
        progress: [UInt64] = [],
        trouble: FailureReason? = nil
    )
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
    /// The rules of these lanes' hosts are known: they open.
    case rules([LaneRules])
    /// Nothing starts in these lanes, which have jobs, for a while. Nothing is said of their hosts' rules.
    case paused([LanePause])
    /// The answer to ``LedgerAction/reserve(_:)``: so many starts are written down, which may be made until a time; of none, nothing
    /// may start before that time.
    case granted(BudgetID, count: Int, until: Milliseconds)
    /// Time has passed.
    case tick
    /// The user asked to stop: no new work.
    case drain
}

/// A job of the window and how long it still has to wait.
package struct LoadedJob: Sendable, Hashable {
    /// The job.
    package var job: QueuedJob
    /// Milliseconds until it may be tried.
    package var waitMs: Milliseconds

    /// Makes a loaded job.
    package init(job: QueuedJob, waitMs: Milliseconds) {
        self.job = job
        self.waitMs = waitMs
    }
}

/// An unfinished job of the table that a worker holds from an earlier coordinator start.
package struct HeldJob: Sendable, Hashable {
    /// The job.
    package var job: QueuedJob
    /// The last lease whose failure the table counts: what is held under it, or under an earlier one, is over.
    package var charged: Attempt

    /// Makes a held job.
    package init(job: QueuedJob, charged: Attempt) {
        self.job = job
        self.charged = charged
    }
}
