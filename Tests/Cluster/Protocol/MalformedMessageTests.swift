import Foundation
import LarderModel
import Testing

@testable import LarderProtocol

/// Bodies that this program would not write: each is refused with a reason, or read as far as it makes sense.
@Suite("Malformed messages") struct MalformedMessageTests {
    // MARK: Refused

    @Test(arguments: [1, 3]) func `columns of unequal length are refused`(odd: Int) {
        for (type, columns, body) in Self.bodies(columns: [2, 2, 2, 2]) {
            #expect(refused(type, body) == nil, "type \(type), \(columns) columns of one length")
        }
        for column in 0..<4 {
            let counts = (0..<4).map { $0 == column ? odd : 2 }
            for (type, columns, body) in Self.bodies(columns: counts) where column < columns {
                #expect(refused(type, body) == .malformed, "type \(type), column \(column)")
            }
        }
    }

    @Test func `a heartbeat tells the progress of all its jobs or of none`() throws {
        var beat = WireHeartbeat()
        beat.job = [1, 2]
        beat.attempt = [1, 1]
        beat.running = [1, 0]
        beat.progress = [5]
        #expect(refused(8, protobufBytes(beat)) == .malformed)
        beat.progress = []
        guard case .heartbeat(let read) = try Message.read(type: 8, protobufBytes(beat)) else {
            Issue.record("another type came out")
            return
        }
        #expect(read.jobs.map(\.progress) == [0, 0], "workers of version 1 tell none")
        #expect(read.jobs.map(\.isRunning) == [true, false])
    }

    @Test func `a body that is cut short is refused`() {
        for message in SampleMessages.all where !message.encodedBody().isEmpty {
            #expect(refused(message.type, message.encodedBody().dropLast()) == .malformed, "type \(message.type)")
        }
    }

    @Test(arguments: 1...17 as ClosedRange<UInt8>) func `a body above the size of a frame is refused`(type: UInt8) {
        #expect(refused(type, [UInt8](repeating: 0, count: ProtocolLimits.maxFrameBytes + 1)) == .tooLarge)
    }

    @Test func `an effect above the limit is refused`() {
        #expect(refused(.result([result(ofBytes: ProtocolLimits.maxInlineEffectBytes + 1)])) == .tooLarge)
        #expect(refused(.result([result(ofBytes: ProtocolLimits.maxInlineEffectBytes)])) == nil)
        #expect(
            refused(.result([result(ofBytes: 0), result(ofBytes: ProtocolLimits.maxInlineEffectBytes + 1)]))
                == .tooLarge
        )
    }

    @Test func `a description above the limit is refused`() {
        #expect(refused(.assign([job(ofBytes: JobLimits.maxSpecBytes + 1)], number: 1)) == .tooLarge)
        #expect(refused(.assign([job(ofBytes: JobLimits.maxSpecBytes)], number: 1)) == nil)
    }

    @Test func `more jobs than a message may name are refused`() {
        let most = [JobLease](repeating: JobLease(job: 1, attempt: 1), count: ProtocolLimits.maxJobs)
        let tooMany = most + [JobLease(job: 2, attempt: 1)]
        #expect(refused(.started(most)) == nil)
        #expect(refused(.started(tooMany)) == .tooLarge)
        #expect(refused(.result(tooMany.map { JobResult(lease: $0, effect: []) })) == .tooLarge)
        #expect(refused(.resultAck(tooMany.map { (lease: $0, status: .committed) })) == .tooLarge)
        #expect(refused(.heartbeat(Heartbeat(jobs: tooMany.map { .init(lease: $0, isRunning: true) }))) == .tooLarge)
        var fail = WireFail()
        fail.failures = [WireFailure](repeating: WireFailure(), count: ProtocolLimits.maxJobs + 1)
        #expect(refused(11, protobufBytes(fail)) == .tooLarge)
    }

    // MARK: Read as far as it makes sense

    @Test func `jobs of unknown kinds are left out`() throws {
        var assign = WireAssign()
        assign.job = [1, 2, 3]
        assign.attempt = [4, 5, 6]
        assign.kind = [JobKind.detail.rawValue, 99, JobKind.text.rawValue]
        assign.spec = [Data([7]), Data([8]), Data([9])]
        guard case .assign(let jobs, 0) = try Message.read(type: 6, protobufBytes(assign)) else {
            Issue.record("another type or number came out")
            return
        }
        #expect(
            jobs == [
                AssignedJob(lease: JobLease(job: 1, attempt: 4), kind: .detail, spec: [7]),
                AssignedJob(lease: JobLease(job: 3, attempt: 6), kind: .text, spec: [9]),
            ]
        )
    }

    @Test func `an unknown status says that the result did not count`() throws {
        var ack = WireResultAck()
        ack.job = [1, 2]
        ack.attempt = [1, 1]
        ack.status = [0, 77]
        guard case .resultAck(let answers) = try Message.read(type: 12, protobufBytes(ack)) else {
            Issue.record("another type came out")
            return
        }
        #expect(answers.map(\.status) == [.committed, .unknown])
    }

    @Test func `an unknown class of failure counts as one that may heal`() throws {
        var failure = WireFailure()
        failure.job = 1
        failure.attempt = 2
        failure.failureClass = 99
        failure.code = "Not a\u{1B}[2J code"
        failure.message = "two\nlines"
        var fail = WireFail()
        fail.failures = [failure]
        guard case .fail(let failures) = try Message.read(type: 11, protobufBytes(fail)) else {
            Issue.record("another type came out")
            return
        }
        let reason = FailureReason(.retryable, code: "not-a-2j-code", message: "two lines")
        #expect(failures == [ReportedFailure(lease: JobLease(job: 1, attempt: 2), reason: reason)])
    }

    @Test func `an introduction's kinds and texts are made fit to be shown`() throws {
        var hello = WireHello()
        hello.workerID = "a\u{1B}[2J" + String(repeating: "x", count: 100)
        hello.incarnation = Data(repeating: 7, count: 40)
        hello.build = "b\n"
        hello.kinds = [JobKind.text.rawValue, 99, JobKind.text.rawValue]
        hello.host = String(repeating: "h", count: 300)
        hello.cacheID = "\u{202E}c"
        let read = try introduction(hello)
        #expect(read.workerID.hasPrefix("a [2Jx") && read.workerID.utf8.count == 64)
        #expect(read.incarnation == [UInt8](repeating: 7, count: 16))
        #expect(read.build == "b ")
        #expect(read.kinds == [.text])
        #expect(read.host.utf8.count == 255)
        #expect(read.cacheID == " c")
    }

    @Test(
        arguments: [(0, 0, 1...1), (0, 3, 1...3), (2, 1, 2...2), (2, 5, 2...5), (.max, 0, .max ... .max)]
            as [(UInt32, UInt32, ClosedRange<UInt32>)]
    )
    func `the protocols of an introduction are a range whatever was sent`(
        oldest: UInt32,
        newest: UInt32,
        protocols: ClosedRange<UInt32>
    ) throws {
        var hello = WireHello()
        hello.protocolMin = oldest
        hello.protocolMax = newest
        #expect(try introduction(hello).protocols == protocols)
    }

    // MARK: Help

    private func refused(_ type: UInt8, _ body: [UInt8]) -> ProtocolError.Code? {
        refusal { () throws(ProtocolError) in _ = try Message.read(type: type, body) }
    }

    private func refused(_ message: Message) -> ProtocolError.Code? { refused(message.type, message.encodedBody()) }

    private func result(ofBytes count: Int) -> JobResult {
        JobResult(lease: JobLease(job: 1, attempt: 1), effect: [UInt8](repeating: 0, count: count))
    }

    private func job(ofBytes count: Int) -> AssignedJob {
        AssignedJob(lease: JobLease(job: 1, attempt: 1), kind: .detail, spec: [UInt8](repeating: 0, count: count))
    }

    /// A body of every type that has columns, how many it has, and its type.
    private static func bodies(columns counts: [Int]) -> [(type: UInt8, columns: Int, body: [UInt8])] {
        let numbers = counts.map { [UInt64](repeating: 1, count: $0) }
        let kinds = counts.map { [UInt32](repeating: 1, count: $0) }
        let blobs = counts.map { [Data](repeating: Data([1]), count: $0) }
        var hello = WireHello()
        hello.heldJob = numbers[0]
        hello.heldAttempt = numbers[1]
        var welcome = WireWelcome()
        welcome.dropJob = numbers[0]
        welcome.dropAttempt = numbers[1]
        var assign = WireAssign()
        assign.job = numbers[0]
        assign.attempt = numbers[1]
        assign.kind = kinds[2]
        assign.spec = blobs[3]
        var beat = WireHeartbeat()
        beat.job = numbers[0]
        beat.attempt = numbers[1]
        beat.running = kinds[2]
        beat.progress = numbers[3]
        var result = WireResult()
        result.job = numbers[0]
        result.attempt = numbers[1]
        result.effect = blobs[2]
        var answers = WireResultAck()
        answers.job = numbers[0]
        answers.attempt = numbers[1]
        answers.status = kinds[2]
        var leases = WireJobColumns()
        leases.job = numbers[0]
        leases.attempt = numbers[1]
        return [
            (2, 2, protobufBytes(hello)), (3, 2, protobufBytes(welcome)), (6, 4, protobufBytes(assign)),
            (8, 4, protobufBytes(beat)), (10, 3, protobufBytes(result)), (12, 3, protobufBytes(answers)),
        ] + [7, 13, 14, 15].map { ($0, 2, protobufBytes(leases)) }
    }

    private func introduction(_ hello: WireHello) throws -> Hello {
        guard case .hello(let read) = try Message.read(type: 2, protobufBytes(hello)) else { throw OtherType() }
        return read
    }

    private struct OtherType: Error {}
}
