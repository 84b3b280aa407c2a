import LarderModel
import LarderTestSupport
import Testing

@testable import LarderPageMarkup
@testable import LarderSourceDefinitions
@testable import LarderSourceReaders

@Suite("Web address") struct WebAddressTests {
    @Test(arguments: [
        ("HTTP://EXAMPLE.org:80", "http://example.org/"),
        (" https://x.org:443/a/../b/./c?d=e#f\n", "https://x.org/b/c?d=e"),
        ("http://x.org/a b/é?q=ü \"", "http://x.org/a%20b/%C3%A9?q=%C3%BC%20%22"),
        ("http://x.org/100%/%zz/%41", "http://x.org/100%25/%25zz/%41"),
        ("http://x.org?a", "http://x.org/?a"), ("http://[::1]:8080/x", "http://[::1]:8080/x"),
        ("http:\\\\x.org\\a", "http://x.org/a"),
        ("http://x.org/a|b[c]{d}^`", "http://x.org/a%7Cb%5Bc%5D%7Bd%7D%5E%60"),
        ("http://x.org/a\tb", "http://x.org/ab"),
        ("http://bücher.example/", "http://bücher.example/"), ("http://x.org/../../a", "http://x.org/a"),
        ("http://x.org/a/%2e%2E/b", "http://x.org/b"),
        ("https://x.org/a;b=1,2:3@4?w=1200:*&u=http://y/", "https://x.org/a;b=1,2:3@4?w=1200:*&u=http://y/"),
    ])
    func `spellings come out as one`(_ text: String, _ expected: String) {
        #expect(WebAddress(text)?.description == expected)
        #expect(WebAddress(expected)?.description == expected)
    }

    @Test(arguments: [
        "", " ", "x.org", "/a", "ftp://x.org", "javascript:alert(1)", "data:text/html,x", "http:", "http://",
        "http:///a", "http://u@x.org",
        "http://u:p@x.org", "http://x.org:0", "http://x.org:65536", "http://x.org:1a", "http://a b", "http://a%20b",
        "http://[::1", "http://[zz]",
        "http://x<y", "http://x.org:99999999999999999999", "mailto:a@b", "http://x\u{3000}y", "http:x.org",
    ])
    func `what is no web address is none`(_ text: String) {
        #expect(WebAddress(text) == nil)
    }

    @Test(arguments: [
        ("../c", "http://x.org/c"), ("c?d", "http://x.org/a/c?d"), ("/c", "http://x.org/c"),
        ("//y.org/c", "http://y.org/c"), ("?z", "http://x.org/a/b?z"),
        ("#f", "http://x.org/a/b?q"), ("https://z.org", "https://z.org/"), (".", "http://x.org/a/"),
        ("..", "http://x.org/"),
    ])
    func `references resolve as in RFC 3986`(_ reference: String, _ expected: String) throws {
        let base = try #require(WebAddress("http://x.org/a/b?q"))
        #expect(WebAddress(reference, relativeTo: base)?.description == expected)
    }

    @Test func `host and port are read strictly`() {
        #expect(HostPort("Example.org:80")?.description == "example.org:80")
        #expect(HostPort("[::1]:443")?.description == "[::1]:443")
        for text in [
            "example.org", "example.org:", ":80", "a:b", "a:80/x", "a:80/", "u@a:80", "::1", "a:80#", "a:80?x",
            "http://a:80",
        ] {
            #expect(HostPort(text) == nil, "\(text)")
        }
    }

    @Test func `no text makes it trap, and every result is stable`() {
        var numbers = SeededGenerator(seed: 3)
        let parts = [
            "http", "s", ":", "/", "//", "\\", "?", "#", "@", "[", "]", "%", "%2e", "..", ".", "x.org", ":80", "é",
            "\u{0}", " ", "a", "\u{FF0F}",
        ]
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 0...12, using: &numbers)).map { _ in
                parts[Int.random(in: 0..<parts.count, using: &numbers)]
            }.joined()
            guard let address = WebAddress((Bool.random(using: &numbers) ? "http://h" : "") + text) else { continue }
            #expect(WebAddress(address.description) == address, "\(text)")
            #expect(address.description.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F })
        }
    }
}

@Suite("Small readings") struct SmallReadingsTests {
    @Test func `the stable hash is FNV-1a with 128 bits`() {
        #expect(StableHash.hex("") == "6c62272e07bb014262b821756295c58d")
        #expect(StableHash.hex("a") == "d228cb696f1a8caf78912b704e4a8964")
    }

    @Test(arguments: [
        ("2017-04-03T19:49:51Z", 1_491_248_991_000 as Int64?), ("2017-04-03T19:49:51.1239999Z", 1_491_248_991_123),
        ("2017-04-03T19:49:51.5", 1_491_248_991_500),
        ("2017-04-03 21:49:51+02:00", 1_491_248_991_000), ("2017-04-03T14:19:51-0530", 1_491_248_991_000),
        ("2017-04-03T19:49:51+00:00", 1_491_248_991_000),
        ("2017-04-03", 1_491_177_600_000), ("1970-01-01T00:00:00Z", 0), ("2024-02-29T00:00Z", 1_709_164_800_000),
        ("1969-12-31T23:59:59Z", -1_000),
        ("0001-01-01T00:00:00Z", nil), ("2023-02-29T00:00:00Z", nil), ("2017-13-01", nil), ("", nil),
        ("yesterday", nil), ("2017-04-03T25:00:00Z", nil),
        ("2017-04-03T19:49:51Zjunk", nil), ("2017-04-03T19:49:51.Z", nil), ("9999999999-01-01", nil),
        ("2017-04-03T19:49:51+99:00", nil),
    ])
    func `points in time`(_ text: String, _ expected: Int64?) {
        #expect(Timestamps.milliseconds(text) == expected)
    }

    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777_000 as Int64?),
        ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777_000),
        ("Sun Nov  6 08:49:37 1994", 784_111_777_000), ("Sun, 32 Nov 1994 08:49:37 GMT", nil), ("soon", nil), ("", nil),
        ("1 2 3 4 5 6 7 8 9", nil),
    ])
    func `HTTP dates in their three forms`(_ text: String, _ expected: Int64?) {
        #expect(Timestamps.httpDate(text) == expected)
    }

    @Test func `pauses are bounded and counted from the server's own clock`() {
        func pause(_ value: String, date: String? = nil) -> Duration? {
            RetryAfter.duration(
                in: Samples.answer("", headers: [("Retry-After", value)] + (date.map { [("Date", $0)] } ?? []))
            )
        }
        #expect(pause("120") == .seconds(120))
        #expect(pause("99999999999999999999999") == RetryAfter.longest)
        #expect(pause("-5") == .zero)
        #expect(pause("1.5") == .milliseconds(1_500))
        #expect(pause("Fri, 14 Jul 2017 02:40:10 GMT") == .seconds(10))
        #expect(pause("Fri, 14 Jul 2017 02:40:10 GMT", date: "Fri, 14 Jul 2017 02:40:07 GMT") == .seconds(3))
        #expect(pause("Fri, 14 Jul 2000 02:40:10 GMT") == .zero)
        #expect(pause("later") == nil && pause("") == nil && pause("nan") == nil)
    }

    @Test(arguments: [
        ("a &amp; b", "a & b"), ("&amp;lt;", "&lt;"), ("&#39;&#x2019;&#X41;", "'\u{2019}A"),
        ("&eacute;&nbsp;&frac12;", "é\u{A0}½"), ("&bogus; & &;", "&bogus; & &;"),
        ("AT&T", "AT&T"), ("&#0;&#xD800;&#99999999999;", "\u{FFFD}\u{FFFD}\u{FFFD}"), ("&#146;", "\u{2019}"),
        ("&", "&"), ("&amp", "&amp"), ("&yuml;", "ÿ"),
    ])
    func `character references are decoded once`(_ text: String, _ expected: String) {
        #expect(Entities.decoded(text) == expected)
    }

    @Test func `markup is told from text`() {
        for text in ["<p>x", "a<br/>", "x</b>", "a &amp; b", "<!-- c -->"] {
            #expect(Entities.isMarkup(text), "\(text)")
        }
        for text in ["3 < 4 > 2", "a & b", "<3", "<", "", "x <y"] { #expect(!Entities.isMarkup(text), "\(text)") }
    }

    @Test(arguments: [
        ("querys", "queries" as String?), ("Politeness", "politeness"), ("politness", "politeness"),
        ("pageSize", "page-size"), ("time-out", "timeout"), ("xyz", nil),
    ])
    func `the nearest key is found`(_ word: String, _ expected: String?) {
        #expect(NearestWord.find(word, in: SourceDefinition.keys) == expected)
    }
}
