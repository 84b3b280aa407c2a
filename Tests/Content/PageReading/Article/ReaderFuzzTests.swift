import LarderHTML
import LarderModel
import LarderTestSupport
import Testing

@testable import LarderPageReading

@Suite("Random pages for the reader") struct ReaderFuzzTests {
    private static let pieces = [
        "<p>", "</p>", "<div class=comments>", "<div class=entry-content>", "</div>", "<article>", "</article>", "<h1>",
        "</h1>", "<h2><a href=/x>", "</a></h2>",
        "<ul>", "<li>", "</ul>", "<table>", "<tr>", "<td>", "</table>", "<span class=byline>", "</span>",
        "<img src=a.jpg>", "<amp-img src=b.jpg>", "</amp-img>", "<figure itemid=c.jpg>", "<div style='display:none'>",
        "<noscript>", "</noscript>",
        "<figure>", "<figcaption>", "</figure>", "<br>", "<pre>", "</pre>", "<a href=/y>", "</a>",
        "<time datetime=2026-03-02>", "<time datetime=2026-03-02T23:00:00Z>", "</time>", "<div class=story-body>",
        "<header>", "</header>", "<a href=/z aria-hidden=true>", "<aside>", "</aside>",
        "The tram was late, and nobody knew why it had not come. ", "By Ada Berg", "Read more: ", "2 March 2026", "x",
        " ", "<title>A tram - Post</title>",
        "<script type=application/ld+json>{\"@type\":\"Article\",\"headline\":\"A tram\"}</script>", "<b hidden>",
        "<script type=application/ld+json><![CDATA[{\"datePublished\":\"2026-03-01T23:00:00Z\"}]]></script>",
        "</b>", "<template>", "</template>", "<svg>", "</svg>",
        "<base href=/b/>", "<iframe src=z>", "</iframe>", "<form>", "</form>", "<body class=has-sidebar>", "&amp;",
        "\u{301}", "é", "日本語。",
    ]

    @Test func `any pieces of markup in any order give a body that fits its page`() {
        let run = FuzzRun("reader") { item in
            var html = ""
            for _ in 0..<Int.random(in: 1...120, using: &item.numbers) { html += item.numbers.pick(Self.pieces) }
            return Self.fault(in: Array(html.utf8))
        }
        #expect(run.failures.isEmpty, "\(run.failures.joined(separator: "\n"))")
    }

    @Test func `damaged pages give a body that fits them`() throws {
        let pages = try ReaderPage.all.map { try SharedCorpus.ownBytes("reader/\($0.name).html") }
        let run = FuzzRun("reader-pages", Mutator(.text, samples: pages, words: Self.pieces, maxBytes: 64 << 10)) {
            Self.fault(in: $0.bytes)
        }
        #expect(run.failures.isEmpty, "\(run.failures.joined(separator: "\n"))")
    }

    /// What is wrong with the reading of a page; nil: nothing.
    private static func fault(in bytes: [UInt8]) -> String? {
        let document = HTMLDocument(parsing: bytes)
        let article = ArticleReader.read(document, url: ReaderPage.url)
        let leaves = article.body.leaves
        guard article.body.blocks.flatMap(\.leaves) == leaves else { return "blocks and leaves differ" }
        guard Set(leaves).count == leaves.count else { return "a leaf stands twice" }
        guard (0...1).contains(article.confidence) else { return "confidence \(article.confidence)" }
        let again = HTMLDocument(parsing: article.markup(in: document))
        return again.elements(named: .script).contains { _ in true } ? "a script in the markup" : nil
    }
}
