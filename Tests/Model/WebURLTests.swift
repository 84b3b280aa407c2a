import LarderModel
import Testing

/// The rules of the URL Standard, in examples of our own.
@Suite("Web URL") struct WebURLTests {
    /// Text, base, result; an empty base is none.
    static let cases: [(String, String, String?)] = [
        // Schemes (§4.4).
        ("HTTP://H", "", "http://h/"), ("h+t-t.p1:x", "", "h+t-t.p1:x"), ("1http://h", "", nil), (":x", "", nil),
        ("x", "", nil), ("http:x", "http://h/a/b", "http://h/a/x"), ("http:/x", "http://h/a/b", "http://h/x"),
        ("http:\\\\x", "http://h/a/b", "http://x/"), ("http:///x", "http://h/a/b", "http://x/"),
        ("http:x", "https://h/a", "http://x/"), ("https:////x/y", "", "https://x/y"), ("ws:x", "", "ws://x/"),
        // References (§4.4, relative state).
        ("", "http://h/a?b#c", "http://h/a?b"), ("#d", "http://h/a?b#c", "http://h/a?b#d"),
        ("?", "http://h/a?b", "http://h/a?"), ("x", "http://h", "http://h/x"),
        ("./../x/./", "http://h/a/b/c", "http://h/a/x/"), ("/..//../x", "http://h/a", "http://h/x"),
        ("..", "http://h/a/b/", "http://h/a/"), (".%2E", "http://h/a/b/c", "http://h/a/"),
        ("...", "http://h", "http://h/..."),
        ("//x:81/y", "https://u:p@h:8/a", "https://x:81/y"), ("x", "https://u:p@h:8/a", "https://u:p@h:8/x"),
        ("\\x\\..\\y", "http://h/a", "http://h/y"), ("\\\\x", "http://h/a", "http://x/"),
        // Other schemes.
        ("mailto:a@b?c d", "", "mailto:a@b?c%20d"), ("data:text/plain, é ", "", "data:text/plain, %C3%A9"),
        ("data:a ?b", "", "data:a%20?b"), ("#x", "mailto:a@b", "mailto:a@b#x"), ("x", "mailto:a@b", nil),
        ("foo://H:21/a/../b", "", "foo://H:21/b"), ("foo:/a/./b/..", "", "foo:/a/"), ("foo:/..//a", "", "foo:/.//a"),
        ("foo:///a", "", "foo:///a"), ("foo://", "", "foo://"), ("../x", "foo://h/a/b", "foo://h/x"),
        ("foo://h^", "", nil), ("foo://u@", "", nil), ("foo://:1/", "", nil), ("foo://%zz", "", "foo://%zz"),
        ("\\x", "foo://h/a", "foo://h/\\x"), ("ftp://h:21/a\\b", "", "ftp://h/a/b"),
        ("file:///a/../b", "", "file:///b"), ("file://localhost/a", "", "file:///a"),
        ("file:a", "file:///b/c", "file:///b/a"),
        ("//h/x", "file:///b", "file://h/x"), ("file:a", "", "file:///a"), ("file://h:1/", "", nil),
        // User, host and port.
        ("http://u:p@h/", "", "http://u:p@h/"), ("http://a@b@h/", "", "http://a%40b@h/"),
        ("http://@h/", "", "http://h/"),
        ("http://:@h/", "", "http://h/"), ("http://:p@h/", "", "http://:p@h/"), ("http://u:@h/", "", "http://u@h/"),
        ("http://u;=p:é@h/", "", "http://u%3B%3Dp:%C3%A9@h/"), ("http://@/x", "", nil), ("http://h:", "", "http://h/"),
        ("http://h:65535", "", "http://h:65535/"), ("http://h:65536", "", nil), ("http://h:0", "", "http://h:0/"),
        ("http://h:-1", "", nil), ("http://h:8a", "", nil), ("https://h:80", "", "https://h:80/"),
        ("http://h?x/y@z", "", "http://h/?x/y@z"), ("http://a%2Eb/", "", "http://a.b/"), ("http://a%2Fb/", "", nil),
        ("http://a b/", "", nil), ("http://a|b/", "", nil), ("http://%ff/", "", nil),
        ("http://H_-.~!/", "", "http://h_-.~!/"),
        // IPv4 (§3.5): what ends in a number is an address or nothing.
        ("http://127.1", "", "http://127.0.0.1/"), ("http://0x7f000001", "", "http://127.0.0.1/"),
        ("http://017.0.0.1.", "", "http://15.0.0.1/"), ("http://4294967295", "", "http://255.255.255.255/"),
        ("http://4294967296", "", nil), ("http://1.2.3.4.5", "", nil), ("http://1.2.3.256", "", nil),
        ("http://255.0.100.10", "", "http://255.0.100.10/"), ("http://1.02.3.4", "", "http://1.2.3.4/"),
        ("http://1.2.3.4.", "", "http://1.2.3.4/"), ("http://00.0.0.0", "", "http://0.0.0.0/"),
        ("http://.1.2.3", "", nil), ("http://999999999999999", "", nil),
        ("http://256.2.3.4", "", nil), ("http://1..2", "", nil), ("http://a.09", "", nil), ("http://09.1", "", nil),
        ("http://0x.0x0", "", "http://0.0.0.0/"), ("http://a.0xg", "", "http://a.0xg/"), ("http://0+7.1", "", nil),
        ("http://0xffffffffffffffffffff", "", nil), ("http://１２７.1", "", "http://127.0.0.1/"),
        // IPv6 (§3.5).
        ("http://[1:2:3:4:5:6:7:8]", "", "http://[1:2:3:4:5:6:7:8]/"), ("http://[::]", "", "http://[::]/"),
        ("http://[2001:DB8:0:0:1:0:0:1]", "", "http://[2001:db8::1:0:0:1]/"), ("http://[1::]", "", "http://[1::]/"),
        ("http://[0:1:0:1:0:1:0:1]", "", "http://[0:1:0:1:0:1:0:1]/"),
        ("http://[1:2:3:4:5:6:7::]", "", "http://[1:2:3:4:5:6:7:0]/"),
        ("http://[::ffff:1.2.3.4]:80", "", "http://[::ffff:102:304]/"), ("http://[00001::]", "", nil),
        ("http://[1:2:3:4:5:6:7:8:9]", "", nil), ("http://[::1::]", "", nil), ("http://[:1]", "", nil),
        ("http://[1:]", "", nil), ("http://[:::]", "", nil), ("http://[]", "", nil), ("http://[::1.2.3]", "", nil),
        ("http://[::01.2.3.4]", "", nil), ("http://[::1.2.3.4:5]", "", nil),
        ("http://[1:2:3:4:5:6:7:1.2.3.4]", "", nil),
        ("http://[::1%25eth0]", "", nil), ("http://[::1]x", "", nil), ("http://[::g]", "", nil),
        ("foo://[::1]", "", "foo://[::1]"),
        // Percent-encode sets (§1.3).
        ("http://h/ \"#<>?", "", "http://h/%20%22#%3C%3E?"),
        ("http://h/`{}^|[]\\'~", "", "http://h/%60%7B%7D%5E|[]/'~"),
        ("http://h/?`{}^|[]\\'\"<>", "", "http://h/?`{}^|[]\\%27%22%3C%3E"), ("foo://h/?'", "", "foo://h/?'"),
        ("http://h/#`{}^|[]\\'\"<>", "", "http://h/#%60{}^|[]\\'%22%3C%3E"), ("http://h/%zz%", "", "http://h/%zz%"),
        ("http://h/\u{1}\u{7F}é", "", "http://h/%01%7F%C3%A9"), ("javascript:a('é')", "", "javascript:a('%C3%A9')"),
        // White space.
        (" \u{1}http://h/a\n\tb\r \u{0}", "", "http://h/ab"), ("ht\ntp://h", "", "http://h/"),
    ]

    @Test(arguments: cases) func `URLs are read as browsers read them`(text: String, base: String, expected: String?) {
        let base = base.isEmpty ? nil : WebURL(base)
        let url = WebURL(text, relativeTo: base)
        #expect(url?.description == expected)
        if let url { #expect(WebURL(url.description) == url) }
    }

    @Test(arguments: [
        ("bücher.example", "xn--bcher-kva.example"), ("BÜCHER.example", "xn--bcher-kva.example"),
        ("bu\u{308}cher.example", "xn--bcher-kva.example"), ("faß.de", "xn--fa-hia.de"), ("ẞ.de", "xn--zca.de"),
        ("日本語。jp", "xn--wgv71a119e.jp"), ("ｅｘａｍｐｌｅ．org", "example.org"), ("a\u{AD}b.org", "ab.org"),
        ("☃.net", "xn--n3h.net"), ("Ω.gr", "xn--bya.gr"), ("βόλος.com", "xn--nxasmm1c.com"),
        ("пример.рф", "xn--e1afmkfd.xn--p1ai"),
        ("ế.vn", "xn--ilg.vn"), ("e\u{302}\u{301}.vn", "xn--ilg.vn"), ("\u{212A}.org", "k.org"),
        ("\u{1112}\u{1161}\u{11AB}.kr", "xn--6q8b.kr"), ("\u{915}\u{93C}.in", "xn--11b2f.in"),
        ("xn--bcher-kva.example", "xn--bcher-kva.example"), ("XN--BCHER-KVA.example", "xn--bcher-kva.example"),
        ("a..b", "a..b"), ("a.b.", "a.b."), ("-a-.b", "-a-.b"), ("a--b", "a--b"),
    ]) func `names become ASCII`(name: String, ascii: String) {
        #expect(WebURL("http://\(name)/")?.host == ascii)
    }

    @Test(arguments: [
        "xn--.org", "xn--a.org", "xn--bcher-kva-.org", "xn--é.org", "xn--zzzzzzzzzzzz99999.org", "xn--BCHER-KV!.org",
        "\u{301}a.org", "a\u{200D}b.org", "a\u{FFFD}.org", "℡.org", "ﬁ.org", "a\u{3000}b.org", "\u{AD}",
        "a\u{202E}b.org",
        "\u{E000}.org", "xn--nxasmq6b1.org",
    ]) func `what no name server knows is no name`(name: String) {
        #expect(WebURL("http://\(name)/") == nil)
    }

    @Test func `hostile names and lengths end soon`() {
        #expect(WebURL("http://" + String(repeating: "é", count: 20_000)) == nil)
        #expect(WebURL("http://e" + String(repeating: "\u{301}", count: 20_000)) == nil)
        #expect(WebURL("http://xn--" + String(repeating: "9", count: 60_000)) == nil)
        #expect(WebURL("http://h/" + String(repeating: "../", count: 20_000))?.description == "http://h/")
        #expect(WebURL("http://h/" + String(repeating: "a", count: WebURL.maxBytes)) == nil)
    }
}
