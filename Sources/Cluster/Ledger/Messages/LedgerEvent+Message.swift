package import LarderModel
package import LarderProtocol

extension LedgerEvent {
    /// What a worker's message means to the ledger; nil for HELLO, and for messages that only a coordinator sends.
    package init?(_ session: SessionID, _ message: Message) {
        switch message {
        case .credit(let fetch, let render): self = .credit(session, fetch: fetch, render: render)
        case .started(let leases): self = .started(session, leases)
        case .heartbeat(let beat):
            self = .heartbeat(
                session,
                beat.jobs.map(\.lease),
                assigned: beat.assigned,
                progress: beat.jobs.map(\.progress),
                trouble: beat.trouble
            )
        case .result(let results): self = .results(session, results)
        case .fail(let failures): self = .failures(session, failures)
        case .release(let leases): self = .released(session, leases)
        case .drain: self = .draining(session)
        case .bye: self = .sessionEnded(session, .bye)
        case .who, .hello, .welcome, .reject, .assign, .heartbeatAck, .resultAck, .cancel, .recall, .suspend: return nil
        }
    }
}
