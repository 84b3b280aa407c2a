import LarderFeeds
import LarderFixtures
import LarderModel
import LarderWireClient
import Testing

@Suite("Feeds of a larder") struct FeedTests {
    private func feed(_ path: String, _ client: SiteClient) async throws -> Feed {
        let answer = try await client.get(path)
        try #require(answer.status == 200, "\(path)")
        #expect(answer.headers["content-type"] == "application/atom+xml; charset=utf-8")
        let url = client.base + path
        return try #require(FeedReader.read(answer.body, contentType: "application/atom+xml", url: url), "\(path)")
    }

    @Test(arguments: ["all", "sample"]) func `all pages together have each item once`(name: String) async throws {
        let fixture = try SampleLarder.make()
        try await withServer(fixture.folder) { (client) async throws in
            var entries: [FeedEntry] = []
            var next: String? = "/feeds/\(name).atom"
            var pages = 0
            while let path = next {
                let feed = try await feed(path, client)
                #expect(feed.format == .atom && feed.title != nil)
                entries += feed.entries
                pages += 1
                next = feed.nextPage.map { String($0.dropFirst(client.base.utf8.count)) }
            }
            #expect(entries.count == SampleLarder.listed && pages == 2)
            #expect(Set(entries.compactMap(\.id)).count == SampleLarder.listed)
            #expect(entries.allSatisfy { $0.id?.hasPrefix("urn:uuid:") == true && $0.updated != nil })
            #expect(entries.contains { $0.title?.text == SampleLarder.hostile })
            #expect(entries.allSatisfy { $0.link?.hasPrefix(client.base + "/item/") == true })
            let news = try #require(entries.first { $0.link?.hasSuffix("article:sample:a1") == true })
            #expect(news.content.first?.text.contains("The second one.") == true)
            #expect(news.authors.map(\.name) == ["A. Writer"])
            let soup = try #require(entries.first { $0.link?.hasSuffix("recipe:sample:2") == true })
            let picture = try #require(soup.enclosures.first)
            #expect(picture.type == "image/jpeg" && picture.length == SampleLarder.picture.count)
            let path = String(picture.url.dropFirst(client.base.utf8.count))
            #expect(try await client.get(path).body == SampleLarder.picture)
            #expect(try await client.get("/feeds/\(name).atom?page=\(pages + 1)").status == 404)
            #expect(try await client.get("/feeds/\(name).atom?page=1000000").status == 404)
        }
    }

    @Test func `identifiers stay, whichever server gives the feed`() async throws {
        func identifiers() async throws -> [String?] {
            let fixture = try SampleLarder.make()
            return try await withServer(fixture.folder) { try await feed("/feeds/all.atom", $0).entries.map(\.id) }
        }
        let first = try await identifiers()
        #expect(try await identifiers() == first)
    }

    @Test func `a feed that has not changed is not sent again`() async throws {
        let fixture = try SampleLarder.make()
        try await withServer(fixture.folder) { (client) async throws in
            for path in [
                "/feeds/all.atom", "/feeds/sample.atom", "/feeds.opml", "/opds", "/opds/all", "/opds/search.xml",
            ] {
                let tag = try #require(try await client.get(path).headers["etag"], "\(path)")
                let again = try await client.get(path, headers: ["If-None-Match": tag])
                #expect(again.status == 304 && again.body.isEmpty, "\(path)")
                // Addresses in it are another's.
                let other = try await client.get(path, headers: ["If-None-Match": tag, "Host": "localhost:9"])
                #expect(other.status == 200, "\(path)")
            }
        }
    }

    @Test func `addresses are those that the reader used, and no others`() async throws {
        let fixture = try SampleLarder.make()
        try await withServer(fixture.folder) { (client) async throws in
            for (headers, root) in [
                (["Host": "localhost:9"], "http://localhost:9/"),
                (["Host": "127.0.0.1:80", "X-Forwarded-Proto": "https"], "https://127.0.0.1:80/"),
                (["Host": "[::1]:81"], "http://[::1]:81/"),
            ] {
                for path in ["/feeds/all.atom", "/feeds.opml", "/opds", "/opds/all"] {
                    let text = try await client.get(path, headers: headers).text
                    let own = text.split(separator: "\"").filter { part in
                        ["/item/", "/feeds/", "/opds/", "/pictures/"].contains { part.contains($0) }
                            && !part.contains("<")
                    }
                    let wrong = own.filter { !$0.hasPrefix(root) }
                    #expect(!own.isEmpty && wrong.isEmpty, "\(path) \(headers) \(wrong)")
                }
            }
            for host in ["evil.example", "127.0.0.1\"><x y=\"", "[::1]\"><x>"] {
                let answer = try await client.send("/feeds/all.atom", headers: ["Host": host])
                // A refusal says the name, as plain text.
                guard answer?.status == 200 else {
                    #expect(answer?.headers["content-type"]?.hasPrefix("text/plain") == true, "\(host)")
                    continue
                }
                #expect(answer?.text.contains("evil") == false && answer?.text.contains("<x") == false, "\(host)")
            }
        }
    }

    @Test func `unknown sources have no feed, and the list names each that there is`() async throws {
        let fixture = try SampleLarder.make()
        try await withServer(fixture.folder) { (client) async throws in
            for path in [
                "/feeds/other.atom", "/feeds/.atom", "/feeds/%2e%2e.atom", "/feeds/sample%00.atom", "/feeds/sample",
            ] {
                #expect(try await client.get(path).status == 404, "\(path)")
            }
            let list = try await client.get("/feeds.opml")
            #expect(list.headers["content-type"]?.hasPrefix("text/x-opml") == true)
            #expect(list.text.contains("xmlUrl=\"\(client.base)/feeds/sample.atom\""))
            #expect(list.text.contains("xmlUrl=\"\(client.base)/feeds/all.atom\""))
        }
    }
}
