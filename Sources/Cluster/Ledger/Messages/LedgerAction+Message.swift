package import LarderModel
package import LarderProtocol

extension LedgerAction {
    /// The messages of an action, and the worker that gets them; nil for actions that are no message.
    ///
    /// - Parameter sources: The definitions that a welcome brings along.
    package func messages(sources: [SourceConfig] = []) -> (session: SessionID, messages: [Message])? {
        switch self {
        case .welcome(let session, let terms):
            let welcome = Welcome(
                protocolVersion: terms.protocolVersion,
                hello: terms.hello,
                heartbeatMs: terms.heartbeatMs,
                leaseMs: terms.leaseMs,
                sources: sources,
                drop: terms.drop
            )
            return (session, [.welcome(welcome)])
        case .reject(let session, let code, let text, let retryAfterMs):
            return (session, [.reject(Rejection(code: code, text: text, retryAfterMs: retryAfterMs))])
        case .assign(let session, let jobs, let number):
            let parts = jobs.packed()
            return (
                session,
                parts.indices.map { .assign(parts[$0], number: $0 == parts.count - 1 ? number : 0) }
            )
        case .acknowledge(let session, let answers): return (session, [.resultAck(answers)])
        case .acknowledgeHeartbeat(let session, let assigned):
            return (session, [.heartbeatAck(assigned: assigned)])
        case .cancel(let session, let leases): return (session, [.cancel(leases)])
        case .recall(let session, let leases): return (session, [.recall(leases)])
        case .drain(let session): return (session, [.drain])
        case .dismiss(let session): return (session, [.bye])
        case .suspend(let session): return (session, [.suspend])
        case .forget, .report, .suspect, .commit, .load, .lookUp, .reserve, .finished, .drained: return nil
        }
    }
}

extension [AssignedJob] {
    /// The same jobs in parts that each fit into a message; at least one part.
    fileprivate func packed() -> [[AssignedJob]] {
        var parts: [[AssignedJob]] = [[]]
        var bytes = 0
        for job in self {
            if bytes + job.spec.count > ProtocolLimits.packBytes, bytes > 0 {
                parts.append([])
                bytes = 0
            }
            parts[parts.count - 1].append(job)
            bytes += job.spec.count + 24
        }
        return parts
    }
}
