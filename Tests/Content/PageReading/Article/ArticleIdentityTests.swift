import LarderHTML
import Testing

@testable import LarderPageReading

/// Which pages that a site gives are pages of an article, and which stand in the place of one.
@Suite("Article identity") struct ArticleIdentityTests {
    private static let first = "http://a.test/report"
    private static let second = "http://a.test/report/2"
    private static let title = "The old tram and its bridge"
    private static let type = "<meta property=og:type content=article>"

    /// Three paragraphs that no other number has.
    private static func text(_ number: Int) -> String {
        (1...3).map {
            "<p>Part \(number) says in its paragraph \($0) what was seen on the way, whom they met at the depot in the "
                + "morning, and why the bridge was closed to all trams for the whole day.</p>"
        }.joined()
    }

    private static func page(_ title: String?, _ body: String, head: String = "") -> HTMLDocument {
        let stated = title.map { "<title>\($0) - Tramway Post</title>" } ?? ""
        let heading = title.map { "<h1>\($0)</h1>" } ?? ""
        return HTMLDocument(
            parsing: "<html><head>\(stated)\(head)</head><body><main>\(heading)\(body)</main></body></html>"
        )
    }

    /// What the article is together with this page, as its second.
    private func joined(_ other: HTMLDocument, head: String = "") -> ArticlePages {
        let links = "<div><a href='/report/2'>2</a> <a href='/report/3'>3</a></div>"
        let own = Self.page(Self.title, Self.text(1) + links, head: Self.type + head)
        var pages = ArticlePages(of: 2)
        for (document, url) in [(own, Self.first), (other, Self.second)] {
            let article = ArticleReader.read(WebPage(document, url: url), firstPage: Self.first)
            pages.add(article, in: document, url: url)
            if url == Self.first { #expect(pages.next == Self.second && pages.refusal == nil) }
        }
        return pages
    }

    /// Titles, links and heads of which one says that the page is one of the article.
    private static let signs: [(title: String, links: String, head: String)] = [
        (title, "", ""), (title + ", page 2", "", ""), ("The old tram and its bridge (2)", "", ""),
        ("The repairs", "<a href='/report'>1</a> <span>2</span>", ""),
        ("The repairs", "<a href='/report?page=1'>1</a>", ""), ("The repairs", "<a href='/report/3'>3</a>", ""),
        ("The repairs", "<a rel=prev href='/report'>Back</a>", ""),
        ("The repairs", "", "<link rel=prev href='http://www.a.test/report'>"),
        ("The repairs", "", "<link rel=canonical href='/report'>"),
        ("The repairs", "", "<meta property=og:url content='https://a.test/report'>"),
        ("The repairs", "", type + "<link rel=canonical href='/report/2'>"),
        ("The repairs", "", "<meta property=og:title content='The old tram and its bridge'>" + type),
    ]

    @Test(arguments: signs)
    func `one sign is enough for a page of the article`(title: String, links: String, head: String) {
        let pages = joined(Self.page(title, Self.text(2) + links, head: head))
        #expect(pages.refusal == nil && pages.parts.count == 2 && pages.parts[1].contains("Part 2 says"))
    }

    private static let notFound = """
        <p>The page that you asked for is not here. It may have moved to another place, its address may have changed, or it has never \
        been there at all.</p><p>Please look at our front page, which names the newest stories, or use the search, and write to us when \
        you think that this is our fault.</p><p><a href='/report'>Back to the story</a></p>
        """

    /// Titles and heads that say nothing, or that the page is another one.
    private static let noSigns: [(title: String?, head: String)] = [
        ("Page not found", ""), (nil, ""), ("Error 404", "<link rel=canonical href='/404'>"),
        ("Page not found", "<link rel=canonical href='/'>"),
        ("Page not found", "<link rel=prev href='/report-of-may'>"),
        ("The tram", "<meta property=og:url content='http://a.test/'>"), (title, "<link rel=canonical href='/'>"),
    ]

    @Test(arguments: noSigns)
    func `what a site says of a page that it does not have is none of the article's`(title: String?, head: String) {
        let pages = joined(Self.page(title, Self.notFound, head: head))
        #expect(pages.refusal == .other && pages.parts.count == 2 && pages.parts[1].isEmpty)
        #expect(pages.next == nil && pages.nextElsewhere == nil && !pages.markup.contains("not here"))
    }

    @Test(arguments: ["", "<link rel=canonical href='/'>", "<meta property=og:url content='http://a.test'>"])
    func `a front page is no page of an article that it names`(head: String) {
        let cards = (1...9).map {
            "<h2><a href='/story-\($0)'>What the council said on day \($0)</a></h2><p>Part \($0) of the talks.</p>"
        }
        let lead = "<main><h1><a href='/report'>\(Self.title)</a></h1><p>It left at six, an hour early.</p>"
        let pager = "<a href='?page=1'>1</a> <a href='?page=2'>2</a> <a href='/?page=3'>3</a>"
        let page = "<head><title>Tramway Post</title>\(head)</head>\(lead)\(cards.joined())\(pager)</main>"
        let pages = joined(HTMLDocument(parsing: page))
        #expect(pages.refusal != nil && pages.parts.count == 2 && pages.parts[1].isEmpty && pages.next == nil)
    }

    @Test func `the canonical address of all pages of a site is no sign`() {
        let head = "<link rel=canonical href='/'>"
        #expect(joined(Self.page("Page not found", Self.notFound, head: head), head: head).refusal == .other)
        #expect(joined(Self.page(Self.title, Self.text(2), head: head), head: head).refusal == nil)
    }

    @Test func `a page that gives the one before again adds nothing, though something in it changed`() {
        let count = "</p><p>This was read 1,304 times.</p><p>"
        let changed = Self.text(1).replacing("</p><p>", with: count, maxReplacements: 1)
        for body in [Self.text(1), changed, Self.text(1) + "<p>It was read 1,305 times by now.</p>"] {
            let pages = joined(Self.page(Self.title, body))
            #expect(pages.refusal == .repeated && pages.parts[1].isEmpty && pages.next == nil)
        }
    }

    @Test func `a page without text or pictures is told from others`() {
        #expect(joined(HTMLDocument(parsing: "")).refusal == .empty)
    }
}
