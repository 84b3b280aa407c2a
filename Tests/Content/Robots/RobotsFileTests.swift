import LarderLineFilters
import LarderRobots
import LarderTestSupport
import Testing

@Suite("RobotsFile")
struct RobotsFileTests {
    private func rules(_ text: String, for agent: String = "Larder") -> RobotsRules {
        RobotsFile(body: Array(text.utf8)).rules(for: agent)
    }

    @Test func `the longest rule decides, and allowing wins a tie`() {
        let rules = rules("User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /a/b/c\nAllow: /tie\nDisallow: /tie")
        #expect(!rules.isAllowed("https://one.example/a"))
        #expect(rules.isAllowed("https://one.example/a/b?x=1"))
        #expect(!rules.isAllowed("/a/b/cd"))
        #expect(rules.isAllowed("/tie"))
        #expect(rules.isAllowed("https://one.example"))
        #expect(rules.forbiddingRule("/a/b/c#part") == "Disallow: /a/b/c")
    }

    @Test func `groups that name the agent are joined, and the common one then does not count`() {
        let file = """
            User-agent: larder/2.0
            Sitemap: https://one.example/s.xml
            Crawl-delay: 7
            User-agent: OTHER
            Disallow: /both
            User-agent: *
            Disallow: /
            User-agent: Larder
            Disallow: /later
            """
        let own = rules(file)
        #expect(!own.isAllowed("/both") && !own.isAllowed("/later") && own.isAllowed("/elsewhere"))
        #expect(own.crawlDelay == 7)
        #expect(rules(file, for: "other").crawlDelay == nil)
        #expect(!rules(file, for: "LarderBot").isAllowed("/elsewhere"))
        #expect(RobotsFile(body: Array(file.utf8)).sitemaps == ["https://one.example/s.xml"])
    }

    @Test func `stars and the sign for the end match as the RFC says`() {
        let rules = rules("User-agent: *\nDisallow: /*.pdf$\nDisallow: *?print\nDisallow: /a*b*c")
        #expect(!rules.isAllowed("/x/y.pdf"))
        #expect(rules.isAllowed("/x/y.pdf?page=1"))
        #expect(!rules.isAllowed("/x?print=1"))
        #expect(!rules.isAllowed("/a1b2c3"))
        #expect(rules.isAllowed("/a1c2"))
    }

    @Test func `percent-encoding is made equal, but for reserved characters`() {
        let rules = rules("User-agent: *\nDisallow: /%62rot\nDisallow: /käse\nDisallow: /x%2Fy\nDisallow: /star%2A")
        #expect(!rules.isAllowed("/brot"))
        #expect(!rules.isAllowed("/k%c3%a4se"))
        #expect(rules.isAllowed("/x/y"))
        #expect(!rules.isAllowed("/x%2fy"))
        #expect(!rules.isAllowed("/star*"))
        #expect(rules.isAllowed("/starry"))
    }

    @Test(arguments: [(404, true), (429, false), (503, false), (0, false), (302, true), (401, true)])
    func `the status counts before the body`(status: Int, isAllowed: Bool) {
        let file = RobotsFile(status: status, body: Array("User-agent: *\nDisallow: /\nSitemap: /s".utf8))
        #expect(file.rules(for: "Larder").isAllowed("/x") == isAllowed)
        #expect(file.sitemaps.isEmpty)
    }

    @Test(arguments: [("2", 2), ("0.5", 0.5), ("-1", nil), ("1,5", nil), ("soon", nil), ("1e3", nil), ("", nil)])
    func `a delay is a plain number`(text: String, delay: Double?) {
        #expect(rules("User-agent: *\nCrawl-delay: \(text)").crawlDelay == delay)
    }

    @Test func `UTF-16, marks and older encodings are read`() {
        let text = "User-agent: *\r\nDisallow: /naïve\r\n"
        for mark in [[], [0xFEFF]] as [[UInt16]] {
            let units = mark + Array(text.utf16)
            for isBig in [false, true] {
                let body = units.flatMap { unit in
                    let octets = [UInt8(unit >> 8), UInt8(unit & 255)]
                    return isBig ? octets : octets.reversed()
                }
                #expect(!RobotsFile(body: body).rules(for: "Larder").isAllowed("/na%C3%AFve"))
            }
        }
        let old = Array("\u{FEFF}User-agent: *\nDisallow: /na".utf8) + [0xEF] + Array("ve".utf8)
        let rules = RobotsFile(body: old).rules(for: "Larder")
        #expect(!rules.isAllowed("/na%C3%AFve") && !rules.isAllowed("/na%EFve"))
    }

    @Test func `hostile files take time in proportion to their length`() {
        let stars = String(repeating: "*a", count: 2_000) + "*b"
        let file = String(repeating: "User-agent: *\nDisallow: /\(stars)\n", count: 200)
        let rules = rules(file)
        let path = "/" + String(repeating: "a", count: 2_000)
        var isAllowed = false
        let seconds = ProcessorTime.seconds { isAllowed = rules.isAllowed(path) }
        #expect(isAllowed && seconds < 120)
        let long = String(repeating: "Disallow\n", count: RobotsFile.maxBytes / 9) + "\nUser-agent: *\nDisallow: /"
        #expect(self.rules(long).isAllowed("/"))
        for bytes in [[], [0xFF], [0xFF, 0xFE], [0xFE, 0xFF, 0], [0x3A], [0x25]] as [[UInt8]] {
            #expect(RobotsFile(body: bytes).rules(for: "").isAllowed("%"))
        }
    }

    @Test func `all rules of a long file hold, but no more than 10,000 with a star`() {
        let numbers = (0..<50_000).map(String.init)
        let plain = rules("User-agent: *\nAllow: /5/a\n" + numbers.map { "Disallow: /\($0)/\n" }.joined())
        #expect(plain.count == 50_001)
        #expect(!plain.isAllowed("/49999/a") && plain.isAllowed("/50000/a"))
        #expect(plain.isAllowed("/5/a") && !plain.isAllowed("/5/b") && !plain.isAllowed("/55/a"))
        let stars = rules("User-agent: *\n" + numbers.map { "Disallow: /*\($0)/\n" }.joined())
        #expect(stars.count == 10_000)
        #expect(!stars.isAllowed("/x9999/"))
    }

    @Test func `rules without a star decide among those with one as the longest does`() {
        let rules = rules(
            "User-agent: *\nDisallow: /a/*/x\nAllow: /a/bcde\nDisallow: /a/bcde$\nAllow: /*z\nDisallow: /tz\nDisallow: /"
        )
        #expect(rules.isAllowed("/a/bcdef") && !rules.isAllowed("/a/bcde") && !rules.isAllowed("/a/b/x"))
        #expect(rules.isAllowed("/tz"), "allowing wins a tie")
        #expect(rules.forbiddingRule("/a/bcde") == "Disallow: /a/bcde$")
        #expect(rules.forbiddingRule("/other") == "Disallow: /")
    }

    @Test func `rules written as text read back the same`() {
        let file = rules("User-agent: *\nCrawl-delay: 1.5\nDisallow: /a*b$\nAllow: /é\nDisallow: /$x\nDisallow: *")
        #expect(rules(file.text) == file)
    }

    @Test func `the extracting stage answers checks`() {
        let body = #""body":"User-agent: *\nDisallow: /a""#
        let line = #"{"id":1,"kind":"robots","op":"check","agent":"Larder","url":"/a",\#(body)}"#
        #expect(
            LineFilter.extract.answer(line: line)
                == #"{"id":1,"allowed":false,"crawl_delay":null,"sitemaps":[],"rule":"Disallow: /a"}"#
        )
    }
}
