import Testing

@testable import LarderHTML

@Suite("Pages in bytes") struct HTMLPageTests {
    private func encoding(_ bytes: [UInt8], _ contentType: String = "") -> CharacterEncoding {
        HTMLPage(bytes, contentType: contentType).encoding
    }

    private func encoding(_ html: String, _ contentType: String = "") -> CharacterEncoding {
        encoding(Array(html.utf8), contentType)
    }

    @Test func `a byte order mark goes before the transport, which goes before the page`() {
        let page = Array("<meta charset=koi8-r><p>\u{E9}".utf8)
        #expect(encoding([0xEF, 0xBB, 0xBF] + page, "text/html; charset=gbk") == .utf8)
        #expect(encoding([0xFE, 0xFF, 0, 0x41], "text/html; charset=gbk") == .utf16BE)
        #expect(encoding([0xFF, 0xFE, 0x41, 0], "text/html; charset=utf-8") == .utf16LE)
        #expect(encoding(page, "text/html; charset=gbk") == .gbk)
        #expect(encoding(page, "text/html; charset=unheard-of") == .koi8R)
        #expect(encoding(page) == .koi8R)
    }

    @Test func `a byte order mark is no text`() {
        let page = HTMLPage([0xFF, 0xFE, 0x3C, 0xD8, 0x72, 0xDF], contentType: "")
        #expect(page.document.textContent(of: page.document.root) == "🍲")
    }

    @Test(arguments: [
        ("text/html;charset=KOI8-R", CharacterEncoding.koi8R), ("text/html; Charset = koi8-r", .windows1252),
        ("text/html; charset=\"koi8-r\" ; a=b", .koi8R), ("text/html; a=\";charset=gbk\"; charset=koi8-r", .koi8R),
        ("text/html; charset=koi8-r; charset=gbk", .koi8R), ("text/html; charset=\"koi8\\-r\"", .koi8R),
        ("text/html; charset='koi8-r'", .windows1252), ("charset=koi8-r", .windows1252), (";;charset=koi8-r", .koi8R),
        ("text/html; charset=", .windows1252), ("text/html; charset=\"", .windows1252), ("", .windows1252),
        ("text/html; charset=utf-16", .utf16LE), ("text/html; charset=x-user-defined", .userDefined),
    ])
    func `the transport's charset is a parameter of the type`(contentType: String, expected: CharacterEncoding) {
        #expect(encoding("<p>x", contentType) == expected)
    }

    /// Pages in ASCII, so that what is not declared is windows-1252.
    @Test(arguments: [
        ("<meta charset=koi8-r>", CharacterEncoding.koi8R), ("<META/CHARSET='koi8-r'>", .koi8R),
        ("<meta charset = \" koi8-r \">", .koi8R),
        ("<meta http-equiv=Content-Type content='text/html; charset=koi8-r'>", .koi8R),
        ("<meta content='text/html; charset=koi8-r' http-equiv=content-type>", .koi8R),
        ("<meta content='x; charset \n=\t\"koi8-r\"' http-equiv=content-type>", .koi8R),
        ("<meta content='charset charset=koi8-r;x' http-equiv=content-type>", .koi8R),
        ("<meta content='text/html; charset=koi8-r'>", .windows1252),
        ("<meta http-equiv=refresh content='text/html; charset=koi8-r'>", .windows1252),
        ("<meta charset=nothing charset=gbk><meta charset=koi8-r>", .koi8R),
        ("<meta charset=koi8-r charset=gbk>", .koi8R),
        ("<!-- <meta charset=gbk> --><meta charset=koi8-r>", .koi8R), ("<!--><meta charset=koi8-r>", .koi8R),
        ("<p title='<meta charset=gbk>'><meta charset=koi8-r>", .koi8R), ("</p <meta charset=gbk>", .windows1252),
        ("<? <meta charset=gbk><meta charset=koi8-r>", .koi8R), ("<script><meta charset=koi8-r></script>", .koi8R),
        ("<metal charset=gbk><meta charset=koi8-r>", .koi8R), ("<meta charset=utf-16le>", .utf8),
        ("<meta charset=utf-16>", .utf8),
        ("<meta charset=x-user-defined>", .windows1252), ("<meta charset=iso-2022-kr>", .replacement),
        ("<?xml version='1.0' encoding='koi8-r'?>", .koi8R), ("<?xml encoding=\"koi8-r\" ><meta charset=gbk>", .gbk),
        ("<?xml encoding = 'utf-16'?>", .utf8), ("<?xml encoding='koi8 r'?>", .windows1252),
        (" <?xml encoding='gbk'?>", .windows1252),
        ("<?xml encoding=gbk?>", .windows1252), ("<?xml encoding='gbk", .windows1252),
        ("<meta charset=gbk", .windows1252),
        ("<!--", .windows1252), ("<meta ", .windows1252), ("<", .windows1252), ("", .windows1252),
    ])
    func `the first bytes are searched for a declaration`(html: String, expected: CharacterEncoding) {
        #expect(encoding(html) == expected)
    }

    @Test func `UTF-16 without a mark is known by its XML declaration`() {
        let little: [UInt8] = [0x3C, 0, 0x3F, 0, 0x78, 0]
        let big: [UInt8] = [0, 0x3C, 0, 0x3F, 0, 0x78]
        #expect(encoding(little) == .utf16LE && encoding(big) == .utf16BE)
    }

    @Test func `a declaration beyond the first bytes counts where nothing else says anything`() {
        let far = String(repeating: " ", count: 1_024)
        #expect(encoding(far + "<meta charset=koi8-r>") == .koi8R)
        #expect(encoding(far + "<meta http-equiv=content-type content='a; charset=koi8-r'>") == .koi8R)
        #expect(encoding(far + "<!--<meta charset=gbk>--><script><meta charset=gbk></script>") == .windows1252)
        #expect(encoding(far + "<meta charset=what><meta charset=utf-16>") == .utf8)
        #expect(encoding(far + "<meta charset=koi8-r>", "text/html; charset=gbk") == .gbk)
        let page = HTMLPage(Array((far + "<meta charset=koi8-r>").utf8) + [0xF3, 0xD5, 0xD0], contentType: "")
        #expect(page.document.textContent(of: page.document.root).hasSuffix("Суп"))
    }

    @Test func `bytes that nothing is said of are UTF-8 only where they are that`() {
        #expect(encoding("<p>caf\u{E9}") == .utf8)
        #expect(encoding("<p>cafe") == .windows1252)
        #expect(encoding(Array("<p>caf".utf8) + [0xE9]) == .windows1252)
        #expect(encoding(Array("<p>\u{E9}".utf8) + [0xE2, 0x82]) == .utf8)
        #expect(encoding(Array("<p>\u{E9}".utf8) + [0xE2, 0x82, 0x41]) == .windows1252)
    }

    /// Once in the order of the labels' lengths: 1,024 bytes are searched, whatever they hold.
    @Test(arguments: ["<", "<meta ", "<meta a=", "<!--", "<a ", "<meta charset=gbk ", "</", "<?xml "])
    func `what repeats without an end is searched in time`(piece: String) {
        let page = Array(String(repeating: piece, count: 100_000).utf8)
        #expect(HTMLPage(page, contentType: String(repeating: ";charset", count: 100_000)).encoding != .utf8)
    }
}
