import LarderAttributedHTML
import LarderAttributedText
import LarderHTML
import LarderModel
import Testing

func render(_ html: String, _ options: TextOptions = TextOptions(), url: String? = nil) -> AttributedText {
    TextRenderer(options).render(HTMLDocument(parsing: html), documentURL: url)
}

func plain(_ html: String) -> String { render(html).plainText }

@Suite("Text renderer: characters") struct TextRendererTests {
    @Test(arguments: [
        ("<p>one <b>two</b>\n three</p> <p>four", "one two three\n\nfour"),
        ("<h1>Title</h1>text<div>block</div>more", "Title\ntext\nblock\nmore"),
        ("<div><div></div></div>a<div></div><div></div>b", "a\nb"),
        ("a <br> b<br><br>c", "a\nb\n\nc"),
        ("<p>a</p><br><p>b</p>", "a\n\n\n\n\nb"),
        ("a<hr><hr>b", "a\nb"),
        ("<pre>\n x\n  y\n</pre>z", " x\n  y\n\nz"),
        ("<span style='white-space:pre-line'>a  b \n c</span>", "a b\nc"),
        ("<blockquote><p>a<p>b</blockquote>c", "a\n\nb\n\nc"),
        ("<dl><dt>t<dd>d</dl>", "t\nd"),
        ("x <img src=i> y <img>", "x  y "),
        ("a&nbsp; &nbsp;b", "a\u{A0} \u{A0}b"),
        ("a<span style='display:inline-block'> b </span>c", "abc"),
        ("a<span style='float:left'>b</span>c", "a\nb\nc"),
        ("<ruby>kan<rp>(</rp><rt>ji</rt></ruby>", "kanji"),
    ])
    func `blocks, breaks and white space are those of a browser`(html: String, text: String) {
        #expect(plain(html) == text)
    }

    @Test(arguments: [
        ("<table><tr><td>a<td>b<td><tr><td>c</table>d", "a\tb\t\nc\nd"),
        ("<table><caption>c</caption><tr><td>a</table>", "c\na"),
        ("<table><tr><td>a</tr><caption>c</caption><tr><td>b</table>", "a\n\nc\nb"),
        ("<table><tr><td>a<table><tr><td>in</table><td>b</table>", "a\nin\n\tb"),
        (
            "<div style='display:table'><i style='display:table-cell'>a</i> <i style='display:table-cell'>b</i></div>",
            "a\tb"
        ),
        ("<table><tr><td><p>1<p>2<td>b</table>", "1\n\n2\n\n\tb"),
    ])
    func `cells are divided by tabs and rows by line breaks`(html: String, text: String) {
        #expect(plain(html) == text)
    }

    @Test(arguments: [
        ("<script>1</script><style>b{}</style><template>t</template><title>x</title>a", "a"),
        ("<noscript>shown</noscript>", "shown"),
        ("<p hidden>a</p><p hidden style='display:block'>b</p>", "b"),
        ("<i style='display:none'>a</i><i style='visibility:hidden'>b<b style='visibility:visible'>c</b></i>", "c"),
        ("<details><summary>s</summary>closed</details>", "s"),
        ("<details open><summary>s</summary>open</details>", "s\nopen"),
        ("<dialog>closed</dialog><dialog open>open</dialog>", "open"),
        ("<select>text<option>a<option>b</select>c", "a\nb\nc"),
        ("<textarea>t</textarea><iframe>f</iframe><video>v</video><object>fallback</object>", "fallback"),
        ("<svg><title>t</title><g>g</g><text>drawn</text></svg>", "drawn"),
        (
            "<style>@media print{p{display:none}} .x > b{display:none}</style><p>p</p><i class=x><b>1</b><u><b>2</b></u></i>",
            "p\n\n2"
        ),
    ])
    func `what is not shown is not in the text`(html: String, text: String) {
        #expect(plain(html) == text)
    }

    @Test func `text-transform changes the characters`() {
        #expect(plain("<p style='text-transform:uppercase'>straße</p>") == "STRASSE")
        #expect(plain("<p lang=tr style='text-transform:uppercase'>iki</p>") == "İKİ")
        #expect(plain("<p style='text-transform:capitalize'>one t<b>wo</b> it's</p>") == "One Two It's")
    }

    @Test func `all details can be opened and style sheets left unread`() {
        #expect(render("<details><summary>s</summary>x</details>", TextOptions(opensDetails: true)).plainText == "s\nx")
        let hidden = "<style>p{display:none}</style><p>x</p>"
        #expect(render(hidden).plainText == "")
        #expect(render(hidden, TextOptions(readsStyleSheets: false)).plainText == "x")
    }

    @Test(arguments: [
        ("&lt;p&gt;a &lt;b&gt;b&lt;/b&gt;&lt;/p&gt;", "a b"),
        ("<div>&amp;lt;i&amp;gt;x&amp;lt;/i&amp;gt;</div>", "x"),
        ("<p>Fish &amp;amp; chips</p>", "Fish & chips"),
        ("<p>1 &lt; 2 &amp; 3</p>", "1 < 2 & 3"),
        ("<p>Use <code>&lt;p&gt;</code></p>", "Use <p>"),
        ("<code>&lt;b&gt;</code>", "<b>"),
        ("&lt;script&gt;alert(1)&lt;/script&gt;x", "x"),
    ])
    func `markup encoded twice is decoded where nothing else is markup`(html: String, text: String) {
        #expect(render(html, TextOptions(doubleEncoded: .auto)).plainText == text)
    }

    @Test func `symbols get the text selector once and inside their link`() {
        let options = TextOptions(textPresentation: true)
        let text = render("<a href='http://e.org/✉'>✉</a> ✔️ © 👩‍👧 ☎", options)
        #expect(text.plainText == "✉\u{FE0E} ✔️ © 👩‍👧 ☎\u{FE0E}")
        #expect(text.links[0].length == 2)
        #expect(render(text.plainText, options).plainText == text.plainText)
        #expect(render("✉").plainText == "✉")
    }
}
