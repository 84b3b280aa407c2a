import Foundation
import LarderTestSupport
import LarderWireClient
import NIOCore
import Testing

@testable import LarderSampleSite

@Suite("Sample serving") struct ServingTests {
    private static func targets(_ site: SampleSite) -> [String] {
        let recipe = site.recipe(0)
        return [
            "/", "/api/search?q=pie", "/api/get?rId=\(recipe.id)", recipe.path, recipe.imagePath, "/sitemap.xml",
            "/robots.txt",
            "/v2/sources", "/v2/everything?q=the", "/v1/articles?source=quiet-science", site.article(0).path, "/news",
        ]
    }

    @Test func `everything has validators, and answers 304 to each of them`() async throws {
        let configuration = smallSite()
        let site = SampleSite(configuration: configuration)
        try await withSite(configuration) { (client) async throws in
            for target in Self.targets(site) {
                let first = try await client.get(target)
                let tag = try #require(first.headers["etag"], "\(target)")
                let date = try #require(first.headers["last-modified"], "\(target)")
                for headers in [
                    ["If-None-Match": tag], ["If-None-Match": "\"x\", W/\(tag)"], ["If-None-Match": "*"],
                    ["If-Modified-Since": date],
                ] {
                    let second = try await client.get(target, headers: headers)
                    #expect(second.status == 304, "\(target) \(headers)")
                    #expect(second.body.isEmpty)
                    #expect(second.headers["etag"] == tag)
                }
                let stale = ["If-None-Match": "\"other\"", "If-Modified-Since": date]
                #expect(try await client.get(target, headers: stale).status == 200)
                let old = ["If-Modified-Since": "Fri, 01 Jan 1999 00:00:00 GMT"]
                #expect(try await client.get(target, headers: old).body == first.body)
                let nonsense = ["If-Modified-Since": "yesterday"]
                #expect(try await client.get(target, headers: nonsense).status == 200)
            }
        }
    }

    @Test func `tags change with the content and only with it`() async throws {
        func tags(_ revision: Int) async throws -> [String: String] {
            var configuration = smallSite(revision: revision)
            configuration.publicURL = "http://sample.test"
            let site = SampleSite(configuration: configuration)
            return try await withSite(configuration) { client in
                var tags: [String: String] = [:]
                for index in 0..<100 {
                    let recipe = site.recipe(index)
                    for target in [recipe.path, "/api/get?rId=\(recipe.id)"] {
                        tags[target] = try await client.get(target).headers["etag"]
                    }
                    let image = try await client.send(recipe.imagePath, method: "HEAD")
                    tags[recipe.imagePath] = image?.headers["etag"]
                }
                return tags
            }
        }
        let before = try await tags(0)
        let after = try await tags(1)
        let changed = before.keys.filter { before[$0] != after[$0] }
        #expect(before.count == 300)
        #expect(changed.filter { $0.hasPrefix("/recipe/") }.count == 6)
        #expect(changed.filter { $0.hasPrefix("/api/") }.count == 6)
        #expect(changed.filter { $0.hasPrefix("/image/") }.count == 3)
    }

    @Test func `HEAD gives the headers of GET without the body, other methods are refused`() async throws {
        try await withSite(smallSite()) { (client) async throws in
            let head = try #require(try await client.send("/api/search?q=pie", method: "HEAD"))
            let get = try await client.get("/api/search?q=pie")
            #expect(head.status == 200)
            #expect(head.body.isEmpty)
            #expect(head.headers["content-length"] == String(get.body.count))
            #expect(head.headers["etag"] == get.headers["etag"])
            let post = try #require(try await client.send("/api/search?q=pie", method: "POST"))
            #expect(post.status == 405)
            #expect(post.headers["allow"] == "GET, HEAD")
        }
    }

    @Test func `text is gzipped for those who take it, with a tag of its own`() async throws {
        var configuration = smallSite()
        configuration.gzip = true
        let site = SampleSite(configuration: configuration)
        try await withSite(configuration) { (client) async throws in
            let plain = try await client.get(site.recipe(0).path)
            #expect(plain.headers["content-encoding"] == nil)
            #expect(
                try await client.get(site.recipe(0).path, headers: ["Accept-Encoding": "gzip;q=0"]).body == plain.body
            )
            let packed = try await client.get(site.recipe(0).path, headers: ["Accept-Encoding": "br, gzip;q=0.9"])
            #expect(packed.headers["content-encoding"] == "gzip")
            #expect(packed.headers["etag"] != plain.headers["etag"])
            #expect(packed.body.count < plain.body.count / 3)
            // RFC 1952: the checksum and the length of what is packed, least significant byte first.
            let trailer = packed.body.suffix(8).reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
            #expect(packed.body.starts(with: [0x1F, 0x8B, 8]))
            #expect(trailer == UInt64(plain.body.count) << 32 | UInt64(checksum(plain.body)))
            let image = try await client.get(site.recipe(0).imagePath, headers: ["Accept-Encoding": "gzip"])
            #expect(image.headers["content-encoding"] == nil)
        }
    }

    @Test func `the counts show each request and each body that was sent twice`() async throws {
        let configuration = smallSite()
        let site = SampleSite(configuration: configuration)
        let stats = try await withSite(configuration) { client in
            let tag = try await client.get("/").headers["etag"] ?? ""
            _ = try await client.get("/", headers: ["If-None-Match": tag])
            _ = try await client.get("/", headers: ["If-None-Match": tag])
            _ = try await client.get(site.recipe(0).path)
            _ = try await client.get(site.recipe(0).path)
            _ = try await client.get("/nothing")
            return try await client.get("/stats").body
        }
        let json = try #require(try JSONSerialization.jsonObject(with: Data(stats)) as? [String: Any])
        #expect(json["requests"] as? Int == 6)
        #expect(json["ok"] as? Int == 3)
        #expect(json["notModified"] as? Int == 2)
        #expect(json["repeatedBodies"] as? Int == 1)
        #expect(json["maxConcurrent"] as? Int == 1)
        #expect(json["concurrent"] as? Int == 0)
        #expect(json["statuses"] as? [String: Int] == ["200": 3, "304": 2, "404": 1])
        let areas = try #require(json["areas"] as? [String: [String: Int]])
        #expect(areas["recipe-page"]?["requests"] == 2)
        #expect(areas["index"]?["notModified"] == 2)
        #expect(areas["private"] == nil)
    }

    @Test func `requests that wait at the same time are counted as such`() async throws {
        // Where this process gets no processor for a while, a request may come when the one before it is answered.
        var counted = 0
        for latency in [.milliseconds(400), .seconds(4), .seconds(20)] as [Duration] where counted < 2 {
            let faults = SampleSite.Faults(latency: latency)
            let most = try await withSite(smallSite(faults: faults)) { client in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<5 {
                        group.addTask { _ = try await client.get("/robots.txt") }
                    }
                    try await group.waitForAll()
                }
                return try await client.get("/stats").json["maxConcurrent"] as? Int
            }
            counted = most ?? 0
        }
        #expect(2...5 ~= counted)
    }

    @Test func `max-age replaces no-cache when it is set`() async throws {
        var configuration = smallSite()
        #expect(try await withSite(configuration) { try await $0.get("/") }.headers["cache-control"] == "no-cache")
        configuration.maxAgeSeconds = 60
        #expect(try await withSite(configuration) { try await $0.get("/") }.headers["cache-control"] == "max-age=60")
    }

    @Test(.timeLimit(.minutes(10))) func `a cancelled site ends, and its port can be bound again at once`() async throws
    {
        let held = try HeldPort()
        defer { withExtendedLifetime(held) {} }
        var configuration = smallSite()
        configuration.port = held.number
        #expect(try await withSite(configuration) { try await $0.get("/") }.status == 200)
        // A program that another test starts just then has the closed socket too, until it runs.
        let deadline = ContinuousClock.now + .seconds(300)
        var isServed = false
        while !isServed {
            do {
                isServed = try await withSite(configuration) { try await $0.get("/") }.status == 200
            } catch let error as IOError where error.errnoCode == EADDRINUSE && ContinuousClock.now < deadline {
                await Task.yield()
            }
        }
    }

    @Test(.timeLimit(.minutes(10))) func `the ready call may use the site itself`() async throws {
        let (answers, arrived) = AsyncStream.makeStream(of: Int.self)
        let statuses = try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await SampleSite(configuration: smallSite()).run { port in
                    let answer = try? await SiteClient(port: port).send("/robots.txt")
                    arrived.yield(answer?.status ?? 0)
                    arrived.finish()
                }
            }
            var statuses: [Int] = []
            for await status in answers {
                statuses.append(status)
            }
            group.cancelAll()
            try await group.waitForAll()
            return statuses
        }
        #expect(statuses == [200])
    }

    @Test func `a port in use is an error`() async throws {
        let error = await #expect(throws: (any Error).self) {
            try await withSite(smallSite()) { client in
                var configuration = smallSite()
                configuration.port = client.port
                try await SampleSite(configuration: configuration).run()
            }
        }
        #expect(error.map { SampleSite.reason(of: $0) } == "Address already in use")
    }
}
