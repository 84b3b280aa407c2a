import HTTPTypes
import LarderFixtures
import LarderWireClient
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import LarderServer

@Suite("Connections of a server") struct ConnectionTests {
    @Test func `a connection beyond the most that are open waits for its turn, and the others are answered`()
        async throws
    {
        let fixture = try SampleLarder.make()
        try await withServer(fixture.folder) { (client) async throws in
            let request = "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
            func answer(_ line: WireLine) async -> String {
                var text = ""
                for await part in line.parts {
                    text += String(decoding: part, as: UTF8.self)
                    if text.hasSuffix("ok\n") { break }
                }
                return text
            }
            var open: [WireLine] = []
            for _ in 0..<LarderServer.mostConnections {
                let line = try await client.open(request)
                #expect(await answer(line).hasPrefix("HTTP/1.1 200"))
                open.append(line)
            }
            let late = try await client.open("GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            let (arrivals, arrived) = AsyncStream.makeStream(of: String.self)
            async let lateAnswer: [UInt8] = {
                let bytes = try await late.answer()
                arrived.yield("late")
                return bytes
            }()
            for line in open.prefix(20) {
                try await line.write(request)
                #expect(await answer(line).hasPrefix("HTTP/1.1 200"))
            }
            arrived.yield("others")
            try await open.removeLast().close()
            #expect(WireAnswer(try await lateAnswer)?.status == 200)
            arrived.finish()
            var order: [String] = []
            for await arrival in arrivals { order.append(arrival) }
            #expect(order == ["others", "late"])
            for line in open { try await line.close() }
        }
    }

    @Test func `a head that does not come is not waited for`() throws {
        let slow = EmbeddedChannel(handler: RequestHeadDeadline())
        try slow.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        slow.embeddedEventLoop.advanceTime(by: .seconds(4))
        #expect(slow.isActive)
        slow.embeddedEventLoop.advanceTime(by: .seconds(2))
        #expect(!slow.isActive)
    }

    @Test func `a body that does not come is not waited for`() throws {
        let slow = EmbeddedChannel(handler: RequestHeadDeadline())
        try slow.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        let head = HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: "/login")
        try slow.writeInbound(HTTPRequestPart.head(head))
        slow.embeddedEventLoop.advanceTime(by: .seconds(19))
        #expect(slow.isActive)
        try slow.writeInbound(HTTPRequestPart.body(ByteBuffer(string: "t")))
        slow.embeddedEventLoop.advanceTime(by: .seconds(2))
        #expect(!slow.isActive)
    }

    @Test func `a connection whose request came stays open`() throws {
        let quick = EmbeddedChannel(handler: RequestHeadDeadline())
        try quick.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        quick.embeddedEventLoop.advanceTime(by: .seconds(4))
        let head = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/")
        try quick.writeInbound(HTTPRequestPart.head(head))
        try quick.writeInbound(HTTPRequestPart.end(nil))
        quick.embeddedEventLoop.advanceTime(by: .seconds(100))
        #expect(quick.isActive)
        #expect(try quick.readInbound(as: HTTPRequestPart.self) == .head(head))
        _ = try quick.finish()
    }
}
