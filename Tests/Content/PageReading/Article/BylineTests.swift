import LarderHTML
import Testing

@testable import LarderPageReading

@Suite("Bylines") struct BylineTests {
    @Test(arguments: [
        ("By Ada Berg", "Ada Berg"), ("Author: By Ada Berg", "Ada Berg"),
        ("Written by Ada Berg on 2 March", "Ada Berg"), ("von Ada Berg", "Ada Berg"),
        ("Ada Berg | Tramway Post", "Ada Berg"), ("Ada Berg, March 2, 2026", "Ada Berg"), ("  Ada\n Berg ", "Ada Berg"),
        ("Ada &amp; Otto", "Ada & Otto"),
        ("Автор: Анна Берг", "Анна Берг"),
    ])
    func `a name is freed of what stands round it`(text: String, expected: String) {
        #expect(BylineChoice.usable(text) == expected)
    }

    @Test(arguments: ["", "By", "admin", "https://e.example/ada", "ada@e.example", "12", "Posted by"])
    func `other text is no name`(text: String) {
        #expect(BylineChoice.usable(text) == nil)
    }

    @Test(arguments: [
        ("<p>2024-02-28 by Ada Berg</p>", ""), ("<p>28 February 2024, by Ada Berg</p>", ""),
        ("", "<footer><address>By <a href=/ada>Ada Berg</a></address></footer>"),
    ])
    func `a name behind a date, or in the address of the article, is its author`(line: String, end: String) {
        let text = "<p>The tram was late, and nobody knew why it had not come. The council waited for a word.</p>"
        let page = "<title>A tram</title><main><article><h1>A tram</h1>\(line)\(text)\(text)\(end)</article></main>"
        let article = ArticleReader.read(HTMLDocument(parsing: page), url: "https://e.example/tram")
        #expect(article.byline == "Ada Berg")
    }

    @Test func `the footer of an article tells its date, that of the page does not`() {
        let text = "<p>The tram was late, and nobody knew why it had not come. The council waited for a word.</p>"
        let time = "<footer><time datetime=2021-11-23T10:14:00Z>Tue 23 November 2021</time></footer>"
        func published(_ text: String, _ end: String, _ pageEnd: String) -> String? {
            let article = "<article><h1>A tram</h1><p>No tram.</p>\(text)\(end)</article>"
            let page = "<title>A tram</title><main>\(article)</main>\(pageEnd)"
            return ArticleReader.read(HTMLDocument(parsing: page), url: "https://e.example/tram").published
        }
        #expect(published("", time, "") == "2021-11-23T10:14:00Z")
        #expect(published(text, time, "") == "2021-11-23T10:14:00Z")
        #expect(published(text + text, "", time) == nil)
    }
}
