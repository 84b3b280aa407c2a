import Foundation
import LarderAttributedText
import Testing

@Suite("Text blocks") struct TextBlockTests {
    @Test func `headings and paragraphs are blocks`() {
        #expect(
            outline("<h1>Soup</h1><p>One <b>two</b></p><p> </p><p>&nbsp;</p><h3>Next</h3><div>three<br>four</div>")
                == ["h1 Soup", "p One two", "h3 Next", "p three", "p four"]
        )
        #expect(outline("") == [] && outline("<p>&nbsp;<p> <br>") == [])
    }

    @Test func `a block has its place, and one scalar between two is a line break`() {
        let text = rendered("<p>é🍲<br>b</p><ol><li>c</ol>")
        #expect(text.blocks.map(\.range) == [0..<2, 3..<4, 6..<11])
        #expect(text.blocks.map(\.id) == [0, 3, 6])
    }

    @Test func `items have the depth, number and marker of their lists`() {
        let html =
            "<ul><li>a<ol start=4 type=i><li>b<li>c<br>d</ol><li><p>e</p><p>f</p></ul><ul style='list-style:none'><li>g</ul>"
        #expect(
            outline(html) == [
                "li1 1 • | a", "li2 4 iv. | b", "li2 5 v. | c", "li2 5  | d", "li1 2 • | e", "li1 2  | f", "li1 1  | g",
            ]
        )
    }

    @Test func `an item that begins with a list is an item by itself`() {
        #expect(outline("<ul><li><ol><li>a</ol><li></ul>") == ["li1 1 • | ", "li2 1 1. | a", "li1 2 • | "])
        #expect(outline("<ol>x<li>a</ol><li>b") == ["li1 -  | x", "li1 1 1. | a", "li1 1 • | b"])
    }

    @Test func `a heading in an item keeps the item's marker, one without a marker is a heading`() {
        #expect(outline("<ol><li><h3>Mix</h3>all</ol>") == ["li1 1 1. | Mix", "li1 1  | all"])
        #expect(outline("<ul style='list-style:none'><li><h3>Mix</h3>all</ul>") == ["h3 Mix", "li1 1  | all"])
    }

    @Test func `blocks know the quotes they are in`() {
        let html = "<p>a<blockquote><p>b<ul><li>c</ul><blockquote>d</blockquote><img src=i></blockquote><p>e"
        #expect(
            outline(html) == ["p a", "> p b", "> li1 1 • | c", "> > p d", "> picture http://e.test/a/i", "p e"]
        )
    }

    @Test func `lines of one width are joined to a block of code with their breaks and indentation`() {
        #expect(outline("<p>a</p><pre>if x {\n\n    y\n}</pre><p>b") == ["p a", "code if x {\n\n    y\n}", "p b"])
        #expect(outline("<pre>a</pre><p>b") == ["code a", "p b"])
        #expect(outline("<pre>  a</pre>") == ["code   a"])
        #expect(outline("<pre><b>a</b>\n<i>b</i></pre><pre>c</pre>") == ["code a\nb\nc"])
        #expect(outline("<div><code>a</code></div><div><code>b</code></div>") == ["code a\nb"])
    }

    @Test func `single lines of one width are no code`() {
        #expect(outline("<p><code>a</code></p><p><code>b</code></p>") == ["p a", "p b"])
        #expect(outline("<p>Run <code>a  b</code> now") == ["p Run a b now"])
        #expect(outline("<ul><li><code>a</code><li><code>b</code></ul>") == ["li1 1 • | a", "li1 2 • | b"])
        #expect(outline("<h2><code>a</code></h2><h2><code>b</code></h2>") == ["h2 a", "h2 b"])
    }

    @Test func `code in an item comes behind its marker`() {
        #expect(outline("<ol><li>x<pre>a\nb</pre>y</ol>") == ["li1 1 1. | x", "code a\nb", "li1 1  | y"])
        #expect(outline("<ol><li><pre>a\nb</pre></ol>") == ["li1 1 1. | ", "code a\nb"])
    }

    @Test func `text of a block has its links and attributes`() throws {
        let blocks = rendered("<p>See <a href=/x><b>it</b></a>, <q>so</q><p><a href='javascript:x'>y</a>").blocks
        let runs = try #require(blocks.first).text.runs
        let link = try #require(runs.first { $0.link != nil })
        #expect(link.link == URL(string: "http://e.test/x") && link[TextAttributesKey.self]?.weight == 700)
        #expect(blocks.map(\.characters) == ["See it, \u{201C}so\u{201D}", "y"])
        #expect(blocks[1].text.runs.allSatisfy { $0.link == nil })
        #expect(Set(blocks).count == 2)
    }

    @Test func `alignment and text from right to left come as they are`() {
        let html = "<div dir=rtl><p align=right>שלום <b>עולם</b><ul><li>אחת</ul></div><center>c</center>"
        let blocks = rendered(html).blocks
        #expect(blocks.map(\.outline) == ["p שלום עולם", "li1 1 • | אחת", "p c"])
        #expect(blocks.map(\.alignment) == [.right, .natural, .center])
    }

    @Test func `values that no renderer stores do not matter`() throws {
        let runs = #"{"h":99},{"q":-3,"d":-1,"o":-9},{"k":1},{"f":7},{"m":1}"#
        let json = #"{"v":2,"sets":[\#(runs)],"runs":[5,6,7,8,9],"tables":[[1,1,[[0,0,1,1,0,9,9],[0,0,1,1,0,-1,2],"#
        let table = #"[-1,-1,-1,-1,0,0,5],[9223372036854775807,0,1,1,0,2,3],[0,0,1,1,0,3,9223372036854775807]]]]}"#
        let text = try AttributedText(text: "a\t\u{FFFC}b\n", runsJSON: json + table)
        #expect(text.blocks.count == 1 && text.blocks[0].quoteDepth == 0)
        let plain = try AttributedText(text: "a\n\t\u{FFFC}b", runsJSON: json + "[]]]]}")
        #expect(plain.blocks.map(\.outline) == ["h6 a", "p \u{FFFC}b"])
    }
}
