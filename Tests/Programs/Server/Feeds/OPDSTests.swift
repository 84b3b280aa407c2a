import LarderFixtures
import LarderHTML
import LarderWireClient
import Testing

@Suite("The catalogue for e-readers") struct OPDSTests {
    private static let navigation = "application/atom+xml;profile=opds-catalog;kind=navigation"
    private static let acquisition = "application/atom+xml;profile=opds-catalog;kind=acquisition"

    private struct Link: Hashable {
        var relation, address, type: String?
        var count: Int?
    }

    /// The links of a document; the parser of HTML takes its elements as they stand.
    private func links(_ answer: WireAnswer) -> [Link] {
        let document = HTMLDocument(parsing: answer.body)
        return Array(document.elements(named: .link)).map { node in
            Link(
                relation: document.value(of: "rel", on: node),
                address: document.value(of: "href", on: node),
                type: document.value(of: "type", on: node),
                count: document.value(of: "thr:count", on: node).flatMap { Int($0) }
            )
        }
    }

    private func path(_ link: Link, _ client: SiteClient) throws -> String {
        let address = try #require(link.address)
        try #require(address.hasPrefix(client.base + "/"))
        return String(address.dropFirst(client.base.utf8.count))
    }

    @Test func `the first page leads to lists that have as many items as it says`() async throws {
        let fixture = try SampleLarder.make()
        try await withServer(fixture.folder) { (client) async throws in
            let start = try await client.get("/opds")
            #expect(start.headers["content-type"] == Self.navigation)
            let found = links(start)
            #expect(found.contains { $0.relation == "self" && $0.type == Self.navigation })
            #expect(found.contains { $0.relation == "start" && $0.type == Self.navigation })
            let lists = found.filter { $0.count != nil }
            #expect(lists.map(\.count) == [SampleLarder.listed, SampleLarder.recipes - 1, 3, SampleLarder.listed])
            for list in lists {
                let answer = try await client.get(path(list, client))
                #expect(list.type == Self.acquisition && answer.headers["content-type"] == Self.acquisition)
                let total = "<opensearch:totalResults>\(list.count ?? -1)</opensearch:totalResults>"
                #expect(answer.text.contains(total), "\(list)")
                let items = links(answer).filter { $0.relation == "http://opds-spec.org/acquisition/open-access" }
                #expect(items.count == min(50, list.count ?? 0))
                for item in items.prefix(3) { #expect(try await client.get(path(item, client)).status == 200) }
                #expect(links(answer).contains { $0.relation == "up" && $0.address == client.base + "/opds" })
            }
        }
    }

    @Test func `pages lead to the next one, and pictures are there`() async throws {
        let fixture = try SampleLarder.make()
        try await withServer(fixture.folder) { (client) async throws in
            var (next, items): (String?, [String]) = ("/opds/all", [])
            var pictures: [Link] = []
            while let address = next {
                let found = links(try await client.get(address))
                items += found.filter { $0.relation == "alternate" }.compactMap(\.address)
                pictures += found.filter { $0.relation?.hasPrefix("http://opds-spec.org/image") == true }
                next = try found.first { $0.relation == "next" }.map { try path($0, client) }
            }
            #expect(items.count == SampleLarder.listed && Set(items).count == items.count)
            #expect(Set(pictures.compactMap(\.relation)).count == 2)
            for picture in pictures {
                #expect(picture.type == "image/jpeg")
                #expect(try await client.get(path(picture, client)).body == SampleLarder.picture)
            }
            #expect(try await client.get("/opds/all?page=3").status == 404)
        }
    }

    @Test func `the search's template finds items`() async throws {
        let fixture = try SampleLarder.make()
        try await withServer(fixture.folder) { (client) async throws in
            let found = links(try await client.get("/opds"))
            let search = try #require(found.first { $0.relation == "search" })
            #expect(search.type == "application/opensearchdescription+xml")
            let description = try await client.get(path(search, client))
            let document = HTMLDocument(parsing: description.body)
            let template = try #require(
                Array(document.descendants(of: document.root)).compactMap { document.value(of: "template", on: $0) }
                    .first
            )
            let filled = template.replacing("{searchTerms}", with: "soup").replacing("{startPage?}", with: "1")
            let answer = try await client.get(String(filled.dropFirst(client.base.utf8.count)))
            #expect(
                answer.text.contains("<opensearch:totalResults>\(SampleLarder.recipes - 2)</opensearch:totalResults>")
            )
            let hostile = try await client.get("/opds/search?q=%22%3E%3Cscript%3E")
            #expect(hostile.status == 200 && !hostile.text.contains("<script>"))
            #expect(try await client.get("/opds/search").status == 200)
        }
    }

    @Test func `lists of nothing that there is are not there`() async throws {
        let fixture = try SampleLarder.make()
        try await withServer(fixture.folder) { (client) async throws in
            for path in [
                "/opds/source/other", "/opds/kind/poem", "/opds/nothing", "/opds/source/", "/opds/kind/recipe?page=9",
            ] {
                #expect(try await client.get(path).status == 404, "\(path)")
            }
        }
    }
}
