import LarderFeeds
import LarderModel
import LarderTestSupport
import Testing

@Suite("Hostile feeds") struct HostileFeedTests {
    @Test func `declared entities are expanded once and within a bound`() throws {
        let bomb = """
            <!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;"><!ENTITY x SYSTEM "file:///etc/x">]>
            <rss><channel><item><title>&a;</title><description>&c;&x;</description></item></channel></rss>
            """
        let entry = try #require(FeedSamples.read(bomb)?.entries.first)
        #expect(entry.title?.text == "aaaaaaaaaa" && entry.summary?.text == "&b;&b;&b;&x;")
        let many =
            "<!DOCTYPE r [<!ENTITY a \"\(String(repeating: "a", count: 1_000))\">]><rss><channel><title>"
            + String(repeating: "&a;", count: 10_000) + "</title></channel></rss>"
        #expect(try #require(FeedSamples.read(many)?.title?.text.utf8.count) < 200_000)
    }

    /// Each takes time that grows with the square of its length where a reader looks back or ahead without bound.
    static let pieces = [
        "<a>", "</a>", "<a><b></a>", "<!--", "<![CDATA[", "<?", "<!DOCTYPE [", "<a b=\"", "<a b='", "&", "&#", "&amp",
        "<item>",
        "<title>", "<description><p>", "<content><div xml:base='a/'>", "<a xml:base='x/'>", "<a xmlns:q='urn:q'>",
        "<link>",
        "<author><name>", "<category term='a'/>", "<image>", "]]>", "<a ", "=\"'>", "<img src=\"a", "<x:y:z>",
    ]

    /// Seconds of a processor that one feed may take: a reader whose time grows with the square needs minutes.
    private static let longest = 20.0

    @Test(arguments: pieces)
    func `time grows with the length alone`(piece: String) {
        let body = String(repeating: piece, count: 100_000 / piece.utf8.count)
        for text in [
            "<rss><channel><item>" + body, "<rss><channel><item><description>" + body,
            "<feed><entry><content type='html'>&lt;" + body + "</content></entry></feed>", body,
        ] {
            #expect(ProcessorTime.seconds { _ = FeedSamples.read(text) } < Self.longest)
        }
    }

    @Test func `tags deep inside an entry take no longer`() throws {
        func many(_ piece: String) -> String { String(repeating: piece, count: 100_000) }
        let start = "<rss><channel><item>" + many("<a>")
        for text in [start + "<description>" + many("<b>"), start + many("<item></item>")] {
            #expect(ProcessorTime.seconds { _ = FeedSamples.read(text) } < Self.longest)
        }
    }

    @Test func `bases and lists of an entry have a bound`() throws {
        let bases = String(repeating: "<a xml:base='b/'><a xml:base='../c/'>", count: 10_000)
        let media = String(repeating: "<enclosure url='x'/><author>a</author>", count: 2_000)
        let text = "<feed xml:base='http://x.example/'><entry><title>1</title>" + media + bases + "</entry></feed>"
        #expect(try #require(FeedSamples.read(text)?.entries.first).enclosures.count <= 1_000)
    }

    @Test func `an entry that ends the one before has its own base`() throws {
        let item = "<entry xml:base='a/'><link href='p'/>"
        let feed = try #require(FeedSamples.read("<feed xml:base='http://x.example/'>" + item + item + "</feed>"))
        #expect(feed.entries.map(\.link) == ["http://x.example/a/p", "http://x.example/a/p"])
    }

    @Test func `damaged feeds are read without a trap, and twice alike`() {
        var random = SeededGenerator(seed: 7)
        for sample in [FeedSamples.rss, FeedSamples.atom, FeedSamples.json] {
            for _ in 0..<400 {
                var bytes = Array(sample.utf8)
                for _ in 0..<Int.random(in: 1...12, using: &random) {
                    let place = Int.random(in: 0..<bytes.count, using: &random)
                    switch Int.random(in: 0..<3, using: &random) {
                    case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                    case 1: bytes.removeSubrange(place..<min(bytes.count, place + 20))
                    default: bytes.insert(contentsOf: Array("<\"'>&[]/=".utf8).shuffled(using: &random), at: place)
                    }
                    if bytes.isEmpty { bytes = [0x3C] }
                }
                let feed = FeedReader.read(bytes, contentType: "", url: FeedSamples.url)
                #expect(feed == FeedReader.read(bytes, contentType: "", url: FeedSamples.url))
            }
        }
    }

    @Test func `damaged dates are read without a trap`() {
        var random = SeededGenerator(seed: 8)
        let letters = Array("0123456789 -:/.,TZ+()aprmjunμ年月日€".unicodeScalars)
        for _ in 0..<20_000 {
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 1...30, using: &random) {
                if let letter = letters.randomElement(using: &random) { text.append(letter) }
            }
            if let date = FeedDate(String(text)) { #expect(date.iso8601.utf8.count == 20) }
        }
    }
}
