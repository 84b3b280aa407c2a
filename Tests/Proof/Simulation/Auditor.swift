internal import LarderLedger
internal import LarderModel
internal import LarderProtocol

/// What the invariants remember, apart from what the cores remember themselves.
struct Auditor {
    struct Lease {
        var attempt: Attempt
        var session: SessionID
        var lane: LaneID
        /// May have been taken back: its lease ran out, its worker went, or beats did not name it.
        var isLoose = false
        var isCommitting = false
        var renewedAt: Milliseconds
        var assignment: UInt64 = 0
        var assignedAt: Milliseconds
        var startedAt: Milliseconds?
        /// As ``startedAt``, whatever pauses the coordinator made.
        var beganAt: Milliseconds?
        var progress: UInt64 = 0
        var progressedAt: Milliseconds = 0

        var isUnderWay: Bool { !isLoose && !isCommitting }
    }

    struct Session {
        var introduction: WorkerIntroduction
        var granted = PerClass<UInt64>(0)
        var assigned = PerClass<UInt64>(0)
        var heardAt: Milliseconds
        var isJoined = false
        var isDraining = false
        var isSuspect = false
        var hasEnded = false
        var heartbeatMs: Milliseconds = 1000
        /// When a job that it has last began, moved or ended.
        var movedAt: Milliseconds = 0
    }

    var configuration = JobLedger.Configuration(epoch: 0, cacheID: "")

    // Of one coordinator start.
    var sessions: [SessionID: Session] = [:]
    var leases: [JobID: Lease] = [:]
    var said: [JobLease: [UInt8]] = [:]
    var reasons: [JobLease: FailureReason] = [:]
    var dueAt: [JobID: Milliseconds] = [:]
    var startedAt: [LaneID: Milliseconds] = [:]
    /// When the last job of each lane started whose host is asked.
    var askedAt: [LaneID: Milliseconds] = [:]
    var pausedUntil: [LaneID: Milliseconds] = [:]
    /// Lanes whose rules have not come.
    var closed: Set<LaneID> = []
    var inMemory: Set<JobID> = []
    var isDraining = false
    var mostLeased = 0
    var tickedAt: Milliseconds?
    /// Since when, and at how many ticks in a row, a job might have started and did not.
    var passedOver: [JobID: (since: Milliseconds, ticks: Int)] = [:]

    // Of all starts.
    var lastAttempt: [JobID: Attempt] = [:]
    var synced: Set<JobLease> = []
    var doneSynced: Set<JobID> = []
    var acknowledged: Set<JobID> = []
    var placeOf: [SessionID: Int] = [:]
    /// In which coordinator start each suspected job was suspected last.
    var suspectedIn: [JobID: UInt64] = [:]
    /// Where each lease was given.
    var holders: [JobLease: Int] = [:]
    var lastHeader: [Int: MessageHeader] = [:]

    mutating func beginEpoch() {
        sessions = [:]
        leases = [:]
        said = [:]
        reasons = [:]
        dueAt = [:]
        startedAt = [:]
        askedAt = [:]
        pausedUntil = [:]
        closed = []
        inMemory = []
        isDraining = false
        mostLeased = 0
        tickedAt = nil
        passedOver = [:]
    }

    mutating func markHeard(_ session: SessionID, at now: Milliseconds) {
        sessions[session]?.heardAt = now
        sessions[session]?.isSuspect = false
    }

    mutating func loosen(_ lease: JobLease, of session: SessionID) {
        guard leases[lease.job]?.attempt == lease.attempt, leases[lease.job]?.session == session else { return }
        leases[lease.job]?.isLoose = true
    }

    mutating func loosen(leasesOf session: SessionID) {
        for (job, lease) in leases where lease.session == session { leases[job]?.isLoose = true }
    }
}
