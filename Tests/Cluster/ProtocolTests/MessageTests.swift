import Foundation
import LarderModel
import LarderProtocol
import Testing

@Suite("Message") struct MessageTests {
    @Test func `a header is 32 pinned bytes`() throws {
        let header = MessageHeader(type: 6, flags: 1, epoch: 2, session: 3, sequence: 0x0102_0304_0506_0708)
        let bytes = header.encoded()
        #expect(
            bytes == [
                0x4C, 0x44, 0x52, 0x31, 1, 6, 1, 0, 2, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 8, 7, 6, 5, 4, 3, 2,
                1,
            ]
        )
        #expect(try MessageHeader(decoding: bytes) == header)
    }

    @Test(arguments: [
        ([UInt8](), ProtocolError.Code.notOurs), (Array(repeating: 0, count: 32), .notOurs),
        (Array(repeating: 0, count: 33), .notOurs),
        (Array("LDR1".utf8) + [9] + Array(repeating: 0, count: 27), .wrongMajor),
    ])
    func `a header that is not ours is refused`(bytes: [UInt8], code: ProtocolError.Code) {
        #expect { try MessageHeader(decoding: bytes) } throws: { ($0 as? ProtocolError)?.code == code }
    }

    @Test func `assignments survive the way over the wire`() throws {
        let jobs = (1...300).map {
            AssignedJob(lease: JobLease(job: $0, attempt: $0 << 40), kind: .detail, spec: Array("spec \($0)".utf8))
        }
        let message = Message.assign(WireAssign(jobs))
        let header = MessageHeader(type: message.type, epoch: 1, session: 1, sequence: 1)
        guard case .assign(let decoded) = try Message(header: header, body: message.encodedBody()) else {
            Issue.record("another type came out")
            return
        }
        #expect(decoded.jobs == jobs)
    }

    @Test func `columns of unequal length are refused`() throws {
        var columns = WireJobColumns()
        columns.job = [1, 2]
        columns.attempt = [1]
        let header = MessageHeader(type: Message.started(columns).type, epoch: 1, session: 1, sequence: 1)
        let body = Message.started(columns).encodedBody()
        #expect { try Message(header: header, body: body) } throws: { ($0 as? ProtocolError)?.code == .malformed }
    }

    @Test func `an effect above the limit is refused`() throws {
        var result = WireResult()
        result.job = [1]
        result.attempt = [1]
        result.effect = [Data(count: ProtocolLimits.maxEffectBytes + 1)]
        let header = MessageHeader(type: Message.result(result).type, epoch: 1, session: 1, sequence: 1)
        let body = Message.result(result).encodedBody()
        #expect { try Message(header: header, body: body) } throws: { ($0 as? ProtocolError)?.code == .tooLarge }
    }

    @Test func `an unknown type is passed over, unless it is critical`() throws {
        let plain = MessageHeader(type: 200, epoch: 1, session: 1, sequence: 1)
        #expect(try Message(header: plain, body: [])?.type == nil)
        let critical = MessageHeader(type: 200, flags: 1, epoch: 1, session: 1, sequence: 1)
        #expect { try Message(header: critical, body: []) } throws: { ($0 as? ProtocolError)?.code == .unknownType }
    }
}

@Suite("Failure reason") struct FailureReasonTests {
    @Test func `an overlong message is cut at a character`() {
        let reason = FailureReason(.permanent, code: "x", message: String(repeating: "é", count: 2000))
        #expect(reason.message.utf8.count <= FailureReason.maxMessageBytes)
    }

    /// One character may have a million combining marks, and a code is a label and a column.
    @Test(arguments: [
        ("timed-out", "timed-out"), ("", "unknown"), ("a\u{1B}[2J b", "a-2j-b"), ("HTTP 500", "http-500"),
        ("é", "unknown"),
        ("e" + String(repeating: "\u{301}", count: 100_000), "e"),
        (String(repeating: "x", count: 61), String(repeating: "x", count: 60)),
    ])
    func `a code is a short word whatever was sent`(sent: String, kept: String) {
        #expect(FailureReason(.permanent, code: sent, message: "").code == kept)
    }

    @Test func `control characters of a message do not reach a terminal`() {
        let reason = FailureReason(.permanent, code: "x", message: "a\u{1B}[2J\nb\u{9B}c\u{7F}\u{202E}d")
        #expect(reason.message == "a [2J b c  d")
    }

    static func problem(_ reason: FailureReason) -> String? {
        if reason.code.isEmpty || reason.code.utf8.count > 60 { return "a code of \(reason.code.utf8.count) bytes" }
        if reason.message.utf8.count > FailureReason.maxMessageBytes {
            return "a message of \(reason.message.utf8.count) bytes"
        }
        return reason.message.unicodeScalars.contains { $0.value < 0x20 } ? "a message with control characters" : nil
    }
}

@Suite("Job URN") struct JobURNTests {
    @Test(arguments: ["search:sample:pasta:3", "imageDecode:a:b", "text:x"]) func `a URN survives reading and writing`(
        text: String
    ) {
        #expect(JobURN(text)?.description == text)
    }

    @Test(arguments: ["", "pasta", "unknown:1"]) func `what names no kind is no URN`(text: String) {
        #expect(JobURN(text)?.description == nil)
    }
}
