import Foundation
import LarderSampleSite
import LarderWireClient
import Testing

@Suite("NewsAPI answers") struct NewsAPITests {
    private static func articles(_ answer: WireAnswer) -> [[String: Any]] {
        answer.json["articles"] as? [[String: Any]] ?? []
    }

    @Test func `the sources together hold every article once`() async throws {
        let configuration = smallSite(articles: 300)
        let site = SampleSite(configuration: configuration)
        let urls = try await withSite(configuration) { (client) async throws in
            var urls: [String] = []
            for source in SampleSite.newsSourceIDs {
                var page = 1
                var total = 1
                while (page - 1) * 25 < total {
                    let answer = try await client.get("/v2/everything?sources=\(source)&pageSize=25&page=\(page)")
                    total = try #require(answer.json["totalResults"] as? Int)
                    urls += Self.articles(answer).compactMap { $0["url"] as? String }
                    page += 1
                }
            }
            return urls.map { String($0.drop { $0 != ":" }.dropFirst(3).drop { $0 != "/" }) }
        }
        #expect(urls.count == 300)
        #expect(Set(urls) == Set((0..<300).map { site.article($0).path }))
    }

    @Test func `articles have the gaps and oddities of the real service`() async throws {
        try await withSite(smallSite(articles: 100)) { (client) async throws in
            let answer = try await client.get(
                "/v2/everything?sources=\(SampleSite.newsSourceIDs.joined(separator: ","))"
            )
            let articles = Self.articles(answer)
            #expect(articles.count == 100)
            let sources = articles.compactMap { $0["source"] as? [String: Any] }
            #expect(sources.contains { $0["id"] is NSNull })
            #expect(sources.allSatisfy { $0["name"] is String })
            for member in ["author", "urlToImage", "description"] {
                #expect(articles.contains { $0[member] is NSNull }, "\(member) is never null")
            }
            let descriptions = articles.compactMap { $0["description"] as? String }
            #expect(descriptions.contains { $0.contains("<li>✔") && $0.contains("href=\"/news/") })
            #expect(descriptions.contains { $0.contains("&amp;") })
            #expect(articles.contains { ($0["publishedAt"] as? String)?.contains(".") == true })
            let contents = articles.compactMap { $0["content"] as? String }
            #expect(contents.contains { $0.hasSuffix(" chars]") && $0.unicodeScalars.count < 225 })
        }
    }

    @Test(arguments: [
        ("/v2/everything", 400, "parametersMissing"),
        ("/v2/top-headlines", 400, "parametersMissing"),
        ("/v2/everything?q=x&pageSize=101", 400, "parameterInvalid"),
        ("/v2/everything?q=x&page=0", 400, "parameterInvalid"),
        ("/v2/everything?q=x&page=99999999999", 400, "parameterInvalid"),
        ("/v2/everything?q=x&sortBy=colour", 400, "parameterInvalid"),
        ("/v2/everything?sources=nowhere", 400, "sourceDoesNotExist"),
        ("/v2/everything?sources=a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,t,u", 400, "sourcesTooMany"),
        ("/v2/top-headlines?sources=quiet-science&country=us", 400, "parameterInvalid"),
        ("/v1/articles?source=nowhere", 400, "sourceDoesNotExist"),
        ("/v1/articles?source=blick-vom-turm&sortBy=top", 400, "sourceUnavailableSortedBy"),
        ("/v2/nonsense", 404, "unexpectedError"),
    ])
    func `a wrong request gets its documented error`(target: String, status: Int, code: String) async throws {
        let answer = try await withSite(smallSite()) { try await $0.get(target) }
        #expect(answer.status == status)
        #expect(answer.json["status"] as? String == "error")
        #expect(answer.json["code"] as? String == code)
        #expect((answer.json["message"] as? String)?.isEmpty == false)
    }

    @Test func `the key comes by query or by header`() async throws {
        var configuration = smallSite()
        configuration.key = "secret"
        try await withSite(configuration) { (client) async throws in
            #expect(try await client.get("/v2/sources").json["code"] as? String == "apiKeyMissing")
            #expect(try await client.get("/v2/sources?apiKey=no").json["code"] as? String == "apiKeyInvalid")
            #expect(try await client.get("/v2/sources?apiKey=secret").status == 200)
            #expect(try await client.get("/v2/sources", headers: ["X-Api-Key": "secret"]).status == 200)
            #expect(try await client.get("/v2/sources").status == 401)
        }
    }

    @Test func `a developer key ends at 100 results, another one does not`() async throws {
        var configuration = smallSite(articles: 150)
        let target = "/v2/everything?sources=\(SampleSite.newsSourceIDs.joined(separator: ","))&pageSize=60&page=2"
        #expect(try await withSite(configuration) { try await $0.get(target) }.status == 200)
        configuration.newsDeveloperKey = true
        let answer = try await withSite(configuration) { try await $0.get(target) }
        #expect(answer.status == 426)
        #expect(answer.json["code"] as? String == "maximumResultsReached")
    }

    @Test func `the old form lists sources with their orders, and about ten articles for each`() async throws {
        try await withSite(smallSite(articles: 200)) { (client) async throws in
            let sources = try #require(try await client.get("/v1/sources").json["sources"] as? [[String: Any]])
            #expect(sources.compactMap { $0["id"] as? String } == SampleSite.newsSourceIDs)
            for source in sources {
                let id = try #require(source["id"] as? String)
                for order in try #require(source["sortBysAvailable"] as? [String]) {
                    let answer = try await client.get("/v1/articles?source=\(id)&sortBy=\(order)")
                    #expect(answer.status == 200)
                    #expect(Self.articles(answer).count == 10)
                }
            }
            let german = try await client.get("/v1/sources?language=de").json["sources"] as? [[String: Any]]
            #expect(german?.count == 1)
        }
    }

    @Test func `headlines are a part of all articles and can be chosen by country`() async throws {
        try await withSite(smallSite(articles: 200)) { (client) async throws in
            let all = try await client.get("/v2/top-headlines?q=&pageSize=100")
            let american = try await client.get("/v2/top-headlines?country=us&pageSize=100")
            #expect(20...120 ~= Self.articles(all).count)
            #expect(Self.articles(american).count < Self.articles(all).count)
            #expect(!Self.articles(american).isEmpty)
        }
    }
}
