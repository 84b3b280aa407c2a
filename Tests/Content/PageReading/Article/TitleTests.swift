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
}
