import LarderModel
import LarderSourceAdapters
import Testing

/// The answer for a further page of an article.
@Suite("Further page reading") struct FurtherPageReadingTests {
    private let earlier = ["http://api.test/s", "http://api.test/s/2"].map {
        CachedPage(url: $0, digest: .zero, contentType: "text/html; charset=koi8-r")
    }

    private func reading(_ answer: SourceAnswer) throws(ReadFailure) -> JobEffect {
        let work = PageWork(itemURN: "article:t:1", url: "http://api.test/s/3", freshSince: 7, earlier: earlier)
        let yaml = "name: t\nkind: sitemap\nbase: http://api.test\ntext: {whole-page: true}"
        guard let definition = try? Samples.definition(yaml) else {
            throw ReadFailure(.permanent, .unsupportedJob, "The definition cannot be read.")
        }
        return try FurtherPageReading.read(answer, work: work, definition: definition).effect
    }

    @Test func `a page becomes part of its item's text, and nothing else is found on it`() throws {
        let html = "<!doctype html><a href='/other'>x</a><img src='/x.png'><p>Text"
        let effect = try reading(Samples.answer(html, type: "text/html"))
        let text = try #require(effect.found.first?.text)
        #expect(effect.found.count == 1 && effect.notes.isEmpty && effect.provenance.isEmpty)
        let digest = try #require(Samples.digest)
        let page = CachedPage(url: "http://api.test/shown", digest: digest, contentType: "text/html")
        #expect(text.pages == earlier + [page] && text.itemURN == "article:t:1" && text.role == .body)
        #expect(text.isWholePageWanted && text.freshSince == 7)
    }

    @Test(arguments: [
        (404, "text/html"), (410, "text/html"), (403, "text/html"), (451, "text/html"), (200, "image/png"),
    ])
    func `a page that cannot be had is a note on the item`(status: Int, type: String) throws {
        let effect = try reading(Samples.answer("x", status: status, type: type))
        #expect(effect.found.first?.text?.pages == earlier && Set(effect.noteCodes) == ["further-page-missing"])
        #expect(effect.notes.contains { $0.urn == "article:t:1" && $0.message.contains("http://api.test/shown") })
    }

    @Test func `a page that redirects to another one is no part of the text`() throws {
        var answer = Samples.answer("<p>The front page", type: "text/html")
        answer.isMoved = true
        let effect = try reading(answer)
        #expect(effect.found.first?.text?.pages == earlier && Set(effect.noteCodes) == ["further-page-missing"])
    }

    /// The pages of an article lie on one host: where another one answered, the address there has the same path.
    @Test(arguments: [
        ("http://api.test/shown/", true), ("https://api.test/shown", false), ("http://b.test/shown/", false),
    ])
    func `a page is from where redirects led within its host`(final: String, isOfHost: Bool) throws {
        var answer = Samples.answer("<p>Text", type: "text/html")
        answer.finalURL = final
        let page = try #require(try reading(answer).found.first?.text?.further.last)
        #expect(page.url == (isOfHost ? final : "http://api.test/shown") && page.address == "http://api.test/shown")
        #expect((page.askedURL != nil) == isOfHost)
    }

    @Test func `the item's own page keeps both of its addresses`() throws {
        var own = earlier[0]
        own.askedURL = "http://api.test/old"
        let definition = try Samples.definition("name: t\nkind: sitemap\nbase: http://api.test")
        let work = PageWork(itemURN: "article:t:1", url: "http://api.test/s/2", earlier: [own])
        #expect(FurtherPageReading.text(of: [own, earlier[1]], work, definition)?.text?.pages == [own, earlier[1]])
    }

    @Test(arguments: [500, 503, 429]) func `a page whose server fails is asked for again`(status: Int) {
        let failure = #expect(throws: ReadFailure.self) { try reading(Samples.answer("", status: status)) }
        #expect(failure?.failureClass != .permanent)
    }

    @Test func `jobs for further pages have names of their own, by the pages before them`() {
        func spec(_ earlier: [CachedPage]) -> JobSpec {
            let work = PageWork(itemURN: "article:t:1", url: "http://api.test/s", earlier: earlier)
            return JobSpec(source: "t", work: .page(work))
        }
        var changed = earlier
        changed[0].digest = Samples.digest ?? .zero
        let keys = [[], Array(earlier.prefix(1)), earlier, changed].map { spec($0).key }
        #expect(Set(keys).count == 4 && keys[0] == "t:page:1" && keys.allSatisfy { $0.hasPrefix("t:page:1") })
        #expect(!spec([]).isFurtherPage && spec(earlier).isFurtherPage)
    }
}
