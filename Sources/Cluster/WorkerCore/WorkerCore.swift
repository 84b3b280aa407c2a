package import LarderModel
package import LarderProtocol

/// Decides what a worker does: registration, credit, what starts when, results kept until they are acknowledged.
///
/// A value without clock, socket or thread: events go in with the time, actions come out.
package struct WorkerCore: Sendable {
    /// Who the worker is, and its limits.
    package struct Configuration: Sendable {
        /// Who the worker is: each HELLO, but for its number and the held jobs.
        package var hello: Hello
        /// Jobs run at once.
        package var slots: PerClass<Int>
        /// Jobs kept beyond the slots at most.
        package var maxPrefetch = 1024
        /// Unacknowledged results at most before credit is withheld.
        package var maxUnacknowledged = 4096
        /// Bytes of unacknowledged results at most before credit is withheld.
        package var maxUnacknowledgedBytes = 16 << 20
        /// Milliseconds of the coordinator's silence after which nothing starts.
        package var fenceAfterMs: UInt64 = 10_000
        /// Milliseconds of silence after which the socket is made anew.
        package var reconnectAfterMs: UInt64 = 60_000
        /// Milliseconds of silence after which the worker ends; nil: never, for local workers, which end with
        /// their coordinator.
        package var orphanExitMs: UInt64? = 600_000
        /// Memory, age and stalls.
        package var limits = WorkerLimits()
        /// Why the cache folder cannot be used, as found before the worker joins; nil: it can.
        package var trouble: FailureReason?

        package init(_ hello: Hello, fetchSlots: Int, renderSlots: Int) {
            self.hello = hello
            slots = PerClass(fetch: fetchSlots, render: renderSlots)
        }
    }

    package enum Event: Sendable {
        case message(MessageHeader, Message)
        case ended([EndedJob])
        /// The answer to ``Action/probe``; nil: the cache folder can be used.
        case probed(FailureReason?)
        case drain
        /// End at once, whatever is held.
        case stop
        /// Time has passed. Jobs without progress here are not watched.
        case tick(residentBytes: UInt64, cpuMs: UInt64, progress: [JobProgress] = [])
    }

    package enum Action: Sendable {
        case send(Message, session: SessionID, epoch: UInt64)
        /// Use these definitions of sources.
        case configure([SourceConfig])
        case run([AssignedJob])
        case cancel([JobLease])
        case giveBackFreeMemory
        /// Report that the coordinator was silent for ``Configuration/fenceAfterMs``.
        case tellSilence
        /// Try to use the cache folder, and answer with ``Event/probed(_:)``.
        case probe
        /// Report why this worker takes no work.
        case tellTrouble(FailureReason)
        case reconnect
        case exit(WorkerExit)
    }

    struct Held: Sendable {
        enum Stage: Sendable {
            case queued
            case running
            /// Not acknowledged yet; `bytes` is its size in memory.
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

    enum Stage: Sendable {
        case working
        /// Nothing begins; once nothing is held it ends like this.
        case draining(WorkerExit)
        /// It has left, with a BYE if there was a session.
        case left
    }

    let configuration: Configuration
    package internal(set) var epoch: UInt64 = 0
    package internal(set) var session: SessionID = 0
    var held: [JobID: Held] = [:]
    var queues = PerClass<[AssignedJob]>([])
    /// ``running`` jobs, and those that run or are queued.
    var running = PerClass(0)
    var outstanding = PerClass(0)
    /// Jobs assigned and granted in this session.
    var assigned = PerClass<UInt64>(0)
    var granted = PerClass<UInt64>(0)
    /// Mean microseconds of a job, newer jobs weighing more.
    var meanMicroseconds = PerClass<Double?>(nil)
    var unacknowledged = 0
    var unacknowledgedBytes = 0
    var heardAt: UInt64
    /// Whether the present silence was reported.
    var hasToldSilence = false
    var connectedAt: UInt64
    var beatAt: UInt64 = 0
    /// When the heartbeat was sent whose answer is measured; nil: none is.
    var measuredBeatAt: UInt64?
    /// Mean milliseconds from a heartbeat to its answer, newer ones weighing more.
    var roundTripMs = 0.0
    var hellos: UInt64 = 0
    /// HELLOs without a WELCOME, and when the last one was sent.
    var unansweredHellos = 0
    var helloAt: UInt64 = 0
    /// Milliseconds before HELLO is sent again: doubled each time, up to ``maxHelloWaitMs``.
    var helloWaitMs = WorkerCore.minHelloWaitMs
    /// The number of the last assignment that arrived or was named.
    var assignments: UInt64 = 0
    var resentAt: UInt64 = 0
    var heartbeatMs: UInt64 = 1000
    var stage = Stage.working
    var health: Health
    var cacheTrouble = CacheTrouble()
    /// Nothing begins before the next coordinator's welcome.
    var isSuspended = false
    var actions: [Action] = []

    static let minHelloWaitMs: UInt64 = 2000
    static let maxHelloWaitMs: UInt64 = 30_000

    package init(configuration: Configuration, now: UInt64) {
        self.configuration = configuration
        heardAt = now
        connectedAt = now
        health = Health(now: now)
        if let trouble = configuration.trouble { begin(trouble) }
    }

    /// Whether a coordinator has let it in since it connected.
    package var isWelcome: Bool { session != 0 }

    /// Milliseconds since the coordinator was heard, or since the worker began.
    package func silenceMs(at now: UInt64) -> UInt64 { now > heardAt ? now - heardAt : 0 }

    package var heldJobs: Int { held.count }

    /// Handles an event, and returns what to do, in order.
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

    /// Whether memory, the cache folder and the coordinator let jobs begin.
    var mayBegin: Bool { health.pressure != .pause && cacheTrouble.reason == nil && !isSuspended }

    var isDraining: Bool {
        if case .working = stage { false } else { true }
    }

    mutating func say(_ message: Message) {
        actions.append(.send(message, session: session, epoch: epoch))
    }
}
