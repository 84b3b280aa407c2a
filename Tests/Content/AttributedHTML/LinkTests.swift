import LarderAttributedHTML
import LarderAttributedText
import LarderModel
import Testing

@Suite("Text renderer: links") struct LinkTests {
    private func url(_ reference: String, base: String? = "http://a.example/b/c/d;p?q#f") -> String? {
        render("<a href=\"\(reference)\">x</a>", url: base).links.first?.url
    }

    @Test(arguments: [
        ("g", "http://a.example/b/c/g"), ("./g/", "http://a.example/b/c/g/"), ("/g", "http://a.example/g"),
        ("//g", "http://g/"),
        ("?y", "http://a.example/b/c/d;p?y"), ("g?y#s", "http://a.example/b/c/g?y#s"),
        ("#s", "http://a.example/b/c/d;p?q#s"),
        ("", "http://a.example/b/c/d;p?q"), ("..", "http://a.example/b/"), ("../../../g", "http://a.example/g"),
        ("g;x=1/../y", "http://a.example/b/c/y"),
        (" g\n\t/ h ", "http://a.example/b/c/g/%20h"), ("\\g\\h", "http://a.example/g/h"),
        ("http:g", "http://a.example/b/c/g"),
        ("HTTPS://EXAMPLE.ORG:443/A", "https://example.org/A"), ("http://e.org:8080", "http://e.org:8080/"),
        ("%7e%zz", "http://a.example/b/c/%7e%zz"),
        ("http://ü.example/ü?ü#ü", "http://xn--tda.example/%C3%BC?%C3%BC#%C3%BC"),
        ("http://0x7f.1/", "http://127.0.0.1/"),
        ("http://日本語.jp", "http://xn--wgv71a119e.jp/"), ("http://u:p@e.org/", "http://u:p@e.org/"),
        ("http://[::1]:80/", "http://[::1]/"),
        ("mailto:a@b.c", "mailto:a@b.c"), ("tel:+1", "tel:+1"), ("data:,a b", "data:,a b"),
        ("a%2e%2e/%2e%2e/x", "http://a.example/b/c/x"),
        ("http://exa mple/", "http://exa mple/"), ("http://", "http://"),
        ("http://256.1.1.1.1/", "http://256.1.1.1.1/"),
    ])
    func `references become absolute URLs, or stay as written where they cannot`(reference: String, absolute: String) {
        #expect(url(reference) == absolute)
    }

    @Test func `the first base counts, seen from the document`() {
        let html = "<base target=x><base href='/root/'><base href='/other/'><a href=p>x</a>"
        #expect(render(html, url: "http://e.org/a").links[0].url == "http://e.org/root/p")
        #expect(render("<a href=p>x</a>").links[0].url == "p")
    }

    @Test func `ranges are counted in scalars and in UTF-16`() {
        let text = render("😀<a href=u>é😀<img src=i></a><a href=v></a>")
        #expect(text.links.map(\.start) == [1, 4] && text.links.map(\.length) == [3, 0])
        #expect(text.links.map(\.startUTF16) == [2, 6] && text.links.map(\.lengthUTF16) == [4, 0])
    }

    @Test func `a link lies over the blocks in it and not over the break behind them`() {
        let text = render("<a href=u><p>a</p><p>b</p></a>c<a href=u>d</a><a href=u>e</a>")
        #expect(text.links.map(\.length) == [4, 1, 1])
        #expect(text.text == "a\n\nb\n\ncde")
    }

    @Test(arguments: ["javascript:alert(1)", " JavaScript:x", "java\tscript:x", "vbscript:x"])
    func `code is never a link`(reference: String) {
        let text = render("<a href='\(reference)'>x</a>", url: "http://e.org/")
        #expect(text.links[0].isUnsafe)
        #expect(text.runs.allSatisfy { $0.attributes.link == nil })
    }
}
