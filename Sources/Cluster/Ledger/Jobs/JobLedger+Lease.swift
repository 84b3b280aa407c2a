internal import LarderModel
internal import LarderProtocol

extension JobLedger {
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

    /// What the ledger knows of a job that a worker holds.
    struct Lease: Sendable {
        enum Stage: Sendable, Hashable {
            /// Its worker has it, and has not reported that it began.
            case assigned
            /// The same, and the worker was asked to give it back unless it has begun.
            case recalled
            /// The worker reported at this time that it began.
            case started(at: Milliseconds)
            /// Its result, with an effect of so many bytes, is on the way to the disk; only the commit ends the lease.
            case committing(bytes: Int)
        }

        var attempt: Attempt
        var session: SessionID
        var job: QueuedJob
        var renewedAt: Milliseconds
        var assignedAt: Milliseconds
        /// The assignment that brought it; 0 when the worker named it itself.
        var assignment: UInt64
        /// The worker's count of the job's steps, and when it last changed.
        var progress: UInt64 = 0
        var progressedAt: Milliseconds = 0
        var stage = Stage.assigned
        /// What its result shows of the host; `latencyMs` is nil where the job's start is not known.
        var answer: (latencyMs: Milliseconds?, isLimitNear: Bool)?

        var isUnbegun: Bool { stage == .assigned || stage == .recalled }

        var isCommitting: Bool {
            if case .committing = stage { true } else { false }
        }

        var startedAt: Milliseconds? {
            if case .started(let at) = stage { at } else { nil }
        }
    }
}
