import LarderServer
import Testing

@Suite("Where a server listens") struct ListenAddressTests {
    @Test(arguments: [
        ("127.0.0.1:8080", "127.0.0.1:8080", true), ("[::1]:80", "[::1]:80", true),
        ("localhost:1", "localhost:1", true),
        ("8081", "127.0.0.1:8081", true), (":8080", "0.0.0.0:8080", false), ("*:8080", "0.0.0.0:8080", false),
        ("10.1.2.3:0", "10.1.2.3:0", false), ("larder.local:65535", "larder.local:65535", false),
    ])
    func `an address is read`(text: String, expected: String, isLoopback: Bool) throws {
        let address = try #require(ListenAddress(text))
        #expect(address.description == expected && address.isLoopback == isLoopback)
    }

    @Test(arguments: [
        "", ":", "x", "localhost", "localhost:", "localhost:65536", "localhost:-1", "localhost:+1", "::1:80", "[::1]",
        "http://localhost:80", "a b:80", "localhost:8 0", "user@localhost:80",
    ])
    func `what is no address is refused`(text: String) { #expect(ListenAddress(text) == nil) }
}
