import LarderHTML
import LarderText
import Testing

@Suite("Reading stored texts") struct TextReadingTests {
    static let pages = [
        "", "plain", "<h1>Soup</h1><p>A <b>bold</b>, <i>odd</i> <a href=/x>lïnk 🍲</a> and <code>code</code>",
        "<ol><li>one<li><a href='javascript:x()'>two</a></ol><blockquote style='color:#123456;background:#fff8'>q</blockquote>",
        "<table><tr><th colspan=2>a<tr><td>b<td><img src=i.png alt=x width=3 srcset='j 2x'></table><p align=right>r<sup>2</sup>",
    ]

    @Test(arguments: pages) func `a text is read back as it was stored`(page: String) throws {
        let text = TextRenderer().render(HTMLDocument(parsing: page), documentURL: "http://e.test/a/")
        let read = try AttributedText(text: text.text, runsJSON: text.runsJSON)
        #expect(read.runs == text.runs && read.tables == text.tables && read.attachments == text.attachments)
        #expect(read.links.map(\.url) == text.links.map(\.url))
        #expect(read.links.map(\.startUTF16) == text.links.map(\.startUTF16))
        #expect(read.links.map(\.lengthUTF16) == text.links.map(\.lengthUTF16))
        #expect(read.runsJSON == text.runsJSON)
    }

    @Test(arguments: [
        "", "[]", "{\"v\":2}", "{\"v\":1,\"runs\":[3]}", "{\"v\":1,\"runs\":[0]}", "{\"v\":1,\"runs\":[\"x\"]}",
    ])
    func `what is no form of the text is refused`(json: String) {
        #expect(throws: TextReadingError.self) { try AttributedText(text: "ab", runsJSON: json) }
    }
}
