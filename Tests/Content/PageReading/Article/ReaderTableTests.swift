import LarderHTML
import LarderModel
import Testing

@testable import LarderPageReading

/// Each word of the tables of fields and pictures does something: a page that has it reads otherwise than one that does
/// not.
@Suite("Reader tables") struct ReaderTableTests {
    private static let text =
        "<p>The old tram left the depot at six, an hour earlier than the timetable said, and nobody had been told. Its driver, who had worked the line for thirty years, found the gate locked and the lights of the workshop switched off.</p>"
    private static let body = text + text.replacing("tram", with: "ferry") + text.replacing("tram", with: "train")

    private func read(_ head: String, _ body: String = body, url: String = ReaderPage.url) -> ReaderArticle {
        ArticleReader.read(HTMLDocument(parsing: "<head>\(head)</head><body>\(body)"), url: url)
    }

    @Test(arguments: DateSources.published + DateSources.weak + DateSources.modified)
    func `a name of meta elements gives the date`(name: String) {
        #expect(read("").published == nil)
        #expect(read("<meta name='\(name)' content='2026-03-02'>").published == "2026-03-02")
    }

    @Test(arguments: DateSources.weak)
    func `a visible time comes before a day of any kind`(name: String) {
        let page = read(
            "<meta name='\(name)' content='2026-03-02'>",
            "<time datetime=2026-03-04>4 March</time>" + Self.body
        )
        #expect(page.published == "2026-03-04")
    }

    @Test func `a line near the text says when it was published`() {
        #expect(read("", Self.body + "<p>Published on 2 March 2026, 20 minutes</p>").published == "2026-03-02")
        #expect(read("", Self.body + "<p>The next tram leaves on 2 March 2026</p>").published == nil)
    }

    @Test(arguments: [
        ("2026-03-02T04:13:00Z", "March 1, 2026", "2026-03-01"),
        ("2026-03-02T23:13:00Z", "March 3, 2026", "2026-03-03"),
        ("2026-03-02T04:13:00Z", "March 3, 2026", "2026-03-02T04:13:00Z"),
        ("2026-03-02T23:13:00Z", "March 1, 2026", "2026-03-02T23:13:00Z"),
        ("2026-03-02T04:13:00-05:00", "March 1, 2026", "2026-03-02T04:13:00-05:00"),
        ("2026-03-02T04:13:00Z", "2024-03-01", "2026-03-02T04:13:00Z"),
    ])
    func `a time of Greenwich gives the day that readers see`(stated: String, shown: String, expected: String) {
        let page = read(
            "<meta property=article:published_time content='\(stated)'>",
            "<time datetime='\(stated)'>\(shown)</time>" + Self.body
        )
        #expect(page.published == expected)
        #expect(read("", "<time datetime='\(stated)'>\(shown)</time>" + Self.body).published == expected)
    }

    @Test func `of two statements the one that readers see counts`() {
        let head =
            "<script type='application/ld+json'>{\"@type\":\"Article\",\"datePublished\":\"2026-02-20\"}</script>"
            + "<meta property=article:published_time content='2026-03-02'>"
        #expect(read(head).published == "2026-02-20")
        #expect(read(head, "<time>2 March 2026</time>" + Self.body).published == "2026-03-02")
        #expect(read(head, "<time>9 March 2026</time>" + Self.body).published == "2026-02-20")
    }

    @Test(arguments: [
        "<![CDATA[[{@}]]]>", "<![CDATA[{@}]]>", "//<![CDATA[\n[{@}]\n//]]>", "/*<![CDATA[*/{@}/*]]>*/", "<![CDATA[{@}",
        "[{@}]",
    ])
    func `marks of XML round linked data are no part of it`(script: String) {
        let text = script.replacing("@", with: "\"@type\":\"Article\",\"datePublished\":\"2026-03-02\"")
        #expect(read("<script type='application/ld+json'>\(text)</script>").published == "2026-03-02")
    }

    @Test(arguments: BylineSources.metadata)
    func `a name of meta elements gives the byline`(name: String) {
        let label = "<meta name='twitter:label1' content='Written by'>"
        #expect(read(label + "<meta name='\(name)' content='Ada Berg'>").byline == "Ada Berg")
    }

    @Test(arguments: BylineSources.openings)
    func `an opening is no part of a name`(opening: String) {
        #expect(BylineChoice.usable("\(opening) Ada Berg") == "Ada Berg")
        #expect(BylineChoice.usable(opening) == nil)
    }

    @Test(arguments: BylineSources.spoken)
    func `a line that opens like a byline is one`(opening: String) {
        #expect(read("", "<p>\(opening) Ada Berg</p>" + Self.body).byline == "Ada Berg")
    }

    @Test(arguments: BylineSources.endings)
    func `an ending ends a name`(ending: String) {
        #expect(BylineChoice.usable("Ada Berg\(ending)The Post") == "Ada Berg")
    }

    @Test(arguments: BylineSources.nobody.sorted())
    func `a word for nobody is no name`(word: String) {
        #expect(BylineChoice.usable(word) == nil)
    }

    @Test(arguments: LeadPictures.metadata)
    func `a name of meta elements gives the picture`(name: String) {
        #expect(read("<meta property='\(name)' content='/a.jpg'>").leadPicture == "https://tram.example/a.jpg")
    }

    @Test func `the parameters of a picture's address are no character references`() {
        let picture = read("<meta property=og:image content='https://e.example/a.jpg?x=1&copy=2'>").leadPicture
        #expect(picture == "https://e.example/a.jpg?x=1&copy=2")
    }

    @Test(arguments: PictureSources.addresses)
    func `an attribute gives the file of a picture`(name: String) {
        let pictures = read("", Self.body + "<img src='data:,' \(name)='/a.jpg'>" + Self.body).pictures
        #expect(pictures.map(\.url) == ["https://tram.example/a.jpg"])
    }

    @Test(arguments: PictureSources.sets)
    func `an attribute gives the files of a picture`(name: String) {
        let pictures = read("", Self.body + "<img \(name)='/a.jpg 300w, /b.jpg 900w'>" + Self.body).pictures
        #expect(pictures.map(\.url) == ["https://tram.example/b.jpg"])
    }

    @Test(arguments: PictureSources.blanks)
    func `a file that shows nothing is no picture`(part: String) {
        let name = part.hasSuffix(".gif") || part.hasSuffix(".png") ? part : part + "png"
        let pictures = read("", Self.body + "<img src='/x-\(name)' data-src='/a.jpg'>" + Self.body).pictures
        #expect(pictures.map(\.url) == ["https://tram.example/a.jpg"])
    }

    @Test(arguments: [BylineSources.endings, PictureSources.blanks, ForumPages.paths])
    func `no part of a text holds another`(parts: [String]) {
        for part in parts {
            let others = parts.filter { $0 != part && part.contains($0) }
            #expect(others.isEmpty, "\(part) has \(others)")
        }
    }

    @Test(arguments: PictureSources.endings)
    func `pictures that lead to larger ones are no cards`(ending: String) {
        let files = (0..<8).map { "<a href=/\($0)\(ending)><img src=/s\($0).jpg></a>" }.joined()
        let pages = (0..<8).map { "<a href=/\($0)><img src=/s\($0).jpg></a>" }.joined()
        #expect(read("", Self.body + files + Self.body).isReadable)
        #expect(!read("", Self.body + pages + Self.body).isReadable)
    }

    @Test(arguments: IndexPaths.parts.map { "/\($0)/tram" } + IndexPaths.ends.map { "/en/\($0)" })
    func `a page under the path of a list is no article unless it says so`(path: String) {
        let url = "https://tram.example" + path
        #expect(!read("", url: url).isReadable)
        #expect(read("").isReadable)
        #expect(read("<meta property=og:type content=article>", url: url).isReadable)
    }

    @Test(arguments: IndexPaths.parameters.sorted())
    func `a parameter of a list makes no article of a front page`(name: String) {
        let short = String(Self.text.prefix(170)) + "</p>"
        #expect(!read("", short + short, url: "https://tram.example/?\(name)=2").isReadable)
        #expect(read("", short + short, url: "https://tram.example/?p=2").isReadable)
    }

    @Test(arguments: ForumPages.paths)
    func `a path of a forum keeps what others call comments`(path: String) {
        let page = Self.body + "<div class=comments>\(Self.body.replacing("old", with: "new"))</div>"
        let url = "https://tram.example" + path + "1"
        #expect(read("", page, url: url).body.blocks.count == 2 * read("", page).body.blocks.count)
    }

    @Test(arguments: ForumPages.types.sorted())
    func `a type of a forum keeps what others call comments`(type: String) {
        let page = Self.body + "<div class=comments>\(Self.body.replacing("old", with: "new"))</div>"
        let data = "<script type='application/ld+json'>{\"@type\":\"\(type)\"}</script>"
        #expect(read(data, page).body.blocks.count == 2 * read("", page).body.blocks.count)
    }
}
