package import LarderLedger
package import LarderModel
internal import LarderProtocol

/// Messages of workers as events, in short.
extension LedgerEvent {
    /// A CREDIT of a session.
    package static func credit(_ session: SessionID, fetch: UInt64, render: UInt64) -> LedgerEvent {
        .message(session, .credit(fetch: fetch, render: render))
    }

    /// A STARTED of a session.
    package static func started(_ session: SessionID, _ leases: [JobLease]) -> LedgerEvent {
        .message(session, .started(leases))
    }

    /// A HEARTBEAT of a session; jobs without progress have made none.
    package static func heartbeat(
        _ session: SessionID,
        _ leases: [JobLease],
        assigned: UInt64,
        progress: [UInt64] = [],
        trouble: FailureReason? = nil
    ) -> LedgerEvent {
        let jobs = leases.enumerated().map { index, lease in
            Heartbeat.Job(lease: lease, isRunning: true, progress: index < progress.count ? progress[index] : 0)
        }
        return .message(session, .heartbeat(Heartbeat(jobs: jobs, assigned: assigned, trouble: trouble)))
    }

    /// A RESULT of a session.
    package static func results(_ session: SessionID, _ results: [JobResult]) -> LedgerEvent {
        .message(session, .result(results))
    }

    /// A FAIL of a session.
    package static func failures(_ session: SessionID, _ failures: [ReportedFailure]) -> LedgerEvent {
        .message(session, .fail(failures))
    }

    /// A RELEASE of a session.
    package static func released(_ session: SessionID, _ leases: [JobLease]) -> LedgerEvent {
        .message(session, .release(leases))
    }

    /// A DRAIN of a session.
    package static func draining(_ session: SessionID) -> LedgerEvent { .message(session, .drain) }
}
