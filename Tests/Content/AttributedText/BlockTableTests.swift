import Foundation
import LarderAttributedText
import LarderModel
import Testing

@Suite("Tables as blocks") struct BlockTableTests {
    private func table(_ html: String) throws -> BlockTable {
        let kinds = rendered(html).blocks.map(\.kind)
        return try #require(kinds.firstNonNil { if case .table(let table) = $0 { table } else { nil } })
    }

    @Test func `a table has its cells, and the text around it stays paragraphs`() throws {
        let html =
            "<p>a</p><table><caption>Cap</caption><tr><th>Tea<th align=right>g<tr><td>green<td><b>5</b></table><p>b"
        #expect(outline(html) == ["p a", "p Cap", "table Tea | g / green | 5", "p b"])
        let table = try table(html)
        #expect(table.columns == 2)
        #expect(table.rows.map { $0.map(\.isHeader) } == [[true, true], [false, false]])
        #expect(table.rows[0].map(\.alignment) == [.center, .right])
        #expect(table.rows[1][1].text.runs.first?[TextAttributesKey.self]?.weight == 700)
    }

    @Test func `cells have their slots`() throws {
        let cells = try table(
            "<table><tr><td rowspan=2>a<td colspan=2>b<tr><td>c<td>d<tr><td>e<td>f<td></table>"
        ).rows.joined()
        let slots = cells.map { [$0.row, $0.column, $0.rowSpan, $0.columnSpan] }
        let wanted = ["0021", "0112", "1111", "1211", "2011", "2111", "2211"]
        #expect(slots.map { $0.map(String.init).joined() } == wanted)
    }

    @Test func `an inner table is text of its cell`() throws {
        let html = "<table><tr><td>a<table><tr><td>b<td>c<tr><td>d<td>e</table><td>f</table>"
        #expect(outline(html) == ["table a\nb\tc\nd\te | f"])
    }

    @Test func `a table that has one cell with text is none`() {
        #expect(
            outline("<table><tr><td></td><td><h2>a</h2><p>b<table><tr><td>c<td>d</table></td></table>")
                == ["h2 a", "p b", "table c | d"]
        )
        #expect(outline("<table><tr><td><td></table><p>x") == ["p x"])
    }

    @Test func `paragraphs, lists and pictures stay in their cell`() throws {
        let html = "<table><tr><td><p>a<p>b<td><ul><li>c<li>d</ul><td><img src=i></table>"
        #expect(outline(html) == ["table a\n\nb | • c\n• d | \u{FFFC}"])
        let picture = try #require(table(html).rows[0].last?.text.runs.first)
        #expect(picture[TextAttachmentKey.self]?.url == "http://e.test/a/i")
    }

    @Test func `a table in a line, a list and a quote`() {
        let inline = "<p>a<span style='display:inline-table'><b style='display:table-cell'>b</b>"
        #expect(outline(inline + "<b style='display:table-cell'>c</b></span>d") == ["p a", "table b | c", "p d"])
        let list = "<ul><li>a<table><tr><td>b<td>c</table>d</ul>"
        let quote = "<blockquote><table><tr><td>e<td>f</table></blockquote>"
        #expect(outline(list + quote) == ["li1 1 • | a", "table b | c", "li1 1  | d", "> table e | f"])
    }
}
