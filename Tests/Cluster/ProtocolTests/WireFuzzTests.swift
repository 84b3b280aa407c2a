import Foundation
import LarderModel
import LarderProtocol
import LarderTestSupport
import Testing

/// Damaged messages of every type: each is read whole and within the limits, or refused with a reason.
@Suite("Wire fuzz") struct WireFuzzTests {
    @Test func `whatever a peer sends is a message within the limits or an error`() {
        let mutator = Mutator(.fields(after: MessageHeader.byteCount), samples: SampleMessages.encoded)
        let run = FuzzRun("wire", mutator) { item in Self.problem(item.bytes) }
        #expect(run.failures.isEmpty, "\(run.failures.joined(separator: "\n"))")
    }

    private static func problem(_ bytes: [UInt8]) -> String? {
        do throws(ProtocolError) {
            let first = Array(bytes.prefix(MessageHeader.byteCount))
            let header = try MessageHeader(decoding: first)
            guard header.encoded() == first else { return "a header is not what was read" }
            let body = Array(bytes.dropFirst(MessageHeader.byteCount))
            guard let message = try Message(header: header, body: body) else {
                return (1...17).contains(header.type) ? "a known type was passed over" : nil
            }
            let encoded = message.encodedBody()
            guard encoded.count <= body.count + 16 else { return "\(body.count) bytes became \(encoded.count)" }
            guard let again = try Message(header: header, body: encoded), again.encodedBody() == encoded else {
                return "what was read reads otherwise when it is written"
            }
            return excess(message)
        } catch {
            return error.description.utf8.count < 400
                ? nil : "the refusal is \(error.description.utf8.count) bytes long"
        }
    }

    /// What goes beyond ``ProtocolLimits``; counted here once more, by hand.
    private static func excess(_ message: Message) -> String? {
        switch message {
        case .who, .drain, .bye, .credit, .heartbeatAck, .reject: return nil
        case .hello(let body): return columns(body.heldJob.count, body.heldAttempt.count)
        case .welcome(let body): return columns(body.dropJob.count, body.dropAttempt.count)
        case .assign(let body):
            if body.spec.contains(where: { $0.count > ProtocolLimits.maxSpecBytes }) { return "a description is too large" }
            if body.jobs.count > body.job.count { return "jobs out of nowhere" }
            return columns(body.job.count, body.attempt.count, body.kind.count, body.spec.count)
        case .started(let body), .cancel(let body), .recall(let body), .release(let body):
            return columns(body.job.count, body.attempt.count, body.leases.count)
        case .heartbeat(let body): return columns(body.job.count, body.attempt.count, body.running.count)
        case .result(let body):
            if body.effect.contains(where: { $0.count > ProtocolLimits.maxEffectBytes }) { return "an effect is too large" }
            return columns(body.job.count, body.attempt.count, body.effect.count)
        case .fail(let body):
            for failure in body.failures.prefix(50) {
                if let problem = FailureReasonTests.problem(failure.reason) { return problem }
            }
            return columns(body.failures.count)
        case .resultAck(let body):
            return columns(body.job.count, body.attempt.count, body.status.count, body.leases.count)
        }
    }

    private static func columns(_ counts: Int...) -> String? {
        guard let first = counts.first, counts.allSatisfy({ $0 == first }) else { return "columns of \(counts)" }
        return first <= ProtocolLimits.maxJobs ? nil : "\(first) jobs"
    }
}

/// One valid message of every type, with header.
enum SampleMessages {
    static let encoded: [[UInt8]] = all.map { message in
        MessageHeader(type: message.type, flags: 1, epoch: 3, session: 3 << 32, sequence: 9).encoded()
            + message.encodedBody()
    }

    static let all: [Message] = [
        .who, .hello(hello), .welcome(welcome), .reject(reject), .credit(credit),
        .assign(
            WireAssign(
                leases.map { AssignedJob(lease: $0, kind: .detail, spec: [10, 1, 0x74, 34, 3, 18, 1, 0x75]) }
            )
        ),
        .started(WireJobColumns(leases)), .heartbeat(heartbeat), .heartbeatAck(WireHeartbeatAck()), .result(result),
        .fail(fail), .resultAck(WireResultAck(leases.map { (lease: $0, status: AckStatus.stale) })),
        .cancel(WireJobColumns(leases)), .recall(WireJobColumns(leases)), .release(WireJobColumns(leases)), .drain,
        .bye,
    ]

    static let leases = (1...12).map { JobLease(job: $0 * 1_000, attempt: 3 << 40 | $0) }

    private static let hello: WireHello = {
        var hello = WireHello()
        hello.workerID = "w1"
        hello.incarnation = Data(repeating: 7, count: 16)
        hello.protocolMin = 1
        hello.protocolMax = 1
        hello.build = "larder/1"
        hello.kinds = JobKind.allCases.map(\.rawValue)
        hello.cacheID = "00000000-0000-0000-0000-000000000001"
        hello.heldJob = leases.map(\.job)
        hello.heldAttempt = leases.map(\.attempt)
        return hello
    }()

    private static let welcome: WireWelcome = {
        var source = WireSourceConfig()
        source.name = "sample"
        source.yaml = "name: sample\nkind: food2fork\nbase: http://sample.test\nqueries: [a]\n"
        source.limit = 7
        source.refresh = true
        var welcome = WireWelcome()
        welcome.protocol = 1
        welcome.heartbeatMs = 1_000
        welcome.leaseMs = 15_000
        welcome.sources = [source, source]
        welcome.dropJob = leases.map(\.job)
        welcome.dropAttempt = leases.map(\.attempt)
        return welcome
    }()

    private static let reject: WireReject = {
        var reject = WireReject()
        reject.code = "other-cache"
        reject.text = "Another cache."
        reject.retryAfterMs = 500
        return reject
    }()

    private static let credit: WireCredit = {
        var credit = WireCredit()
        credit.fetch = 32
        credit.render = .max
        return credit
    }()

    private static let heartbeat: WireHeartbeat = {
        var beat = WireHeartbeat()
        beat.job = leases.map(\.job)
        beat.attempt = leases.map(\.attempt)
        beat.running = leases.indices.map { UInt32($0 % 2) }
        beat.residentBytes = 1 << 30
        beat.unacknowledged = 3
        return beat
    }()

    private static let result: WireResult = {
        var result = WireResult()
        result.job = leases.map(\.job)
        result.attempt = leases.map(\.attempt)
        result.effect = leases.map { Data(repeating: UInt8($0.job / 1_000), count: 30) }
        return result
    }()

    private static let fail: WireFail = {
        var fail = WireFail()
        fail.failures = leases.map {
            WireFailure($0, FailureReason(.throttled, code: "timed-out", message: "Gave up.", retryAfterMs: 5))
        }
        return fail
    }()
}
