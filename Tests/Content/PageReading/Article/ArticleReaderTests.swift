import Foundation
import LarderHTML
import Testing

@testable import LarderPageReading

@Suite("Article reader") struct ArticleReaderTests {
    @Test(arguments: ReaderPage.all)
    func `a page reads as it is written beside it`(page: ReaderPage) throws {
        #expect(page.read() == (try page.expected))
    }

    @Test func `there are pages`() {
        #expect(ReaderPage.all.count > 15)
    }

    @Test(arguments: ReaderPage.all)
    func `blocks and leaves are in document order and make each other up`(page: ReaderPage) {
        let body = ArticleReader.read(page.document, url: ReaderPage.url).body
        #expect(body.blocks.flatMap(\.leaves) == body.leaves)
        #expect(zip(body.leaves, body.leaves.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test func `the markup keeps structure and makes addresses absolute`() throws {
        let page = try ReaderPage("structures")
        let markup = ArticleReader.read(page.document, url: ReaderPage.url).markup(in: page.document)
        #expect(markup.contains("<h2>What was found</h2>"))
        #expect(markup.contains("<a href=\"https://tram.example/d\">all of them old</a>"))
        #expect(markup.contains("<th>Arch</th>"))
        #expect(markup.contains("<pre>arch 1: done\narch 2:   open</pre>"))
        #expect(markup.contains("<a href=\"#n1\">1</a>"))
        #expect(markup.contains("<li id=\"n1\">"))
    }

    @Test func `the markup of pictures has the chosen file`() throws {
        let page = try ReaderPage("pictures")
        let markup = ArticleReader.read(page.document, url: ReaderPage.url).markup(in: page.document)
        #expect(markup.contains("<img src=\"https://tram.example/pictures/arch.jpg\" alt=\"The arch\">"))
        #expect(!markup.contains("pixel.png"))
    }

    @Test func `markup holds no address that runs a script`() {
        let text =
            "The old tram left the depot at six, an hour earlier than the timetable said, and nobody had been told."
        let html =
            "<article><p>\(text) <a href='javascript:x()'>a</a></p><p onclick='x()'>\(text)</p><script>x()</script></article>"
        let document = HTMLDocument(parsing: html)
        let markup = ArticleReader.read(document).markup(in: document)
        #expect(markup.contains("<a>a</a>"))
        #expect(!markup.contains("script") && !markup.contains("onclick"))
    }

    @Test func `a fragment is read like the content of a body`() {
        let text =
            "The old tram left the depot at six, an hour earlier than the timetable said, and nobody had been told."
        let document = HTMLDocument.fragment(parsing: Array("<p>\(text)</p><p>\(text)</p>".utf8))
        #expect(ArticleReader.read(document).body.text(in: document) == "\(text)\n\(text)")
    }

    @Test(arguments: ["", "<title>x</title>", "<frameset><frame src=x></frameset>", "<p>", "<svg><text>x</text></svg>"])
    func `a page without text has no body`(html: String) {
        let article = ArticleReader.read(HTMLDocument(parsing: html))
        #expect(article.body.blocks.isEmpty)
        #expect(!article.isReadable)
    }
}
