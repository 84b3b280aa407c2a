import LarderHTML
import Testing

@testable import LarderPageReading

@Suite("Body pictures") struct BodyPicturesTests {
    private static let text =
        "<p>The old tram left the depot at six, an hour earlier than the timetable said, and nobody had been told. Its driver, who had worked the line for thirty years, found the gate locked and the lights of the workshop switched off.</p>"
    private static let body = "<div>" + text + text.replacing("tram", with: "ferry") + "</div>"

    private func read(_ html: String, _ head: String = "") -> (article: ReaderArticle, document: HTMLDocument) {
        let document = HTMLDocument(parsing: "<head>\(head)</head><body>\(html)")
        return (ArticleReader.read(document, url: "https://e.example/tram"), document)
    }

    private func pictures(_ html: String, _ head: String = "") -> [String] {
        read(html, head).article.pictures.map { $0.url.replacing("https://e.example/", with: "") }
    }

    private static let figure = "<figure><img src=hero.jpg><figcaption>The depot at night</figcaption></figure>"

    @Test(arguments: [
        "<article><header><h1>The old tram</h1>\(figure)</header>\(body)</article>",
        "<article><header>\(figure)<h1>The old tram</h1></header>\(body)</article>",
        "<article>\(figure.replacing("<img", with: "<img width=100%"))\(body)</article>",
        "<h1>The old tram</h1>\(figure)<main>\(body)</main>",
        "<article><div class=page-header><h1>The old tram</h1>\(figure)</div>\(body)</article>",
    ])
    func `a figure between the headline and the text opens the article`(html: String) {
        let (article, document) = read(html)
        #expect(article.pictures.map(\.url) == ["https://e.example/hero.jpg"])
        #expect(article.pictures.first?.caption == "The depot at night")
        #expect(article.captions.map { $0.text(in: document) } == ["The depot at night"])
        #expect(article.markup(in: document).contains("<img src=\"https://e.example/hero.jpg\""))
    }

    @Test(arguments: [
        "<figure><img src=logo.jpg></figure><h1>The old tram</h1><main>\(body)</main>",
        "<article><h1>The old tram</h1><div class=share><figure><img src=a.jpg></figure></div>\(body)</article>",
        "<article><h1>The old tram</h1><div class=author-box><figure><img src=a.jpg></figure></div>\(body)</article>",
        "<article><h1>The old tram</h1><img src=portrait.jpg>\(body)</article>",
        "<article><h1>The old tram</h1><figure><img src=a.jpg width=96></figure>\(body)</article>",
    ])
    func `other pictures before the text do not`(html: String) {
        #expect(pictures(html) == [])
    }

    /// A permanent link to the figure is no part of its caption.
    @Test(arguments: [
        "<div class=figure><img src=a.jpg><p class=caption>The depot at night</p></div>",
        "<div class=wp-caption><img src=a.jpg><p class=wp-caption-text>The depot at night</p></div>",
        "<div class=figure><img src=a.jpg><span class=caption>The depot at night</span></div>",
        "<figure id=f><img src=a.jpg><figcaption>The depot at night<a class=headerlink href=#f>¶</a></figcaption></figure>",
    ])
    func `a caption belongs to its picture by the element and by its class`(figure: String) {
        let (article, document) = read("<article><h1>The old tram</h1>\(Self.body)\(figure)\(Self.body)</article>")
        #expect(article.pictures.map(\.caption) == ["The depot at night"])
        #expect(article.captions.map { $0.text(in: document) } == ["The depot at night"])
    }

    @Test func `a picture that the page names for itself needs no figure`() {
        let head = "<meta property=og:image content='/files/old-tram.jpg'>"
        let page = "<article><h1>The old tram</h1><img src=/small/old-tram-640x360.jpg>\(Self.body)</article>"
        #expect(pictures(page, head) == ["small/old-tram-640x360.jpg"])
        #expect(pictures(page) == [])
    }

    @Test(arguments: [
        "<img class=td-modal-image src=a.jpg>", "<img class=share-icon src=a.jpg width=400 height=300>",
        "<iframe class=social-share src=/frame></iframe>",
    ])
    func `what stands in a sentence takes no paragraph with it by the name of its class`(element: String) {
        let sentence = "<p>The council sat until midnight \(element) and voted for the older plan, by one voice.</p>"
        let page = "<article><h1>The old tram</h1>\(Self.text)\(sentence)\(Self.text)</article>"
        let (article, document) = read(page)
        #expect(article.body.blocks.contains { $0.text(in: document).contains("by one voice") })
    }

    @Test func `a picture that stands in the text too opens nothing`() {
        let inner = Self.body.replacing("</div>", with: "<img src=/large/old-hero.jpg>\(Self.text)</div>")
        let page = "<article><h1>The old tram</h1><figure><img src=old-hero.jpg></figure>\(inner)</article>"
        #expect(pictures(page) == ["large/old-hero.jpg"])
    }

    @Test func `of a figure with several pictures the first opens the article`() {
        let figure = "<figure><img src=1.jpg><img src=2.jpg></figure>"
        #expect(pictures("<article><h1>The old tram</h1>\(figure)\(Self.body)</article>") == ["1.jpg"])
        let lazy = "<figure><img src=blur.jpg><noscript><img src=1.jpg></noscript></figure>"
        #expect(pictures("<article><h1>The old tram</h1>\(lazy)\(Self.body)</article>") == ["1.jpg"])
    }

    @Test(arguments: [
        ("<div><a href=/other><div>Why are the trams always late in winter?</div><img src=a.jpg></a></div>", []),
        ("<div><a href=/a.jpg><div>See the large picture of the depot</div><img src=a.jpg></a></div>", ["a.jpg"]),
        ("<div><a href=/other><img src=a.jpg></a></div>", ["a.jpg"]),
        ("<p><a href=/other aria-hidden=true><img src=a.jpg></a></p>", []),
        ("<p><a href=/other><img src=a.jpg></a></p>", ["a.jpg"]),
    ])
    func `a picture goes with the link that is left out`(card: String, expected: [String]) {
        #expect(pictures("<article>\(Self.body)\(card)\(Self.body)</article>") == expected)
    }
}
