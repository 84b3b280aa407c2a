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

    @Test func `there is a sample of every type, in the order of the types`() {
        #expect(Set(SampleMessages.all.map(\.type)).sorted() == Array(1...20))
    }

    @Test func `every message comes out of the wire as it went in`() throws {
        for message in SampleMessages.all {
            let read = try #require(try message.sent())
            #expect(read.isSame(as: message), "type \(message.type)")
            #expect(read.encodedBody() == message.encodedBody(), "type \(message.type)")
        }
    }

    @Test func `a message of nothing comes out of the wire as it went in`() throws {
        let empty: [Message] = [
            .hello(Hello(workerID: "", incarnation: [], protocols: Hello.spokenProtocols, kinds: [])),
            .welcome(Welcome(protocolVersion: 0, heartbeatMs: 0, leaseMs: 0)), .reject(Rejection(code: "", text: "")),
            .credit(fetch: 0, render: 0), .assign([], number: 0), .started([]), .heartbeat(Heartbeat()),
            .heartbeatAck(assigned: 0), .result([]), .fail([]), .resultAck([]),
        ]
        for message in empty {
            let read = try #require(try message.sent())
            #expect(read.isSame(as: message), "type \(message.type)")
        }
    }

    @Test func `assignments survive the way over the wire`() throws {
        let jobs = (1...300).map {
            AssignedJob(
                lease: JobLease(job: JobID($0), attempt: Attempt($0 << 40)),
                kind: .detail,
                spec: Array("spec \($0)".utf8)
            )
        }
        guard case .assign(let decoded, let number) = try Message.assign(jobs, number: 9).sent() else {
            Issue.record("another type came out")
            return
        }
        #expect(decoded == jobs)
        #expect(number == 9)
    }

    @Test func `a message names as many jobs as it holds`() {
        let naming: Set<UInt8> = [2, 3, 6, 7, 8, 10, 11, 12, 13, 14, 15]
        for message in SampleMessages.all {
            #expect(message.jobCount == (naming.contains(message.type) ? SampleMessages.leases.count : 0))
        }
    }

    @Test func `times too long for a message are sent as the longest`() throws {
        let welcome = Message.welcome(Welcome(protocolVersion: 2, heartbeatMs: .max, leaseMs: 1 << 32))
        guard case .welcome(let read) = try welcome.sent() else {
            Issue.record("another type came out")
            return
        }
        #expect(read.heartbeatMs == UInt64(UInt32.max) && read.leaseMs == UInt64(UInt32.max))
    }

    @Test func `an unknown type is passed over, unless it is critical`() throws {
        #expect(try Message.read(type: 200, [])?.type == nil)
        #expect(refusal { () throws(ProtocolError) in _ = try Message.read(type: 200, flags: 1, []) } == .unknownType)
    }
}

extension Message {
    /// Whether both say the same.
    fileprivate func isSame(as other: Message) -> Bool {
        switch (self, other) {
        case (.who, .who), (.drain, .drain), (.bye, .bye), (.suspend, .suspend): true
        case (.hello(let left), .hello(let right)): left == right
        case (.welcome(let left), .welcome(let right)): left == right
        case (.reject(let left), .reject(let right)): left == right
        case (.credit(let fetch, let render), .credit(let otherFetch, let otherRender)):
            fetch == otherFetch && render == otherRender
        case (.assign(let jobs, let number), .assign(let otherJobs, let otherNumber)):
            jobs == otherJobs && number == otherNumber
        case (.started(let left), .started(let right)), (.cancel(let left), .cancel(let right)),
            (.recall(let left), .recall(let right)), (.release(let left), .release(let right)):
            left == right
        case (.heartbeat(let left), .heartbeat(let right)): left == right
        case (.heartbeatAck(let left), .heartbeatAck(let right)): left == right
        case (.result(let left), .result(let right)): left == right
        case (.fail(let left), .fail(let right)): left == right
        case (.fileRequest(let left), .fileRequest(let right)): left == right
        case (.fileAnswer(let left), .fileAnswer(let right)): left == right
        case (.resultAck(let left), .resultAck(let right)): left.elementsEqual(right) { $0 == $1 }
        default: false
        }
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
        #expect(FailureReason(.permanent, code: FailureCode(rawValue: sent), message: "").code.rawValue == kept)
    }

    @Test func `control characters of a message do not reach a terminal`() {
        let reason = FailureReason(.permanent, code: "x", message: "a\u{1B}[2J\nb\u{9B}c\u{7F}\u{202E}d")
        #expect(reason.message == "a [2J b c  d")
    }

    static func problem(_ reason: FailureReason) -> String? {
        if reason.code.rawValue.isEmpty || reason.code.rawValue.utf8.count > 60 {
            return "a code of \(reason.code.rawValue.utf8.count) bytes"
        }
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
