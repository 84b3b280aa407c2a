import LarderHTML
import LarderModel
import LarderTestSupport
import Testing

@testable import LarderAttributedHTML

@Suite("Link base") struct LinkBaseTests {
    private static func base(_ url: String?) -> LinkBase {
        LinkBase(HTMLDocument(parsing: "<p>text"), documentURL: url)
    }

    /// Most links take a short way past the parser: both ways give the same.
    @Test(arguments: [1, 2, 3] as [UInt64]) func `a link is what the URL standard makes of it`(seed: UInt64) {
        var numbers = SeededGenerator(seed: seed)
        let parts = [
            "/", "/", "/", "a", "B", "1", ".", "..", "-", "--", "%", "%2e", "%41", "?", "#", "&amp;", "=", ":", ":80",
            "@", "'", "|",
            "^", "{", "ü", " ", "\\", "\t", "xn--", "https://", "http://", "HTTP://", "example", "EXAMPLE", ".com",
            "127.0.0.1", "0x7f",
            "http://site.example", "http://site.example/", "https://user:word@site.example:8443/",
            "http://127.0.0.1:8080/",
            "[::1]", "index.html", "~", "$", "(", ")", "*", "+", ",", ";", "!", "<", "\"", "`", "ex-ample", "www.",
        ]
        let bases = [
            "http://site.example/a/b?c#d", "https://user:word@site.example:8443/", "http://127.0.0.1:8080/a",
            "file:///a/b", nil,
        ].map(Self.base)
        for _ in 0..<20_000 {
            let reference = (0..<Int.random(in: 1...7, using: &numbers)).map { _ in
                parts[Int.random(in: 0..<parts.count, using: &numbers)]
            }.joined()
            for base in bases {
                let found = base.link(reference)
                let parsed = WebURL(reference, relativeTo: base.url)
                #expect(found.url == parsed?.description ?? reference, "seed \(seed): \(reference.debugDescription)")
                let first = reference.utf8.first { $0 > 0x20 }
                #expect(found.isFragment == (first == nil || first == UInt8(ascii: "#")))
            }
        }
    }

    @Test(arguments: [
        ("/recipes/1.html", "http://site.example/recipes/1.html"), ("/a?b=c&d#e", "http://site.example/a?b=c&d#e"),
        ("https://www.other.example/x%20y", "https://www.other.example/x%20y"), ("/a/../b", "http://site.example/b"),
        ("http://site.example/b/./c", "http://site.example/b/c"),
        ("//other.example/x", "http://other.example/x"), ("https://Other.example", "https://other.example/"),
        ("x", "http://site.example/a/x"),
    ])
    func `links are seen from the page`(reference: String, url: String) {
        #expect(Self.base("http://site.example/a/b?c#d").link(reference).url == url)
    }
}
