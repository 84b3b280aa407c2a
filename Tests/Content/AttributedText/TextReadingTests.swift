import Foundation
import LarderAttributedHTML
import LarderAttributedText
import LarderHTML
import Testing

@Suite("Reading stored texts") struct TextReadingTests {
    static let pages = [
        "", "plain", "<h1>Soup</h1><p>A <b>bold</b>, <i>odd</i> <a href=/x>lïnk 🍲</a> and <code>code</code>",
        "<ol><li>one<li><a href='javascript:x()'>two</a></ol><blockquote style='color:#123456;background:#fff8'>q</blockquote>",
        "<ul><li>a<ol start=7><li>b<li>c</ol><li>d</ul><p>e<ul><li>f<img src=i><img src=j></ul>",
        "<a href=/x/y/1>a<b>b</b></a><a href=/x/y/1></a><a href='data:x'>c</a>"
            + "<a href=/x/y/2?/#/>d</a> <a href='?'>e</a>",
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

    @Test func `version 1 is read and written as version 2`() throws {
        let old =
            ##"{"v":1,"runs":[2,[1,{"c":"#0000ee","l":0}],[1,{"w":700,"l":0}],"##
            + ##"[1,{"o":8,"k":1}],[1,{"o":8}],[1,{"f":0}]],"##
            + ##""links":[["http://e.test/a/b",2,2],["javascript:x",1,0,1]],"##
            + ##""attachments":[{"kind":"image","url":"i"}]}"##
        let text = try AttributedText(text: "abcdef\u{FFFC}", runsJSON: old)
        #expect(text.runs.map(\.attributes.link) == [nil, 0, 0, nil, nil, nil])
        #expect(text.runs.map(\.attributes.listOrdinal) == [nil, nil, nil, 8, 8, nil])
        #expect(text.links.map(\.isUnsafe) == [false, true] && text.links[0].length == 2)
        let new = text.runsJSON
        #expect(
            new == ##"{"v":2,"sets":[{},{"c":"#0000ee","l":1},{"w":700,"l":0},{"o":8,"k":1},{"o":0},{"f":1}],"##
                + ##""runs":[12,7,8,9,10,11],"bases":["","http://e.test/a/"],"##
                + ##""links":[[1,"b"],[0,["javascript:x",1,0,1]]],"attachments":[{"kind":"image","url":"i"}]}"##
        )
        #expect(try AttributedText(text: text.text, runsJSON: new) == text)
    }

    @Test func `numbers of any size come out as they were`() throws {
        let runs = [Int.max, Int.min, 0, -1, Int.max].map { "[1,{\"l\":\($0),\"o\":\($0),\"f\":\($0)}]" }
        let text = try AttributedText(text: "abcde", runsJSON: "{\"v\":1,\"runs\":[\(runs.joined(separator: ","))]}")
        #expect(try AttributedText(text: "abcde", runsJSON: text.runsJSON).runs == text.runs)
    }

    @Test func `runs of very many sets are read back`() throws {
        let runs = (0..<20_000).map { "[1,{\"s\":\($0 % 1_000 + 20)}]" }.joined(separator: ",")
        let plain = String(repeating: "x", count: 20_000)
        let text = try AttributedText(text: plain, runsJSON: "{\"v\":1,\"runs\":[\(runs)]}")
        #expect(try AttributedText(text: plain, runsJSON: text.runsJSON) == text)
    }

    @Test func `links of version 2 without runs or a base are left out`() throws {
        let json =
            #"{"v":2,"sets":[{"l":1}],"runs":[1,1],"bases":["h:"],"#
            + #""links":[[0,"a"],[1,"x"],[-1],7,[0,"b","c",["d",0,2]]]}"#
        let text = try AttributedText(text: "ab", runsJSON: json)
        #expect(text.links.map(\.url) == ["h:a", "h:b", "h:d"] && text.links.map(\.start) == [0, 1, 0])
    }

    @Test(arguments: [
        "", "[]", "{\"v\":2}", "{\"v\":3,\"runs\":[2]}", "{\"v\":2,\"runs\":[2]}",
        "{\"v\":2,\"sets\":[],\"runs\":[2]}", "{\"v\":2,\"sets\":[{}],\"runs\":[3]}",
        "{\"v\":2,\"sets\":[{},{}],\"runs\":[1,2]}", "{\"v\":2,\"sets\":[{}],\"runs\":[-2]}",
        "{\"v\":2,\"sets\":[{}],\"runs\":[9223372036854775807,9223372036854775807]}",
        "{\"v\":2,\"sets\":[{}],\"runs\":[9223372036854775808]}", "{\"v\":1,\"runs\":[3]}", "{\"v\":1,\"runs\":[0]}",
        "{\"v\":1,\"runs\":[\"x\"]}",
    ])
    func `what is no form of the text is refused`(json: String) {
        #expect(throws: TextReadingError.self) { try AttributedText(text: "ab", runsJSON: json) }
    }
}
