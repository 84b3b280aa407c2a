import LarderAttributedHTML
import LarderAttributedText
import LarderHTML
import LarderModel
import LarderTestSupport
import Testing

@testable import LarderSync

@Suite("Runs check") struct RunsCheckTests {
    private static let pieces = [
        "<p>", "</p>", "<b>", "</b>", "text ", "é\u{1F600}", "\u{1}", "&quot;\\", "<a href='x\"y'>",
        "<a href='javascript:alert(1)'>", "</a>",
        "<a href='http://é.example/ü?\\'>", "<span style='font-size:1e30px'>", "<span style='font-size:0.001px'>",
        "<span style='color:rgb(1 2 3/.5);background:#abc'>", "</span>", "<ol start=99999999999>", "<ol start=-5>",
        "<li value=-2147483648>",
        "<li>", "</ol>", "<img src=x.png alt='a\"b\n' width=99999999999999 height=1.5e3 srcset='a 1x, b 2x'>",
        "<img src=y width=-3>",
        "<table>", "<tr>", "<td colspan=1000 rowspan=65535>", "<th>", "</table>", "<h2>", "</h2>", "<blockquote>",
        "</blockquote>", "<sup>",
        "<pre>", "</pre>", "<video src=v poster=p></video>", "<iframe src=https://e.example/></iframe>",
        "<div align=right>", "</div>",
    ]

    @Test(arguments: [
        #"{"v":2,"sets":[{}],"runs":[3]}"#, #"{"v":2,"sets":[{},{"w":700}],"runs":[2,5]}"#,
        ##"{"v":2,"sets":[{"l":1},{"l":0,"s":1.5,"c":"#000001"}],"runs":[2,5],"bases":["u"],"links":[[0,"a"]]}"##,
        #"{"v":2,"sets":[{"l":2},{"l":-1}],"runs":[2,5],"bases":[""],"links":[[0,["",3,0,1]],[0,"a"]]}"#,
        #"{"v":2,"sets":[{}],"runs":[3],"bases":[],"links":[]}"#,
    ])
    func `runs of version 2 that fit a text of three characters are believed`(runs: String) {
        #expect(RunsCheck.fault(in: runs, ofTextWith: 3) == nil)
    }

    @Test(arguments: [
        ("form", #"{"v":2,"runs":[3]}"#), ("form", #"{"v":2,"sets":[],"runs":[3]}"#),
        ("form", #"{"v":2,"sets":[{},{}],"runs":[1,5]}"#), ("form", #"{"v":2,"sets":[{}],"runs":[-3]}"#),
        ("form", #"{"v":2,"sets":[{}],"runs":["3"]}"#), ("form", #"{"v":2,"sets":[{}],"runs":[[3,{}]]}"#),
        ("form", #"{"v":2,"sets":[3],"runs":[3]}"#), ("form", #"{"v":2,"sets":[{"l":"1"}],"runs":[3]}"#),
        ("form", #"{"v":2,"sets":[{"l":1.0}],"runs":[3]}"#), ("form", #"{"v":2,"sets":[{"l":1,"l":2}],"runs":[3]}"#),
        ("form", #"{"v":2,"sets":[{"\u006c":1}],"runs":[3]}"#), ("form", #"{"v":2,"sets":[{"ll":1}],"runs":[3]}"#),
        ("form", #"{"v":2,"sets":[{"w":[]}],"runs":[3]}"#), ("form", #"{"v":2,"sets":[{"w":{}}],"runs":[3]}"#),
        ("form", #"{"v":2,"sets":[{"f":"1"}],"runs":[3]}"#), ("form", #"{"v":2,"sets":[{}],"runs":[3],"sets":[{}]}"#),
        ("form", #"{"v":2,"runs":[3],"sets":[{}]}"#), ("form", #"{"v":2,"sets":[{}],"runs":[3],"links":[[0,"a"]]}"#),
        ("form", #"{"v":2,"sets":[{"l":1}],"runs":[3],"bases":["u"],"links":[[1,"a"]]}"#),
        ("form", #"{"v":2,"sets":[{"l":1}],"runs":[3],"bases":["u"],"links":[[-1,"a"]]}"#),
        ("form", #"{"v":2,"sets":[{"l":1}],"runs":[3],"bases":[1],"links":[[0,"a"]]}"#),
        ("form", #"{"v":2,"sets":[{"l":1}],"runs":[3],"bases":["u"],"links":["a"]}"#), ("form", #"{"v":20}"#),
        ("form", #"{"v":2,"sets":[{}],"runs":[3]"#), ("beyondEnd", #"{"v":2,"sets":[{}],"runs":[4]}"#),
        ("beyondEnd", #"{"v":2,"sets":[{}],"runs":[9223372036854775807,9223372036854775807]}"#),
        ("beyondEnd", #"{"v":2,"sets":[{},{}],"runs":[99999999999999999999]}"#),
        ("leavesOut(1)", #"{"v":2,"sets":[{}],"runs":[2]}"#), ("leavesOut(3)", #"{"v":2}"#),
        ("link", #"{"v":2,"sets":[{"l":1}],"runs":[3]}"#), ("link", #"{"v":2,"sets":[{"l":0}],"runs":[3]}"#),
        ("link", #"{"v":2,"sets":[{"l":99999999999999999999}],"runs":[3]}"#),
        ("link", #"{"v":2,"sets":[{}],"runs":[3],"bases":["u"],"links":[[0,"a"]]}"#),
        ("link", #"{"v":2,"sets":[{"l":2}],"runs":[3],"bases":["u"],"links":[[0,"a","b"]]}"#),
        ("link", #"{"v":2,"sets":[{}],"runs":[3],"bases":["u"],"links":[[0,["a",2,2]]]}"#),
    ])
    func `what is no version 2 of runs is refused`(fault: String, runs: String) {
        #expect(RunsCheck.fault(in: runs, ofTextWith: 3).map { "\($0)" } == fault)
    }

    @Test func `steps that add up to very many links are refused`() {
        let runs = Array(repeating: "1", count: 1_000).joined(separator: ",")
        let json = #"{"v":2,"sets":[{"l":1000000}],"runs":[\#(runs)]}"#
        #expect(RunsCheck.fault(in: json, ofTextWith: 1_000).map { "\($0)" } == "link")
    }

    @Test func `links that are short only as JSON are refused`() {
        let base = String(repeating: "u", count: 10_000)
        let links = (0..<1_000).map { #"["\#($0)",0,1]"# }.joined(separator: ",")
        let json = #"{"v":2,"sets":[{}],"runs":[3],"bases":["\#(base)"],"links":[[0,\#(links)]]}"#
        #expect(RunsCheck.fault(in: json, ofTextWith: 3).map { "\($0)" } == "link")
    }

    /// Whatever a page holds, the coordinator believes what the renderer makes of it.
    @Test(arguments: [1, 2, 3] as [UInt64]) func `the runs of any page are believed`(seed: UInt64) {
        var numbers = SeededGenerator(seed: seed)
        let renderer = TextRenderer(.archive(isFragment: false))
        for _ in 0..<400 {
            let html = (0..<Int.random(in: 1...60, using: &numbers)).map { _ in
                Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &numbers)]
            }.joined()
            let document = HTMLDocument(parsing: Array(html.utf8))
            let text = renderer.rendering(of: document, documentURL: "http://site.example/").text
            let fault = RunsCheck.fault(in: text.runsJSON, ofTextWith: text.text.unicodeScalars.count)
            #expect(fault == nil, "seed \(seed): \(html.debugDescription)")
        }
    }
}
