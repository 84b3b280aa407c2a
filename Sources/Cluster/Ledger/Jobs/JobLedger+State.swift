internal import LarderModel
internal import LarderProtocol

/// What the ledger knows of one worker's connection, and of one lease.
extension JobLedger {
    /// How far the whole run has come.
    enum Stage: Sendable {
        case working
        /// Every job of the table has ended, and the workers were dismissed; more jobs may come.
        case finished
        /// Nothing more is handed out.
        case draining
        /// The same, and the workers were dismissed.
        case drained
    }

    var isDraining: Bool { stage == .draining || stage == .drained }

    struct Session: Sendable {
        /// What was heard of the worker.
        enum Presence: Sendable {
            /// Its last message is not too long ago.
            case heard
            /// Its link is lost, or it missed ``Configuration/suspectAfterMisses`` heartbeats: it gets no new work.
            case silent
            /// Another process has come in under its name since it was heard: it gets no new work, and ends after two
            /// beats.
            case replaced
        }

        /// Its part in the quarantine of suspects.
        enum Quarantine: Sendable {
            /// It takes any work.
            case unused
            /// It takes no other work until a suspect can be tried here alone.
            case reserved
            /// A suspect is being tried here alone.
            case occupied
        }

        var introduction: WorkerIntroduction
        /// Its name for people, with a number where several bear it.
        var shownName: String
        /// Jobs that the worker granted and that it was assigned, since it joined.
        var granted = PerClass<UInt64>(0)
        var assigned = PerClass<UInt64>(0)
        var leases: Set<JobID> = []
        /// Jobs that it has and has not done.
        var load = PerClass(0)
        /// The last lease that it was given, for taking turns.
        var lastAttempt: Attempt = 0
        /// When a job of the class last began, moved or ended here.
        var movedAt: PerClass<Milliseconds>
        /// Why it cannot work.
        var trouble: FailureReason?
        /// When that last became another one.
        var troubledAt: Milliseconds?
        var isSilenceReported = false
        var heardAt: Milliseconds
        var protocolVersion: UInt32
        var heartbeatMs: Milliseconds
        /// Counts the assignments.
        var assignments: UInt64 = 0
        var isDraining = false
        /// It was told that there is no more work.
        var isDismissed = false
        var presence = Presence.heard
        var quarantine = Quarantine.unused

        var name: String { introduction.hello.workerID }
        var takesWork: Bool { !isDraining && presence == .heard }

        /// How many more jobs of a class the worker wants.
        func room(_ jobClass: JobClass) -> Int {
            let (granted, assigned) = (granted[jobClass], assigned[jobClass])
            return granted > assigned ? Int(min(granted - assigned, 65_536)) : 0
        }

        mutating func fallSilent() {
            if presence == .heard { presence = .silent }
        }
    }

    /// What a result says of its host.
    struct HostAnswer: Sendable {
        /// From the job's start to its end; nil where its start is not known.
        var latencyMs: Milliseconds?
        /// Whether the host told of a limit that is near.
        var isLimitNear: Bool
        /// When the job was handed out.
        var assignedAt: Milliseconds
    }

    struct Lease: Sendable {
        /// How far the job has come.
        enum Stage: Sendable, Hashable {
            /// Its worker has it, and has not said that it has begun.
            case assigned
            /// The same, and the worker was asked to give it back unless it has begun.
            case recalled
            /// The worker said at this time that it had begun.
            case started(at: Milliseconds)
            /// Its result, with an effect of so many bytes, is on the way to the disk; nothing but the commit ends the
            /// lease.
            case committing(bytes: Int)
        }

        var attempt: Attempt
        var session: SessionID
        var job: QueuedJob
        var renewedAt: Milliseconds
        var assignedAt: Milliseconds
        /// The assignment that brought it; 0 when the worker named it itself.
        var assignment: UInt64
        var missedBeats: UInt8 = 0
        /// The worker's count of the job's steps, and when it last changed.
        var progress: UInt64 = 0
        var progressedAt: Milliseconds = 0
        var stage = Stage.assigned
        /// What its result says of the host, unless the host was not asked.
        var answer: HostAnswer?

        var isUnbegun: Bool { stage == .assigned || stage == .recalled }

        var isCommitting: Bool {
            if case .committing = stage { true } else { false }
        }

        var startedAt: Milliseconds? {
            if case .started(let at) = stage { at } else { nil }
        }
    }
}
