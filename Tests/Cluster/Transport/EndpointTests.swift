import LarderModel
import LarderTransport
import Testing

@Suite("Endpoints as typed") struct EndpointTests {
    @Test(
        arguments: [
            "tcp://127.0.0.1:5570", "tcp://[::1]:1", "tcp://*:65535", "tcp://coordinator.example:5570", "ipc:///tmp/s",
            "ipc://" + String(repeating: "a", count: 107),
        ]
    )
    func `good ones have no fault`(text: String) {
        #expect(Endpoint.fault(in: text) == nil)
        #expect(Endpoint.fault(in: text, mayChoosePort: true) == nil)
    }

    @Test(
        arguments: [
            "", "tcp://", "tcp://:5570", "tcp://host", "udp://host:1", "tcp://host:", "tcp://host:99999",
            "tcp://host:65536",
            "tcp://host:-1", "tcp://host:+1", "tcp://host:5570 ", "ipc://",
            "ipc://" + String(repeating: "a", count: 108),
        ]
    )
    func `others are told what is wrong`(text: String) throws {
        let fault = try #require(Endpoint.fault(in: text, mayChoosePort: true))
        #expect(fault.hasSuffix("."))
    }

    @Test(arguments: ["tcp://127.0.0.1:*", "tcp://127.0.0.1:0"])
    func `a free port makes sense for whoever listens alone`(text: String) {
        #expect(Endpoint.fault(in: text, mayChoosePort: true) == nil)
        #expect(Endpoint.fault(in: text) != nil)
    }
}
