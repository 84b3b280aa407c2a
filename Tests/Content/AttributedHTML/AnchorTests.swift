import Foundation
import LarderAttributedText
import LarderModel
import Testing

@Suite("Text renderer: places that links lead to") struct AnchorTests {
    /// The names of a text's anchors, each with the characters behind it.
    private func anchors(_ html: String) -> [String] {
        let text = render(html, url: "http://e.org/page")
        let scalars = Array(text.text.unicodeScalars)
        // Spaces before an element may be behind its anchor.
        return text.anchors.map { anchor in
            let behind = scalars[anchor.start...].drop { $0.properties.isWhitespace }
            return "\(anchor.name)=" + String(String.UnicodeScalarView(behind.prefix(4)))
        }
    }

    @Test(arguments: [
        ("<a href='#n'>1</a><p id=n>Note</p>", ["n=Note"]), ("<a href='#n'>1</a> <b id=n>Note</b>", ["n=Note"]),
        ("<a href='#n'>1</a> 😀<a name=n>Note</a>", ["n=Note"]), ("<p id=n>Note</p><a href='#n'>1</a>", ["n=Note"]),
        ("<a href='#n'>1</a> <i id=n>One</i> <i id=n>Two</i>", ["n=One "]), ("<p id=n>Note</p>", []),
        ("<a href='#x'>1</a><p id=n>Note</p>", []), ("<a href='#'>1</a><p id=''>Note</p>", []),
        ("<a href='#%C3%BC'>1</a> <b id=ü>Note</b>", ["ü=Note"]),
        ("<a href='#a%20b'>1</a> <b id='a b'>Note</b>", ["a b=Note"]),
        ("<a href='http://e.org/other#n'>1</a> <b id=n>Note</b>", []),
        ("<a href=' #n '>1</a> <b id=n>Note</b>", ["n=Note"]),
        ("<a href='#a'>1</a><a href='#b'>2</a> <b id=b>Bbbb</b> <b id=a>Aaaa</b>", ["b=Bbbb", "a=Aaaa"]),
    ])
    func `an anchor is where its element begins`(html: String, expected: [String]) {
        #expect(anchors(html) == expected)
    }

    @Test func `the note of a list item is at its marker or its text`() throws {
        let text = render("<a href='#n'>1</a><ol><li>One<li id=n>Two</ol>", url: "http://e.org/")
        let anchor = try #require(text.anchors.first)
        let behind = String(String.UnicodeScalarView(Array(text.text.unicodeScalars)[anchor.start...]))
        #expect(behind.trimmedSpace.hasSuffix("Two") && !behind.contains("One"))
    }

    @Test func `names are bounded in length and number`() {
        let long = String(repeating: "x", count: 257)
        #expect(render("<a href='#\(long)'>1</a><p id=\(long)>Note").anchors.isEmpty)
        let many = "<a href='#n'>1</a>" + (0..<30_000).map { "<i id=x\($0)></i>" }.joined() + "<p id=n>Note"
        #expect(render(many).anchors.isEmpty)
    }

    @Test func `anchors are stored with the text and read back`() throws {
        let text = render(
            "<a href='#n'>1</a><a href='#\"\\'>2</a> <b id=n>Note</b> <b id='\"\\'>Odd</b>",
            url: "http://e.org/"
        )
        try #require(text.anchors.count == 2)
        #expect(try AttributedText(text: text.text, runsJSON: text.runsJSON).anchors == text.anchors)
        #expect(!render("<p id=n>Note").runsJSON.contains("anchors"))
    }

    @Test func `stored anchors that do not lie in the text are left out`() throws {
        let json =
            #"{"v":2,"sets":[{}],"runs":[2],"anchors":[["a",0],["b",2],["c",3],["d",-1],["e"],[1,1],7,["f",1,1],"#
            + #"["g",9223372036854775808]]}"#
        let text = try AttributedText(text: "ab", runsJSON: json)
        #expect(text.anchors.map(\.name) == ["a", "b"])
    }
}
