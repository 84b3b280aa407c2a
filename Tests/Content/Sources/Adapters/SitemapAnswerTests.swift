import LarderModel
import Testing

@testable import LarderSourceAdapters
@testable import LarderSourceDefinitions

@Suite("Answers with sitemaps") struct SitemapAnswerTests {
    private static let list = "<urlset><url><loc>/1</loc></url></urlset>"

    /// What the source's first list is told of.
    private func effect(_ answer: SourceAnswer, depth: Int = 1) throws -> JobEffect {
        let yaml = "name: t\nkind: sitemap\nbase: https://site.test/\nsitemaps: [/s.xml]\n"
        let reader = SourceReaders.reader(for: try SourceDefinition.parse(yaml: yaml, file: "t.yaml"), apiKey: nil)
        let work = DiscoverWork(target: "sitemap:x:0", url: answer.redactedURL, depth: depth)
        return try reader.read(answer, for: JobSpec(source: "t", work: .discover(work))).effect
    }

    private func answer(_ body: String, status: Int = 200, range: String? = nil) -> SourceAnswer {
        SourceAnswer(
            status: status,
            headers: range.map { [HeaderField(name: "content-range", value: $0)] } ?? [],
            body: Array(body.utf8),
            redactedURL: "https://site.test/s.xml",
            fetchedAtMs: 1_795_305_600_000
        )
    }

    @Test(
        arguments: [
            (list, 200, []), (list, 203, ["list-changed"]),
            ("<urlset><url/><url><loc>/1</loc></url></urlset>", 200, ["entry-unread"]),
            (list + "<html>", 200, ["list-broken"]), ("<rss><channel/></rss>", 200, ["list-broken"]),
            (
                "<sitemapindex><sitemap><loc>https://other.test/s.xml</loc></sitemap></sitemapindex>", 200,
                ["sitemap-missing"]
            ),
            ("<urlset>Warning: x<url><loc>/1</loc></url></urlset>", 200, ["list-broken"]),
            ("<rss><channel><item><link>/1</link></item></channel></rss>", 200, ["feed-cut"]),
            ("<feed><entry><link href=\"/1\"/></entry></feed>", 200, ["feed-cut"]),
            ("<urlset><url><loc>https://other.test/1</loc></url></urlset>", 200, ["other-hosts"]),
            ("<urlset><url><loc>https://www.site.test/1</loc></url></urlset>", 200, ["entry-unread"]),
            ("<urlset><url><loc>https://site.test:8443/1</loc></url></urlset>", 200, ["entry-unread"]),
        ] as [(String, Int, [String])]
    ) func `what a list lacks or may lack is a note of its job`(body: String, status: Int, codes: [String]) throws {
        let effect = try effect(answer(body, status: status))
        #expect(effect.notes.map(\.code) == codes && effect.notes.allSatisfy { !$0.urn.isEmpty }, "\(effect.notes)")
    }

    @Test(arguments: [
        ("bytes 0-40/41", false), ("items 0-9/100", false), ("bytes 0-40/500", true), ("bytes 1-40/41", true),
        ("bytes 0-40/*", true),
    ]) func `an answer that calls itself a part is none`(range: String, isPart: Bool) throws {
        let answer = answer(Self.list, range: range)
        guard isPart else {
            #expect(try effect(answer).articles.count == 1)
            return
        }
        let failure = #expect(throws: ReadFailure.self) { try effect(answer) }
        #expect(failure?.failureClass == .retryable, "\(String(describing: failure))")
    }

    @Test func `a file that an index names and that is moved is not the one that the index meant`() throws {
        var moved = answer(Self.list)
        (moved.finalURL, moved.isMoved) = ("https://site.test/t.xml", true)
        #expect(try effect(moved, depth: 2).notes.map(\.code) == ["sitemap-missing"])
        #expect(try effect(moved).notes.isEmpty)
    }

    /// The addresses of lists tell whether the same ones are read as before.
    @Test(arguments: [nil, "https://site.test/t.xml", "https://site.test/t.xml?token=7"])
    func `a list that is given in the place of another is another list`(final: String?) throws {
        var answer = answer(Self.list)
        answer.finalURL = final
        let lists = try effect(answer).listings.map(\.list.query)
        #expect(lists == ["https://site.test/\(final == nil ? "s" : "t").xml"])
    }

    @Test func `a list whose compressed body goes on behind its end may not be whole`() throws {
        var answer = answer(Self.list)
        answer.hasRest = true
        #expect(try effect(answer).notes.map(\.code) == ["list-broken"])
    }

    @Test(arguments: ["https://site.test/1\nhttps://site.test/2", "https://site.test/1\n"])
    func `a list of addresses without its last line's end may be cut where no length is told`(text: String) throws {
        var answer = answer(text)
        #expect(try effect(answer).notes.isEmpty)
        answer.isEndOpen = true
        #expect(try effect(answer).notes.map(\.code) == (text.hasSuffix("\n") ? [] : ["list-broken"]))
    }
}
