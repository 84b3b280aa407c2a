import LarderHTML
import Testing

@testable import LarderPageReading

@Suite("Body choice") struct BodyChoiceTests {
    private func paragraph(_ number: Int) -> String {
        "<p>On day \(number) the old tram left the depot at six, an hour earlier than the timetable said, and nobody had been told. Its driver, who had worked the line for thirty years, found the gate locked.</p>"
    }

    private func text(_ html: String) -> String {
        let document = HTMLDocument(parsing: "<meta property=og:type content=article>" + html)
        return ArticleReader.read(document).body.text(in: document)
    }

    @Test func `parts of a text that each say that they hold it are read together`() {
        let parts = "<div class=story-body>\(paragraph(1))\(paragraph(2))</div>"
        let rest = "<div class=story-body>\((3...10).map(paragraph).joined())</div>"
        let all = text("<article><h1>Trams</h1>\(parts)<div><p>Advertisement</p></div>\(rest)</article>")
        #expect((1...10).allSatisfy { all.contains("On day \($0) ") })
    }

    @Test func `a part with a headline of its own is another text`() {
        let other = "<div class=story-body><h1>Ferries</h1>\(paragraph(1))\(paragraph(2))</div>"
        let rest = "<div class=story-body><h1>Trams</h1>\((3...10).map(paragraph).joined())</div>"
        #expect(!text("<div>\(rest)\(other)</div>").contains("On day 1 "))
    }

    @Test(arguments: ["cookie-notice", "newsletter-callout", "promo-alert", "privacy-warning"])
    func `a box of the site is none of the author's, though both call it alike`(name: String) {
        let box = "<div class='\(name)'><p>Leave us your name and we will write.</p></div>"
        let all = text("<article><h1>Trams</h1>\((1...4).map(paragraph).joined())\(box)\(paragraph(5))</article>")
        #expect(all.contains("On day 5 ") && !all.contains("Leave us"), "\(all)")
    }

    /// Short posts have no paragraph by which their body could be found.
    @Test(
        arguments: ["article", "div class=post"],
        [
            "<ul><li>Faster start @1</li><li>Reads gzip</li></ul><p><a href=/f.gz>notes.gz @2</a></p><div class=code><pre>make @3</pre></div>",
            "<div class=code><pre>make @1</pre></div><ul><li>Faster start @2</li></ul>",
            "<ul><li><a href=https://a.example>On the price of salt @1</a></li><li><a href=https://b.example>On rye @2</a></li></ul><p>Thanks to you @3</p>",
            "<ul><li>Faster start @1</li></ul><div class=box><p>The archive is signed with the usual key @2.</p></div><p><a href=/f>file @3</a></p>",
        ]
    ) func `a post without prose is kept whole`(element: String, post: String) {
        let end = element.split(separator: " ")[0]
        let page =
            "<title>Notes - Mill</title><body><nav><a href=/>Mill</a></nav><main><\(element)><header><p class=post-meta>May 3, 2026 • Ada Berg</p></header><h1>Notes</h1><div class=content>\(post)</div></\(end)></main><footer><p>Made with care for everyone who reads it, since 2019.</p></footer>"
        let all = text(page)
        for number in 1...3 where post.contains("@\(number)") { #expect(all.contains("@\(number)"), "\(all)") }
        #expect(!all.contains("Made with") && !all.contains("Ada Berg"), "\(all)")
    }

    @Test func `a heading that opens like a box stays where its section stays`() {
        let section = "<h2>Comments on flour</h2><p>Rye drinks more water than wheat does.</p>"
        #expect(text("<article><h1>Rye</h1>\(paragraph(1))\(section)</article>").contains("Comments on flour"))
    }

    @Test func `a page of cards is a list, though it calls itself an article`() {
        let cards = (1...8).map {
            let names = $0 == 1 ? "Ada Berg, Ole Lind and Ida Falk" : "Ada Berg"
            return
                "<li><article><h2><a href=/\($0)>The trams of line \($0) are late</a></h2>\(paragraph($0))<p>By \(names)</p></article></li>"
        }
        let all = text("<main><ol>\(cards.joined())</ol></main>")
        #expect((1...8).allSatisfy { all.contains("On day \($0) ") })
    }
}
