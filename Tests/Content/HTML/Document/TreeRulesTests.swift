import LarderHTML
import Testing

/// Samples of the tree construction's rules, so that a mistake shows without the html5lib files.
@Suite("Rules of the tree") struct TreeRulesTests {
    private func body(_ source: String, scripting: Bool = false) -> String {
        let document = HTMLDocument(parsing: source, scripting: scripting)
        return document.body.map { document.innerHTML(of: $0) } ?? document.innerHTML(of: document.root)
    }

    @Test(arguments: [
        // Adoption agency and reconstruction
        ("<b>1<p>2</b>3</p>", "<b>1</b><p><b>2</b>3</p>"),
        ("<p>1<b>2<i>3</b>4</i>5</p>", "<p>1<b>2<i>3</i></b><i>4</i>5</p>"),
        ("<a href=1>x<div>y<a href=2>z", "<a href=\"1\">x</a><div><a href=\"1\">y</a><a href=\"2\">z</a></div>"),
        ("<p><b><b><b><b>x<p>y", "<p><b><b><b><b>x</b></b></b></b></p><p><b><b><b>y</b></b></b></p>"),
        (
            "<p><b a=1 c=2><b c=2 a=1><b a=1 c=2><b a=1 c=2>x<p>y",
            "<p><b a=\"1\" c=\"2\"><b c=\"2\" a=\"1\"><b a=\"1\" c=\"2\"><b a=\"1\" c=\"2\">x</b></b></b></b></p>"
                + "<p><b c=\"2\" a=\"1\"><b a=\"1\" c=\"2\"><b a=\"1\" c=\"2\">y</b></b></b></p>"
        ),
        ("<b></i>x</b>y", "<b>x</b>y"), ("<nobr>1<nobr>2", "<nobr>1</nobr><nobr>2</nobr>"),
        // Implied ends
        ("<ul><li>1<li>2</ul>", "<ul><li>1</li><li>2</li></ul>"), ("<p>1<div>2</p>", "<p>1</p><div>2<p></p></div>"),
        ("<dl><dt>a<dd>b<dt>c", "<dl><dt>a</dt><dd>b</dd><dt>c</dt></dl>"),
        ("<h1>a<h2>b</h3>c", "<h1>a</h1><h2>b</h2>c"), ("<button>a<button>b", "<button>a</button><button>b</button>"),
        ("<form>a<form>b</form>c", "<form>ab</form>c"), ("</p>x</br>", "<p></p>x<br>"),
        ("<ruby>a<rb>b<rt>c<rp>d", "<ruby>a<rb>b</rb><rt>c</rt><rp>d</rp></ruby>"),
        // Tables and foster parenting
        (
            "<table>a<tr><td>b</td>c</tr></table>",
            "ac<table><tbody><tr><td>b</td></tr></tbody></table>"
        ),
        ("<table><b>x<td>y", "<b>x</b><table><tbody><tr><td>y</td></tr></tbody></table>"),
        ("<table> <col> x", "x<table> <colgroup><col> </colgroup></table>"),
        ("<table><caption>a<tr><td>b", "<table><caption>a</caption><tbody><tr><td>b</td></tr></tbody></table>"),
        ("<table><input type=hidden><input>", "<input><table><input type=\"hidden\"></table>"),
        (
            "<table><td>1<table><td>2",
            "<table><tbody><tr><td>1<table><tbody><tr><td>2</td></tr></tbody></table></td></tr></tbody></table>"
        ),
        // Templates
        ("<template><td>a</template>", "<template><td>a</td></template>"),
        ("<template><tr><td>a<p>b</template>c", "<template><tr><td>a<p>b</p></td></tr></template>c"),
        // Select since 2025
        (
            "<select><div>a<option>b<option>c</select>d",
            "<select><div>a<option>b</option><option>c</option></div></select>d"
        ),
        ("<select><option>a<select>b", "<select><option>a</option></select>b"),
        ("<select><option>a<input>", "<select><option>a</option></select><input>"),
        ("<select><option>a<hr><optgroup>b", "<select><option>a</option><hr><optgroup>b</optgroup></select>"),
        (
            "<select><button><selectedcontent></button><option>a<option selected><i>b</i>c</select>",
            "<select><button><selectedcontent><i>b</i>c</selectedcontent></button><option>a</option>"
                + "<option selected=\"\"><i>b</i>c</option></select>"
        ),
        (
            "<select multiple><selectedcontent></selectedcontent><option>a</select>",
            "<select multiple=\"\"><selectedcontent></selectedcontent><option>a</option></select>"
        ),
        (
            "<select><option>a<selectedcontent>b</select>",
            "<select><option>a<selectedcontent>b</selectedcontent></option></select>"
        ),
        (
            "<select><selectedcontent>a<option>b</select>",
            "<select><selectedcontent>a<option>b</option></selectedcontent></select>"
        ),
        ("<p><b></p><textarea>x", "<p><b></b></p><textarea>x</textarea>"), ("<table><image>", "<img><table></table>"),
        // Foreign content
        ("<svg><FOREIGNOBJECT><p>x</svg>y", "<svg><foreignObject><p>xy</p></foreignObject></svg>"),
        ("<svg><p>x", "<svg></svg><p>x</p>"), ("<math><mi><b>x</math>y", "<math><mi><b>xy</b></mi></math>"),
        ("<svg viewBox=0 gradientunits=1 />", "<svg viewBox=\"0\" gradientUnits=\"1\"></svg>"),
        ("<math definitionURL=x>", "<math definitionURL=\"x\"></math>"),
        ("<svg><![CDATA[a<b]]>", "<svg>a&lt;b</svg>"), ("<p><![CDATA[a]]>", "<p><!--[CDATA[a]]--></p>"),
        ("<svg><font size=1>x", "<svg></svg><font size=\"1\">x</font>"), ("<svg><font>x", "<svg><font>x</font></svg>"),
        // Character references
        ("&lt;&copy&notit;&notin;&#x41;&#65&#0;&#x80;", "&lt;©¬it;∉AA\u{FFFD}€"),
        ("<a b=&copy&copy=1&copyx&copy;>", "<a b=\"©&amp;copy=1&amp;copyx©\"></a>"),
        ("&&#&#x&x;", "&amp;&amp;#&amp;#x&amp;x;"),
        ("&#xD800;&#x110000;&#99999999999;", "\u{FFFD}\u{FFFD}\u{FFFD}"), ("&NotEqualTilde;", "≂̸"),
        // Raw text
        ("<script><!--<script></script>--></script>x", "<script><!--<script></script>--></script>x"),
        ("<textarea><b>&amp;</textarea>", "<textarea>&lt;b&gt;&amp;</textarea>"), ("<xmp><b></xmp>", "<xmp><b></xmp>"),
        ("<style></styl></style >x", "<style></styl></style>x"), ("<title>a</title\n>b", "<title>a</title>b"),
        ("<plaintext></plaintext>", "<plaintext></plaintext></plaintext>"),
        // Comments and markup that is none
        ("<!---->a<!-->b<!--->c<!-- d --!>e<!--f", "<!---->a<!---->b<!---->c<!-- d -->e<!--f-->"),
        ("<?php x ?>a</ b>c<!x>d</>e< f", "<!--?php x ?-->a<!-- b-->c<!--x-->de&lt; f"),
        ("<p a=1 A=2 b='x\"y' c/d=>z", "<p a=\"1\" b=\"x&quot;y\" c=\"\" d=\"\">z</p>"),
        ("<image src=x>", "<img src=\"x\">"), ("x<body class=a><html lang=b>y", "xy"),
    ])
    func `markup becomes what browsers make of it`(source: String, expected: String) {
        #expect(body("<!DOCTYPE html><body>" + source) == expected)
    }

    @Test func `head elements stay in the head and the first other element begins the body`() {
        let document = HTMLDocument(parsing: "<title>a</title><meta x> <p>b<title>c")
        #expect(
            document.outerHTML(of: document.root)
                == "<html><head><title>a</title><meta x=\"\"> </head><body><p>b<title>c</title></p></body></html>"
        )
    }

    @Test func `characters after the end of the body go back into it, comments do not`() {
        let document = HTMLDocument(parsing: "<html><body>a</body><!--1--> b</html><!--2-->c<!--3-->")
        #expect(
            document.outerHTML(of: document.root)
                == "<html><head></head><body>a bc<!--3--></body><!--1--></html><!--2-->"
        )
    }

    @Test func `a frameset replaces an empty body`() {
        let document = HTMLDocument(parsing: "<p><frameset><frame></frameset> x<noframes>y</noframes>")
        #expect(
            document.outerHTML(of: document.root)
                == "<html><head></head><frameset><frame></frameset> <noframes>y</noframes></html>"
        )
    }

    @Test func `a table closes a paragraph but not in quirks mode`() {
        #expect(body("<!DOCTYPE html><p>a<table>") == "<p>a</p><table></table>")
        #expect(body("<p>a<table>") == "<p>a<table></table></p>")
    }
}
