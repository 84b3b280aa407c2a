import LarderProtocol
import LarderTransport
import Testing
import ZeroMQ

/// What a worker that says more than its credit can make the coordinator keep.
@Suite("Broker's bound") struct BrokerBoundTests {
    static let messageBytes = 20_000
    static let maxWaitingBytes = 1 << 20

    @Test(.timeLimit(.minutes(5)))
    func `a worker that floods is read no further than the bound until events are taken`()
        async throws
    {
        var configuration = Broker.Configuration(
            localEndpoints: [],
            remoteEndpoints: ["tcp://127.0.0.1:*"],
            epoch: 1
        )
        configuration.maxWaitingBytes = Self.maxWaitingBytes
        let broker = try await Broker.start(configuration)
        let endpoint = try #require(broker.boundEndpoints.last)
        // More than the bound and one turn of reading hold; libzmq's own queues take the rest.
        let count = 1200
        let flood = try Flood(endpoint: endpoint)
        try flood.introduce()
        var events = broker.events.makeAsyncIterator()
        guard case .hello(let session, _, _)? = try await events.next()?.first else {
            Issue.record("no session began")
            return
        }
        broker.took()
        try flood.send(count, bytes: Self.messageBytes, session: session)
        var taken = 0
        while taken < count {
            let batch = try #require(try await events.next())
            // Whatever was read is in this batch, in those that wait, or in the turn under way.
            let waiting = Int(broker.currentCounters.received) - 1 - taken
            #expect(waiting * Self.messageBytes < Self.maxWaitingBytes + 2 * 256 * Self.messageBytes)
            taken += batch.count
            broker.took()
        }
        #expect(taken == count, "nothing was dropped")
        await broker.stop()
    }
}

/// One connection that says a great deal.
private final class Flood {
    private let context: Context
    private let socket: Socket

    init(endpoint: String) throws {
        context = try Context()
        socket = try Socket(.dealer, in: context)
        socket.set(.sendHighWaterMark, 100_000)
        socket.set(.linger, 0)
        try socket.connect(to: endpoint)
    }

    func introduce() throws {
        var hello = WireHello()
        hello.workerID = "flood"
        try send(.hello(hello), session: 0)
    }

    func send(_ count: Int, bytes: Int, session: SessionID) throws {
        var fail = WireFail()
        let text = String(repeating: "x", count: 1000)
        fail.failures = (0..<(bytes / 1000)).map {
            WireFailure(
                JobLease(job: UInt64($0), attempt: 1),
                FailureReason(.retryable, code: "flood", message: text)
            )
        }
        for _ in 0..<count { try send(.fail(fail), session: session) }
    }

    private func send(_ message: Message, session: SessionID) throws {
        let header = MessageHeader(type: message.type, epoch: 1, session: session, sequence: 1)
        let outcome = try socket.send([header.encoded(), message.encodedBody()])
        try #require(outcome == .sent)
    }
}
