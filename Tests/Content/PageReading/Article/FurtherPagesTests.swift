import LarderHTML
import Testing

@testable import LarderPageReading

/// Which addresses are further pages of an article, and what the pages are together.
@Suite("Further pages") struct FurtherPagesTests {
    private static let paragraphs = [
        "The old tram left the depot at six, an hour earlier than the timetable said, and nobody on the platform had been told, not even its driver.",
        "A conductor walked back along the rails with a lamp, counted the sleepers as he had been taught, and wrote the number down in his book.",
        "By noon the council had heard three different stories, each of them signed, and asked the engineer to come to the town hall in person.",
        "The engineer brought the drawings of the bridge, which were older than the line itself, and spread them over two tables of the hall.",
    ]
    private static let notice =
        "Numbers in the report are those of May, as the council of the town told them, and later ones may well differ from these."

    private func page(_ body: String, head: String = "") -> HTMLDocument {
        HTMLDocument(
            parsing: "<head><meta property=og:type content=article>\(head)</head><body><article>\(body)</article>"
        )
    }

    private func text(_ numbers: Range<Int>) -> String { Self.paragraphs[numbers].map { "<p>\($0)</p>" }.joined() }

    private func further(_ links: String, head: String = "", at url: String, after first: String? = nil) -> [String] {
        let document = page(text(0..<3) + links, head: head)
        return ArticleReader.read(WebPage(document, url: url), firstPage: first).furtherPages
    }

    @Test(arguments: [
        ("http://a.test/s", "?page=2", "http://a.test/s?page=2"), ("http://a.test/s", "/s/2", "http://a.test/s/2"),
        ("http://a.test/s/", "page/2/", "http://a.test/s/page/2/"),
        ("http://a.test/s.html", "s-2.html", "http://a.test/s-2.html"),
        ("http://a.test/s.html", "s.html/2", "http://a.test/s.html/2"),
        ("http://a.test/s?id=7", "?id=7&p=2", "http://a.test/s?id=7&p=2"),
        ("http://a.test/s?id=7&p=1", "?p=2&id=7", "http://a.test/s?p=2&id=7"),
    ])
    func `a number behind the article's address leads to its next page`(url: String, link: String, next: String) {
        #expect(further("<a href='\(link)'>2</a>", at: url) == [next])
        #expect(further("<a href='\(link)' rel='nofollow next'>on</a>", at: url) == [next])
        #expect(further("", head: "<link rel=next href='\(link)'>", at: url) == [next])
    }

    @Test(arguments: [
        ("http://a.test/s", "//b.test/s?page=2"), ("http://a.test/s", "http://a.test:81/s?page=2"),
        ("http://a.test/s", "https://a.test/s?page=2"), ("http://a.test/s", "/t/2"), ("http://a.test/s", "/story/2"),
        ("http://a.test/2026/post", "/2026/post-about-another-2"), ("http://a.test/article-1", "/article-12"),
        ("http://a.test/s?id=7", "?id=2"), ("http://a.test/s?page=3", "?page=2"), ("http://a.test/s", "?page=1"),
        ("http://a.test/s", "?page=51"), ("http://a.test/s", "/s/comment-page-2/"), ("http://a.test/s", "?cpage=2"),
        ("http://a.test/s", "?a=1&page=2"), ("http://a.test/s", "#page=2"), ("http://a.test/s", "javascript:2"),
    ])
    func `what differs in more, or leads to another host, is no further page`(url: String, link: String) {
        #expect(further("<a href='\(link)'>2</a>", head: "<link rel=next href='\(link)'>", at: url) == [])
    }

    @Test(arguments: [
        ("http://a.test/roundup/", "/roundup-2/"), ("http://a.test/?p=1", "/?p=2"), ("http://a.test/s?id=1", "/s?id=2"),
        ("http://a.test/s?post_id=1", "/s?post_id=2"),
    ])
    func `an address with a number of its own is another article`(url: String, link: String) {
        #expect(further("<a rel=next href='\(link)'>The next story</a>", at: url) == [])
        #expect(further("", head: "<link rel=next href='\(link)'>", at: url) == [])
    }

    @Test(arguments: ["https://a.test/s/2", "//www.a.test/s/2", "http://a.test:81/s/2"])
    func `a page at another host or with another scheme is named where no other one goes on`(link: String) {
        let away = "<a href='\(link)'>2</a>"
        let document = page(text(0..<3) + away)
        let article = ArticleReader.read(WebPage(document, url: first))
        #expect(article.furtherPages == [] && article.pagesElsewhere.count == 1)
        #expect(joined([(first, text(0..<2) + away)]).nextElsewhere == article.pagesElsewhere.first)
        // The same pages are here too, and are read.
        #expect(joined([(first, text(0..<2) + away + links(2...2))]).nextElsewhere == nil)
        let both: [(url: String, body: String)] = [
            (first, text(0..<2) + away + links(2...2)), (first + "/2", text(2..<4) + away + links(2...2)),
        ]
        #expect(joined(both).nextElsewhere == nil && joined(both).next == nil)
    }

    @Test(arguments: [
        "http://b.test/other/2", "http://b.test/s", "https://a.test/s?page=51", "https://a.test/s/comment-page-2",
    ])
    func `another story of another host is no page elsewhere`(link: String) {
        #expect(joined([(first, text(0..<3) + "<a rel=next href='\(link)'>2</a>")]).nextElsewhere == nil)
    }

    @Test func `of a further page the addresses count from the first one on`() {
        let links = "<a href='/s'>1</a> <a href='/s/2'>2</a> <a href='/s/3'>3</a> <a href='/s/4'>4</a>"
        let others = ["http://a.test/s/2", "http://a.test/s/4"]
        #expect(further(links, at: "http://a.test/s/3", after: "http://a.test/s") == others)
        #expect(further(links, at: "http://a.test/s/3") == [])
    }

    // MARK: Together

    /// The pages, added one after the other.
    private func joined(_ pages: [(url: String, body: String)], of count: Int? = nil, maxBytes: Int? = nil)
        -> ArticlePages
    {
        var joined = ArticlePages(of: count ?? pages.count, maxBytes: maxBytes)
        for (url, body) in pages {
            let document = page(body)
            let article = ArticleReader.read(WebPage(document, url: url), firstPage: pages[0].url)
            joined.add(article, in: document, url: url)
        }
        return joined
    }

    private func plain(_ pages: ArticlePages) -> [String] {
        let document = HTMLDocument(parsing: pages.markup)
        return document.elements(named: .p).map { document.textContent(of: $0) }
    }

    private let first = "http://a.test/s"

    private func links(_ numbers: ClosedRange<Int>) -> String {
        "<div>" + numbers.map { "<a href='/s/\($0)'>\($0)</a> " }.joined() + "</div>"
    }

    @Test func `the parts are one text in order, and each page leads to the next until none is left`() {
        let bodies = [text(0..<2) + links(2...3), text(2..<3) + links(2...3), text(3..<4) + links(2...3)]
        var pages: [(url: String, body: String)] = [(first, bodies[0])]
        #expect(joined(pages).next == "http://a.test/s/2")
        #expect(joined(pages).markup == joined(pages).parts[0], "a page alone is not wrapped")
        pages.append(("http://a.test/s/2", bodies[1]))
        #expect(joined(pages).next == "http://a.test/s/3")
        pages.append(("http://a.test/s/3", bodies[2]))
        #expect(joined(pages).next == nil)
        #expect(plain(joined(pages)) == Self.paragraphs)
    }

    @Test func `a page that redirects led to is not asked for again where its links name it as before`() {
        let bodies = [text(0..<2) + links(2...3), text(2..<4) + links(2...3)]
        var pages = joined([(first, bodies[0])], of: 2)
        let (document, url) = (page(bodies[1]), first + "/2/")
        let article = ArticleReader.read(WebPage(document, url: url), firstPage: first)
        pages.add(article, in: document, url: url, askedURL: first + "/2")
        #expect(pages.next == first + "/3")
    }

    @Test func `what stands on each page is there once`() {
        let notice = "<p>\(Self.notice)</p>"
        let picture = "<figure><img src='/lead.jpg' width=800 height=600></figure>"
        let pages = joined([
            (first, notice + picture + text(0..<2) + links(2...2)),
            ("http://a.test/s/2", notice + picture + text(2..<4) + notice),
        ])
        #expect(plain(pages) == [Self.notice] + Self.paragraphs)
        #expect(pages.pictures.map(\.url) == ["http://a.test/lead.jpg"])
    }

    @Test func `a page that repeats the one before, or has no text, adds nothing and ends the article`() {
        for body in [text(0..<2) + links(2...9), ""] {
            let pages = joined([(first, text(0..<2) + links(2...9)), ("http://a.test/s/2", body)])
            #expect(pages.parts.count == 2 && pages.parts[1].isEmpty)
            #expect(pages.next == nil && plain(pages) == Array(Self.paragraphs[0..<2]))
        }
    }

    @Test func `a list of links has no further pages`() {
        let cards = (0..<30).map { "<h3><a href='/story-\($0)'>What happened on day \($0)</a></h3>" }.joined()
        let document = HTMLDocument(parsing: "<body><main>\(cards)<a href='?page=2'>2</a></main>")
        let article = ArticleReader.read(document, url: "http://a.test/news")
        var pages = ArticlePages(of: 1)
        pages.add(article, in: document, url: "http://a.test/news")
        #expect(!article.isReadable && pages.next == nil)
    }

    @Test func `parts above the bound are left out, and that is told`() {
        let pages = joined(
            [(first, text(0..<2) + links(2...3)), ("http://a.test/s/2", text(2..<4) + links(2...3))],
            maxBytes: 400
        )
        #expect(pages.leftOutBytes ?? 0 > 200 && pages.next == nil)
        #expect(plain(pages) == Array(Self.paragraphs[0..<2]))
    }

    @Test func `a link to a place in a further page leads to that page`() {
        let note = "<p>\(Self.paragraphs[3]) <a href='#n1'>See the note</a> and <a href='other'>another story</a>.</p>"
        let pages = joined([(first, text(0..<2) + links(2...2)), ("http://a.test/s/2", text(2..<3) + note)])
        #expect(pages.parts[1].contains("href=\"http://a.test/s/2#n1\""))
        #expect(pages.parts[1].contains("href=\"http://a.test/s/other\""))
    }
}
