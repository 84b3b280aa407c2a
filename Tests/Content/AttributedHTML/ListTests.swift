import LarderAttributedHTML
import LarderAttributedText
import LarderModel
import Testing

@Suite("Text renderer: lists, quotes and attachments") struct ListTests {
    @Test(arguments: [
        ("<ul><li>a<ul><li>b<ul><li>c", "\t•\ta\n\t◦\tb\n\t▪\tc"),
        ("<ol start=3><li>a<li value=9>b<li>c</ol>", "\t3.\ta\n\t9.\tb\n\t10.\tc"),
        ("<ol reversed><li>a<li>b</ol>", "\t2.\ta\n\t1.\tb"),
        ("<ol reversed><li>a<li hidden>b<li>c</ol>", "\t2.\ta\n\t1.\tc"),
        ("<ol reversed start=9><li>a<li>b</ol>", "\t9.\ta\n\t8.\tb"),
        ("<ol type=a start=26><li>a<li>b</ol>", "\tz.\ta\n\taa.\tb"),
        ("<ol type=I start=49><li>a</ol>", "\tXLIX.\ta"),
        ("<ol type=i start=0><li>a</ol>", "\t0.\ta"),
        ("<ol start=x><li>a</ol>", "\t1.\ta"),
        ("<ul style='list-style-type:armenian'><li value=1994>a</ul>", "\tՌՋՂԴ.\ta"),
        ("<ul style='list-style-type:\"→ \"'><li>a</ul>", "\t→ \ta"),
        ("<ul style='list-style:none'><li>a</ul>", "a"),
        ("<ol><li><p>a</p><p>b</p></ol>", "\t1.\ta\n\nb"),
        ("<ol><li></li><li>b</ol>", "\t1.\t\n\t2.\tb"),
        ("a<ol><li></li></ol>", "a\n\t1.\t"),
    ])
    func `items have markers`(html: String, text: String) {
        #expect(render(html).text == text)
    }

    @Test func `markers and quotation marks are no plain text`() {
        let text = render("<ul><li>a <q>b <q>c</q></q></ul>")
        #expect(text.text == "\t•\ta “b ‘c’”")
        #expect(text.plainText == "a b c")
    }

    @Test func `an attachment stands where the image is, on a line of its own if it has one`() {
        let text = render(
            "<figure><img src='a.png' alt=A width=10><figcaption>cap</figcaption></figure>x<img src=b>y",
            url: "http://e.org/d/"
        )
        #expect(text.text == "\u{FFFC}\ncap\nx\u{FFFC}y")
        #expect(text.plainText == "cap\nxy")
        #expect(text.attachments.map(\.url) == ["http://e.org/d/a.png", "http://e.org/d/b"])
        #expect(text.attachments[0].alternative == "A" && text.attachments[0].width == 10)
        #expect(render("<img><img src=''>").attachments.isEmpty)
    }

    @Test func `cells have their slots`() throws {
        let table = try #require(
            render("<table><tr><td rowspan=2>a<td colspan=2>b<tr><th>c<td>d<tbody><tr><td rowspan=9>e</table>").tables
                .first
        )
        #expect(table.columns == 3 && table.rows == 3)
        #expect(table.cells.map(\.row) == [0, 0, 1, 1, 2])
        #expect(table.cells.map(\.column) == [0, 1, 1, 2, 0])
        #expect(table.cells.map(\.rowSpan) == [2, 1, 1, 1, 1])
        #expect(table.cells.map(\.columnSpan) == [1, 2, 1, 1, 1])
        #expect(table.cells.map(\.isHeader) == [false, false, true, false, false])
        #expect(table.cells.map(\.length) == [1, 1, 1, 1, 1])
    }
}
