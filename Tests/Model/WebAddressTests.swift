import Foundation
import Testing

@testable import LarderModel

@Suite("Web address") struct WebAddressTests {
    @Test(arguments: [
        ("HTTP://EXAMPLE.org:80", "http://example.org/"),
        (" https://x.org:443/a/../b/./c?d=e#f\n", "https://x.org/b/c?d=e"),
        ("http://x.org/a b/é?q=ü \"", "http://x.org/a%20b/%C3%A9?q=%C3%BC%20%22"),
        ("http://x.org/100%/%zz/%41", "http://x.org/100%/%zz/%41"),
        ("http://x.org?a", "http://x.org/?a"), ("http://[::1]:8080/x", "http://[::1]:8080/x"),
        ("http:\\\\x.org\\a", "http://x.org/a"),
        ("http://x.org/a|b[c]{d}^`", "http://x.org/a|b[c]%7Bd%7D%5E%60"),
        ("http://x.org/?a|b[c]{d}^`'\\<>", "http://x.org/?a|b[c]{d}^`%27\\%3C%3E"),
        ("http://x.org/a\tb", "http://x.org/ab"),
        ("http://bücher.example/", "http://xn--bcher-kva.example/"), ("http://x.org/../../a", "http://x.org/a"),
        ("http://x.org/a/%2e%2E/b", "http://x.org/b"), ("http://x.org:00080/", "http://x.org/"),
        ("http://0x7F.1/", "http://127.0.0.1/"), ("http://[0:0::0:1]/", "http://[::1]/"),
        ("https://x.org/a;b=1,2:3@4?w=1200:*&u=http://y/", "https://x.org/a;b=1,2:3@4?w=1200:*&u=http://y/"),
    ])
    func `spellings come out as one`(_ text: String, _ expected: String) {
        #expect(WebAddress(text)?.description == expected)
        #expect(WebAddress(expected)?.description == expected)
    }

    @Test(arguments: [
        "", " ", "x.org", "/a", "ftp://x.org", "javascript:alert(1)", "data:text/html,x", "http:", "http://",
        "http:///a", "http://u@x.org",
        "http://u:p@x.org", "http://@x.org", "http://x.org:0", "http://x.org:65536", "http://x.org:1a", "http://a b",
        "http://a%20b", "http://x%2eorg", "http://[::1", "http://[zz]", "http://1.2.3.256",
        "http://x<y", "http://x.org:99999999999999999999", "mailto:a@b", "http://x\u{3000}y", "http:x.org",
        "http://a!b/", "http://a\"b/", "http://a{b}/", "http://a~b/", "http://a,b/",
    ])
    func `what is no web address is none`(_ text: String) {
        #expect(WebAddress(text) == nil)
    }

    @Test(arguments: [
        ("../c", "http://x.org/c"), ("c?d", "http://x.org/a/c?d"), ("/c", "http://x.org/c"),
        ("//y.org/c", "http://y.org/c"), ("?z", "http://x.org/a/b?z"),
        ("#f", "http://x.org/a/b?q"), ("https://z.org", "https://z.org/"), (".", "http://x.org/a/"),
        ("..", "http://x.org/"), ("", nil), (" ", nil), ("///y.org", nil), ("http:c", nil), ("//u@y.org", nil),
        ("mailto:a@b", nil),
    ])
    func `references resolve against a base`(_ reference: String, _ expected: String?) throws {
        let base = try #require(WebAddress("http://x.org/a/b?q"))
        #expect(WebAddress(reference, relativeTo: base)?.description == expected)
    }

    @Test func `an address keeps its limit as written and as spelled`() throws {
        let longest = "http://x.org/" + String(repeating: "a", count: WebAddress.maxBytes - 13)
        #expect(WebAddress(longest) != nil)
        #expect(WebAddress(longest + "a") == nil)
        #expect(WebAddress("http://x.org/" + String(repeating: "é", count: 2_000)) == nil)
        #expect(WebAddress("http://" + String(repeating: "a", count: 254)) == nil)
    }

    @Test func `an address is coded as its string`() throws {
        let address = try #require(WebAddress("http://[::1]:8080/a?b"))
        let data = try JSONEncoder().encode([address])
        #expect(String(decoding: data, as: UTF8.self) == #"["http:\/\/[::1]:8080\/a?b"]"#)
        #expect(try JSONDecoder().decode([WebAddress].self, from: data) == [address])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([WebAddress].self, from: Data(#"["ftp://x"]"#.utf8))
        }
    }

    @Test func `endpoints and segments are joined to a base once`() throws {
        let base = try #require(WebAddress("https://x.org/api"))
        let query = [("q", "a b&c" as String?), ("none", nil)].map { (name: $0.0, value: $0.1) }
        #expect(base.endpoint("/api/search", query: query).description == "https://x.org/api/search?q=a%20b%26c")
        #expect(base.endpoint("/v2/all").description == "https://x.org/api/v2/all")
        #expect(base.appending(segment: "ä/b").description == "https://x.org/api/%C3%A4%2Fb")
        #expect(base.origin == "https://x.org" && base.hostPort.description == "x.org:443")
    }

    @Test func `host and port are read strictly`() {
        #expect(HostPort("Example.org:80")?.description == "example.org:80")
        #expect(HostPort("[::1]:443")?.description == "[::1]:443")
        #expect(HostPort("bücher.example:8080")?.description == "xn--bcher-kva.example:8080")
        for text in [
            "example.org", "example.org:", ":80", "a:b", "a:80/x", "a:80/", "u@a:80", "::1", "[::1]", "a:80#", "a:80?x",
            "a:80\\", "http://a:80", "", ":", "80",
        ] {
            #expect(HostPort(text) == nil, "\(text)")
        }
    }

    @Test func `no text makes it trap, and every result is stable`() {
        var numbers = SeededGenerator(seed: 3)
        let parts = [
            "http", "s", ":", "/", "//", "\\", "?", "#", "@", "[", "]", "%", "%2e", "..", ".", "x.org", ":80", "é",
            "\u{0}", " ", "a", "\u{FF0F}", "xn--", "-", "0x", "::", "e\u{301}", "1.", "file:", "foo:",
        ]
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 0...12, using: &numbers)).map { _ in
                parts[Int.random(in: 0..<parts.count, using: &numbers)]
            }.joined()
            let whole = (Bool.random(using: &numbers) ? "http://h" : "") + text
            if let url = WebURL(whole) {
                #expect(WebURL(url.description) == url, "\(whole)")
                #expect(url.description.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F })
            }
            guard let address = WebAddress(whole) else { continue }
            #expect(WebAddress(address.description) == address, "\(whole)")
            #expect(address.description.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F })
        }
    }
}

@Suite("Key names") struct KeyNamesTests {
    @Test(arguments: [
        "apikey", "api_key", "API-Key", "apiKey", "x-api-key", "access_token", "accessToken", "feed_token", "rss.token",
        "apitoken", "access-token", "auth-key", "app_id", "client_secret", "passwd", "sig", "Signature",
        "X-Amz-Signature", "X-Amz-Credential", "authorization", "idtoken", "refreshtoken",
        "PHPSESSID", "key",
    ])
    func `names of keys are known`(name: String) {
        #expect(KeyNames.contain(name))
    }

    @Test(arguments: [
        "keyword", "sort_key", "primary_key", "keys", "monkey", "page_token", "pageToken", "next_page_token",
        "continuation-token", "syncToken", "tokens", "channel_id", "author", "time_signature", "q", "",
    ])
    func `names of other parameters are none`(name: String) {
        #expect(!KeyNames.contain(name))
    }

    /// Identifiers and cursors are as long and as random as keys.
    @Test(arguments: [
        ("feed", "0a1b2c3d4e5f60718293a4b5", true), ("sid", "0a1b2c3d4e5f60718293a4b5", true),
        ("v", "12345678-9abc-def0-1234-56789abcdef0", true), ("channel_id", "UC0a1b2c3d4e5f60718293", false),
        ("guid", "12345678-9abc-def0-1234-56789abcdef0", false), ("cursor", "0a1b2c3d4e5f60718293a4b5", false),
        ("page_token", "0a1b2c3d4e5f60718293a4b5", false), ("tag", "hot", false), ("session", "2026-27", false),
        ("token", "", true),
    ])
    func `a value says it too, unless the name tells what it is`(name: String, value: String, isKey: Bool) throws {
        #expect(KeyNames.isKey(name: name, value: value) == isKey)
        let address = try #require(WebAddress("https://x.org/f?a=1&\(name)=\(value)"))
        #expect(address.withoutKeys == "https://x.org/f?a=1&\(name)=" + (isKey ? "***" : value))
    }
}

@Suite("Stable hash") struct StableHashTests {
    @Test func `the stable hash is FNV-1a with 128 bits`() {
        #expect(StableHash.hex("") == "6c62272e07bb014262b821756295c58d")
        #expect(StableHash.hex("a") == "d228cb696f1a8caf78912b704e4a8964")
        #expect(StableHash.Short("").hex == "cbf29ce484222325")
        #expect(StableHash.Short("a").hex == "af63dc4c8601ec8c")
    }
}
