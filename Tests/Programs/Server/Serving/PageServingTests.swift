import Foundation
import LarderFixtures
import LarderHTML
import LarderThreading
import LarderWireClient
import Testing

@Suite("Pages over HTTP") struct PageServingTests {
    private static let pages = [
        "/", "/?kind=recipe", "/?q=soup&page=2", "/item/recipe:sample:2", "/item/recipe:sample:2?servings=4",
        "/item/recipe:sample:2?step=1", "/item/article:sample:a1",
    ]
    private static let others = [
        "/status", "/viewer.css", "/viewer.js", "/icon.svg", "/healthz", "/readyz", "/metrics",
    ]

    @Test func `a larder is marked as read while its pages are served`() async throws {
        let fixture = try SampleLarder.make()
        let folder = fixture.folder.path(percentEncoded: false)
        try await withServer(fixture.folder) { (client) async throws in
            #expect(try await client.get("/").status == 200)
            #expect(ReadingMark.isSet(in: folder))
        }
        #expect(!ReadingMark.isSet(in: folder))
    }

    @Test func `pages are whole, guarded, and answered with 304 to who has them`() async throws {
        let fixture = try SampleLarder.make()
        try await withServer(fixture.folder) { (client) async throws in
            for page in Self.pages {
                let answer = try await client.get(page)
                #expect(answer.status == 200 && answer.headers["content-type"] == "text/html; charset=utf-8", "\(page)")
                #expect(answer.text.hasPrefix("<!doctype html>") && answer.text.contains("</html>"), "\(page)")
                let document = HTMLDocument(parsing: answer.body)
                #expect(document.firstElement(named: .h1) != nil && document.language == "en", "\(page)")
                let tag = try #require(answer.headers["etag"], "\(page)")
                for known in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
                    let again = try await client.get(page, headers: ["If-None-Match": known])
                    #expect(
                        again.status == 304 && again.body.isEmpty && again.headers["etag"] == tag,
                        "\(page) \(known)"
                    )
                    #expect(again.headers["content-security-policy"] == answer.headers["content-security-policy"])
                }
                #expect(try await client.get(page, headers: ["If-None-Match": "\"x\""]).status == 200)
            }
            for page in Self.pages + Self.others {
                let answer = try await client.get(page)
                #expect(answer.status == 200, "\(page)")
                #expect(answer.headers["x-content-type-options"] == "nosniff", "\(page)")
                let policy = answer.headers["content-security-policy"] ?? ""
                #expect(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "\(page)")
                let head = try #require(try await client.send(page, method: "HEAD"))
                #expect(head.status == 200 && head.body.isEmpty, "\(page)")
                #expect(head.headers["content-type"] == answer.headers["content-type"], "\(page)")
                if page.hasPrefix("/item") || page.hasPrefix("/viewer") {
                    #expect(head.headers["content-length"] == "\(answer.body.count)", "\(page)")
                }
            }
        }
    }

    @Test func `a page changes with the larder`() async throws {
        let fixture = try SampleLarder.make()
        try await withServer(fixture.folder) { (client) async throws in
            let tag = try #require(try await client.get("/?q=quince").headers["etag"])
            try fixture.beginSync()
            try fixture.add([recipe(200, "Quince jelly")])
            // While a sync runs, lists may be a few seconds old.
            try fixture.execute("UPDATE sync SET state = 'finished', finishedAt = 3000")
            let answer = try await client.get("/?q=quince", headers: ["If-None-Match": tag])
            #expect(answer.status == 200 && answer.text.contains("jelly"))
        }
    }

    @Test func `browsers see a page where there is nothing, programs a line`() async throws {
        let fixture = try SampleLarder.make()
        try await withServer(fixture.folder) { (client) async throws in
            for path in ["/nothing", "/item/recipe:sample:none", "/feeds/unknown.atom", "/pictures/aa/x.png"] {
                let page = try await client.get(path, headers: ["Accept": "text/html,*/*;q=0.8"])
                #expect(page.status == 404 && page.text.contains("<h1>This page is not in the larder</h1>"), "\(path)")
                let line = try await client.get(path)
                #expect(line.status == 404 && line.text.filter { $0 == "\n" }.count == 1, "\(path)")
            }
        }
    }

    @Test func `what is not there, too long or of another method is refused, and guarded all the same`() async throws {
        let fixture = try SampleLarder.make()
        try await withServer(fixture.folder) { (client) async throws in
            let cases: [(String, String, Int)] = [
                ("GET", "/item/recipe:sample:none", 404), ("GET", "/item/", 404), ("GET", "/item/%00", 404),
                ("GET", "/nothing", 404), ("GET", "/viewer.css/x", 404), ("GET", "/../../etc/passwd", 404),
                ("GET", "/?q=" + String(repeating: "x", count: 5_000), 414), ("PUT", "/", 405), ("DELETE", "/", 405),
                ("POST", "/", 404), ("GET", "/feeds/unknown.atom", 404), ("GET", "/feeds/sample.rss", 404),
                ("GET", "/control/stop", 404), ("POST", "/control/stop", 403),
            ]
            for (method, target, status) in cases {
                let answer = try #require(try await client.send(target, method: method), "\(method) \(target)")
                #expect(answer.status == status, "\(method) \(target.prefix(60))")
                #expect(answer.headers["content-security-policy"] != nil, "\(method) \(target.prefix(60))")
                #expect(answer.headers["x-content-type-options"] == "nosniff", "\(method) \(target.prefix(60))")
                #expect(!answer.body.isEmpty, "\(method) \(target.prefix(60))")
            }
            #expect(try #require(try await client.send("/", method: "PUT")).headers["allow"] == "GET, HEAD, POST")
            let long = try await client.send("/", headers: ["X-Long": String(repeating: "x", count: 40_000)])
            #expect(long == nil || (400..<500).contains(long?.status ?? 0))
            let many = Dictionary(uniqueKeysWithValues: (0..<200).map { ("X-\($0)", "1") })
            let refused = try await client.send("/", headers: many)
            #expect(refused == nil || (400..<500).contains(refused?.status ?? 0))
            #expect(try await client.get("/healthz").text == "ok\n")
        }
    }

    @Test func `hostile cookies and parameters are answered`() async throws {
        let fixture = try SampleLarder.make()
        try await withServer(fixture.folder) { (client) async throws in
            let numbers = ["-9223372036854775808", "9223372036854775807", "0", "-1", "x", ""]
            for first in numbers {
                for last in numbers {
                    let cookie = "larder-visit=\(first).\(last).\(last)"
                    #expect(try await client.get("/", headers: ["Cookie": cookie]).status == 200, "\(cookie)")
                    #expect(
                        try await client.get("/", headers: ["Cookie": "larder-visit=0.\(first).\(last)"]).status == 200
                    )
                }
                for name in ["page", "servings", "step", "since"] {
                    let status = try await client.get("/item/recipe:sample:2?\(name)=\(first)").status
                    #expect(status == 200, "\(name) \(first)")
                    #expect(try await client.get("/?\(name)=\(first)").status == 200, "\(name) \(first)")
                }
            }
            for query in ["%00", "%FF", "\"", "*", "NEAR(", "a OR", "'", "-", "%F0%9F%8D%B2"] {
                let text = query.hasPrefix("%") ? query : query.replacing(" ", with: "%20").replacing("\"", with: "%22")
                #expect(try await client.get("/?q=\(text)").status == 200, "\(query)")
                #expect(try await client.get("/?q=\(text)&typing=1").status == 200, "\(query)")
            }
        }
    }
}
