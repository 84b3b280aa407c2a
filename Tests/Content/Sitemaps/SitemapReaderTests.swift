import Foundation
import LarderModel
import LarderSitemaps
import LarderTestSupport
import Testing

@Suite("Sitemap reader") struct SitemapReaderTests {
    /// 2026-11-22T00:00:00Z.
    private static let now: Int64 = 1_795_305_600_000

    private struct Reading {
        var pages: [SitemapPage] = []
        var sitemaps: [SitemapLink] = []
        var form = SitemapSummary.Form.unknown
        var isCut = false
        var fault: SitemapSummary.Fault?
        var unread = 0
    }

    private func read(_ bytes: [UInt8], type: String = "") -> Reading {
        var reading = Reading()
        let summary = SitemapReader.read(
            bytes,
            contentType: type,
            url: "https://site.test/maps/main.xml",
            nowMs: Self.now
        ) { item in
            switch item {
            case .page(let page): reading.pages.append(page)
            case .sitemap(let link): reading.sitemaps.append(link)
            }
            return true
        }
        (reading.form, reading.isCut) = (summary.form, summary.isCut)
        (reading.fault, reading.unread) = (summary.fault, summary.unread)
        return reading
    }

    private func pages(_ text: String) -> [String] { read(Array(text.utf8)).pages.map(\.address) }

    private func packed(_ base64: String) throws -> [UInt8] { Array(try #require(Data(base64Encoded: base64))) }

    @Test(arguments: [
        ("<urlset><url><loc>/1</loc></url></urlset>", ["https://site.test/1"]),
        ("<s:urlset xmlns:s='x'><s:url><s:loc>1</s:loc></s:url></s:urlset>", ["https://site.test/maps/1"]),
        ("<urlset><url><loc><![CDATA[ /a?b=1&c=2 ]]></loc></url>", ["https://site.test/a?b=1&c=2"]),
        (
            "<urlset><url><loc>/a?b=1&c=2</loc></url><url><loc>/a?b&amp;amp;c</loc></url>",
            [
                "https://site.test/a?b=1&c=2", "https://site.test/a?b&amp;c",
            ]
        ),
        ("<urlset><url><loc>/1</loc></url><url><loc>/2</loc><lastm", ["https://site.test/1", "https://site.test/2"]),
        ("<urlset><url><loc>/1</loc></url><url><loc>/tw", ["https://site.test/1"]),
        ("<urlset><!-- <url><loc>/no</loc></url> --><url><loc><!-- x -->/1</loc></url>", ["https://site.test/1"]),
        (
            "<url><loc>/1</loc><xhtml:link href=\"https://x/de /></url><url><loc>/2</loc></url>",
            ["https://site.test/1", "https://site.test/2"]
        ),
        (
            "<url><loc>/1</loc><xhtml:link href=\"https://x/de</url><url><loc>/2</loc><xhtml:link href=\"/\"/></url>",
            ["https://site.test/1", "https://site.test/2"]
        ),
        ("<urlset><url><loc>mailto:a@b.test</loc></url><url><loc>javascript:x()</loc></url>", []),
        (
            "<!DOCTYPE a [<!ENTITY h '/x'><!ENTITY f SYSTEM 'file:///etc/x'>]><url><loc>&h;</loc></url><url><loc>/&f;</loc></url>",
            [
                "https://site.test/x"
            ]
        ),
        ("Warning: x\n<?xml version='1.0'?><urlset><url><loc>/1</loc></url></urlset>", ["https://site.test/1"]),
        ("<html><body><url><loc>/1</loc></url></body></html>", []),
        (
            "https://site.test/1\r\n# no\n ftp://site.test/2\nhttps://site.test/b c",
            [
                "https://site.test/1", "https://site.test/b%20c",
            ]
        ),
        ("", []), ("<", []), ("<url", []), ("<urlset><url><loc", []), ("<?xml version", []), ("{\"a\": 1}", []),
    ]) func `addresses are found whatever is round them`(text: String, expected: [String]) {
        #expect(pages(text) == expected)
    }

    @Test(
        arguments: [
            ("<urlset><url><loc>/1?a=1&b=2</loc></url></urlset>\n<!-- made in 2 s -->\n", nil, 0),
            ("<urlset/>", nil, 0),
            ("<urlset><url><loc>/1</loc></url>", .brokenOff, 0), ("<urlset></urlset><html>Log in", .goesOn, 0),
            ("<urlset></urlset>Fatal error", .goesOn, 0), ("<urlset/><urlset>", .goesOn, 0),
            ("<sitemapindex><url><loc>/1</loc></url></sitemapindex>", .mixed, 0),
            ("<urlset><sitemap><loc>/1</loc></sitemap></urlset>", .mixed, 0),
            ("<urlset><url></url><url><loc/></url><url><loc>ht!tp:::7</loc></url></urlset>", nil, 3),
            ("<urlset><url><loc>/&nine;</loc></url><url><loc>/?a=&not7;</loc></url></urlset>", nil, 2),
            ("<!DOCTYPE a [<!ENTITY a 'x'><!ENTITY b '&a;&a;'>]><urlset><url><loc>/&b;</loc></url></urlset>", nil, 1),
            ("<sitemapindex><sitemap/><sitemap><loc>file:///x</loc></sitemap></sitemapindex>", nil, 2),
            ("<urlset><url><loc>/1</loc></url>Warning: no memory</urlset>", .stray, 0),
            ("<urlset><![CDATA[<url><loc>/1</loc></url>]]><url><loc>/2</loc></url></urlset>", .stray, 0),
            ("<!DOCTYPE a [<!ENTITY m '<url><loc>/1</loc></url>'>]><urlset>&m;</urlset>", .stray, 0),
            ("<b>Warning</b>\n<?xml version='1.0'?><urlset/>", .stray, 0),
            ("Notice: x\n<?xml version='1.0'?><urlset/>", .stray, 0), ("Notice: x\n<rss><channel/></rss>", .stray, 0),
            (
                "\u{FEFF}\u{FEFF}<?xml version='1.0'?>\n<!-- a --><?b?><urlset><made:by><a>x</a> on <b>y</b></made:by>\n"
                    + "<url>a<loc>/1</loc><n>b</n></url> <![CDATA[ ]]></urlset>", nil, 0
            ),
            ("<rss><channel><title>T</title> x <item><link>/1</link></item></channel></rss>", nil, 0),
            ("<rss><item><title>T</title></item></rss>", nil, 1), ("<urlset>\0\0</urlset>", .damaged, 0),
            ("https://site.test/1\n# two\n\nFatal error: no memory\nhttps://site.test/3", nil, 1),
        ] as [(String, SitemapSummary.Fault?, Int)]
    ) func `what tells that entries may be missing is found`(text: String, fault: SitemapSummary.Fault?, unread: Int) {
        let reading = read(Array(text.utf8))
        #expect(reading.fault == fault && reading.unread == unread, "\(reading)")
    }

    @Test func `bytes that are no text in the file's encoding are damage`() {
        func fault(_ encoding: String, _ bytes: [UInt8], type: String = "") -> SitemapSummary.Fault? {
            let start = "<?xml version='1.0' encoding='\(encoding)'?><urlset><url><loc>/"
            return read(Array(start.utf8) + bytes + Array("</loc></url></urlset>".utf8), type: type).fault
        }
        #expect(fault("UTF-8", [0xE4]) == .damaged && fault("ISO-8859-1", [0xE4]) == nil)
        #expect(fault("UTF-8", [0xC3, 0xA4]) == nil && fault("ISO-8859-1", [0xC3, 0xA4]) == nil)
        #expect(fault("EUC-JP", [0xFF, 0xFF]) == .damaged)
        #expect(fault("UTF-8", [0x61], type: "text/xml; charset=utf-16") == nil, "a label that is wrong harms nothing")
    }

    @Test func `declared entities make no more than a mebibyte of one file`() {
        let entity = String(repeating: "x", count: 1_000)
        let entries = String(repeating: "<url><loc>/&x;</loc></url>", count: 2_000)
        let count = pages("<!DOCTYPE a [<!ENTITY x '\(entity)'>]><urlset>" + entries).count
        #expect((1...1_048).contains(count))
    }

    @Test func `packed files are unpacked, those that are packed twice or broken off too`() throws {
        let once = try packed(
            "H4sIAAAAAAACA7MpLcopTi2xswHSdjY5+cl2GSUlBcVW+vrFmSWpeiWpxSX6hjb6IAkbfbAaPAqNUBTqQ40GABudm5VjAAAA"
        )
        let twice = try packed(
            "H4sIAAAAAAACA5Pv5mAAASbmzZq6pzT9dDduZrxUZmb582SZpKoq69GwX7+OzlRdWaW68qjqrzazXwqc0rUbpGy4egNEXjn3sjFIz509NRmoHwBcZOlaSAAAAA=="
        )
        for bytes in [once, twice, once + once] {
            let reading = read(bytes)
            #expect(reading.pages.map(\.address).prefix(2) == ["https://site.test/1", "https://site.test/2"])
            #expect(reading.form == .xml && !reading.isCut)
        }
        #expect(read(once + [0, 10]).fault == nil && read(once + [0, 0x7B]).fault == .goesOn)
        let broken = read(Array(once.dropLast(20)))
        #expect(broken.fault == .brokenOff && broken.pages.map(\.address) == ["https://site.test/1"])
    }

    @Test func `every encoding is read`() {
        let text = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><urlset><url><loc>/\u{E4}</loc></url></urlset>"
        let latin = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        let wide = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        let expected = ["https://site.test/%C3%A4"]
        #expect(read(latin).pages.map(\.address) == expected)
        #expect(read(Array(text.utf8), type: "text/xml; charset=iso-8859-1").pages.map(\.address) == expected)
        #expect(
            read(wide).pages.map(\.address) == expected && read([0xFF, 0xFE] + wide).pages.map(\.address) == expected
        )
    }

    @Test func `an index names files, and pictures, news and videos belong to their page`() {
        let reading = read(
            Array(
                """
                <sitemapindex><sitemap><loc>/a.xml</loc><lastmod>2024-03-05</lastmod></sitemap><url><loc>/1</loc>
                <image:image><image:loc>/p.jpg</image:loc></image:image><xhtml:link href="/de"/>
                <news:news><news:publication_date>2024-03-05T09:05Z</news:publication_date><news:title>T &amp; U</news:title>
                </news:news><video:video><video:content_loc>/v.mp4</video:content_loc></video:video></url></sitemapindex>
                """.utf8
            )
        )
        #expect(reading.sitemaps.map(\.address) == ["https://site.test/a.xml"])
        #expect(reading.sitemaps.first?.modified?.startMs == 1_709_596_800_000)
        #expect(reading.pages.map(\.address) == ["https://site.test/1"])
        let page = reading.pages.first
        #expect(page?.images == ["https://site.test/p.jpg"] && page?.title == "T & U")
        #expect(page?.modified?.startMs == 1_709_629_500_000)
    }

    @Test func `feeds stand in for sitemaps`() {
        let rss = """
            <rss><channel><link>https://site.test/</link><image><url>/i.png</url></image><item><title>A</title>
            <link>https://site.test/1</link><pubDate>Tue, 05 Mar 2024 10:05:00 +0100</pubDate></item>
            <item><guid>https://site.test/2</guid></item><item><guid isPermaLink="false">x</guid></item></channel></rss>
            """
        let reading = read(Array(rss.utf8))
        #expect(reading.form == .rss)
        #expect(reading.pages.map(\.address) == ["https://site.test/1", "https://site.test/2"])
        #expect(reading.pages.first?.modified?.startMs == 1_709_629_500_000 && reading.pages.first?.title == "A")
        let atom = """
            <feed><link href="/self"/><entry><link rel="edit" href="/e"/><link href="/1"/><updated>2024-03-05</updated>
            <source><id>https://other.test/</id></source></entry></feed>
            """
        #expect(pages(atom) == ["https://site.test/1"])
    }

    @Test func `a document type is read once, however many elements of other names follow it`() {
        let declarations = String(repeating: "<!ENTITY h '/x'>", count: 60_000 / 16)
        let unknown = String(repeating: "<a>", count: 20_000)
        var found: [String] = []
        let seconds = ProcessorTime.seconds {
            found = pages("<!DOCTYPE a [\(declarations)]>\(unknown)<urlset><url><loc>&h;</loc></url></urlset>")
        }
        #expect(found == ["https://site.test/x"])
        #expect(seconds < 3)
    }

    @Test func `attributes of many combining marks cost little, and addresses that are too long are none`() {
        let marks = "a" + String(repeating: "\u{301}\u{316}", count: 80_000)
        let short = String(marks.unicodeScalars.prefix(8_000).map(Character.init))
        for value in [marks, short] {
            var atom: [String] = []
            var rss: [String] = []
            let seconds = ProcessorTime.seconds {
                atom = pages("<feed><entry><link rel='\(value)' href='/1'/><id>https://x.test/1</id></entry></feed>")
                rss = pages(
                    "<rss><item><guid isPermaLink='\(value)'>https://x.test/2</guid></item></rss>"
                )
            }
            // A relation that is too long counts as missing.
            #expect(atom == [value.utf8.count > 16 << 10 ? "https://site.test/1" : "https://x.test/1"])
            #expect(rss == ["https://x.test/2"])
            #expect(seconds < 1)
        }
        let long = "https://x.test/" + String(repeating: "a", count: 16 << 10)
        #expect(pages("<feed><entry><link href='\(long)'/></entry></feed>").isEmpty)
    }

    @Test func `the XML declaration comes before the transport's charset`() {
        let file =
            Array("<?xml version='1.0' encoding='windows-1251'?><url><loc>/".utf8) + [0xE4] + Array("</loc></url>".utf8)
        #expect(read(file, type: "text/xml; charset=iso-8859-1").pages.map(\.address) == ["https://site.test/%D0%B4"])
    }

    @Test func `damaged files neither trap nor take long`() {
        let text = """
            <?xml version='1.0'?><!DOCTYPE u [<!ENTITY a 'b'>]><urlset><url><loc>/1?a&amp;b</loc>
            <lastmod>2024-03-05</lastmod><image:image><image:loc>/i</image:loc></image:image></url>
            <![CDATA[x]]><!-- y --></urlset>
            """
        let whole = Array(text.utf8)
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<3_000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0...2, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.removeSubrange(place..<min(bytes.count, place + 9))
                default: bytes.insert(contentsOf: whole.prefix(40), at: place)
                }
                if bytes.isEmpty { bytes = [0] }
            }
            _ = read(bytes)
        }
        for piece in ["<", "<a ", "<!--", "<![CDATA[", "<a '", "<!DOCTYPE [", "&", "<url><loc>", "]"] {
            _ = read(Array(String(repeating: piece, count: 60_000).utf8))
        }
    }
}
