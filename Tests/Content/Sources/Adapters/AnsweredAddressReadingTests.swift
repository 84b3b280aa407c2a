import LarderModel
import Testing

@testable import LarderSourceAdapters
@testable import LarderSourceDefinitions

/// Relative addresses in answers that came over redirects.
@Suite("Addresses in redirected answers") struct AnsweredAddressReadingTests {
    private static let final = "http://new.test/dir/index"

    private func read(
        _ yaml: String,
        _ body: String,
        type: String,
        change: (inout SourceAnswer) -> Void = { _ in }
    ) throws -> SourceReading {
        let reader = SourceReaders.reader(for: try Samples.definition("name: t\n" + yaml), apiKey: nil)
        var answer = Samples.answer(body, type: type)
        answer.finalURL = Self.final
        change(&answer)
        return try reader.read(answer, for: try #require(reader.firstJobs().first).spec)
    }

    @Test func `a page's text job has both addresses, and its links lead on from where it is`() throws {
        let yaml = "kind: pages\nbase: http://api.test/shown\nfollow: [/dir/*]\nhosts: [new.test]"
        let effect = try read(yaml, "<!doctype html><a href=next>on</a>", type: "text/html").effect
        let text = try #require(effect.found(.text).first?.text)
        #expect(text.baseURL == Self.final && text.askedURL == "http://api.test/shown")
        #expect(text.address == "http://api.test/shown")
        #expect(effect.found(.detail).compactMap(\.spec.url) == ["http://new.test/dir/next"])
        #expect(effect.articles.map(\.url) == ["http://api.test/shown"])
        #expect(effect.provenance.values.allSatisfy { $0.url == "http://api.test/shown" })
        let plain = try read(yaml, "<!doctype html><p>x", type: "text/html") { $0.finalURL = nil }.effect
        let own = try #require(plain.found(.text).first?.text)
        #expect(own.baseURL == "http://api.test/shown" && own.askedURL == nil && own.address == own.baseURL)
    }

    @Test func `entries of a feed and its next page lie where it is`() throws {
        let feed = """
            <feed xmlns='http://www.w3.org/2005/Atom'><title>F</title><link rel='next' href='?page=2'/>
            <entry><title>T</title><id>urn:1</id><link href='soup'/></entry></feed>
            """
        let yaml = "kind: feed\nbase: http://api.test/shown"
        let effect = try read(yaml, feed, type: "application/atom+xml").effect
        #expect(effect.articles.map(\.url) == ["http://new.test/dir/soup"])
        #expect(effect.found(.discover).compactMap(\.spec.url) == [Self.final + "?page=2"])
    }

    @Test func `pages that a sitemap names lie where it is`() throws {
        let sitemap = "<urlset><url><loc>soup</loc></url></urlset>"
        let yaml = "kind: sitemap\nbase: http://api.test/s.xml\nhosts: [new.test]"
        let effect = try read(yaml, sitemap, type: "application/xml").effect
        #expect(effect.articles.map(\.url) == ["http://new.test/dir/soup"])
    }
}
