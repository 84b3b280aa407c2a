import Foundation
import LarderAttributedText
import LarderModel
import LarderTestSupport
import Testing

/// No character and no picture of a text is missing in its blocks, twice in them, or out of order.
@Suite("Blocks have the whole text") struct BlockWholenessTests {
    /// Says what is wrong with the blocks of a page.
    private func check(_ html: String, _ comment: @autoclosure () -> Comment) throws {
        let text = rendered(html)
        let blocks = text.blocks
        let strings = blocks.flatMap(\.parts)
        var letters = String.UnicodeScalarView()
        for string in strings {
            for run in string.runs where run[TextAttributesKey.self]?.role == .text {
                letters.append(contentsOf: string[run.range].unicodeScalars.filter { !$0.properties.isWhitespace })
            }
        }
        let wanted = text.plainText.unicodeScalars.filter { !$0.properties.isWhitespace }
        #expect(Array(letters) == Array(wanted), comment())
        let shown = blocks.flatMap { block -> [String] in
            switch block.kind {
            case .picture(let picture): [picture.attachment.url]
            case .media(let item), .frame(let item): [item.url]
            default: block.parts.flatMap { part in part.runs.compactMap { $0[TextAttachmentKey.self]?.url } }
            }
        }
        #expect(shown == text.attachments.map(\.url), comment())
        var end = 0
        for block in blocks {
            #expect(block.range.lowerBound >= end && !block.range.isEmpty, comment())
            end = block.range.upperBound
        }
        #expect(end <= text.text.unicodeScalars.count, comment())
        #expect(try AttributedText(text: text.text, runsJSON: text.runsJSON).blocks == blocks, comment())
    }

    @Test(arguments: UInt64(1)...16) func `of generated pages`(seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed)
        for round in 0..<16 {
            var page = ""
            while page.utf8.count < 400 { page += Self.element(depth: 0, &numbers) }
            try check(page, "seed \(seed), round \(round): \(page)")
        }
    }

    private static func element(depth: Int, _ numbers: inout SeededGenerator) -> String {
        let texts = [
            "a", "b c", "é🍲", "\n", " ", "&nbsp;", "\u{200B}", "x<br>y", "<br>", "<img src=i>", "<img src=j alt=k>",
            "<video src=v></video>", "<q>q</q>", "\u{FFFC}", "</p>", "</td>", "</ul>", "</table>", "א",
            "  i\n\tj", "&#13;",
        ]
        let elements = [
            "p", "div", "ul", "ol", "li", "li", "pre", "code", "blockquote", "table", "tr", "td", "td", "th", "caption",
            "h2", "a href=/l", "b", "figure", "figcaption", "q", "section", "dl", "dt", "dd", "ol reversed",
            "td rowspan=2", "td colspan=3", "span style='display:inline-table'", "b style='display:table-cell'",
            "li style='list-style-type:\"\\9 x\\A y\"'", "p style='white-space:pre-wrap'", "li style='display:inline'",
        ]
        guard depth < 7, Int.random(in: 0..<4, using: &numbers) > 0 else {
            return texts[Int.random(in: 0..<texts.count, using: &numbers)]
        }
        let name = elements[Int.random(in: 0..<elements.count, using: &numbers)]
        let inner = (0...Int.random(in: 0..<4, using: &numbers)).map { _ in element(depth: depth + 1, &numbers) }
        let isOpen = Int.random(in: 0..<8, using: &numbers) == 0
        return "<\(name)>\(inner.joined())" + (isOpen ? "" : "</\(name.prefix { $0 != " " })>")
    }

    private struct Case: Decodable {
        let id: String
        let html: String
    }

    @Test(arguments: ["innertext", "text", "attributes", "markers", "grid"])
    func `of the text corpus`(suite: String) throws {
        for path in SharedCorpus.paths("\(suite)/dev.jsonl") {
            for line in try Data(contentsOf: URL(fileURLWithPath: path)).split(separator: 0x0A) {
                let item = try JSONDecoder().decode(Case.self, from: line)
                try check(item.html, "\(item.id)")
            }
        }
    }

    @Test(.enabled(if: SharedCorpus.path("quirks") != nil, "the shared corpus is not beside the package"))
    func `of real pages`() throws {
        let folder = try #require(SharedCorpus.path("quirks"))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".html") }
        #expect(names.count > 10)
        for name in names {
            let page = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))
            try check(String(decoding: page, as: UTF8.self), "\(name)")
        }
    }

    @Test func `of a long text in linear time`() {
        let part = "<ul><li>a <b>b</b></ul><p>c<table><tr><td>d<td>e</table><pre>f\n\ng</pre><p><img src=i></p>"
        let times = [250, 4_000].map { count in
            let text = rendered(String(repeating: part, count: count))
            return ProcessorTime.seconds { #expect(text.blocks.count == 5 * count) }
        }
        // The square would be 256 times as long.
        #expect(times[1] < 64 * times[0])
    }
}
