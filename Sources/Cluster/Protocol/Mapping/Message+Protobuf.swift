internal import LarderModel
internal import SwiftProtobuf

internal import struct Foundation.Data

/// Messages to bytes and back; lists of jobs travel as columns, parallel arrays of equal length.
extension Message {
    /// Reads a body.
    ///
    /// - Returns: nil for an unknown type that is not critical: a newer peer's, to be passed over.
    /// - Throws: ``ProtocolError`` with code `unknownType`, `malformed` or `tooLarge`.
    package init?(header: MessageHeader, body: [UInt8]) throws(ProtocolError) {
        guard body.count <= ProtocolLimits.maxFrameBytes else {
            throw ProtocolError(.tooLarge, "A body of \(body.count) bytes is above \(ProtocolLimits.maxFrameBytes)")
        }
        switch header.type {
        case 1: self = .who
        case 2: self = .hello(try Hello(protobuf(body) as WireHello))
        case 3: self = .welcome(try Welcome(protobuf(body) as WireWelcome))
        case 4:
            let reject: WireReject = try protobuf(body)
            let wait = UInt64(reject.retryAfterMs)
            self = .reject(Rejection(code: reject.code, text: reject.text, retryAfterMs: wait))
        case 5:
            let credit: WireCredit = try protobuf(body)
            self = .credit(fetch: credit.fetch, render: credit.render)
        case 6: self = try Self.assign(protobuf(body))
        case 7: self = .started(try Self.leases(protobuf(body)))
        case 8: self = .heartbeat(try Heartbeat(protobuf(body) as WireHeartbeat))
        case 9: self = .heartbeatAck(assigned: (try protobuf(body) as WireHeartbeatAck).assigned)
        case 10: self = .result(try Self.results(protobuf(body)))
        case 11: self = .fail(try Self.failures(protobuf(body)))
        case 12: self = .resultAck(try Self.answers(protobuf(body)))
        case 13: self = .cancel(try Self.leases(protobuf(body)))
        case 14: self = .recall(try Self.leases(protobuf(body)))
        case 15: self = .release(try Self.leases(protobuf(body)))
        case 16: self = .drain
        case 17: self = .bye
        case 18: self = .suspend
        case 19: self = .fileRequest(try FileRequest(protobuf(body) as WireFileRequest))
        case 20: self = .fileAnswer(FileAnswer(try protobuf(body) as WireFileAnswer))
        default:
            guard header.flags & 1 == 0 else {
                throw ProtocolError(.unknownType, "Message type \(header.type) is unknown here and marked critical")
            }
            return nil
        }
    }

    package func encodedBody() -> [UInt8] {
        switch self {
        case .who, .drain, .bye, .suspend: []
        case .hello(let hello): protobufBytes(WireHello(hello))
        case .welcome(let welcome): protobufBytes(WireWelcome(welcome))
        case .reject(let rejection):
            protobufBytes(
                WireReject.with {
                    $0.code = rejection.code
                    $0.text = rejection.text
                    $0.retryAfterMs = UInt32(clamping: rejection.retryAfterMs)
                }
            )
        case .credit(let fetch, let render):
            protobufBytes(
                WireCredit.with {
                    $0.fetch = fetch
                    $0.render = render
                }
            )
        case .assign(let jobs, let number): protobufBytes(WireAssign(jobs, number: number))
        case .started(let leases), .cancel(let leases), .recall(let leases), .release(let leases):
            protobufBytes(WireJobColumns.with { ($0.job, $0.attempt) = columns(leases) })
        case .heartbeat(let beat): protobufBytes(WireHeartbeat(beat))
        case .heartbeatAck(let assigned): protobufBytes(WireHeartbeatAck.with { $0.assigned = assigned })
        case .result(let results):
            protobufBytes(
                WireResult.with {
                    ($0.job, $0.attempt) = columns(results.map(\.lease))
                    $0.effect = results.map { Data($0.effect) }
                    if results.contains(where: { $0.hostPauseMs != nil }) {
                        $0.hostPause = results.map { result in
                            result.hostPauseMs.map { $0 == .max ? .max : $0 + 1 } ?? 0
                        }
                    }
                }
            )
        case .fileRequest(let request): protobufBytes(WireFileRequest(request))
        case .fileAnswer(let answer): protobufBytes(WireFileAnswer(answer))
        case .fail(let failures): protobufBytes(WireFail.with { $0.failures = failures.map(WireFailure.init) })
        case .resultAck(let answers):
            protobufBytes(
                WireResultAck.with {
                    ($0.job, $0.attempt) = columns(answers.map(\.lease))
                    $0.status = answers.map(\.status.rawValue)
                }
            )
        }
    }

    // MARK: Columns

    private static func leases(_ columns: WireJobColumns) throws(ProtocolError) -> [JobLease] {
        try LarderProtocol.leases(columns.job, columns.attempt)
    }

    /// Jobs of kinds this program does not know are left out.
    private static func assign(_ assign: WireAssign) throws(ProtocolError) -> Message {
        let leases = try LarderProtocol.leases(assign.job, assign.attempt, assign.kind.count, assign.spec.count)
        let longest = assign.spec.lazy.map(\.count).max() ?? 0
        guard longest <= JobLimits.maxSpecBytes else {
            throw ProtocolError(.tooLarge, "A job description of \(longest) bytes is above \(JobLimits.maxSpecBytes)")
        }
        // A later release may send another number of them, or longer ones. The jobs can be done without.
        let hasRevalidations =
            assign.revalidation.count == leases.count
            && assign.revalidation.allSatisfy { $0.count <= JobLimits.maxRevalidationBytes }
        let jobs = leases.indices.compactMap { index in
            JobKind(rawValue: assign.kind[index]).map {
                AssignedJob(
                    lease: leases[index],
                    kind: $0,
                    spec: [UInt8](assign.spec[index]),
                    revalidation: hasRevalidations ? [UInt8](assign.revalidation[index]) : []
                )
            }
        }
        return .assign(jobs, number: assign.number)
    }

    private static func results(_ result: WireResult) throws(ProtocolError) -> [JobResult] {
        let leases = try LarderProtocol.leases(result.job, result.attempt, result.effect.count)
        let longest = result.effect.lazy.map(\.count).max() ?? 0
        guard longest <= ProtocolLimits.maxInlineEffectBytes else {
            throw ProtocolError(
                .tooLarge,
                "An effect of \(longest) bytes is above \(ProtocolLimits.maxInlineEffectBytes)"
            )
        }
        guard result.hostPause.isEmpty || result.hostPause.count == leases.count else {
            throw ProtocolError(.malformed, "\(result.hostPause.count) pauses of hosts for \(leases.count) results")
        }
        return leases.indices.map { index in
            let pause = result.hostPause.isEmpty ? 0 : result.hostPause[index]
            return JobResult(
                lease: leases[index],
                effect: [UInt8](result.effect[index]),
                hostPauseMs: pause == 0 ? nil : pause - 1
            )
        }
    }

    private static func failures(_ fail: WireFail) throws(ProtocolError) -> [ReportedFailure] {
        try checkCount(fail.failures.count)
        return fail.failures.map(ReportedFailure.init)
    }

    /// A status that this program does not know says that the result did not count.
    private static func answers(
        _ ack: WireResultAck
    ) throws(ProtocolError) -> [(lease: JobLease, status: AckStatus)] {
        let leases = try LarderProtocol.leases(ack.job, ack.attempt, ack.status.count)
        return leases.indices.map { (leases[$0], AckStatus(rawValue: ack.status[$0]) ?? .unknown) }
    }
}

/// The leases that two columns name; all columns must have the same length, within the limits.
func leases(_ jobs: [UInt64], _ attempts: [UInt64], _ others: Int...) throws(ProtocolError) -> [JobLease] {
    guard attempts.count == jobs.count, others.allSatisfy({ $0 == jobs.count }) else {
        throw ProtocolError(.malformed, "Columns of unequal length \([jobs.count, attempts.count] + others)")
    }
    try checkCount(jobs.count)
    return jobs.indices.map { JobLease(job: JobID(jobs[$0]), attempt: Attempt(attempts[$0])) }
}

func columns(_ leases: [JobLease]) -> (job: [UInt64], attempt: [UInt64]) {
    (leases.map(\.job.rawValue), leases.map(\.attempt.rawValue))
}

private func checkCount(_ count: Int) throws(ProtocolError) {
    guard count <= ProtocolLimits.maxJobs else {
        throw ProtocolError(.tooLarge, "A message names \(count) jobs, more than \(ProtocolLimits.maxJobs)")
    }
}

extension WireAssign {
    fileprivate init(_ jobs: [AssignedJob], number: UInt64) {
        self.init()
        (job, attempt) = columns(jobs.map(\.lease))
        kind = jobs.map(\.kind.rawValue)
        spec = jobs.map { Data($0.spec) }
        self.number = number
        if jobs.contains(where: { !$0.revalidation.isEmpty }) { revalidation = jobs.map { Data($0.revalidation) } }
    }
}

extension WireFailure {
    fileprivate init(_ failure: ReportedFailure) {
        self.init()
        (job, attempt) = (failure.lease.job.rawValue, failure.lease.attempt.rawValue)
        failureClass = failure.reason.failureClass.rawValue
        code = failure.reason.code.rawValue
        message = failure.reason.message
        if let wait = failure.reason.retryAfterMs { retryAfterMs = wait }
    }
}

extension ReportedFailure {
    /// An unknown class counts as one that may heal.
    fileprivate init(_ failure: WireFailure) {
        self.init(
            lease: JobLease(job: JobID(failure.job), attempt: Attempt(failure.attempt)),
            reason: FailureReason(
                FailureReason.Class(rawValue: failure.failureClass) ?? .retryable,
                code: FailureCode(rawValue: failure.code),
                message: failure.message,
                retryAfterMs: failure.hasRetryAfterMs ? failure.retryAfterMs : nil
            )
        )
    }
}
