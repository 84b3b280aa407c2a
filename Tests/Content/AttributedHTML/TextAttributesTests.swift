import LarderAttributedHTML
import LarderAttributedText
import LarderHTML
import LarderModel
import Testing

@Suite("Text renderer: attributes") struct TextAttributesTests {
    /// The attributes of the run that has the first occurrence of `part`.
    private func attributes(of part: String, in html: String) throws -> TextAttributes {
        let text = render(html)
        let scalars = Array(text.text.unicodeScalars)
        let wanted = Array(part.unicodeScalars)
        let start = try #require(scalars.indices.first { scalars[$0...].starts(with: wanted) })
        return try #require(text.runs.first { $0.start <= start && start < $0.start + $0.length }).attributes
    }

    @Test func `elements have the attributes that browsers give them`() throws {
        #expect(try attributes(of: "x", in: "<b>x</b>").weight == 700)
        #expect(try attributes(of: "x", in: "<b><b>x</b></b>").weight == 900)
        #expect(try attributes(of: "x", in: "<em>x</em>").isItalic)
        #expect(try attributes(of: "x", in: "<h2>x</h2>").size == 24)
        #expect(try attributes(of: "x", in: "<h2>x</h2>").heading == 2)
        #expect(try attributes(of: "x", in: "a<sup>x</sup>").script == 1)
        #expect(try attributes(of: "x", in: "<code>x</code>").isMonospace)
        #expect(try attributes(of: "x", in: "<mark>x</mark>").background == TextColor(rgba: 0xFFFF_00FF))
        #expect(try attributes(of: "x", in: "<blockquote><blockquote>x").quoteDepth == 2)
        #expect(try attributes(of: "x", in: "<ul><li><ol start=4><li>x").listOrdinal == 4)
        #expect(try attributes(of: "x", in: "<ul><li><ol start=4><li>x").listDepth == 2)
        #expect(
            try attributes(of: "x", in: "<font color=chucknorris size=+2>x</font>").color
                == TextColor(rgba: 0xC000_00FF)
        )
        #expect(try attributes(of: "x", in: "<table><tr><th>x").alignment == .center)
    }

    @Test func `a decoration is drawn over descendants but not over boxes inside the line`() throws {
        #expect(try attributes(of: "x", in: "<u><b style='text-decoration:none'>x</b></u>").isUnderlined)
        #expect(try !attributes(of: "x", in: "<u><b style='display:inline-block'>x</b></u>").isUnderlined)
        #expect(try attributes(of: "x", in: "<s><p>x</p></s>").isStruck)
    }

    @Test(arguments: [
        ("p{color:red} .a{color:green} #i{color:blue}", "#0000ff"), ("p.a{color:red} .a{color:green}", "#ff0000"),
        ("p{color:red!important} #i{color:green}", "#ff0000"), ("p{color:red;color:bogus}", "#ff0000"),
        (":is(p,#no){color:#0a0} .a{color:red}", "#00aa00"), (":where(#i){color:#0a0} p{color:red}", "#ff0000"),
        ("p:not(.b){color:hsl(120 100% 25%)}", "#008000"), ("[class~=a]{color:rgb(100%, 0%, 0%)}", "#ff0000"),
        ("div + p{color:red}", "#ff0000"), ("div ~ p:last-child{color:red}", "#ff0000"),
        ("p:nth-child(2n){color:red}", "#ff0000"),
        ("p::before{color:red}", "#000000"), ("p:hover{color:red}", "#000000"), ("p:unknown, p{color:red}", "#000000"),
        ("@layer x{#i{color:red}} p{color:green}", "#008000"),
        ("@layer y, x; @layer x{p{color:red}} @layer y{#i{color:green}}", "#ff0000"),
        ("@media screen{@supports (display:grid){p{color:red}}} @supports (x:y){p{color:green}}", "#ff0000"),
        (":not(:defined){color:red} p:disabled{color:red}", "#000000"),
        (":root{--a:red} p{color:var(--a)}", "#ff0000"),
        (":root{--a:var(--b,#0a0)} p{color:var(--a)}", "#00aa00"),
        ("p{color:red;color:var(--none)}", "#000000"),
        ("p{color:red} p{--a:var(--a);color:var(--a, blue)}", "#0000ff"),
        ("body{--a:120} p{color:hsl(var(--a) 100% 25%)}", "#008000"),
        ("b p{color:red}", "#000000"), ("@media print{p{color:red}}", "#000000"),
        ("p{color:red} p{color:initial}", "#000000"),
        ("/* p{color:red} */ p{background:url(x;{y});color:red}", "#ff0000"), ("p{color:red", "#ff0000"),
    ])
    func `style sheets are weighed by the rules of the cascade`(css: String, color: String) throws {
        let html = "<!doctype html><style>\(css)</style><body><div>d</div><p class='a c' id=i>x</p>"
        #expect(try attributes(of: "x", in: html).color.description == color)
    }

    @Test(arguments: [
        ("font-size:12pt", 16.0), ("font-size:2em", 32), ("font-size:150%", 24), ("font-size:x-large", 24),
        ("font-size:smaller", 13.33),
        ("font-size:-1px", 16), ("font-size:12", 16), ("font:italic bold 20px/2 serif", 20),
        ("font-size:1e9px", 10_000),
    ])
    func `sizes are computed in pixels`(style: String, size: Double) throws {
        #expect(try attributes(of: "x", in: "<p style='\(style)'>x</p>").size == size)
    }

    @Test func `runs cover the text without gaps and neighbours differ`() {
        let text = render("<p>a <b>b</b><i>c</i></p><ul><li>d<li><q>e</q></ul><img src=x><table><tr><td>f<td>g</table>")
        var next = 0
        for run in text.runs {
            #expect(run.start == next && run.length > 0)
            next += run.length
        }
        #expect(next == text.text.unicodeScalars.count)
        for (left, right) in zip(text.runs, text.runs.dropFirst()) { #expect(left.attributes != right.attributes) }
    }

    @Test func `the JSON form leaves out what is default and is the same each time`() {
        let html = "<p>plain <b>bold</b></p><a href='http://e.org/\"'>l</a>"
        let json = render(html).runsJSON
        #expect(
            json
                == ##"{"v":2,"sets":[{},{"w":700},{"u":1,"c":"#0000ee","l":1}],"runs":[18,13,6,5],"##
                + ##""bases":["","http://e.org/"],"links":[[1,"%22"]]}"##
        )
        #expect(render(html).runsJSON == json)
        #expect(render("").runsJSON == #"{"v":2}"#)
    }
}
