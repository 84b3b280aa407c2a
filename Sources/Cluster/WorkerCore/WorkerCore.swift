package import LarderModel
package import LarderProtocol

/// Decides what a worker says and does: registration, credit, what starts when, results kept until they are
/// acknowledged.
///
/// A value without clock, socket or thread: events go in with the time, actions come out.
package struct WorkerCore: Sendable {
    /// Who the worker is and what it can do.
    package struct Configuration: Sendable {
        /// The worker's name in messages to people.
        package var name: String
        /// 16 random bytes of this process.
        package var incarnation: [UInt8]
        /// This process on its host.
        package var processID: UInt32
        /// This host.
        package var host: String
        /// The UUID of the cache folder.
        package var cacheID: String
        /// The kinds it does.
        package var kinds: [JobKind] = JobKind.allCases
        /// Jobs run at once.
        package var slots: PerClass<Int>
        /// Jobs kept beyond the slots at most.
        package var maxPrefetch = 1024
        /// Unacknowledged results at most before credit is withheld.
        package var maxUnacknowledged = 4096
        /// Bytes of unacknowledged results at most before credit is withheld.
        package var maxUnacknowledgedBytes = 16 << 20
        /// Milliseconds of the coordinator's silence after which nothing new starts.
        package var fenceAfterMs: UInt64 = 10_000
        /// Milliseconds of silence after which the socket is made anew.
        package var reconnectAfterMs: UInt64 = 60_000
        /// Milliseconds of silence after which the worker ends itself; nil: never (a local worker ends with its coordinator anyway).
        package var orphanExitMs: UInt64? = 600_000
        /// When it takes less work, is replaced, or gives up a job.
        package var limits = WorkerLimits()

        /// Makes a configuration.
        package init(
            name: String,
            incarnation: [UInt8],
            processID: UInt32,
            host: String,
            cacheID: String,
            fetchSlots: Int,
            renderSlots: Int
        ) {
            self.name = name
            self.incarnation = incarnation
            self.processID = processID
            self.host = host
            self.cacheID = cacheID
            slots = PerClass(fetch: fetchSlots, render: renderSlots)
        }
    }

    /// What happens to a worker.
    package enum Event: Sendable {
        /// The coordinator said something.
        case message(MessageHeader, Message)
        /// Jobs ended here.
        case ended([EndedJob])
        /// What a look at the cache folder found; nil: it can be used.
        case probed(FailureReason?)
        /// The process was asked to stop.
        case drain
        /// The process must end now, whatever it holds.
        case stop
        /// Time has passed, with this process's memory and processor use and how far its jobs have come.
        ///
        /// Jobs whose progress is not told are not watched.
        case tick(residentBytes: UInt64, cpuMs: UInt64, progress: [JobProgress] = [])
    }

    /// What a worker does.
    package enum Action: Sendable {
        /// Say this.
        case send(Message, session: SessionID, epoch: UInt64)
        /// Take over the definitions of the sources.
        case configure([SourceConfig])
        /// Start these.
        case run([AssignedJob])
        /// Stop these; nobody wants their results.
        case cancel([JobLease])
        /// Give free memory back to the system.
        case giveBackFreeMemory
        /// Tell people that the coordinator has not been heard for ``Configuration/fenceAfterMs``.
        case tellSilence
        /// Find out whether the cache folder can be used, and answer with ``Event/probed(_:)``.
        case probe
        /// Tell people why this worker takes no work.
        case tellTrouble(FailureReason)
        /// Close the socket and connect anew.
        case reconnect
        /// End the process.
        case exit(WorkerExit)
    }

    struct Held: Sendable {
        /// How far the job has come.
        enum Stage: Sendable {
            case queued
            case running
            /// Not acknowledged yet; `bytes` is what keeping the end takes in memory.
            case ended(EndedJob.Outcome, bytes: Int)
        }

        let attempt: Attempt
        let jobClass: JobClass
        var stage = Stage.queued
        /// See ``JobResult/hostPauseMs``.
        var hostPauseMs: UInt64?

        var isQueued: Bool {
            if case .queued = stage { true } else { false }
        }

        var isRunning: Bool {
            if case .running = stage { true } else { false }
        }

        var end: EndedJob.Outcome? {
            if case .ended(let outcome, _) = stage { outcome } else { nil }
        }
    }

    /// How far the worker's part has come.
    enum Stage: Sendable {
        case working
        /// Nothing new begins; with nothing held any more it ends like this.
        case draining(WorkerExit)
        /// BYE was said, or would have been, had there been a session.
        case left
    }

    let configuration: Configuration
    var epoch: UInt64 = 0
    var session: SessionID = 0
    var held: [JobID: Held] = [:]
    var queues = PerClass<[AssignedJob]>([])
    /// Jobs that run, and those that run or are queued.
    var running = PerClass(0)
    var outstanding = PerClass(0)
    /// Jobs assigned and granted in this session.
    var assigned = PerClass<UInt64>(0)
    var granted = PerClass<UInt64>(0)
    /// Mean duration of a job in microseconds, newer ones weighing more; nil before the first.
    var meanMicroseconds = PerClass<Double?>(nil)
    var unacknowledged = 0
    var unacknowledgedBytes = 0
    var heardAt: UInt64
    /// Whether people were told of the silence that lasts.
    var hasToldSilence = false
    /// When the socket was made.
    var connectedAt: UInt64
    var beatAt: UInt64 = 0
    /// Counts the HELLOs of this process.
    var hellos: UInt64 = 0
    /// HELLOs that no WELCOME answered yet, and when the last one was sent.
    var unansweredHellos = 0
    var helloAt: UInt64 = 0
    /// Milliseconds without an answer before HELLO is sent again: doubled each time, up to ``maxHelloWaitMs``.
    var helloWaitMs = WorkerCore.minHelloWaitMs
    /// The last assignment of the session that arrived or was named.
    var assignments: UInt64 = 0
    var resentAt: UInt64 = 0
    var heartbeatMs: UInt64 = 1000
    var stage = Stage.working
    var health: Health
    var cacheTrouble = CacheTrouble()
    /// The coordinator stops with work left: nothing begins before the next one's welcome.
    var isSuspended = false
    var actions: [Action] = []

    static let minHelloWaitMs: UInt64 = 2000
    static let maxHelloWaitMs: UInt64 = 30_000

    /// Makes a worker that has not introduced itself yet.
    package init(configuration: Configuration, now: UInt64) {
        self.configuration = configuration
        heardAt = now
        connectedAt = now
        health = Health(now: now)
    }

    /// Whether a coordinator has let it in, and it has not connected anew since.
    package var isWelcome: Bool { session != 0 }

    /// Jobs held: queued, running, or ended and unacknowledged.
    package var heldJobs: Int { held.count }

    /// Takes in what happened and says what to do, in order.
    package mutating func handle(_ event: Event, at now: UInt64) -> [Action] {
        switch event {
        case .message(let header, let message): take(message, header, at: now)
        case .ended(let jobs): end(jobs)
        case .probed(let reason): take(probe: reason)
        case .drain: beginDrain()
        case .stop: leave()
        case .tick(let residentBytes, let cpuMs, let progress):
            watchHealth(residentBytes: residentBytes, progress, at: now)
            probeCache(at: now)
            tick(residentBytes: residentBytes, cpuMs: cpuMs, at: now)
        }
        checkAge(at: now)
        if isDraining || !mayBegin { giveBackQueued() }
        startQueued(at: now)
        grantCredit()
        finishDrain()
        defer { actions.removeAll(keepingCapacity: true) }
        return actions
    }

    /// Whether jobs may begin, as far as memory, the cache folder and the coordinator are concerned.
    var mayBegin: Bool { health.pressure != .pause && cacheTrouble.reason == nil && !isSuspended }

    var isDraining: Bool {
        if case .working = stage { false } else { true }
    }

    mutating func say(_ message: Message) {
        actions.append(.send(message, session: session, epoch: epoch))
    }
}
