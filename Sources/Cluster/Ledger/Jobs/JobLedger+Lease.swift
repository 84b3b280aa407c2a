internal import LarderModel
internal import LarderProtocol

/// What the ledger knows of a job that a worker holds.
extension JobLedger {
    /// What a result shows of its host.
    struct HostAnswer: Sendable {
        /// From the job's start to its end; nil where its start is not known.
        var latencyMs: Milliseconds?
        /// Whether the host announced a limit that is near.
        var isLimitNear: Bool
        /// When the job was handed out.
        var assignedAt: Milliseconds
    }

    struct Lease: Sendable {
        /// How far the job has come.
        enum Stage: Sendable, Hashable {
            /// Its worker has it, and has not reported that it began.
            case assigned
            /// The same, and the worker was asked to give it back unless it has begun.
            case recalled
            /// The worker reported at this time that it began.
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
        /// The worker's count of the job's steps, and when it last changed.
        var progress: UInt64 = 0
        var progressedAt: Milliseconds = 0
        var stage = Stage.assigned
        /// What its result shows of the host, unless the host was not asked.
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
