import LarderHTML
import LarderModel
import LarderPages
import Testing

@Suite("HTML of pages") struct HTMLTests {
    @Test(arguments: [
        ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
        ("a & b &amp; c", "a &amp; b &amp;amp; c"),
        ("\" onload=\"x", "&quot; onload=&quot;x"), ("' onload='x", "&#39; onload=&#39;x"), ("plain ½ 鶏", "plain ½ 鶏"),
        ("a\u{0}b\u{8}c\u{1B}d\u{7F}e\r", "abcde"), ("a\nb\tc", "a\nb\tc"), ("", ""),
    ])
    func `texts are escaped`(text: String, expected: String) {
        #expect(("<p>\(text)</p>" as HTML).text == "<p>\(expected)</p>")
        #expect(("<p>\(text[...])</p>" as HTML).text == "<p>\(expected)</p>")
    }

    @Test func `HTML stands as it is, and nil is nothing`() {
        let part: HTML = "<b>\("a<b")</b>"
        let none: HTML? = nil
        #expect(("<p>\(part)\(none)\(7)</p>" as HTML).text == "<p><b>a&lt;b</b>7</p>")
        #expect(["x", "<"].html { "<i>\($0)</i>" }.text == "<i>x</i><i>&lt;</i>")
        #expect(("1 < 2" as String?).html { "\($0)" }.text == "1 &lt; 2")
        #expect((nil as String?).html { "<b>\($0)</b>" }.text.isEmpty)
    }

    @Test func `a browser reads any text back, in text and in attributes`() throws {
        let seed = UInt64.random(in: 0...(.max))
        var numbers = SeededGenerator(seed: seed)
        for _ in 0..<2_000 {
            let text = Self.text(&numbers)
            let page: HTML = "<!doctype html><body><p title=\"\(text)\">x\(text)</p><i>end</i>"
            let document = HTMLDocument(parsing: page.text)
            let kept = String(String.UnicodeScalarView(text.unicodeScalars.filter(Self.isKept)))
            let paragraphs = Array(document.elements(named: .p))
            try #require(paragraphs.count == 1, "seed \(seed)")
            #expect(document.textContent(of: paragraphs[0]) == "x" + kept, "seed \(seed)")
            #expect(document.value(of: .title, on: paragraphs[0]) == kept, "seed \(seed)")
            #expect(document.elements(named: .i).count { _ in true } == 1, "seed \(seed)")
        }
    }

    private static func isKept(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\n" || scalar == "\t" || scalar.value >= 0x20 && scalar.value != 0x7F
    }

    /// Pieces of markup among random characters.
    private static func text(_ numbers: inout SeededGenerator) -> String {
        let pieces = [
            "<", ">", "&", "\"", "'", "&lt", "&#60;", "</p>", "<!--", "-->", "]]>", "<script>", "</title>", "=", "/",
            "`",
            "\u{0}", "\n", "\t", "\u{202E}", "\u{FFFC}", "é", "鶏", "🍲", "&nbsp;", "<i>", "\u{7F}", "\u{1B}[31m", "a b",
        ]
        return (0..<numbers.below(12)).map { _ in
            if numbers.oneIn(4) {
                return String(UnicodeScalar(numbers.number(0x20...0xD7FF as ClosedRange<UInt32>)) ?? " ")
            }
            return numbers.pick(pieces)
        }.joined()
    }
}
