import LarderAttributedHTML
import LarderAttributedText
import LarderHTML
import LarderModel
import Testing

@Suite("Hostile text", .timeLimit(.minutes(30))) struct HostileTextTests {
    private static func times(_ count: Int, _ text: String) -> String { String(repeating: text, count: count) }

    /// Their normal form takes a minute, and strings are hashed and compared in it.
    private static let marks = times(250_000, "\u{301}\u{316}")

    private static let inputs: [(String, String)] = [
        ("lists", times(20_000, "<ul><li>")), ("tables", times(20_000, "<table><tr><td>")),
        ("quotes", times(20_000, "<q><p>")),
        ("spans", "<table>" + times(2000, "<tr><td colspan=1000 rowspan=65534>x")),
        ("columns", "<table>" + times(5000, "<col span=1000>")),
        ("breaks", times(100_000, "<br>")), ("details", "<details>" + times(20_000, "<b>x</b>")),
        ("reversed", "<ol reversed>" + times(20_000, "<li>x")), ("empty items", "<ol>" + times(20_000, "<li>")),
        ("sizes", times(5000, "<b style='font-size:1000%'>x")),
        ("dots", "<a href='http://x/\(times(9000, "../"))'>x</a>"),
        ("rules", "<style>" + times(5000, "div{color:red}") + "</style>" + times(500, "<div>x")),
        (
            "variables",
            "<style>:root{--v0:x}" + (1..<60).map { ":root{--v\($0):var(--v\($0 - 1))var(--v\($0 - 1))}" }.joined()
                + "p{color:var(--v59)}</style><p>x"
        ),
        ("environments", (0..<3000).map { "<b style='--x\($0):1;color:var(--x0)'>x" }.joined()),
        ("not", "<style>" + times(20_000, ":not(") + "</style>x"),
        ("media", "<style>" + times(20_000, "@media screen{a{") + "</style>x"),
        ("comments", "<style>" + times(50_000, "/**/") + "a{color:red}</style>x"),
        ("combinators", "<style>" + times(500, "a ") + "{color:red}</style><a>x"),
        ("marks in text", "<p lang=\(marks)>\(marks)<a href='\(marks)'>x</a>"), ("marks in a name", "<a\(marks)>x"),
        ("marks in a doctype", "<!doctype \(marks) public '\(marks)' '\(marks)'>x"),
        (
            "marks in attributes",
            "<font color=\(marks) size=\(marks) face=\(marks)><ol type=\(marks)><p align=\(marks)>x"
        ),
        ("marks in foreign elements", "<svg><a\(marks)/></svg><math><a\(marks)/><annotation-xml encoding=\(marks)>x"),
        ("marks in a style", "<p style='display:\(marks);--\(marks):x;color:var(--\(marks))'>x"),
        (
            "marks in a style sheet",
            "<style>a\(marks),.a\(marks),#a\(marks),[title='\(marks)'],[lang|='\(marks)'],[id*='\(marks)']{color:red}</style>"
                + "<b title=b\(marks) lang=b\(marks) id=b\(marks) class=a\(marks)>x"
        ),
        (
            "steps",
            "<style>p:nth-child(-9223372036854775808n){color:red}p:nth-child(n-9223372036854775808){color:red}"
                + "p:nth-child(-9223372036854775808){color:red}</style><p>x"
        ),
        ("siblings", "<style>i ~ i ~ i ~ b{color:red}</style>" + times(3000, "<i>x</i>")),
    ]

    @Test(arguments: inputs)
    func `input made to be slow gives a text`(name: String, html: String) {
        let text = render(html, TextOptions(doubleEncoded: .auto, textPresentation: true), url: "http://e.org/")
        #expect(text.runs.reduce(0) { $0 + $1.length } == text.text.unicodeScalars.count)
        #expect(text.runsJSON.hasPrefix("{\"v\":2"))
    }

    @Test func `any pieces of markup in any order give runs that fit their text`() {
        let pieces = [
            "<p>", "</p>", "<ul>", "</ul>", "<ol reversed>", "<li>", "<li value=-3>", "<table>", "<tr>",
            "<td rowspan=0>", "<caption>", "</table>", "<b>", "</b>",
            "<a href=x>", "</a>", "<img src=i>", "<br>", " ", "\n", "x", "😀", "<q>", "</q>", "<pre>", "</pre>",
            "<span style='display:inline-block'>", "</span>",
            "<div style='display:table-cell'>", "</div>", "<i style='white-space:pre-line'>", "<select><option>",
            "</select>", "<svg><text>", "</svg>", "<s hidden>",
            "<div style='display:table-row'>", "<p style='visibility:hidden'>", "<li style='display:inline'>",
            "<img style='display:block' src=i>",
        ]
        var generator = SeededGenerator(seed: 42)
        for _ in 0..<400 {
            var html = ""
            for _ in 0..<40 {
                html += generator.pick(pieces)
            }
            let text = render(html)
            #expect(text.runs.reduce(0) { $0 + $1.length } == text.text.unicodeScalars.count, "\(html)")
            let count = text.text.unicodeScalars.count
            #expect(text.links.allSatisfy { $0.start + $0.length <= count }, "\(html)")
            for table in text.tables {
                #expect(
                    table.cells.allSatisfy {
                        $0.start + $0.length <= count && $0.column + $0.columnSpan <= table.columns
                    },
                    "\(html)"
                )
            }
        }
    }
}
