import Foundation
import LarderFixtures
import LarderModel
import LarderWireClient
import Testing

@Suite("Pictures over HTTP") struct PictureServingTests {
    private func path(_ digest: Digest) -> String { "/pictures/\(digest.hex.prefix(2))/\(digest.hex).jpeg" }

    @Test func `a picture comes whole, in parts, or not again`() async throws {
        let fixture = try SampleLarder.make()
        let digest = try fixture.add(blob: SampleLarder.picture)
        let (path, size) = (path(digest), SampleLarder.picture.count)
        try await withServer(fixture.folder) { (client) async throws in
            let whole = try await client.get(path)
            #expect(whole.status == 200 && whole.body == SampleLarder.picture)
            #expect(whole.headers["content-type"] == "image/jpeg" && whole.headers["accept-ranges"] == "bytes")
            #expect(whole.headers["cache-control"]?.contains("immutable") == true)
            let tag = try #require(whole.headers["etag"])
            #expect(try await client.get(path, headers: ["If-None-Match": tag]).status == 304)
            let head = try #require(try await client.send(path, method: "HEAD"))
            #expect(head.status == 200 && head.body.isEmpty && head.headers["content-length"] == "\(size)")
            let ranges: [(String, ClosedRange<Int>)] = [
                ("bytes=0-3", 0...3), ("bytes=100-", 100...102), ("bytes=-5", 98...102), ("bytes=0-99999", 0...102),
                ("bytes=-99999", 0...102), ("bytes=102-102", 102...102),
            ]
            for (range, bytes) in ranges {
                let part = try await client.get(path, headers: ["Range": range])
                #expect(part.status == 206 && part.body == Array(SampleLarder.picture[bytes]), "\(range)")
                #expect(part.headers["content-range"] == "bytes \(bytes.lowerBound)-\(bytes.upperBound)/\(size)")
                #expect(part.headers["content-length"] == "\(bytes.count)", "\(range)")
                #expect(try await client.get(path, headers: ["Range": range, "If-Range": tag]).status == 206)
                #expect(try await client.get(path, headers: ["Range": range, "If-Range": "\"x\""]).body == whole.body)
            }
            for range in ["bytes=103-", "bytes=103-200", "bytes=-0"] {
                let part = try await client.get(path, headers: ["Range": range])
                #expect(part.status == 416 && part.headers["content-range"] == "bytes */\(size)", "\(range)")
            }
            for range in [
                "bytes=5-2", "bytes=0-1,3-4", "items=0-1", "bytes=x-", "bytes=", "bytes=-", "bytes=1",
                "bytes=99999999999999999999-", "bytes=-99999999999999999999", "bytes=+1-2", "bytes=1-+2",
            ] {
                let part = try await client.get(path, headers: ["Range": range])
                #expect(part.status == 200 && part.body == whole.body, "\(range)")
            }
        }
    }

    @Test func `files that are no pictures, and files of other folders, are not there`() async throws {
        let fixture = try SampleLarder.make()
        var digests: [Digest] = []
        for text in [
            "<html><script>alert(1)</script>", "<svg xmlns='http://www.w3.org/2000/svg'/>", "%PDF-1.4", "", "GIF8",
        ] {
            digests.append(try fixture.add(blob: Array(text.utf8)))
        }
        // A link in the cache leads nowhere.
        let picture = try fixture.add(blob: SampleLarder.picture)
        let linked = try #require(Digest(hex: String(repeating: "ab", count: 32)))
        let blobs = fixture.folder.appending(path: "cache/blobs")
        try FileManager.default.createDirectory(at: blobs.appending(path: "ab"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            at: blobs.appending(path: "ab/\(linked.hex)"),
            withDestinationURL: blobs.appending(path: "\(picture.hex.prefix(2))/\(picture.hex)")
        )
        let paths =
            (digests + [linked]).map(path) + [
                "/pictures/ab/", "/pictures/ab/x.jpeg", "/pictures/ab/..%2f..%2f..%2fcatalog.sqlite",
                "/pictures/../catalog.sqlite",
                "/pictures/%2e%2e/%2e%2e", "/pictures/\(picture.hex.prefix(2))/\(picture.hex)/x",
                "/pictures/ab/\(picture.hex.dropLast())",
            ]
        try await withServer(fixture.folder) { (client) async throws in
            for path in paths { #expect(try await client.get(path).status == 404, "\(path)") }
        }
    }

    @Test func `each card's picture is one that the server gives`() async throws {
        let fixture = try SampleLarder.make()
        try await withServer(fixture.folder) { (client) async throws in
            let page = try await client.get("/item/recipe:sample:2").text
            let start = try #require(page.firstRange(of: "/pictures/"))
            let path = page[start.lowerBound...].prefix { $0 != "\"" && $0 != " " }
            #expect(try await client.get(String(path)).body == SampleLarder.picture)
        }
    }
}
