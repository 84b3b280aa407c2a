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

    /// A `noscript` beside a picture holds the same one, unless the picture is loaded without scripts and has another
    /// name.
    @Test(arguments: [
        ("<img src=a.jpg><noscript><img src=b.jpg></noscript>", ["a.jpg", "b.jpg"]),
        ("<img src=px.gif><noscript><img src=b.jpg></noscript>", ["b.jpg"]),
        ("<img src=/x-lqip.jpg><noscript><img src=b.jpg></noscript>", ["b.jpg"]),
        ("<img src=/x-20w.jpg><noscript><img src=b.jpg></noscript>", ["b.jpg"]),
        ("<img src=lazy.png><noscript><img src=b.jpg></noscript>", ["b.jpg"]),
        ("<img src='data:image/gif;base64,R0lGODlhAQABAAAAACw='><noscript><img src=b.jpg></noscript>", ["b.jpg"]),
        ("<img src=/20/b.jpg><noscript><img src=/800/b.jpg></noscript>", ["800/b.jpg"]),
        ("<img src=a.jpg data-src=c.jpg><noscript><img src=b.jpg></noscript>", ["b.jpg"]),
        ("<img class=lazy src=a.jpg><noscript><img src=b.jpg></noscript>", ["b.jpg"]),
        ("<img src=a.jpg alt=Tram><noscript><img src=b.jpg alt=Tram></noscript>", ["b.jpg"]),
        ("<noscript><img src=b.jpg></noscript><img class=lazy src=px.gif data-src=b.jpg>", ["b.jpg"]),
        ("<noscript><img src=b.jpg></noscript> <!-- lazy --> <img data-src=b.jpg>", ["b.jpg"]),
        ("<img src=a.jpg><noscript><img src=c.gif width=1 height=1></noscript><img src=b.jpg>", ["a.jpg", "b.jpg"]),
    ])
    func `a picture and its copy for browsers without scripts are one, two different pictures are two`(
        html: String,
        expected: [String]
    ) {
        #expect(pictures("<article>\(Self.body)<div>\(html)</div>\(Self.body)</article>") == expected)
    }

    @Test(arguments: [
        ("\"/a.jpg\"", ["a.jpg"]), ("[\"/a.jpg\", \"/b.jpg\"]", ["a.jpg", "b.jpg"]),
        (
            "[{\"@type\": \"ImageObject\", \"url\": \"/a.jpg\"}, {\"@type\": \"ImageObject\", \"contentUrl\": \"/b.jpg\"}]",
            ["a.jpg", "b.jpg"]
        ), ("{\"@type\": \"ImageObject\", \"url\": \"/a.jpg\"}", ["a.jpg"]),
    ])
    func `linked data names all pictures of its article`(image: String, expected: [String]) {
        let data = "{\"@type\": \"Article\", \"headline\": \"The old tram\", \"image\": \(image)}"
        let head = "<script type=application/ld+json>\(data)</script>"
        let article = read("<article><h1>The old tram</h1>\(Self.body)</article>", head).article
        #expect(article.statedPictures.map { $0.replacing("https://e.example/", with: "") } == expected)
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
