import LarderModel
import LarderTestSupport
import Testing

@testable import LarderProtocol

/// Damaged messages of every type: each is read whole and within the limits, or refused with a reason.
@Suite("Message fuzz") struct MessageFuzzTests {
    @Test func `whatever a peer sends is a message within the limits or an error`() {
        let mutator = Mutator(.fields(after: MessageHeader.byteCount), samples: SampleMessages.encoded)
        let run = FuzzRun("messages", mutator) { item in Self.problem(item.bytes) }
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
            guard encoded.count <= body.count + 16 + added(message) else {
                return "\(body.count) bytes became \(encoded.count)"
            }
            guard let again = try Message(header: header, body: encoded), again.encodedBody() == encoded else {
                return "what was read reads otherwise when it is written"
            }
            return try excess(message, body)
        } catch {
            return error.description.utf8.count < 400
                ? nil : "the refusal is \(error.description.utf8.count) bytes long"
        }
    }

    /// Bytes that reading may add: each failure has a code, and a beat tells the progress of all its jobs.
    private static func added(_ message: Message) -> Int {
        switch message {
        case .fail(let failures): 10 * failures.count
        case .heartbeat(let beat): beat.jobs.count
        default: 0
        }
    }

    /// What is not in the body, or goes beyond ``ProtocolLimits``; counted here once more, by hand.
    private static func excess(_ message: Message, _ body: [UInt8]) throws(ProtocolError) -> String? {
        switch message {
        case .who, .drain, .bye, .suspend, .credit, .heartbeatAck, .reject, .fileAnswer: return nil
        case .fileRequest(let request):
            return request.byteCount > ProtocolLimits.maxFilePartBytes ? "a part of a file is too large" : nil
        case .hello(let hello):
            let sent: WireHello = try protobuf(body)
            return oddities(hello) ?? columns(hello.held.count, sent.heldJob.count, sent.heldAttempt.count)
        case .welcome(let welcome):
            let sent: WireWelcome = try protobuf(body)
            return columns(welcome.drop.count, sent.dropJob.count, sent.dropAttempt.count)
        case .assign(let jobs, _):
            let sent: WireAssign = try protobuf(body)
            if sent.spec.contains(where: { $0.count > JobLimits.maxSpecBytes }) { return "a description is too large" }
            if jobs.count > sent.job.count { return "jobs out of nowhere" }
            return columns(sent.job.count, sent.attempt.count, sent.kind.count, sent.spec.count)
        case .started(let leases), .cancel(let leases), .recall(let leases), .release(let leases):
            let sent: WireJobColumns = try protobuf(body)
            return columns(leases.count, sent.job.count, sent.attempt.count)
        case .heartbeat(let beat):
            let sent: WireHeartbeat = try protobuf(body)
            return columns(beat.jobs.count, sent.job.count, sent.attempt.count, sent.running.count)
        case .result(let results):
            let sent: WireResult = try protobuf(body)
            if results.contains(where: { $0.effect.count > ProtocolLimits.maxInlineEffectBytes }) {
                return "an effect is too large"
            }
            return columns(results.count, sent.job.count, sent.attempt.count, sent.effect.count)
        case .fail(let failures):
            let sent: WireFail = try protobuf(body)
            for failure in failures.prefix(50) {
                if let problem = FailureReasonTests.problem(failure.reason) { return problem }
            }
            return columns(failures.count, sent.failures.count)
        case .resultAck(let answers):
            let sent: WireResultAck = try protobuf(body)
            return columns(answers.count, sent.job.count, sent.attempt.count, sent.status.count)
        }
    }

    private static func oddities(_ hello: Hello) -> String? {
        guard hello.incarnation.count <= 16, hello.protocols.lowerBound > 0 else {
            return "an incarnation of \(hello.incarnation.count) bytes, protocols \(hello.protocols)"
        }
        let texts = [(hello.workerID, 64), (hello.build, 64), (hello.cacheID, 64), (hello.host, 255)]
        for (text, most) in texts where text.utf8.count > most || text.utf8.contains(where: { $0 < 0x20 }) {
            return "a text of \(text.utf8.count) bytes is not fit to be shown"
        }
        return nil
    }

    private static func columns(_ counts: Int...) -> String? {
        guard let first = counts.first, counts.allSatisfy({ $0 == first }) else { return "columns of \(counts)" }
        return first <= ProtocolLimits.maxJobs ? nil : "\(first) jobs"
    }
}
