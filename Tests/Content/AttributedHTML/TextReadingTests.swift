import Foundation
import LarderAttributedHTML
import LarderHTML
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
        #expect(read.links.map(\.startUTF8) == text.links.map(\.startUTF8))
        #expect(read.links.map(\.lengthUTF8) == text.links.map(\.lengthUTF8))
        #expect(read.runsJSON == text.runsJSON)
    }

    @Test(arguments: pages) func `a text is coded as the two columns of the catalog`(page: String) throws {
        let text = TextRenderer().render(HTMLDocument(parsing: page), documentURL: "http://e.test/a/")
        let bytes = try JSONEncoder().encode(text)
        #expect(
            try JSONDecoder().decode([String: String].self, from: bytes) == ["text": text.text, "runs": text.runsJSON]
        )
        #expect(try JSONDecoder().decode(AttributedText.self, from: bytes).runs == text.runs)
        let wrong = try JSONEncoder().encode(["text": text.text + "x", "runs": text.runsJSON])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(AttributedText.self, from: wrong) }
    }

    @Test func `links that do not lie in the text are left out`() throws {
        let json =
            #"{"v":1,"runs":[2],"links":[["a",0,2],["b",2,0],["c",1,2],["d",3,0],["e",-1,1],["f",1,9223372036854775807],[]]}"#
        let text = try AttributedText(text: "ab", runsJSON: json)
        #expect(text.links.map(\.url) == ["a", "b"])
        #expect(text.link(at: text.text.startIndex)?.url == "a" && text.link(at: text.text.endIndex) == nil)
    }

    @Test func `a hundred thousand links of a long text are read in one walk`() throws {
        let links = (0..<100_000).reversed().map { "[\"u\",\($0),1]" }.joined(separator: ",")
        let json = "{\"v\":1,\"runs\":[100000],\"links\":[\(links)]}"
        let text = try AttributedText(text: String(repeating: "é", count: 100_000), runsJSON: json)
        #expect(text.links.first?.startUTF8 == 199_998)
    }

    @Test(arguments: [
        "", "[]", "{\"v\":2}", "{\"v\":1,\"runs\":[3]}", "{\"v\":1,\"runs\":[0]}", "{\"v\":1,\"runs\":[\"x\"]}",
    ])
    func `what is no form of the text is refused`(json: String) {
        #expect(throws: TextReadingError.self) { try AttributedText(text: "ab", runsJSON: json) }
    }
}
