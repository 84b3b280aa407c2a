import Foundation
import LarderProtocol
import LarderTransport
import Synchronization
import Testing

/// Broker and worker link over real libzmq.
@Suite("Broker and worker link") struct BrokerTests {
    @Test(.timeLimit(.minutes(1)), arguments: ["ipc", "tcp"])
    func `a worker joins, does jobs and is told of the commit`(transport: String) async throws {
        try await withBroker(transport) { broker, endpoint in
            let executor = EchoExecutor()
            let link = try await WorkerLink.start(
                endpoint: endpoint, configuration: .test(), executor: executor, seed: 1)
            var done: Set<JobID> = []
            var session: SessionID = 0
            for try await event in broker.flatEvents {
                guard case .message(let from, let message) = event else { continue }
                switch message {
                case .hello:
                    session = from
                    broker.send(.welcome(.test()), to: from)
                case .credit where done.isEmpty:
                    let jobs = (1...50).map { AssignedJob(lease: JobLease(job: $0, attempt: $0), kind: .detail, spec: [UInt8($0)]) }
                    broker.send(.assign(WireAssign(jobs)), to: from)
                case .result(let result):
                    done.formUnion(result.job)
                    let answers = result.job.map { (lease: JobLease(job: $0, attempt: $0), status: AckStatus.committed) }
                    broker.send(.resultAck(WireResultAck(answers)), to: from)
                default: break
                }
                if done.count == 50 { break }
            }
            #expect(done == Set(1...50))
            broker.send(.drain, to: session)
            #expect(try await link.ended() == .finished)
        }
    }

    @Test(.timeLimit(.minutes(1))) func `an endpoint in use is refused with a sentence and leaves nothing open`() async throws {
        let first = try await Broker.start(.init(localEndpoints: [], remoteEndpoints: ["tcp://127.0.0.1:*"], epoch: 1))
        let endpoint = try #require(first.boundEndpoints.first)
        await #expect {
            _ = try await Broker.start(.init(localEndpoints: [], remoteEndpoints: [endpoint], epoch: 1))
        } throws: {
            ($0 as? TransportError)?.code == .endpointInUse && "\($0)".contains("--listen")
        }
        await first.stop()
    }

    @Test(.timeLimit(.minutes(1))) func `junk and foreign messages are counted and drop nobody else`() async throws {
        try await withBroker("ipc") { broker, endpoint in
            let junk = try RawDealer(endpoint: endpoint)
            try junk.send([[1, 2, 3]])
            try junk.send([Array(repeating: 0, count: 32), [1]])
            try junk.send([[], [], [], []])
            let link = try await WorkerLink.start(endpoint: endpoint, configuration: .test(), executor: EchoExecutor(), seed: 1)
            for try await event in broker.flatEvents {
                guard case .message(let from, .hello) = event else { continue }
                broker.send(.welcome(.test()), to: from)
                broker.send(.bye, to: from)
                break
            }
            #expect(try await link.ended() == .finished)
            #expect(broker.currentCounters.malformed >= 2)
        }
    }

    @Test(.timeLimit(.minutes(1))) func `100 brokers opened and closed leak no descriptor`() async throws {
        func descriptors() -> Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0 }
        let warm = try await Broker.start(.init(localEndpoints: [], remoteEndpoints: ["tcp://127.0.0.1:*"], epoch: 1))
        await warm.stop()
        let before = descriptors()
        for _ in 0..<100 {
            let broker = try await Broker.start(.init(localEndpoints: [], remoteEndpoints: ["tcp://127.0.0.1:*"], epoch: 1))
            await broker.stop()
        }
        #expect(descriptors() <= before + 8, "other tests of this process open some too")
    }
}

func withBroker(_ transport: String, _ body: (Broker, String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/lt-\(UInt32.random(in: 0...(.max)))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let endpoint = transport == "ipc" ? "ipc://\(folder)/s" : "tcp://127.0.0.1:*"
    let broker = try await Broker.start(.init(localEndpoints: [endpoint], epoch: 3))
    do {
        try await body(broker, broker.boundEndpoints[0])
    } catch {
        await broker.stop()
        throw error
    }
    await broker.stop()
}

extension Broker {
    /// The events one by one.
    var flatEvents: AsyncThrowingStream<BrokerEvent, any Error> {
        AsyncThrowingStream { continuation in
            let task = Task {
                do {
                    for try await batch in events { for event in batch { continuation.yield(event) } }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}

/// Ends every job at once with its spec as effect.
final class EchoExecutor: JobExecutor {
    func configure(_ sources: [WireSourceConfig]) {}
    func run(_ jobs: [AssignedJob], reporter: JobReporter) {
        reporter.report(jobs.map { EndedJob(lease: $0.lease, outcome: .done(effect: $0.spec), microseconds: 10) })
    }
    func cancel(_ leases: [JobLease]) {}
}

extension WorkerCore.Configuration {
    static func test() -> Self {
        .init(name: "test", incarnation: [9], processID: 1, host: "h", cacheID: "c", fetchSlots: 8, renderSlots: 1)
    }
}

extension WireWelcome {
    static func test() -> Self {
        var welcome = WireWelcome()
        welcome.heartbeatMs = 1000
        welcome.leaseMs = 15_000
        return welcome
    }
}
