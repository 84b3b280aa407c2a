import LarderAttributedText
import LarderHTML
import LarderModel
import Testing

@testable import LarderAttributedHTML

/// Time and memory of a text are bounded however much a page repeats.
@Suite("Limits of texts") struct TextLimitTests {
    /// A page, what it is to be cut at, and limits small enough to be reached by it.
    private static func small() -> TextLimits {
        var limits = TextLimits()
        (limits.maxBytes, limits.maxRuns, limits.maxLinks, limits.maxLinkBytes) = (1_000, 100, 20, 4_000)
        (limits.maxAttachments, limits.maxMarkers, limits.maxCells) = (20, 20, 20)
        return limits
    }

    private static let pages: [(String, RecordBound)] = [
        ("<a href=x>y</a>", .links), ("<b>a</b><i>b</i>", .textRuns), ("<img src=a>", .textPictures),
        ("<ul><li></ul>", .textMarkers), ("<table><td></table>", .textCells), ("<p>word", .textBytes),
    ]

    @Test(arguments: pages) func `a page of one thing without end is cut and says at what`(
        piece: String,
        bound: RecordBound
    ) {
        let page = String(repeating: piece, count: 5_000)
        var options = TextOptions.archive(isFragment: false)
        options.limits = Self.small()
        let (text, omissions) = TextRenderer(options).rendering(
            of: HTMLDocument(parsing: page),
            documentURL: "http://e.org/"
        )
        #expect(omissions.bounds.contains { $0.bound == bound }, "\(omissions)")
        #expect(text.links.count <= 20 && text.attachments.count <= 20 && text.runs.count <= 200)
        #expect(text.tables.reduce(0) { $0 + $1.cells.count } <= 20)
        #expect(text.text.utf8.count <= 1_100)
        #expect(text.runs.reduce(0) { $0 + $1.length } == text.text.unicodeScalars.count)
        if omissions.end != nil { #expect(text.text.hasSuffix("\n…")) }
    }

    @Test func `one text longer than the limit is cut between two characters`() {
        var options = TextOptions()
        options.limits = Self.small()
        let document = HTMLDocument(parsing: "<p>" + String(repeating: "€", count: 1_000) + "<p>more")
        let (text, omissions) = TextRenderer(options).rendering(of: document, documentURL: nil)
        #expect(omissions.end == .textBytes)
        #expect(text.text.hasPrefix(String(repeating: "€", count: 333) + "\n") && text.text.hasSuffix("\n…"))
    }

    @Test func `what a renderer keeps is within the bounds of the catalog`() {
        let limits = TextLimits()
        #expect(2 * limits.maxBytes <= RecordBound.textBytes.limit && limits.maxLinks <= RecordBound.links.limit)
        #expect(limits.maxLinkBytes <= RecordBound.linkBytes.limit)
    }

    @Test func `a page within the limits says nothing`() {
        let document = HTMLDocument(parsing: "<ol><li><a href=x>y</a><li><img src=a></ol><table><td>1</table>")
        let rendered = TextRenderer().rendering(of: document, documentURL: nil)
        #expect(rendered.omissions == TextOmissions())
    }
}
