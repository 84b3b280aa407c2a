import LarderHTML
import Testing

@testable import LarderPageReading

/// Posts of a line or two, beside which comments, cards and columns have more words than the post.
///
/// What people wrote bears the words `K1` to `K3`, what else is on the page `F0` to `F9`.
@Suite("Short posts") struct ShortPostTests {
    private static let paragraph =
        "<p>The harbour was quiet when we arrived, and only two boats had come in before us. Nobody remembered who had planted the pear tree. K1</p>"

    static let bodies = [
        "<p>We had bread and cheese K1</p>", "<p>We had bread and cheese, and it was good. K1</p>",
        "<ul><li>One bread K1</li><li>Two pears K2</li></ul>",
        "<ul><li class=level1><div class=li> One bread K1</div></li><li class=level1><div class=li>Two K2</div></li></ul>",
        "<figure><img src=/a.jpg alt=''><figcaption>Pears</figcaption></figure><p>Short line K1</p>",
        "<p>The pear K1<br>is ripe K2<br>and falls K3</p>", "<p><a href=/files/a.pdf>The tables as a file K1</a></p>",
        "<p>Bread K1</p><ul><li><div><a href=https://other.example/a>Harbour K2</a></div></li><li><div><a href=https://other.example/b>Well K3</a></div></li></ul>",
        "<p>Мы ели хлеб и сыр K1</p>", "<p>ארזנו לחם, גבינה ותרמוס של תה K1</p>",
        "<p>We had bread K1</p><p>And cheese K2</p>",
        "<blockquote><p>Bread first K1</p></blockquote>", "<pre><code>let pear = 1 // K1</code></pre>", paragraph,
        paragraph + paragraph.replacing("K1", with: "K2"),
        "\(paragraph)<ul><li><div><a href=https://other.example/a>Harbour K2</a></div></li></ul>",
        "<ul><li><div><a href=https://other.example/a>Harbour K2</a></div></li></ul>\(paragraph)",
    ]

    /// Where the headline, the line with author and date, the text, and what follows inside and beside it stand.
    static let frames: [@Sendable (Parts) -> String] = [
        {
            "<main><article><h1>A pear tree</h1>\($0.line)<div class=text>\($0.body)</div>\($0.end)</article>\($0.beside)</main>"
        },
        {
            "<main><article><header><h1>A pear tree</h1>\($0.line)</header>\($0.body)\($0.end)</article>\($0.beside)</main>"
        },
        {
            "<div class=row><div class=col-8><h1>A pear tree</h1>\($0.line)\($0.body)\($0.end)</div><div class=col-4>\($0.beside)</div></div>"
        },
        {
            "<nav class=wy-nav-side><ul>\(menu)</ul></nav><section class=wy-nav-content-wrap><div class=wy-nav-content><div role=main><div itemprop=articleBody>"
                + "<section id=a-pear-tree><h1>A pear tree</h1>\($0.line)\($0.body)\($0.end)</section></div></div>\($0.beside)</div></section>"
        },
        {
            "<div id=content><main><article class=post><header class=entry-header><h1 class=entry-title>A pear tree</h1></header><div class=entry-content>"
                + "\($0.body)</div><footer class=entry-footer>\($0.line)</footer>\($0.end)</article></main>\($0.beside)</div>"
        },
        {
            "<main><h1>A pear tree</h1>\($0.line)<div class='entry-content post-content'>\($0.body)</div>\($0.end)\($0.beside)</main>"
        },
        {
            "<div class=pad><div class=pageId>blog:pear F8</div><div class='page group'><h1>A pear tree</h1>\($0.line)<div class=level1>\($0.body)</div>"
                + "\($0.end)</div><div class=docInfo>pear.txt · Last modified: 2026/11/26 22:15 F9</div>\($0.beside)</div>"
        },
    ]
    private static let menu = (1...20).map { "<li><a href='../\($0).html'>Chapter number \($0) F0</a></li>" }.joined()

    static let lines = [
        "", "<p class=info>Ada Quill F1 · <time datetime=2024-02-28T13:35:00Z>28 February 2024</time></p>",
        "<p class=info>By Ada Quill F1 on 28 February 2024</p>", "<p class=small>2024-02-28 by Ada Quill F1</p>",
        "<p class=info>Ada Quill F1 · <time datetime=2024-02-28>28 February 2024</time> · 1 min read</p>",
        "<p class=post-meta><time datetime=2024-02-28>28 February 2024</time> F1</p>",
    ]

    static let ends = [
        "",
        "<div class=author-bio><img src=/av.png class=avatar><h2>By Ada Quill</h2><p>Ada Quill writes here since 2019 and keeps two boats. F2</p></div>",
        "<p>Tags: <a href=/tag/a>a F2</a> <a href=/tag/b>b</a></p>",
        "<div class=comments><h4>2 Comments F2</h4><p>Thanks for the story. I was there too last summer and the ferry ran all day, which was a surprise. F3</p></div>",
        "<h3>Comments F2</h3><ol class=commentlist><li><p><b>Otto</b>, 3 May 2024</p><p>I was there too, it rained all day. F3</p></li></ol>",
    ]

    static let besides = [
        "",
        "<aside><h3>About</h3><p>We write about harbours, trees and trams since 2019, and we answer every letter. F4</p></aside>",
        "<section class=more><h2>More to read F4</h2>"
            + (1...3).map {
                "<div class=card><h3><a href=/\($0)>Other F5</a></h3><p>The tram ran until the great flood … F6</p></div>"
            }.joined()
            + "</section>",
    ]

    struct Parts {
        let body, line, end, beside: String
    }

    @Test(arguments: frames.indices) func `the text under the headline is kept, and nothing else is`(frame: Int) {
        for body in Self.bodies {
            for line in Self.lines {
                for end in Self.ends {
                    for beside in Self.besides { check(frame, Parts(body: body, line: line, end: end, beside: beside)) }
                }
            }
        }
    }

    private func check(_ frame: Int, _ parts: Parts) {
        let main = Self.frames[frame](parts)
        let footer = "<footer><p>All texts are free. © Flat 2024 F9</p></footer>"
        let html =
            "<!doctype html><title>A pear tree | Flat</title><header><a href=/>Flat F9</a></header>\(main)\(footer)"
        let document = HTMLDocument(parsing: html)
        let article = ArticleReader.read(document, url: "https://flat.example/a/b")
        let text = article.body.text(in: document)
        let own = ["K1", "K2", "K3"].filter(parts.body.contains)
        let isWhole = own.allSatisfy(text.contains) && !(0...9).contains { text.contains("F\($0)") }
        #expect(isWhole && article.title == "A pear tree", "\(main)\n\(text)")
    }

    private func text(_ main: String) -> String {
        let document = HTMLDocument(parsing: "<title>A pear tree</title><body>\(main)")
        return ArticleReader.read(document, url: "https://flat.example/a/b").body.text(in: document)
    }

    private static let sentences = (1...7).map {
        "<p>A sentence of wells and of what is in them, number \($0). Q\($0)</p>"
    }.joined()

    /// The text may stand beside the headline and a line below it.
    @Test(arguments: [
        "<header class=hero><h1>A pear tree</h1><p>A letter from the harbour</p></header><main>\(sentences)</main>",
        "<section class=hero><h1>A pear tree</h1><p>A letter from the harbour</p></section><main>\(sentences)</main>",
        "<div class=top><h1>A pear tree</h1><p>A letter from the harbour.</p></div><article>\(sentences)</article>",
        "<div class=banner><h1>A pear tree</h1><p>A letter</p></div><div class=article-content>\(sentences)</div>",
        "<div><div class=summary><h1>A pear tree</h1><p>12 EUR</p></div><div class=tabs>\(sentences)</div></div>",
        "<div><div class=intro><h1>A pear tree</h1><p>We meet.</p></div><div class=method>\(sentences)</div></div>",
    ])
    func `a line below the headline is not taken for the article`(main: String) {
        let text = text(main)
        #expect((1...7).allSatisfy { text.contains("Q\($0)") }, "\(text)")
    }

    /// Headings that lead to other sites, to sections of the page, or stand in a column beside it.
    @Test(arguments: [
        "<h2><a href=https://o%.example>Well %</a></h2><p>It is deep. Q%</p>",
        "<section><h2><a href=/a/b#s%>Well %</a></h2><p>It is deep. Q%</p></section>",
    ])
    func `linked headings of the author stay with what is below them`(section: String) {
        let sections = (1...4).map { section.replacing("%", with: "\($0)") }.joined()
        let column = "<aside><h3><a href=/x>Other</a></h3><h3><a href=/y>Another</a></h3></aside>"
        let text = text(
            "<article><h1>A pear tree</h1><p>My favourite wells.</p>\(column)\(sections)<p>END</p></article>"
        )
        #expect((1...4).allSatisfy { text.contains("Q\($0)") } && text.contains("END"), "\(text)")
    }

    @Test(arguments: [
        "On 3 May 2024 we walked by the river.", "On <time>3 May 2024</time> we ate bread at the river",
        "Today I read about copyright law, and it was odd.",
    ])
    func `a sentence with a day or a right is no byline and no notice`(sentence: String) {
        for other in ["<p>END</p>", ""] {
            for parts in ["<p>\(sentence)</p>\(other)", "\(other)<p>\(sentence)</p>"] {
                let text = text("<article><h1>A pear tree</h1>\(parts)</article>")
                #expect(text.contains(sentence.suffix(9)), "\(text)")
            }
        }
    }

    /// A column of a shop, or the posts of a thread, is no text of the headline above it.
    @Test func `a page with much to read elsewhere is read as before`() {
        let posts = (1...6).map {
            "<div class=reply><p>\(Self.paragraph) And so on, as number \($0) says. Q\($0)</p></div>"
        }.joined()
        let document = HTMLDocument(
            parsing: "<title>A pear tree</title><h1>A pear tree</h1><p>New topic</p><div id=thread>\(posts)</div>"
        )
        let text = ArticleReader.read(document).body.text(in: document)
        #expect((1...6).allSatisfy { text.contains("Q\($0)") }, "\(text)")
    }
}
