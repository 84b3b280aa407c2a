import Foundation
import LarderFixtures
import LarderModel
import LarderWireClient
import Testing

@Suite("The API for programs") struct APITests {
    private static let root = "/api/v1"
    /// An address for each path of the description.
    private static let addresses: [String: [String]] = [
        "/": [""], "/items": ["/items", "/items?q=soup&limit=3", "/items?gone=1"],
        "/items/{urn}": ["/items/recipe:sample:2", "/items/article:sample:a1"],
        "/search": ["/search?q=water", "/search?q=soup&typing=1", "/search?q=second"], "/sources": ["/sources"],
        "/facets": ["/facets", "/facets?q=soup"], "/changes": ["/changes", "/changes?after=3&limit=2"],
        "/syncs": ["/syncs"],
        "/openapi.json": ["/openapi.json"],
    ]

    @Test func `each path answers as it is described`() async throws {
        let fixture = try SampleLarder.make()
        try await withServer(fixture.folder) { (client) async throws in
            let description = try await client.get("\(Self.root)/openapi.json").json
            let paths = try #require(description["paths"] as? [String: [String: Any]])
            #expect(Set(paths.keys) == Set(Self.addresses.keys).union(["/pictures/{urn}"]))
            let check = SchemaCheck(description: description)
            for (path, addresses) in Self.addresses {
                let get = paths[path]?["get"] as? [String: Any]
                let answers = get?["responses"] as? [String: [String: Any]]
                let content = answers?["200"]?["content"] as? [String: [String: Any]]
                let schema = try #require(content?["application/json"]?["schema"] as? [String: Any], "\(path)")
                for address in addresses {
                    let answer = try await client.get(Self.root + address)
                    #expect(answer.status == 200 && answer.headers["content-type"] == "application/json", "\(address)")
                    #expect(check.faults(answer.json, schema) == [], "\(address)")
                    let tag = try #require(answer.headers["etag"], "\(address)")
                    #expect(try await client.get(Self.root + address, headers: ["If-None-Match": tag]).status == 304)
                }
            }
        }
    }

    @Test func `the pages of a list have each item once, and its pictures are files`() async throws {
        let fixture = try SampleLarder.make()
        try await withServer(fixture.folder) { (client) async throws in
            var (next, urns): (String?, [String]) = ("\(Self.root)/items?limit=7", [])
            while let address = next {
                let answer = try await client.get(address).json
                #expect(answer["count"] as? Int == SampleLarder.listed)
                let items = try #require(answer["items"] as? [[String: Any]], "\(address)")
                urns += items.compactMap { $0["urn"] as? String }
                next = answer["next"] as? String
            }
            #expect(urns.count == SampleLarder.listed && Set(urns).count == urns.count)
            let picture = try await client.get("\(Self.root)/pictures/image:sample:2?width=100")
            #expect(picture.status == 302)
            #expect(try await client.get(#require(picture.headers["location"])).body == SampleLarder.picture)
            #expect(try await client.get("\(Self.root)/pictures/image:sample:9").status == 404)
        }
    }

    @Test func `marks of a search are the places of its words`() async throws {
        let fixture = try SampleLarder.make()
        try await withServer(fixture.folder) { (client) async throws in
            let hits = try await client.get("\(Self.root)/search?q=alert").json["hits"] as? [[String: Any]]
            let title = try #require(hits?.first?["title"] as? [String: Any])
            let (text, marks) = (title["text"] as? String ?? "", title["marks"] as? [[String: Int]] ?? [])
            #expect(text == SampleLarder.hostile && marks.count == 1)
            let scalars = Array(text.unicodeScalars)
            let (start, length) = (marks[0]["start"] ?? 0, marks[0]["length"] ?? 0)
            #expect(String(String.UnicodeScalarView(scalars[start..<(start + length)])) == "alert")
        }
    }

    @Test func `a program follows the changes`() async throws {
        let fixture = try SampleLarder.make()
        try await withServer(fixture.folder) { (client) async throws in
            let latest = try #require(try await client.get("\(Self.root)/changes?limit=1000").json["latest"] as? Int)
            try fixture.beginSync()
            try fixture.add([recipe(300, "Quince jelly"), recipe(301, "Pear tart")])
            var (next, titles): (String?, [String]) = ("\(Self.root)/changes?after=\(latest)&limit=1", [])
            while let address = next {
                let answer = try await client.get(address).json
                titles += (answer["changes"] as? [[String: Any]] ?? []).compactMap { $0["title"] as? String }
                next = answer["next"] as? String
            }
            #expect(titles == ["Quince jelly", "Pear tart"])
        }
    }

    @Test(arguments: [
        ("/items?sorce=a", 400, "source"), ("/items?q=", 400, "empty"), ("/items?q=a&q=b", 400, "more than once"),
        ("/items?kind=poem", 400, "recipe, article"), ("/items?limit=0", 400, "limit"),
        ("/items?limit=101", 400, "100"),
        ("/items?page=x", 400, "page"), ("/search", 400, "q"), ("/items/recipe:sample:none", 404, "URN"),
        ("/items/%00", 404, ""), ("/nothing", 404, ""), ("/changes?after=-1", 400, "after"),
        ("/changes?after=9223372036854775807", 200, ""), ("/items?q=%22%00%F0", 200, ""),
        ("/pictures/image:sample:2?width=0", 400, "width"),
        ("/items?" + String(repeating: "word=a&", count: 40), 400, "32"),
    ])
    func `wrong requests are told what is wrong`(address: String, status: Int, word: String) async throws {
        let fixture = try SampleLarder.make()
        try await withServer(fixture.folder) { (client) async throws in
            let answer = try await client.get(Self.root + address)
            #expect(answer.status == status)
            guard status >= 400 else { return }
            #expect(answer.headers["content-type"] == "application/problem+json")
            #expect(answer.json["status"] as? Int == status)
            let detail = answer.json["detail"] as? String ?? ""
            #expect(!detail.isEmpty && (word.isEmpty || detail.contains(word)), "\(answer.text)")
        }
    }
}
