import Foundation
import GRDB
import LarderBenchSite
import LarderChaos
import Testing

extension ClusterTests.LaterSyncTests {
    @Test func `a stored picture stays where its address brings a page, nothing or a part`() async throws {
        let picture = AnsweringServer.Answer(type: "image/png", body: PageSite.picture)
        let answers = [
            "/s.xml": Website.urlset(["/p/1"]), "/full.png": picture,
            "/p/1": Self.page("/p/1", more: "<img src=/full.png width=600>"),
        ]
        try await Website.with(answers, Self.sitemap) { site in
            try await site.larder.syncedWhole()
            let digest = try await site.larder.digest()
            var wrong = PageSite.picture
            wrong[wrong.count - 13] ^= 1  // the checksum of the last chunk but one
            let bodies = [Data("<h1>Log in</h1>".utf8), Data(), PageSite.picture.dropLast(12), wrong]
            let others = bodies.map { AnsweringServer.Answer(type: "image/png", body: Data($0)) }
            for answer in [Website.html("<h1>Log in</h1>")] + others + [picture] {
                site.set("/full.png", answer)
                try await site.larder.syncedWhole()
                #expect(try await site.larder.digest() == digest)
            }
        }
    }

    @Test func `a stored picture stays where its address brings one that is tiny or that breaks off`() async throws {
        let photo = Data(try #require(BenchSite(recipes: 1, base: "http://b.test").body(at: "/photos/10000.jpg")))
        let whole = AnsweringServer.Answer(type: "image/jpeg", body: photo)
        let answers = [
            "/s.xml": Website.urlset(["/p/1"]), "/full.png": whole,
            "/p/1": Self.page("/p/1", more: "<img src=/full.png width=600>"),
        ]
        try await Website.with(answers, Self.sitemap) { site in
            func notes(_ code: String) throws -> Int {
                let sql = "SELECT count(*) FROM note WHERE code = ?"
                return try site.larder.read { try Int.fetchOne($0, sql: sql, arguments: [code]) ?? -1 }
            }
            try await site.larder.syncedWhole()
            let digest = try await site.larder.digest()
            let huge = Data("GIF89a".utf8) + Data(repeating: 0xFF, count: 4) + Data(count: 3)
            for body in [PageSite.picture, huge + Data([0x3B]), photo.dropLast(40)] {
                site.set("/full.png", AnsweringServer.Answer(type: "image/jpeg", body: Data(body)))
                try await site.larder.syncedWhole()
                #expect(try await site.larder.digest() == digest)
                #expect(try notes("picture-kept") == 1)
            }
            let other = try site.otherLarder()
            try await other.syncedWhole()
            let told = try other.read {
                try Int.fetchOne($0, sql: "SELECT count(*) FROM note WHERE code = 'picture-cut'")
            }
            #expect(told == 1)
            site.set("/full.png", whole)
            try await other.syncedWhole()
            #expect(try await other.digest() == digest)
        }
    }

    @Test func `a picture takes the place of a stored one once it is decoded`() async throws {
        let site = BenchSite(recipes: 2, base: "http://b.test")
        func photo(_ number: Int) throws -> AnsweringServer.Answer {
            let body = Data(try #require(site.body(at: "/photos/\(number).jpg")))
            return AnsweringServer.Answer(type: "image/jpeg", body: body)
        }
        let answers = [
            "/s.xml": Website.urlset(["/p/1", "/p/2"]), "/full.png": try photo(10000),
            "/p/1": Self.page("/p/1", more: "<img src=/full.png width=600>"),
            "/p/2": Self.page("/p/2", more: "<img src=/other.png width=600>"), "/other.png": try photo(10001),
        ]
        try await Website.with(answers, Self.sitemap) { site in
            func notes() throws -> [String] {
                let sql = "SELECT code FROM note WHERE code LIKE 'picture%' ORDER BY recordURN"
                return try site.larder.read { try String.fetchAll($0, sql: sql) }
            }
            func pictures() throws -> [String] {
                let sql = """
                    SELECT hex(image.digest) || image.width || 'x' || image.height || group_concat(hex(imageVariant.digest))
                    FROM image JOIN imageVariant ON imageID = image.id GROUP BY image.id ORDER BY urn
                    """
                return try site.larder.read { try String.fetchAll($0, sql: sql) }
            }
            try await site.larder.syncedWhole()
            let before = try pictures()
            let empty = Data("GIF89a".utf8) + Data([100, 0, 100, 0, 0, 0, 0, 0x3B])
            let half = try photo(10001).body.prefix(20_000) + Data([0xFF, 0xD9])
            for body in [empty, half] {
                for path in ["/full.png", "/other.png"] {
                    site.set(path, AnsweringServer.Answer(type: "image/jpeg", body: Data(body)))
                }
                try await site.larder.syncedWhole()
                #expect(try pictures() == before && notes() == ["picture-kept", "picture-kept"])
            }
            site.set("/full.png", try photo(10001))
            site.set("/other.png", try photo(10000))
            try await site.larder.syncedWhole()
            #expect(try pictures() == before.reversed() && notes().isEmpty)
        }
    }
}
