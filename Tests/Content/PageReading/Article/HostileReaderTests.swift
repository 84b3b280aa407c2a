import LarderHTML
import LarderModel
import LarderTestSupport
import Testing

@testable import LarderPageReading

@Suite("Hostile pages for the reader", .timeLimit(.minutes(30))) struct HostileReaderTests {
    private static func times(_ count: Int, _ text: String) -> String { String(repeating: text, count: count) }

    private static let paragraph =
        "<p>The tram was late, and nobody knew why it had not come. The council waited, as always, for a word.</p>"
    /// Comparing such texts as strings takes steps in the square of their length.
    private static let marks = times(60_000, "\u{301}\u{316}")

    private static let inputs: [(String, String)] = [
        ("links", times(100_000, "<a href=/x>a link of the page</a> ")), ("nested", times(50_000, "<div>") + "x"),
        ("nested paragraphs", times(3_000, "<div>" + paragraph)),
        ("classes", "<p class='\(times(75_000, "comment share "))'>x"),
        ("many classes", (0..<5_000).map { "<b class=w\($0)>x</b>" }.joined()),
        ("inline", times(400, "<span>") + times(5_000, "<p>x")),
        ("breaks", "<p>" + times(20_000, "text, and more.<br><br>")),
        ("pictures", times(5_000, "<img src=a.jpg srcset='b 1x, c 2x'>")),
        (
            "captions",
            "<figure>" + times(5_000, "<figcaption>c</figcaption>") + times(5_000, "<img src=a.jpg>") + "</figure>"
        ),
        ("figures without pictures", times(400, "<figure itemid=a.jpg>x") + times(20_000, "<i>x</i>")),
        ("opening pictures", "<article><h1>x</h1><figure>\(times(5_000, "<img src=a.jpg>"))</figure><div>\(paragraph)"),
        ("opening figures", "<article><h1>x</h1>" + times(5_000, "<figure><img>") + "<div>" + paragraph),
        (
            "a long link",
            "<article>\(paragraph)<a href='\(times(20_000, "x"))'>" + times(5_000, "text, <img src=a.jpg>")
        ),
        (
            "divided texts",
            times(400, "<div class=story-body>\(paragraph)") + times(3_000, "<p class=story-body>x, y. z")
        ),
        ("noscript", "<noscript>" + times(3_000, "<div>" + paragraph)),
        ("lines with dates", times(10_000, "<p>Published soon, in March")),
        ("articles", times(3_000, "<article><h1>x</h1>\(paragraph)\(paragraph)</article>")),
        ("names", times(5_000, "<i class=author>Ada Berg</i>")),
        ("titles", "<title>\(times(20_000, "a - "))</title>" + paragraph),
        (
            "marks",
            "<title>\(marks)</title><meta name=author content='\(marks)'><h1>\(marks)</h1><p class=\(marks)>\(marks)<time>\(marks)</time>"
        ),
        (
            "linked data",
            "<script type='application/ld+json'>\(times(60, "["))\(times(5_000, "{\"@type\":\"Article\"},"))</script>"
        ),
    ]

    @Test(arguments: inputs)
    func `a page made to be slow is read`(name: String, html: String) {
        let document = HTMLDocument(parsing: html)
        let article = ArticleReader.read(document, url: ReaderPage.url)
        #expect(article.markup(in: document).utf8.count <= html.utf8.count * 20 + 1_000)
    }

    /// What the processor time of a page four times as long may grow by: 4 is linear, 16 the square.
    private static let growth = 8.0

    @Test(arguments: ReaderPage.all)
    func `four times the page takes about four times the time`(page: ReaderPage) throws {
        let html = try String(decoding: SharedCorpus.ownBytes("reader/\(page.name).html"), as: UTF8.self)
        let documents = [10, 40].map { HTMLDocument(parsing: Self.times($0, html)) }
        var least = [Double.infinity, .infinity]
        // In turn, so that other work on the processor falls on both.
        for _ in 0..<5 {
            for (index, document) in documents.enumerated() {
                let seconds = ProcessorTime.seconds { _ = ArticleReader.read(document, url: ReaderPage.url) }
                least[index] = min(least[index], seconds)
            }
        }
        #expect(least[1] < Self.growth * least[0] + 0.05, "\(page.name)")
    }
}
