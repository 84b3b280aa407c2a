import LarderAttributedHTML
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
