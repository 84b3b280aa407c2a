import LarderFixtures
import LarderServer
import LarderWireClient
import Testing

@Suite("Names of a server") struct HostTests {
    @Test func `only addresses and names of its own are answered`() async throws {
        let fixture = try SampleLarder.make()
        try await withServer(fixture.folder, { $0.hostNames = ["Larder.local"] }) { (client) async throws in
            for host in [
                "localhost", "LOCALHOST:80", "127.0.0.1", "10.0.0.1:8080", "[::1]", "[fe80::1]:80", "larder.local",
                "LARDER.local:8080",
            ] {
                #expect(try await client.get("/healthz", headers: ["Host": host]).status == 200, "\(host)")
            }
            for host in [
                "evil.example", "evil.example:80", "127.0.0.1.evil.example", "localhost.evil.example", "xlocalhost",
                "larder.local.evil.example", "1.2.3", "256.1.1.1", "evil", "[::1", "0x7f.0.0.1",
            ] {
                let answer = try await client.send("/", headers: ["Host": host])
                #expect(answer?.status == 421, "\(host)")
                #expect(answer?.text.contains("--host-name \(host.prefix { $0 != ":" })`") == true, "\(host)")
                #expect(answer?.headers["content-security-policy"] != nil, "\(host)")
                #expect(answer?.text.contains("Soup") == false)
            }
            let two = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
            let both = try await client.exchange(two)
            #expect(both?.status == 400)
            let unnamed = try await client.exchange("GET / HTTP/1.1\r\nConnection: close\r\n\r\n")
            #expect(unnamed.map { $0.status == 421 || $0.status == 400 } ?? true)
        }
    }
}
