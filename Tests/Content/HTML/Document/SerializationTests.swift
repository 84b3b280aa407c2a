import LarderHTML
import Testing

@Suite("Serialization") struct SerializationTests {
    @Test(arguments: [
        ("<p class=a>x", "<p class=\"a\">x</p>"),
        ("a &lt; b &amp; c&nbsp;d", "a &lt; b &amp; c&nbsp;d"),
        ("<a title='&quot;&amp;<>'>x</a>", "<a title=\"&quot;&amp;&lt;&gt;\">x</a>"),
        ("<br/><img src=x>", "<br><img src=\"x\">"),
        ("<script>a && b < c</script>", "<script>a && b < c</script>"),
        (
            "<svg><a xlink:href=x xmlns:xlink=y xml:lang=z xmlns=w /></svg>",
            "<svg><a xlink:href=\"x\" xmlns:xlink=\"y\" xml:lang=\"z\" xmlns=\"w\"></a></svg>"
        ),
        ("<template><td>x</template>", "<template><td>x</td></template>"),
        ("<!--c--><svg><style>a&amp;b</style></svg>", "<!--c--><svg><style>a&amp;b</style></svg>"),
    ])
    func `the body is written as browsers write innerHTML`(source: String, expected: String) throws {
        let document = HTMLDocument(parsing: "<body>" + source)
        let body = try #require(document.body)
        #expect(document.innerHTML(of: body) == expected)
        #expect(document.outerHTML(of: body) == "<body>" + expected + "</body>")
    }

    @Test func `a document is written with its doctype and read back as the same tree`() {
        let source = "<!DOCTYPE html><html><head><title>t</title></head><body><ul><li>a</li></ul>&amp;</body></html>"
        let document = HTMLDocument(parsing: source)
        #expect(document.outerHTML(of: document.root) == source)
        #expect(document.innerHTML(of: document.root) == source)
    }

    @Test func `an element that cannot hold anything has no inner HTML`() throws {
        let document = HTMLDocument(parsing: "<br>")
        let line = try #require(document.firstElement(named: .br))
        #expect(document.innerHTML(of: line) == "")
        #expect(document.outerHTML(of: line) == "<br>")
    }
}
