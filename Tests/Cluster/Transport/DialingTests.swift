import LarderThreading
import Testing

@testable import LarderTransport

@Suite("Where a worker connects to") struct DialingTests {
    @Test(
        arguments: [
            ("tcp://coordinator:5570", "coordinator"), ("tcp://localhost:1", "localhost"),
            ("tcp://a.b-c.example:1", "a.b-c.example"),
            ("tcp://fade:1", "fade"), ("tcp://10.0.0.1.5:1", "10.0.0.1.5"), ("tcp://127.0.0.1:5570", nil),
            ("tcp://[::1]:1", nil), ("tcp://10.0.0.1:0;10.0.0.2:1", nil), ("ipc:///tmp/s", nil),
        ] as [(String, String?)]
    )
    func `names are looked up, numbers and paths are not`(endpoint: String, host: String?) {
        let dialing = Dialing(endpoint)
        #expect(dialing.host == host)
        #expect(dialing.address == (host == nil ? endpoint : nil))
    }

    private func take(_ dialing: inout Dialing, _ answer: HostAddresses, isWelcome: Bool = false, at now: UInt64)
        -> Bool
    {
        dialing.take(answer, isWelcome: isWelcome, at: now)
    }

    @Test func `a socket connects elsewhere once its address is another one, and only then`() {
        var dialing = Dialing("tcp://coordinator:5570")
        #expect(!take(&dialing, HostAddresses(fault: "no"), at: 0))
        #expect(dialing.address == nil)
        #expect(!take(&dialing, HostAddresses(addresses: ["10.0.0.1"]), at: 0))
        #expect(dialing.address == "tcp://10.0.0.1:5570")
        dialing.connected(at: 10)
        #expect(!take(&dialing, HostAddresses(addresses: ["10.0.0.1"]), at: 9000))
        #expect(!take(&dialing, HostAddresses(fault: "no"), at: 9000))
        #expect(take(&dialing, HostAddresses(addresses: ["10.0.0.2"]), isWelcome: true, at: 9000))
        #expect(dialing.address == "tcp://10.0.0.2:5570")
    }

    @Test func `of several addresses the next is tried after three seconds without a welcome`() {
        var dialing = Dialing("tcp://coordinator:5570")
        let both = HostAddresses(addresses: ["10.0.0.1", "10.0.0.2"])
        #expect(!take(&dialing, both, at: 0))
        dialing.connected(at: 0)
        #expect(!take(&dialing, both, at: 2999))
        #expect(!take(&dialing, both, isWelcome: true, at: 3000))
        #expect(take(&dialing, both, at: 3000))
        #expect(dialing.address == "tcp://10.0.0.2:5570")
        dialing.connected(at: 3000)
        #expect(take(&dialing, both, at: 6000))
        #expect(dialing.address == "tcp://10.0.0.1:5570")
    }

    @Test func `the pause after a failed handshake doubles up to ten seconds, until the worker is let in`() {
        var dialing = Dialing("tcp://127.0.0.1:1")
        let pauses = (0..<8).map { _ in
            dialing.pause(0)
            return dialing.connectAt
        }
        #expect(pauses == [250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000])
        dialing.welcomed()
        dialing.pause(0)
        #expect(dialing.connectAt == 250)
    }

    @Test func `a lookup begins each second while the coordinator is away`() async throws {
        let mailbox = try Mailbox<WorkerLink.Command>()
        defer { _ = mailbox.close() }
        var dialing = Dialing("tcp://localhost:1")
        for now: UInt64 in [0, 999, 1000, 1500, 2000] { dialing.lookUp(at: now, in: mailbox) }
        var answers = 0
        while answers < 3 {
            for case .lookedUp(let answer) in mailbox.drain() {
                #expect(answer.addresses == ["127.0.0.1"])
                answers += 1
            }
            await Task.yield()
        }
        #expect(mailbox.drain().isEmpty)
    }
}
