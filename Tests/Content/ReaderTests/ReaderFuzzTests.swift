import LarderHTML
import LarderModel
import LarderTestSupport
import Testing

@testable import LarderReader

@Suite("Random pages for the reader") struct ReaderFuzzTests {
    private static let pieces = [
        "<p>", "</p>", "<div class=comments>", "<div class=entry-content>", "</div>", "<article>", "</article>", "<h1>",
        "</h1>", "<h2><a href=/x>", "</a></h2>",
        "<ul>", "<li>", "</ul>", "<table>", "<tr>", "<td>", "</table>", "<span class=byline>", "</span>",
        "<img src=a.jpg>", "<noscript>", "</noscript>",
        "<figure>", "<figcaption>", "</figure>", "<br>", "<pre>", "</pre>", "<a href=/y>", "</a>",
        "<time datetime=2026-03-02>", "</time>", "<aside>", "</aside>",
        "The tram was late, and nobody knew why it had not come. ", "By Ada Berg", "Read more: ", "2 March 2026", "x",
        " ", "<title>A tram - Post</title>",
        "<script type=application/ld+json>{\"@type\":\"Article\",\"headline\":\"A tram\"}</script>", "<b hidden>",
        "</b>", "<template>", "</template>", "<svg>", "</svg>",
        "<base href=/b/>", "<iframe src=z>", "</iframe>", "<form>", "</form>", "<body class=has-sidebar>", "&amp;",
        "\u{301}", "é", "日本語。",
    ]

    @Test func `any pieces of markup in any order give a body that fits its page`() {
        let run = FuzzRun("reader") { item in
            var html = ""
            for _ in 0..<Int.random(in: 1...120, using: &item.numbers) { html += item.numbers.pick(Self.pieces) }
            let document = HTMLDocument(parsing: html)
            let article = ArticleReader.read(document, url: ReaderPage.url)
            guard article.body.blocks.flatMap(\.leaves) == article.body.leaves else {
                return "blocks and leaves differ: \(html)"
            }
            guard Set(article.body.leaves).count == article.body.leaves.count else {
                return "a leaf stands twice: \(html)"
            }
            guard (0...1).contains(article.confidence) else { return "confidence \(article.confidence): \(html)" }
            let again = HTMLDocument(parsing: article.markup(in: document))
            return again.elements(named: .script).contains { _ in true } ? "a script in the markup: \(html)" : nil
        }
        #expect(run.failures.isEmpty, "\(run.failures.joined(separator: "\n"))")
    }
}
