import Dispatch
import Glibc
import LarderTestSupport
import LarderTransport
import LarderWorkerCore
import Testing

@Suite("End of a worker's link") struct WorkerLinkEndTests {
    /// What a peer with another security mechanism says first (ZMTP 3.0, ZeroMQ's RFC 23).
    private static let greeting =
        [0xFF] + [UInt8](repeating: 0, count: 8) + [0x7F, 3, 0] + Array("CURVE".utf8) + [UInt8](repeating: 0, count: 47)

    @Test(.timeLimit(.minutes(10))) func `an end that is asked for as a handshake fails is not lost`() async throws {
        let port = try HeldPort()
        port.listen()
        let (waits, waiting) = AsyncStream.makeStream(of: Void.self)
        let both = DispatchSemaphore(value: 0)
        let link = try await WorkerLink.start(
            endpoint: "tcp://127.0.0.1:\(port.number)",
            configuration: .test(),
            executor: EchoExecutor(),
            seed: 1
        ) { problem in
            guard problem == .waiting else { return }
            waiting.yield()
            both.wait()
        }
        // The link's thread stands still from here on, so that one turn finds both. Its turns look at handshakes that
        // failed once 100 ms have passed.
        for await _ in waits.prefix(1) {}
        let turn = ContinuousClock.now + .milliseconds(100)
        let connection = port.accept()
        var byte: UInt8 = 0
        #expect(unsafe write(connection, Self.greeting, Self.greeting.count) == Self.greeting.count)
        while unsafe read(connection, &byte, 1) > 0 {}
        close(connection)
        link.stop()
        try await ContinuousClock().sleep(until: turn)
        both.signal()
        #expect(try await link.ended() == .finished)
    }
}
