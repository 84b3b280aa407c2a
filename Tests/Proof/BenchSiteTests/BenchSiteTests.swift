import LarderImaging
import LarderModel
import Testing

@testable import LarderBenchSite

@Suite("Bench site") struct BenchSiteTests {
    private static let site = BenchSite(recipes: 40, base: "http://127.0.0.1:1")

    private static func body(_ target: BenchSite.Target) -> [UInt8] {
        var bytes: [UInt8] = []
        _ = site.appendBody(of: target, to: &bytes)
        return bytes
    }

    private static func text(_ target: BenchSite.Target) -> String { String(decoding: body(target), as: UTF8.self) }

    @Test func `photographs decode whole, have a photograph's size, and no two have the same pixels`() throws {
        try ImageDecoder.start()
        var seen: Set<[UInt8]> = []
        for number in 0..<40 {
            let photo = Self.body(.photo(number))
            #expect((38_000...62_000).contains(photo.count), "\(number): \(photo.count) bytes")
            let image = try ImageDecoder().decode(photo)
            #expect(image.probe.width == 640 && image.probe.height == 480)
            let small = try #require(image.variants.first)
            #expect(small.width == 320)
            #expect(seen.insert(small.bytes).inserted, "\(number) looks like another one")
        }
    }

    @Test func `a recipe's answer names its page and its photograph, and its page has 22 kB`() throws {
        let detail = Self.text(.detail(7))
        #expect(detail.contains("\"source_url\":\"http://127.0.0.1:1\(BenchSite.Target.page(7).path)\""), "\(detail)")
        #expect(detail.contains("\"image_url\":\"http://127.0.0.1:1\(BenchSite.Target.photo(7).path)\""), "\(detail)")
        for number in 0..<40 { #expect((22_000...22_500).contains(Self.body(.page(number)).count)) }
    }

    @Test func `the search gives thirty recipes a page, then the rest, then none`() {
        let counts = (1...3).map { Self.text(.search(page: $0)).split(separator: "\"recipe_id\"").count - 1 }
        #expect(counts == [30, 10, 0])
    }

    @Test func `every host lists its own recipes, and links to them there`() {
        let hosts = BenchSite(recipes: 80, bases: ["http://127.0.0.1:1", "http://127.0.0.2:1"])
        let pages = (1...3).map { page in
            var bytes: [UInt8] = []
            _ = hosts.appendBody(of: .search(page: page, host: 2), to: &bytes)
            return String(decoding: bytes, as: UTF8.self)
        }
        #expect(pages.map { $0.split(separator: "\"recipe_id\"").count - 1 } == [30, 10, 0])
        #expect(pages[0].contains("http://127.0.0.2:1/recipes/10040.html") && !pages[0].contains("127.0.0.1"))
        var none: [UInt8] = []
        #expect(hosts.appendBody(of: .search(page: 1, host: 3), to: &none) == nil)
    }

    @Test func `every path is read back as what it stands for, and others as nothing`() {
        let targets: [BenchSite.Target] = [
            .search(page: 3), .search(page: 2, host: 7), .detail(0), .page(999_999), .photo(12),
        ]
        for target in targets { #expect(BenchSite.Target(ArraySlice(target.path.utf8)) == target) }
        for path in ["", "/", "/api/get?", "/api/get?rId=9999", "/photos/.jpg", "/recipes/99999999999999999999.html"] {
            #expect(BenchSite.Target(ArraySlice(path.utf8)) == nil, "\(path)")
        }
        let all = BenchSite.targets(recipes: 40, most: 1000)
        #expect(all.count == 3 + 3 * 40 && Set(all).count == all.count)
        #expect(BenchSite.targets(recipes: 40, most: 5) == Array(all[..<5]))
    }
}

@Suite("Bench responder") struct BenchResponderTests {
    private static let responder = BenchResponder(site: BenchSite(recipes: 2, base: "http://127.0.0.1:1"))

    private static func answer(_ request: String) -> (taken: Int?, status: [Substring]) {
        var output: [UInt8] = []
        let taken = responder.respond(to: Array(request.utf8), into: &output)
        let lines = String(decoding: output, as: UTF8.self).split(separator: "\r\n")
        return (taken, lines.filter { $0.hasPrefix("HTTP/1.1 ") }.map { $0.dropFirst(9).prefix(3) })
    }

    @Test(
        arguments: [
            ("", "200"), ("If-None-Match: \"page-1\"\r\n", "304"), ("IF-NONE-MATCH:\"page-1\"\r\n", "304"),
            ("if-none-match: *\r\n", "304"), ("If-None-Match: \"page-0\"\r\n", "200"),
            ("If-Match: \"page-1\"\r\n", "200"),
        ]
    )
    func `what is unchanged is not sent again`(field: String, status: Substring) {
        let request = "GET /recipes/10001.html HTTP/1.1\r\nHost: a\r\n\(field)Accept: */*\r\n\r\n"
        let answer = Self.answer(request)
        #expect(answer.taken == request.utf8.count)
        #expect(answer.status == [status])
    }

    @Test func `requests are answered in their order, and one that has not come whole waits`() {
        let two = "GET /api/get?rId=10002 HTTP/1.1\r\n\r\nGET /api/get?rId=10000 HTTP/1.1\r\n\r\n"
        let answer = Self.answer(two + "GET /api/")
        #expect(answer.taken == two.utf8.count)
        #expect(answer.status == ["404", "200"])
        #expect(Self.answer("POST / HTTP/1.1\r\n\r\n").taken == nil)
    }
}
