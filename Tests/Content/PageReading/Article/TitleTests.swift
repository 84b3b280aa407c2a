import LarderHTML
import Testing

@testable import LarderPageReading

@Suite("Titles") struct TitleTests {
    private static let text =
        "<p>The morning was slow to begin, and nobody on the quay seemed to mind, since the boats had been late all week and the bread was still warm.</p>"

    private func title(_ element: String, _ headline: String, level: Int = 1, site: String = "") -> String? {
        let article = "<article><h\(level)>\(headline)</h\(level)>\(Self.text)\(Self.text)</article>"
        let page = "<title>\(element)</title><body><header>\(site)</header><main>\(article)</main>"
        return ArticleReader.read(HTMLDocument(parsing: page), url: "https://letters.example/2026/walk.html").title
    }

    /// The site's name may be longer than the headline, and may stand before it.
    @Test(arguments: [
        ("Fog — The Harbour Gazette", "Fog", "The Harbour Gazette"),
        ("Mill Letters - Kleine Pause", "Kleine Pause", "Mill Letters"),
        ("雨の日の図書館 | Words of the site", "雨の日の図書館", "Words of the site"),
        ("Chronicle of Reeds: Harbour at Four", "Harbour at Four", "Chronicle of Reeds"),
        ("Pause | A long name of a site with words", "Pause", "A long name of a site with words"),
    ])
    func `the name of the site is no title`(element: String, headline: String, site: String) {
        #expect(title(element, headline) == headline)
        for link in ["/", "https://letters.example/", "/2026/"] {
            #expect(title(element, headline, level: 2, site: "<h1><a href='\(link)'>\(site)</a></h1>") == headline)
        }
    }

    @Test func `a headline that leads to its own page is a title`() {
        #expect(title("A walk", "<a href='/2026/walk.html'>A walk</a>") == "A walk")
    }

    /// The signs and words that generators put beside headings; an address of the heading itself leads to it.
    @Test(arguments: ["¶", "#", "§", "🔗", "\u{F0C1}", "<span class=sr>Permalink</span>"])
    func `a link to the heading is no part of the title`(sign: String) {
        func heading(_ level: Int, _ id: String) -> String {
            "<h\(level) id=\(id)>Fog in \(id)<a class=headerlink href='#\(id)'>\(sign)</a></h\(level)>"
        }
        let page =
            "<title>Fog in May</title><main><article>\(heading(1, "May"))\(Self.text)\(heading(2, "June"))\(Self.text)</article></main>"
        let document = HTMLDocument(parsing: page)
        let article = ArticleReader.read(document, url: "https://letters.example/fog.html")
        #expect(article.title == "Fog in May")
        #expect(article.body.text(in: document).split(separator: "\n").contains("Fog in June"))
    }

    @Test(arguments: [
        ("<h2 id=x><span>1.</span> <a href=#x>Second part</a></h2>", "1. Second part"),
        ("<h2 id=x>Step 1: <a href=#x>Chop the onion</a></h2>", "Step 1: Chop the onion"),
        ("<h2 id=x><a href=#x>#</a> <a href=#x>Third part</a></h2>", "Third part"),
    ])
    func `words of a heading that lead to it stay`(heading: String, expected: String) {
        let document = HTMLDocument(
            parsing: "<title>Fog</title><main><article><h1>Fog</h1>\(Self.text)\(heading)\(Self.text)</article></main>"
        )
        let text = ArticleReader.read(document, url: "https://letters.example/fog.html").body.text(in: document)
        #expect(text.split(separator: "\n").contains { $0.drop { $0 == " " } == expected }, "\(text)")
    }

    @Test func `a sign that the author wrote stays`() {
        #expect(title("Notes on C# | Letters", "Notes on C#") == "Notes on C#")
    }

    @Test func `a heading above the text that leads to the page itself is its title`() {
        let story = "<h3><a href=https://letters.example/2026/walk.html>A pear tree</a></h3>\(Self.text)\(Self.text)"
        let page = "<title>Rust</title><body><h1>Rust</h1><h2>Sat, 10 Aug 2024</h2><div class=story>\(story)</div>"
        #expect(
            ArticleReader.read(HTMLDocument(parsing: page), url: "https://letters.example/2026/walk.html").title
                == "A pear tree"
        )
    }
}
