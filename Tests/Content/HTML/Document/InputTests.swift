import LarderHTML
import Testing

@Suite("Input of the parser") struct InputTests {
    private func text(_ bytes: [UInt8]) -> String {
        let document = HTMLDocument(parsing: Array("<body>".utf8) + bytes)
        return document.textContent(of: document.root)
    }

    @Test(
        arguments: [
            ([0x61, 0xFF, 0x62], "a\u{FFFD}b"), ([0xC3], "\u{FFFD}"), ([0xC0, 0xAF], "\u{FFFD}\u{FFFD}"),
            ([0xE2, 0x82], "\u{FFFD}"), ([0xE2, 0x82, 0x41], "\u{FFFD}A"),
            ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"),
            ([0xF0, 0x9F, 0x98], "\u{FFFD}"), ([0xF4, 0x90, 0x80, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
            ([0xF5, 0x80], "\u{FFFD}\u{FFFD}"), ([0xE0, 0x80, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"),
            ([0xF0, 0x9F, 0x98, 0x80], "😀"), ([0xE2, 0x82, 0xAC], "€"), ([0xC3, 0xA9], "é"),
            ([0xEF, 0xBF, 0xBF], "\u{FFFF}"),
        ] as [([UInt8], String)]
    )
    func `bytes that are no UTF-8 become U+FFFD as the Encoding Standard says`(bytes: [UInt8], expected: String) {
        #expect(text(bytes) == expected)
        let padding = [UInt8](repeating: 0x2E, count: 100)
        #expect(
            text(padding + bytes + padding) == String(repeating: ".", count: 100) + expected
                + String(repeating: ".", count: 100)
        )
    }

    @Test func `every boundary of a block is validated alike`() {
        for offset in 0..<70 {
            let bytes =
                [UInt8](repeating: 0x61, count: offset) + Array("é€😀".utf8) + [UInt8](repeating: 0x62, count: 40)
            let start = String(repeating: "a", count: offset)
            let end = String(repeating: "b", count: 40)
            #expect(text(bytes) == start + "é€😀" + end)
            let broken = [UInt8](repeating: 0x61, count: offset) + [0xE2, 0x82] + [UInt8](repeating: 0x62, count: 40)
            #expect(
                text(broken) == String(repeating: "a", count: offset) + "\u{FFFD}" + String(repeating: "b", count: 40)
            )
        }
    }

    @Test func `line ends become LF wherever they stand`() {
        #expect(text(Array("a\r\nb\rc\n\r\r\nd\r".utf8)) == "a\nb\nc\n\n\nd\n")
        for offset in 0..<40 {
            let start = String(repeating: "x", count: offset)
            #expect(text(Array((start + "\r\ny").utf8)) == start + "\ny")
            #expect(text(Array((start + "\r").utf8)) == start + "\n")
        }
    }

    @Test func `a byte order mark is dropped once`() {
        let document = HTMLDocument(parsing: [0xEF, 0xBB, 0xBF] + Array("<!DOCTYPE html>x".utf8))
        #expect(document.quirksMode == .noQuirks)
        #expect(document.textContent(of: document.root) == "x")
        let twice = HTMLDocument(parsing: [0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF])
        #expect(twice.textContent(of: twice.root) == "\u{FEFF}")
    }

    @Test func `NUL is dropped from text, replaced in raw text and names`() throws {
        #expect(text(Array("a\0b".utf8)) == "ab")
        #expect(text(Array("<style>a\0b".utf8)) == "a\u{FFFD}b")
        #expect(text(Array("<svg>a\0b".utf8)) == "a\u{FFFD}b")
        let document = HTMLDocument(parsing: "<body><p a\0b='c\0d'>")
        let paragraph = try #require(document.firstElement(named: .p))
        #expect(document.value(of: "a\u{FFFD}b", on: paragraph) == "c\u{FFFD}d")
    }

    @Test func `clean input is not copied`() {
        let bytes = Array("<p>clean".utf8)
        let document = HTMLDocument(parsing: bytes)
        #expect(document.sourceBytes == bytes)
        #expect(document.decodedBytes.isEmpty)
    }

    @Test func `an empty page has html, head and body`() {
        let document = HTMLDocument(parsing: "")
        #expect(document.outerHTML(of: document.root) == "<html><head></head><body></body></html>")
    }

    @Test(arguments: 0..<40)
    func `a page may end anywhere`(length: Int) {
        let source = Array("<!DOCTYPE html><p a=\"b&amp;c\" d='e'>&lt;<!-- x --></p><script><!--<script>".utf8)
        let document = HTMLDocument(parsing: Array(source.prefix(length * 2)))
        #expect(document.documentElement != nil)
    }
}
