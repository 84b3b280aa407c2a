import LarderModel

@testable import LarderProtocol

/// One valid message of every type.
enum SampleMessages {
    /// With header.
    static let encoded: [[UInt8]] = all.map { message in
        MessageHeader(type: message.type, flags: 1, epoch: 3, session: SessionID(3 << 32), sequence: 9).encoded()
            + message.encodedBody()
    }

    static let all: [Message] = [
        .who, .hello(hello), .welcome(welcome),
        .reject(Rejection(code: "other-cache", text: "Another cache.", retryAfterMs: 500)),
        .credit(fetch: 32, render: .max),
        .assign(
            leases.map { AssignedJob(lease: $0, kind: .detail, spec: [10, 1, 0x74, 34, 3, 18, 1, 0x75]) },
            number: 7
        ),
        .started(leases), .heartbeat(heartbeat), .heartbeatAck(assigned: 7),
        .result(
            leases.map { JobResult(lease: $0, effect: [UInt8](repeating: UInt8($0.job.rawValue / 1_000), count: 30)) }
        ),
        .fail(failures), .resultAck(leases.map { (lease: $0, status: AckStatus.stale) }),
        .cancel(leases), .recall(leases), .release(leases), .drain, .bye, .suspend,
        .fileRequest(FileRequest(number: 1, area: 1, name: name, .read(from: 5))),
        .fileRequest(FileRequest(number: 2, area: 3, name: name, .write([1, 2, 3], from: 4, length: 9))),
        .fileRequest(FileRequest(number: 3, area: 2, name: name, .remove)),
        .fileAnswer(FileAnswer(number: 1, .read([1, 2], length: 7))), .fileAnswer(FileAnswer(number: 2, .written(7))),
        .fileAnswer(FileAnswer(number: 3, .missing)),
        .fileAnswer(FileAnswer(number: 4, .failed(code: "full", message: "The disk is full."))),
    ]

    private static let name = Digest(hex: String(repeating: "5a", count: 32)) ?? .zero

    static let leases = (1...12).map { JobLease(job: JobID($0 * 1_000), attempt: Attempt(3 << 40 | $0)) }

    private static let hello = Hello(
        workerID: "w1",
        incarnation: [UInt8](repeating: 7, count: 16),
        protocols: 1...2,
        build: "larder/1",
        kinds: Set(JobKind.allCases),
        host: "kitchen",
        processID: 4_711,
        cacheID: "00000000-0000-0000-0000-000000000001",
        held: leases,
        number: 3,
        slots: PerClass(fetch: 16, render: 2)
    )

    private static let welcome = Welcome(
        protocolVersion: 2,
        hello: 3,
        heartbeatMs: 1_000,
        leaseMs: 15_000,
        sources: [
            SourceConfig(
                name: "sample",
                yaml: "name: sample\nkind: food2fork\nbase: http://sample.test\nqueries: [a]\n",
                apiKey: "secret",
                refresh: true,
                connectTo: "127.0.0.1:80"
            ),
            SourceConfig(name: "plain", yaml: "name: plain\n"),
        ],
        drop: leases
    )

    private static let heartbeat = Heartbeat(
        jobs: leases.enumerated().map { index, lease in
            Heartbeat.Job(lease: lease, isRunning: index % 2 == 1, progress: index % 2 == 1 ? UInt64(index) : 0)
        },
        residentBytes: 1 << 30,
        cpuMs: 77,
        unacknowledged: 3,
        assigned: 7
    )

    private static let failures = leases.enumerated().map { index, lease in
        ReportedFailure(
            lease: lease,
            reason: FailureReason(
                FailureReason.Class.allCases[index % FailureReason.Class.allCases.count],
                code: "timed-out",
                message: "Gave up.",
                retryAfterMs: index % 2 == 1 ? 5 : nil
            )
        )
    }
}

extension Message {
    /// Reads a body of a type that need not exist.
    static func read(
        type: UInt8,
        flags: UInt16 = 0,
        _ body: [UInt8]
    ) throws(ProtocolError) -> Message? {
        try Message(header: MessageHeader(type: type, flags: flags, epoch: 1, session: 1, sequence: 1), body: body)
    }

    /// The message after its way over the wire.
    func sent() throws(ProtocolError) -> Message? { try Self.read(type: type, encodedBody()) }
}

/// The code under which something is refused; nil: it is not.
func refusal(_ body: () throws(ProtocolError) -> Void) -> ProtocolError.Code? {
    do {
        try body()
        return nil
    } catch {
        return error.code
    }
}
