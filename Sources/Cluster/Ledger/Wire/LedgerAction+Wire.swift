package import LarderProtocol

extension LedgerAction {
    /// What a worker is told, and which; nil for actions that are not a message.
    ///
    /// - Parameter sources: The definitions that a welcome brings along.
    package func messages(sources: [WireSourceConfig] = []) -> (session: SessionID, messages: [Message])? {
        switch self {
        case .welcome(let session, let terms):
            var welcome = WireWelcome()
            welcome.protocol = terms.protocolVersion
            welcome.hello = terms.hello
            welcome.heartbeatMs = UInt32(clamping: terms.heartbeatMs)
            welcome.leaseMs = UInt32(clamping: terms.leaseMs)
            welcome.sources = sources
            welcome.dropJob = terms.drop.map(\.job)
            welcome.dropAttempt = terms.drop.map(\.attempt)
            return (session, [.welcome(welcome)])
        case .reject(let session, let code, let text, let retryAfterMs):
            var reject = WireReject()
            reject.code = code
            reject.text = text
            reject.retryAfterMs = UInt32(clamping: retryAfterMs)
            return (session, [.reject(reject)])
        case .assign(let session, let jobs, let number):
            var parts = jobs.packed().map { WireAssign($0) }
            parts[parts.count - 1].number = number
            return (session, parts.map(Message.assign))
        case .acknowledge(let session, let answers): return (session, [.resultAck(WireResultAck(answers))])
        case .acknowledgeHeartbeat(let session, let assigned):
            var acknowledgement = WireHeartbeatAck()
            acknowledgement.assigned = assigned
            return (session, [.heartbeatAck(acknowledgement)])
        case .cancel(let session, let leases): return (session, [.cancel(WireJobColumns(leases))])
        case .recall(let session, let leases): return (session, [.recall(WireJobColumns(leases))])
        case .drain(let session): return (session, [.drain])
        case .dismiss(let session): return (session, [.bye])
        case .forget, .commit, .load, .lookUp, .finished, .drained: return nil
        }
    }
}

extension [AssignedJob] {
    /// The same jobs in parts that each fit into a message; at least one part.
    fileprivate func packed() -> [[AssignedJob]] {
        var parts: [[AssignedJob]] = [[]]
        var bytes = 0
        for job in self {
            if bytes + job.spec.count > WireLimits.packBytes, bytes > 0 {
                parts.append([])
                bytes = 0
            }
            parts[parts.count - 1].append(job)
            bytes += job.spec.count + 24
        }
        return parts
    }
}
