import Foundation
import LarderModel
import LarderProtocol
import LarderTestSupport
import LarderTransport
import LarderWorkerCore
import Testing

/// Broker and worker link over real libzmq.
@Suite("Broker and worker link") struct BrokerTests {
    @Test(.timeLimit(.minutes(10)), arguments: ["ipc", "tcp"])
    func `a worker joins, does jobs and is told of the commit`(transport: String) async throws {
        try await withBroker(transport) { broker, endpoint in
            let executor = EchoExecutor()
            let link = try await WorkerLink.start(
                endpoint: endpoint,
                configuration: .test(),
                executor: executor,
                seed: 1
            )
            // A worker whose connection was lost introduces itself again, at any time: each time it is answered.
            let answering = Task {
                var done: Set<JobID> = []
                for try await event in broker.flatEvents {
                    if case .hello(let from, _) = event {
                        broker.send(.welcome(.test()), to: from)
                        if done.count == 50 { broker.send(.drain, to: from) }
                    }
                    guard case .message(let from, let message) = event else { continue }
                    switch message {
                    case .credit where done.isEmpty:
                        let jobs = (1...50).map {
                            AssignedJob(
                                lease: JobLease(job: JobID($0), attempt: Attempt($0)),
                                kind: .detail,
                                spec: [UInt8($0)]
                            )
                        }
                        broker.send(.assign(jobs, number: 0), to: from)
                    case .result(let results):
                        done.formUnion(results.map(\.lease.job))
                        #expect(results.allSatisfy { $0.lease.attempt.rawValue == $0.lease.job.rawValue })
                        #expect(results.allSatisfy { $0.effect == [UInt8($0.lease.job.rawValue)] })
                        let answers = results.map { (lease: $0.lease, status: AckStatus.committed) }
                        broker.send(.resultAck(answers), to: from)
                        if done.count == 50 { broker.send(.drain, to: from) }
                    default: break
                    }
                }
                return done
            }
            #expect(try await link.ended() == .finished)
            answering.cancel()
            #expect(try await answering.value == Set(1...50))
        }
    }

    @Test(.timeLimit(.minutes(10))) func `an endpoint in use is refused with a sentence and leaves nothing open`()
        async throws
    {
        let first = try await Broker.start(.init(localEndpoints: [], remoteEndpoints: ["tcp://127.0.0.1:*"], epoch: 1))
        let endpoint = try #require(first.boundEndpoints.first)
        await #expect {
            _ = try await Broker.start(.init(localEndpoints: [], remoteEndpoints: [endpoint], epoch: 1))
        } throws: {
            ($0 as? TransportError)?.code == .endpointInUse && "\($0)".contains("--listen")
        }
        await first.stop()
    }

    @Test(.timeLimit(.minutes(10))) func `junk and foreign messages are counted and drop nobody else`() async throws {
        try await withBroker("ipc") { broker, endpoint in
            let junk = try RawDealer(endpoint: endpoint)
            defer { withExtendedLifetime(junk) {} }
            try junk.send([[1, 2, 3]])
            try junk.send([Array(repeating: 0, count: 32), [1]])
            try junk.send([[], [], [], []])
            // Whoever hears of this knows that what was said before it was read.
            let last = Message.hello(
                Hello(workerID: "junk", incarnation: [], protocols: Hello.spokenProtocols, kinds: [])
            )
            let header = MessageHeader(type: last.type, epoch: 3, session: 0, sequence: 1)
            try junk.send([header.encoded(), last.encodedBody()])
            let link = try await WorkerLink.start(
                endpoint: endpoint,
                configuration: .test(),
                executor: EchoExecutor(),
                seed: 1
            )
            // A worker may introduce itself again while the first answer is on its way: each time it is answered.
            let answering = Task {
                var isJunkRead = false
                var joined: SessionID?
                for try await event in broker.flatEvents {
                    guard case .hello(let from, let worker) = event else { continue }
                    if worker.hello.workerID == "junk" {
                        isJunkRead = true
                    } else {
                        joined = from
                        broker.send(.welcome(.test()), to: from)
                    }
                    if isJunkRead, let joined { broker.send(.bye, to: joined) }
                }
            }
            #expect(try await link.ended() == .finished)
            answering.cancel()
            #expect(broker.currentCounters.malformed == 3)
        }
    }

    /// In a process of its own: other tests open and close connections meanwhile.
    @Test(.timeLimit(.minutes(10))) func `100 brokers opened and closed leak no descriptor`() async throws {
        try await aheadOfOthers {
            await #expect(processExitsWith: .success) {
                func descriptors() throws -> Int {
                    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
                }
                func openAndClose(_ rounds: Int) async throws {
                    for _ in 0..<rounds {
                        let broker = try await Broker.start(
                            .init(localEndpoints: [], remoteEndpoints: ["tcp://127.0.0.1:*"], epoch: 1)
                        )
                        await broker.stop()
                    }
                }
                try await openAndClose(1)
                let before = try descriptors()
                try await openAndClose(100)
                let after = try descriptors()
                // The runtime may open one or another of its own; one left behind by each would be 100.
                guard after < before + 50 else { fatalError("\(before) descriptors before, \(after) after") }
            }
        }
    }
}

func withBroker(_ transport: String, _ body: (Broker, String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/lt-\(UInt32.random(in: 0...(.max)))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let endpoint = transport == "ipc" ? "ipc://\(folder)/s" : "tcp://127.0.0.1:*"
    try await withBroker(.init(localEndpoints: [endpoint], epoch: 3)) { broker in
        try await body(broker, broker.boundEndpoints[0])
    }
}

func withBroker(_ configuration: Broker.Configuration, _ body: (Broker) async throws -> Void) async throws {
    let broker = try await Broker.start(configuration)
    do {
        try await body(broker)
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
    func configure(_ sources: [SourceConfig]) {}
    func run(_ jobs: [AssignedJob], reporter: JobReporter) {
        reporter.report(jobs.map { EndedJob(lease: $0.lease, outcome: .done(effect: $0.spec), microseconds: 10) })
    }
    func cancel(_ leases: [JobLease]) {}
}

extension WorkerCore.Configuration {
    static func test() -> Self {
        let hello = Hello(workerID: "test", incarnation: [9], host: "h", processID: 1, cacheID: "c")
        return .init(hello, fetchSlots: 8, renderSlots: 1)
    }
}

extension Welcome {
    static func test() -> Self { Welcome(protocolVersion: 1, heartbeatMs: 1000, leaseMs: 15_000) }
}

/// Who gets in over the remote endpoint when keys are wanted.
@Suite("Broker with keys") struct BrokerKeyTests {
    /// No key, the wrong server key, an unlisted key: no byte of theirs reaches the parser.
    @Test(.timeLimit(.minutes(10))) func `only listed workers that know the server's key get in`() async throws {
        try await withKeyedBroker { broker, endpoint, keys in
            let keyless = try RawDealer(endpoint: endpoint)
            try keyless.send([Array("no keys at all".utf8)])
            let stranger = KeyFolder(keys.path + "-stranger")
            _ = try stranger.makeServerKeys()
            try stranger.makeWorkerKeys("evil")
            let unlisted = try RawDealer(
                endpoint: endpoint,
                keys: WorkerKeys(secretFile: stranger.path + "/evil.secret", serverFile: keys.path + "/server.public")
            )
            try unlisted.send([[1, 2, 3]])
            let misled = try RawDealer(
                endpoint: endpoint,
                keys: WorkerKeys(secretFile: keys.path + "/alpha.secret", serverFile: stranger.path + "/server.public")
            )
            try misled.send([[1, 2, 3]])
            // However long it takes until they are turned away.
            defer { withExtendedLifetime((keyless, unlisted, misled)) {} }
            let worker = try await WorkerLink.start(
                endpoint: endpoint,
                keys: WorkerKeys(secretFile: keys.path + "/alpha.secret", serverFile: keys.path + "/server.public"),
                configuration: .test(),
                executor: EchoExecutor(),
                seed: 1
            )
            let answering = Task {
                var refused = false
                var joined: SessionID?
                for try await event in broker.flatEvents {
                    if case .refused = event { refused = true }
                    if case .hello(let session, let worker) = event {
                        #expect(!worker.isLocal)
                        joined = session
                        broker.send(.welcome(.test()), to: session)
                    }
                    if refused, let joined { broker.send(.bye, to: joined) }
                }
            }
            #expect(try await worker.ended() == .finished)
            answering.cancel()
            #expect(broker.currentCounters.malformed == 0)
            try FileManager.default.removeItem(atPath: stranger.path)
        }
    }

    @Test(.timeLimit(.minutes(10))) func `a key that is taken off the list ends the session while it is connected`()
        async throws
    {
        try await withKeyedBroker { broker, endpoint, keys in
            let worker = try await WorkerLink.start(
                endpoint: endpoint,
                keys: WorkerKeys(secretFile: keys.path + "/alpha.secret", serverFile: keys.path + "/server.public"),
                configuration: .test(),
                executor: EchoExecutor(),
                seed: 1
            )
            for try await event in broker.flatEvents {
                if case .hello(let session, _) = event {
                    broker.send(.welcome(.test()), to: session)
                    // A worker that waits long for an answer introduces itself again; the key is gone by then.
                    try? FileManager.default.removeItem(atPath: keys.path + "/workers/alpha.public")
                }
                if case .lost(_, let reason) = event, reason.contains("list") { break }
            }
            #expect(broker.currentCounters.refused > 0)
            worker.stop()
            _ = try await worker.ended()
        }
    }

    @Test func `a secret key that others may read is refused with the command that mends it`() throws {
        let folder = FileManager.default.temporaryDirectory.path + "/lk-\(UInt32.random(in: 0...(.max)))"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let keys = KeyFolder(folder)
        #expect(try keys.makeServerKeys())
        #expect(try keys.makeServerKeys() == false)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder + "/server.secret")
        #expect { try keys.serverKeys() } throws: { "\($0)".contains("chmod 600") }
    }
}

func withKeyedBroker(_ body: (Broker, String, KeyFolder) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/lk-\(UInt32.random(in: 0...(.max)))"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let keys = KeyFolder(folder)
    _ = try keys.makeServerKeys()
    try keys.makeWorkerKeys("alpha")
    try await withBroker(.init(localEndpoints: [], remoteEndpoints: ["tcp://127.0.0.1:*"], keys: keys, epoch: 3)) {
        try await body($0, $0.boundEndpoints[0], keys)
    }
}
