internal import SwiftProtobuf

/// A message of LDR/1: header type and body.
public enum Message: Sendable {
    /// C→W: "Who are you?", after a probe, for an unknown session or a stale epoch.
    case who
    /// W→C: registers a worker.
    case hello(WireHello)
    /// C→W: accepted.
    case welcome(WireWelcome)
    /// C→W: refused, with the way out.
    case reject(WireReject)
    /// W→C: absolute cumulative grants.
    case credit(WireCredit)
    /// C→W: work.
    case assign(WireAssign)
    /// W→C: these have begun; only these can be blamed for a crash.
    case started(WireJobColumns)
    /// W→C: alive, and holding these.
    case heartbeat(WireHeartbeat)
    /// C→W: heard.
    case heartbeatAck(WireHeartbeatAck)
    /// W→C: these are done, with their effects.
    case result(WireResult)
    /// W→C: these failed.
    case fail(WireFail)
    /// C→W: these results are committed, stale or unknown.
    case resultAck(WireResultAck)
    /// C→W: stop these.
    case cancel(WireJobColumns)
    /// C→W: give these back unless they have begun.
    case recall(WireJobColumns)
    /// W→C: given back unstarted; nothing is charged.
    case release(WireJobColumns)
    /// Both ways: no new work.
    case drain
    /// Both ways: a clean end.
    case bye
}

extension Message {
    /// The header's type byte.
    public var type: UInt8 {
        switch self {
        case .who: 1
        case .hello: 2
        case .welcome: 3
        case .reject: 4
        case .credit: 5
        case .assign: 6
        case .started: 7
        case .heartbeat: 8
        case .heartbeatAck: 9
        case .result: 10
        case .fail: 11
        case .resultAck: 12
        case .cancel: 13
        case .recall: 14
        case .release: 15
        case .drain: 16
        case .bye: 17
        }
    }

    /// Jobs that the message names.
    public var jobCount: Int {
        switch self {
        case .hello(let body): body.heldJob.count
        case .welcome(let body): body.dropJob.count
        case .assign(let body): body.job.count
        case .started(let body), .cancel(let body), .recall(let body), .release(let body): body.job.count
        case .heartbeat(let body): body.job.count
        case .result(let body): body.job.count
        case .fail(let body): body.failures.count
        case .resultAck(let body): body.job.count
        case .who, .reject, .credit, .heartbeatAck, .drain, .bye: 0
        }
    }

    /// Reads a body.
    ///
    /// - Returns: nil for an unknown type that is not critical: a newer peer's, to be passed over.
    /// - Throws: ``WireError`` with code `unknownType`, `malformed` or `tooLarge`.
    public init?(header: MessageHeader, body: [UInt8]) throws(WireError) {
        guard body.count <= WireLimits.maxFrameBytes else {
            throw WireError(.tooLarge, "A body of \(body.count) bytes is above \(WireLimits.maxFrameBytes)")
        }
        switch header.type {
        case 1: self = .who
        case 2: self = .hello(try decode(body))
        case 3: self = .welcome(try decode(body))
        case 4: self = .reject(try decode(body))
        case 5: self = .credit(try decode(body))
        case 6: self = .assign(try decode(body))
        case 7: self = .started(try decode(body))
        case 8: self = .heartbeat(try decode(body))
        case 9: self = .heartbeatAck(try decode(body))
        case 10: self = .result(try decode(body))
        case 11: self = .fail(try decode(body))
        case 12: self = .resultAck(try decode(body))
        case 13: self = .cancel(try decode(body))
        case 14: self = .recall(try decode(body))
        case 15: self = .release(try decode(body))
        case 16: self = .drain
        case 17: self = .bye
        default:
            guard header.flags & 1 == 0 else {
                throw WireError(.unknownType, "Message type \(header.type) is unknown here and marked critical")
            }
            return nil
        }
        try checkColumns()
    }

    /// The body's bytes.
    public func encodedBody() -> [UInt8] {
        switch self {
        case .who, .drain, .bye: []
        case .hello(let body): encode(body)
        case .welcome(let body): encode(body)
        case .reject(let body): encode(body)
        case .credit(let body): encode(body)
        case .assign(let body): encode(body)
        case .started(let body), .cancel(let body), .recall(let body), .release(let body): encode(body)
        case .heartbeat(let body): encode(body)
        case .heartbeatAck(let body): encode(body)
        case .result(let body): encode(body)
        case .fail(let body): encode(body)
        case .resultAck(let body): encode(body)
        }
    }

    /// Columns are parallel arrays: all of one length, within the limits.
    private func checkColumns() throws(WireError) {
        let columns: [Int]
        var longest = 0
        switch self {
        case .hello(let body): columns = [body.heldJob.count, body.heldAttempt.count]
        case .welcome(let body): columns = [body.dropJob.count, body.dropAttempt.count]
        case .assign(let body):
            columns = [body.job.count, body.attempt.count, body.kind.count, body.spec.count]
            longest = body.spec.lazy.map(\.count).max() ?? 0
            guard longest <= WireLimits.maxSpecBytes else {
                throw WireError(.tooLarge, "A job description of \(longest) bytes is above \(WireLimits.maxSpecBytes)")
            }
        case .started(let body), .cancel(let body), .recall(let body), .release(let body):
            columns = [body.job.count, body.attempt.count]
        case .heartbeat(let body):
            // Workers of earlier releases tell no progress.
            columns = [body.job.count, body.attempt.count, body.running.count]
            guard body.progress.isEmpty || body.progress.count == body.job.count else {
                throw WireError(
                    .malformed,
                    "A heartbeat tells the progress of \(body.progress.count) of \(body.job.count) jobs"
                )
            }
        case .result(let body):
            columns = [body.job.count, body.attempt.count, body.effect.count]
            longest = body.effect.lazy.map(\.count).max() ?? 0
            guard longest <= WireLimits.maxEffectBytes else {
                throw WireError(.tooLarge, "An effect of \(longest) bytes is above \(WireLimits.maxEffectBytes)")
            }
        case .fail(let body): columns = [body.failures.count]
        case .resultAck(let body): columns = [body.job.count, body.attempt.count, body.status.count]
        default: return
        }
        guard let first = columns.first, columns.allSatisfy({ $0 == first }) else {
            throw WireError(.malformed, "Message type \(type) has columns of unequal length \(columns)")
        }
        guard first <= WireLimits.maxJobs else {
            throw WireError(.tooLarge, "Message type \(type) names \(first) jobs, more than \(WireLimits.maxJobs)")
        }
    }
}

/// What the coordinator did with a result.
public enum AckStatus: UInt32, Sendable {
    /// Its effect is on the disk.
    case committed = 0
    /// Another lease holds the job, or it had ended; the result was dropped.
    case stale = 1
    /// The ledger knows no such job.
    case unknown = 2
}

private func decode<Body: SwiftProtobuf.Message>(_ bytes: [UInt8]) throws(WireError) -> Body {
    var options = BinaryDecodingOptions()
    options.messageDepthLimit = 8
    options.discardUnknownFields = true
    do {
        return try Body(serializedBytes: bytes, options: options)
    } catch {
        throw WireError(.malformed, "A body of \(bytes.count) bytes is no \(Body.protoMessageName)")
    }
}

/// Encoding fails only for missing required fields and strings above 2 GiB; our messages have neither.
private func encode(_ body: some SwiftProtobuf.Message) -> [UInt8] {
    do { return try body.serializedBytes() } catch { preconditionFailure("encoding a message failed: \(error)") }
}
