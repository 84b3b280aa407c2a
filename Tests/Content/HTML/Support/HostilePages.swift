/// Pages made to cost a parser time or memory, each by one construct repeated.
enum HostilePages {
    struct Page: Sendable {
        var name: String
        /// How often the construct stands in the page at scale 1.
        var count: Int
        /// The page with the construct so many times.
        var make: @Sendable (Int) -> [UInt8]
    }

    static let all: [Page] = [
        Page(name: "p b with id, 3000", count: 3000) { numbered($0) { "<p><b id=\($0)>" } },
        Page(name: "p b with id, 20000", count: 20_000) { numbered($0) { "<p><b id=\($0)>" } },
        Page(name: "p font with id and text", count: 20_000) { numbered($0) { "<p><font id=\($0)>x" } },
        Page(name: "b and i with names, text and b closed", count: 10_000) {
            numbered($0) { "<b \($0)>" } + numbered($0) { "<i \($0)>" } + repeated("x</b>", $0)
        },
        Page(name: "deep div", count: 100_000) { repeated("<div>", $0) },
        Page(name: "deep div, closed", count: 50_000) { repeated("<div>", $0) + repeated("</div>", $0) },
        Page(name: "ul li", count: 60_000) { repeated("<ul><li>", $0) },
        Page(name: "attributes of one tag", count: 100_000) {
            Array("<p".utf8) + numbered($0) { " a\($0)=1" } + Array(">x".utf8)
        },
        Page(name: "table with b x", count: 50_000) { Array("<table>".utf8) + repeated("<b>x", $0) },
        Page(name: "text pieces before a table", count: 30_000) {
            Array("<table>".utf8) + repeated("a<tr><td>&amp;</td></tr>", $0) + Array("</table>".utf8)
        },
        Page(name: "pieces of text from both buffers", count: 60_000) { repeated("a</x>&amp;</x>", $0) },
        Page(name: "a in div, closed over", count: 20_000) { repeated("<a><div></a>", $0) },
        Page(name: "b div crossed", count: 20_000) { repeated("<b><div></b>", $0) },
        Page(name: "formatting crossed in paragraphs", count: 10_000) { repeated("<p><i><b><u></p></i></b>", $0) },
        Page(name: "nobr", count: 30_000) { repeated("<nobr>x", $0) },
        Page(name: "nested anchors", count: 30_000) { numbered($0) { "<a href=\($0)>" } },
        Page(name: "formatting above one block", count: 20_000) {
            repeated("<b>", 60) + Array("<div>".utf8) + repeated("<i>x</i>", $0) + repeated("</b>", 60)
        },
        Page(name: "closing tags without start", count: 100_000) { repeated("</p></b></div>", $0) },
        Page(name: "spans under an open object", count: 60_000) {
            Array("<i><object>".utf8) + repeated("<span>", 600) + repeated("</i>", $0)
        },
        Page(name: "nested tables", count: 30_000) { repeated("<table><tr><td>", $0) },
        Page(name: "tables without cells", count: 50_000) { repeated("<table><tr>", $0) },
        Page(name: "nested templates", count: 50_000) { repeated("<template>", $0) },
        Page(name: "nested svg", count: 50_000) { repeated("<svg><foreignObject>", $0) },
        Page(name: "svg broken out of", count: 50_000) { repeated("<svg><g><p>", $0) },
        Page(name: "math annotations", count: 20_000) { repeated("<math><annotation-xml encoding=text/html><p>", $0) },
        Page(name: "selects", count: 50_000) { repeated("<select><option>", $0) },
        Page(name: "options in options", count: 50_000) { Array("<select>".utf8) + repeated("<option><div>", $0) },
        Page(name: "selectedcontent", count: 20_000) {
            repeated("<select><selectedcontent></selectedcontent><option>x", $0)
        },
        Page(name: "selectedcontent in one select", count: 20_000) {
            Array("<select>".utf8) + repeated("<selectedcontent></selectedcontent><option selected>x", $0)
        },
        Page(name: "selects in objects", count: 20_000) {
            repeated("<select><object><selectedcontent></selectedcontent>", $0)
        },
        Page(name: "script escapes", count: 100_000) { Array("<script>".utf8) + repeated("<!--<script>", $0) },
        Page(name: "script ends that are none", count: 100_000) {
            Array("<script><!--".utf8) + repeated("<script</scrip", $0)
        },
        Page(name: "attributes for body", count: 20_000) { Array("<body>".utf8) + numbered($0) { "<body a\($0)=x>" } },
        Page(name: "attributes for a large body", count: 30_000) {
            Array("<body".utf8) + numbered($0) { " a\($0)" } + Array(">".utf8) + repeated("<body x>", $0)
        },
        Page(name: "equal formatting with many attributes", count: 60) { count in
            let forward = (0..<2000).map { "a\($0)=x" }
            let tags = (0..<count).map {
                "<b \(($0 % 2 == 0 ? forward : forward.reversed()).joined(separator: " ")) n\($0)>"
            }
            return Array(tags.joined().utf8)
        },
        Page(name: "ampersands", count: 500_000) { repeated("&", $0) },
        Page(name: "long references", count: 60_000) { repeated("&CounterClockwiseContourIntegra", $0) },
        Page(name: "references that are long", count: 60_000) { repeated("&NotEqualTilde;", $0) },
        Page(name: "digits of a reference", count: 1_000_000) { Array("&#".utf8) + repeated("9", $0) },
        Page(name: "opened comments", count: 200_000) { repeated("<!--", $0) },
        Page(name: "doctypes", count: 50_000) { repeated("<!DOCTYPE html PUBLIC \"", $0) },
        Page(name: "NUL in text", count: 500_000) { Array("<p>".utf8) + repeated("\0a", $0) },
        Page(name: "NUL in a script", count: 500_000) { Array("<script>".utf8) + repeated("\0", $0) },
        Page(name: "carriage returns", count: 500_000) { repeated("\r", $0) },
        Page(name: "bytes that are no UTF-8", count: 500_000) { [UInt8](repeating: 0xFF, count: $0) },
        Page(name: "new names", count: 60_000) { numbered($0) { "<n\($0)>" } },
        Page(name: "long new names", count: 30_000) { numbered($0) { "<a-name-longer-than-two-words-\($0)>" } },
        Page(name: "framesets", count: 50_000) { repeated("<frameset>", $0) },
        Page(name: "framesets closed", count: 50_000) { repeated("<frameset></frameset>x ", $0) },
        Page(name: "headings", count: 50_000) { repeated("<h1><h2>", $0) },
        Page(name: "buttons", count: 50_000) { repeated("<button><p>", $0) },
        Page(name: "rubies", count: 30_000) { repeated("<ruby><rb><rtc><rp>", $0) },
        Page(name: "forms in tables", count: 50_000) {
            Array("<table>".utf8) + repeated("<form><input type=hidden>", $0)
        },
        Page(name: "definition lists", count: 50_000) { repeated("<dl><dd><div><dt>", $0) },
        Page(name: "objects", count: 50_000) { repeated("<b><object>", $0) },
        Page(name: "captions", count: 50_000) { Array("<table>".utf8) + repeated("<caption><b><col>", $0) },
        Page(name: "white space in a table", count: 100_000) { Array("<table>".utf8) + repeated(" </x>", $0) },
        Page(name: "quotes without end", count: 100_000) { repeated("<a b=\"", $0) },
        Page(name: "less-than signs", count: 500_000) { repeated("<", $0) },
        Page(name: "slashes in a tag", count: 500_000) { Array("<a".utf8) + repeated("/", $0) },
        Page(name: "CDATA", count: 100_000) { Array("<svg>".utf8) + repeated("<![CDATA[x]]>", $0) },
    ]

    static func repeated(_ text: String, _ count: Int) -> [UInt8] {
        Array(repeatElement(Array(text.utf8), count: count).joined())
    }

    private static func numbered(_ count: Int, _ text: (Int) -> String) -> [UInt8] {
        var result: [UInt8] = []
        for index in 0..<count { result += Array(text(index).utf8) }
        return result
    }
}
