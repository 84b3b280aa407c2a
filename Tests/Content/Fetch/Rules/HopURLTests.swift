import Testing

@testable import LarderFetch

@Suite("Hop URL") struct HopURLTests {
    @Test(arguments: [
        ("HTTP://Example.ORG#x", "http://example.org/", "example.org:80"),
        ("https://bücher.example/ü", "https://xn--bcher-kva.example/%C3%BC", "xn--bcher-kva.example:443"),
        ("http://0x7f.1:8080", "http://127.0.0.1:8080/", "127.0.0.1:8080"),
        ("http://[0::1]", "http://[::1]/", "[::1]:80"), ("http://a\\@b/", "http://a/@b/", "a:80"),
        ("http://u:p@h/?q", "http://u:p@h/?q", "h:80"), ("http://x/?'#", "http://x/?%27", "x:80"),
    ]) func `what is checked is what curl is told`(text: String, whole: String, authority: String) throws {
        let url = try HopURL(text)
        #expect(url.text == whole && url.authority == authority)
        #expect(try HopURL(whole) == url)
    }

    @Test(arguments: [
        ("../b", "https://h:8443/b"), ("?q", "https://h:8443/x/y?q"), ("//i/z", "https://i/z"),
        ("http:/z", "http://z/"), ("https:z", "https://h:8443/x/z"), ("\\z", "https://h:8443/z"),
    ]) func `redirects are resolved as browsers resolve them`(location: String, whole: String) throws {
        #expect(try HopURL(location, relativeTo: HopURL("https://h:8443/x/y?a")).text == whole)
    }

    @Test(arguments: [
        ("mailto:a@b", FetchError.Code.schemeRefused), ("ws://h/", .schemeRefused), ("//:80", .badURL),
        ("http://a{b/", .badURL), ("http://xn--a/", .badURL), ("http://1.2.3.400/", .badURL),
    ]) func `what cannot be fetched is refused`(text: String, code: FetchError.Code) {
        let error = #expect(throws: FetchError.self) { try HopURL(text, relativeTo: HopURL("http://h/")) }
        #expect(error?.code == code)
    }
}
