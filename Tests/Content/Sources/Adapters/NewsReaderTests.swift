import Foundation
import LarderModel
import LarderProtocol
import Testing

@testable import LarderPageReading
@testable import LarderSourceAdapters
@testable import LarderSourceDefinitions

@Suite("News reader") struct NewsReaderTests {
    static func article(_ number: Int, more: String = "") -> String {
        #"{"source":{"id":null,"name":"N"},"author":null,"title":"T\#(number)","url":"http://n.test/\#(number)"\#(more)}"#
    }

    static func page(_ articles: [String], total: Int) -> String {
        #"{"status":"ok","totalResults":\#(total),"articles":[\#(articles.joined(separator: ","))]}"#
    }

    static let sources = #"""
        {"status":"ok","sources":[{"id":"a","name":"A","sortBysAvailable":["top","latest"]},
        {"id":"b","name":"B &amp; C","sortBysAvailable":["top"],"urlsToLogos":{"small":""}},{"id":"a","name":"again"},{"name":"no id"}]}
        """#

    @Test func `an outlet has the largest of its logos as its picture`() throws {
        let answer = #"""
            {"status":"ok","sources":[{"id":"a","name":"A","sortBysAvailable":["top"],"urlsToLogos":
            {"small":"http://n.test/s.png","medium":" http://n.test/m.png ","large":""}}]}
            """#
        let reader = try Samples.reader(.newsAPIv1, more: "", key: "k3y")
        let effect = try reader.read(Samples.answer(answer), for: reader.firstJobs()[0].spec).effect
        let outlet = try #require(effect.outlets.first)
        #expect(outlet.imageURL == "http://n.test/m.png" && outlet.extra.isEmpty)
        #expect(effect.found.filter { $0.urn.kind == .imageDownload }.compactMap(\.spec.url) == ["http://n.test/m.png"])
        #expect(outlet.imageURN == RecordURN.image(source: "t", url: "http://n.test/m.png"))
    }

    @Test func `version 1 lists outlets and asks each in each of its orders`() throws {
        let reader = try Samples.reader(.newsAPIv1, more: "category: science\nlanguage: EN\ncountry: gb\n", key: "k3y")
        let first = reader.firstJobs()
        #expect(first.map(\.key) == ["t:sources"] && first[0].urn.kind == .discover)
        let request = try reader.request(for: first[0].spec)
        #expect(request.url == "http://api.test/v1/sources?category=science&language=en&country=gb")
        #expect(request.url == request.redactedURL && request.headers == [HeaderField(name: "X-Api-Key", value: "k3y")])
        let effect = try reader.read(Samples.answer(Self.sources), for: first[0].spec).effect
        #expect(effect.outlets.map(\.urn) == ["outlet:t:a", "outlet:t:b"])
        #expect(effect.outlets[1].name == "B & C" && effect.outlets[1].extra.map(\.name) == ["urlsToLogos"])
        #expect(
            effect.found.map(\.key) == ["t:outlet=a,sort=top:1", "t:outlet=a,sort=latest:1", "t:outlet=b,sort=top:1"]
        )
        #expect(effect.found[1].search?.outlet == "a" && effect.found[1].search?.sort == "latest")
        #expect(
            try reader.request(for: effect.found[1].spec).url == "http://api.test/v1/articles?source=a&sortBy=latest"
        )
        #expect(effect.noteCodes == ["record-skipped"])
    }

    @Test func `version 1 keeps to the outlets and the order of the definition`() throws {
        let reader = try Samples.reader(.newsAPIv1, more: "outlets: [a, b, zz]\nsort: latest\n")
        let effect = try reader.read(Samples.answer(Self.sources), for: Samples.discover()).effect
        #expect(effect.found.map(\.key) == ["t:outlet=a,sort=latest:1", "t:outlet=zz,sort=latest:1"])
        #expect(effect.noteCodes.sorted() == ["outlet-not-listed", "record-skipped", "sort-not-offered"])
    }

    @Test func `version 2 searches words, or outlets one by one`() throws {
        let words = try Samples.reader(
            .newsAPIv2,
            more: "queries: [bit coin]\noutlets: [a, b]\nlanguage: de\nsort: popularity\n"
        )
        #expect(words.firstJobs().map(\.key) == ["t:bit%20coin:1"])
        #expect(
            try words.request(for: words.firstJobs()[0].spec).url
                == "http://api.test/v2/everything?q=bit%20coin&sources=a%2Cb&language=de&sortBy=popularity&pageSize=100&page=1"
        )
        let headlines = try Samples.reader(.newsAPIv2, more: "queries: [x]\ncountry: us\nlimit: 20\n")
        #expect(
            try headlines.request(for: headlines.firstJobs()[0].spec).url
                == "http://api.test/v2/top-headlines?q=x&country=us&pageSize=20&page=1"
        )
        let outlets = try Samples.reader(.newsAPIv2, more: "outlets: [b]\n")
        let effect = try outlets.read(Samples.answer(Self.sources), for: outlets.firstJobs()[0].spec).effect
        #expect(effect.found.map(\.key) == ["t:outlet=b:1"])
        #expect(
            try outlets.request(for: effect.found[0].spec).url
                == "http://api.test/v2/everything?sources=b&pageSize=100&page=1"
        )
    }

    @Test func `pages follow until the total or the limit is reached`() throws {
        func keys(_ more: String, _ spec: JobSpec, total: Int, items: Int) throws -> [String] {
            let body = Self.page((0..<items).map { Self.article($0) }, total: total)
            return try Samples.reader(.newsAPIv2, more: more).read(Samples.answer(body), for: spec).effect.found(
                .search
            ).map(\.key)
        }
        #expect(try keys("queries: [q]\n", Samples.search("q"), total: 101, items: 100) == ["t:q:2"])
        #expect(try keys("queries: [q]\n", Samples.search("q", page: 2), total: 101, items: 1) == [])
        #expect(try keys("queries: [q]\n", Samples.search("q"), total: 100, items: 100) == [])
        #expect(try keys("queries: [q]\n", Samples.search("q"), total: 500, items: 0) == [])
        #expect(try keys("queries: [q]\nlimit: 150\n", Samples.search("q"), total: 500, items: 100) == ["t:q:2"])
        #expect(try keys("queries: [q]\nlimit: 150\n", Samples.search("q", page: 2), total: 500, items: 100) == [])
        #expect(
            try keys("page-size: 10\n", Samples.search("", outlet: "bbc", page: 3), total: 31, items: 10) == [
                "t:outlet=bbc:4"
            ]
        )
        let body = Self.page((0..<100).map { Self.article($0) }, total: 500)
        let limited = try Samples.reader(.newsAPIv2, more: "queries: [q]\nlimit: 150\n")
            .read(Samples.answer(body), for: Samples.search("q", page: 2)).effect
        #expect(limited.articles.count == 50)
    }

    @Test func `the end of a plan is a note`() throws {
        let body =
            #"{"status":"error","code":"maximumResultsReached","message":"Developer accounts are limited to 100."}"#
        let effect = try Samples.reader(.newsAPIv2, more: "queries: [q]\n")
            .read(Samples.answer(body, status: 426), for: Samples.search("q", page: 2)).effect
        #expect(effect.noteCodes == ["results-limit"] && effect.found.isEmpty && effect.articles.isEmpty)
    }

    @Test func `an article lands whole with its picture, page and pieces of HTML`() throws {
        let more = #"""
            ,"author":"https://f.test/x","description":"<p>Some <b>bold</b></p>","content":"plain 3 < 4 … [+99 chars]",
            "urlToImage":"//img.test/a.png","publishedAt":"2017-04-03T19:49:51.1234567Z","tags":["x"]
            """#
        let body = Self.page(
            [#"{"source":{"id":"i","name":"N"},"title":"A &quot;b&quot;","url":"http://n.test/1"\#(more)}"#],
            total: 1
        )
        let reading = try Samples.reader(.newsAPIv2).read(Samples.answer(body), for: Samples.search("", outlet: "i"))
        let article = try #require(reading.effect.articles.first)
        #expect(article.urn == "article:t:\(StableHash.hex("http://n.test/1"))")
        #expect(article.title == "A \"b\"" && article.outletID == "i" && article.author == "https://f.test/x")
        #expect(article.publishedText == "2017-04-03T19:49:51.1234567Z" && article.publishedAt == 1_491_248_991_123)
        #expect(article.content?.hasSuffix("[+99 chars]") == true && article.extra.map(\.json) == [#"["x"]"#])
        #expect(reading.effect.found(.imageDownload).map(\.imageDownload?.url) == ["http://img.test/a.png"])
        #expect(reading.effect.found(.detail).map(\.key) == ["t:page:\(StableHash.hex("http://n.test/1"))"])
        #expect(reading.fragments.map(\.role) == [.summary])
        let digest = try #require(Samples.digest)
        let job = reading.fragments[0].job(digest: digest, source: "t")
        #expect(
            job.urn.kind == .text && "text:" + job.key == "text:\(article.urn.dropFirst(8)):summary:0707070707070707"
        )
        #expect(
            job.text?.role == .summary && job.text?.digest == digest && job.text?.baseURL == "http://n.test/1"
        )
    }

    @Test func `odd articles are kept, or left out with a note`() throws {
        let articles = [
            Self.article(1, more: #","source":null"#), Self.article(1), #"{"title":"no url"}"#,
            #"{"url":"http://n.test/2","title":null}"#, "null",
            #"{"url":"https://removed.test","title":"[Removed]","urlToImage":"http://i.test/x"}"#,
            #"{"url":"mailto:x@y","title":"odd url","publishedAt":"0001-01-01T00:00:00Z","source":"Named","urlToImage":"none"}"#,
        ]
        let effect = try Samples.reader(.newsAPIv2).read(
            Samples.answer(Self.page(articles, total: 7)),
            for: Samples.search()
        ).effect
        #expect(effect.articles.map(\.title) == ["T1", "[Removed]", "odd url"])
        #expect(
            effect.noteCodes == [
                "record-skipped", "record-skipped", "record-skipped", "record-removed", "bad-image-url", "bad-page-url",
            ]
        )
        #expect(effect.found(.detail).count == 1 && effect.found(.imageDownload).isEmpty)
        #expect(
            effect.articles[2].outletName == "Named" && effect.articles[2].publishedAt == nil
                && effect.articles[2].publishedText != nil
        )
        #expect(effect.articles[0].author == nil && effect.articles[0].outletID == nil)
    }

    @Test(arguments: [
        ("apiKeyInvalid", 401, ReadFailure.Code.keyRefused, ReadFailure.Class.permanent),
        ("apiKeyDisabled", 200, .keyRefused, .permanent),
        ("apiKeyExhausted", 429, .quotaExhausted, .permanent),
        ("rateLimited", 429, .throttled, .throttled(retryAfter: .seconds(60))),
        ("rateLimited", 200, .throttled, .throttled(retryAfter: .seconds(60))),
        ("sourceDoesNotExist", 400, .notFound, .permanent),
        ("parameterInvalid", 426, .badRequest, .permanent),
        ("unexpectedError", 500, .serverError, .retryable),
        ("somethingNew", 500, .serverError, .retryable),
        ("somethingNew", 400, .badRequest, .permanent),
        ("somethingNew", 200, .sourceError, .retryable),
    ])
    func `errors go by their code, also inside a 200`(
        _ word: String,
        _ status: Int,
        _ code: ReadFailure.Code,
        _ failureClass: ReadFailure.Class
    ) throws {
        let body = #"{"status":"error","code":"\#(word)","message":"m"}"#
        let answer = Samples.answer(body, status: status, headers: [("Retry-After", "60")])
        for spec in [Samples.search(), Samples.discover()] {
            let failure = #expect(throws: ReadFailure.self) { try Samples.reader(.newsAPIv2).read(answer, for: spec) }
            #expect(failure?.code == code && failure?.failureClass == failureClass)
        }
    }
}
