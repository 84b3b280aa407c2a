import Dispatch
import Glibc
import LarderTestSupport
import LarderTransport
import LarderWorkerCore
import Testing

@Suite("End of a worker's link") struct WorkerLinkEndTests {
    @Test(.timeLimit(.minutes(10))) func `an end that is asked for as a handshake fails is not lost`() async throws {
        let port = try HeldPort()
        port.listen()
        let (waits, waiting) = AsyncStream.makeStream(of: Void.self)
        let both = DispatchSemaphore(value: 0)
        let link = try await WorkerLink.start(
            endpoint: "tcp://127.0.0.1:\(port.number)",
            configuration: .test(),
            executor: EchoExecutor(),
            seed: 100
        ) { problem in
            guard problem == .waiting else { return }
            waiting.yield()
            both.wait()
        }
        // The link's thread stands still from here on, so that its next turn finds both. A turn looks for handshakes that
        // failed once 100 ms have passed, and libzmq connects again 150 ms after the failure.
        for await _ in waits.prefix(1) {}
        close(port.accept())
        let again = port.accept()
        link.stop()
        both.signal()
        #expect(try await link.ended() == .finished)
        close(again)
    }
}
