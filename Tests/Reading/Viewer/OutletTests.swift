import GRDB
import Larder
import LarderFixtures
import LarderModel
import LarderPages
import LarderViewer
import Testing

@Suite("Pages of publications") struct OutletTests {
    /// Runs `body` on a larder with an article of a publication, whose logo is stored or not.
    private func withLarder(
        hasLogo: Bool,
        _ body: @escaping @Sendable (ViewerPages) throws -> Void
    ) async throws {
        let fixture = try LarderFixture()
        let outlet = RecordURN.outlet(source: "sample", id: "courier")
        try fixture.add([
            Article(
                urn: "article:sample:1",
                outletID: "courier",
                outletName: "The Courier",
                title: "Tides",
                url: "https://courier.example/1"
            ),
            Article(urn: "article:sample:2", title: "Other", url: "https://sample.example/2"),
            Article(urn: "article:sample:3", outletName: "Courier", title: "Named", url: "https://sample.example/3"),
            Article(urn: "article:sample:4", outletName: "Post", title: "Far", url: "https://sample.example/4"),
        ])
        try fixture.add(
            Outlet(
                urn: outlet,
                outletID: "courier",
                name: "Courier",
                summary: "Ferries <and> fish.",
                url: "https://courier.example/",
                imageURL: "https://courier.example/logo.png",
                imageURN: "image:sample:logo"
            )
        )
        if hasLogo { try fixture.add(picture: "image:sample:logo", format: "png", file: [0x89, 0x50, 0x4E, 0x47]) }
        let viewer = Viewer(try await fixture.open(), addresses: .served, hasStatus: true)
        try await viewer.read(body)
        // Its folder is removed with it.
        withExtendedLifetime(fixture) {}
    }

    @Test func `a publication's articles and their list show its logo`() async throws {
        try await withLarder(hasLogo: true) { pages in
            let article = try #require(try pages.article("article:sample:1"))
            #expect(article.outlet.name == "Courier" && article.outlet.logo != nil)
            let list = try pages.list(ListAddress(query: "outlet=outlet:sample:courier"))
            #expect(list.heading == "Courier" && list.cards.count == 1)
            let html = list.html().text
            #expect(html.contains("<img class=") && html.contains("Ferries &lt;and&gt; fish."))
            #expect(html.contains("href=\"https://courier.example/\" target=\"_blank\""))
        }
    }

    @Test func `its first letter stands where there is no logo`() async throws {
        try await withLarder(hasLogo: false) { pages in
            let mark = "<span class=\"mark\" aria-hidden=\"true\">C</span>"
            let article = try pages.article("article:sample:1")
            #expect(article?.html().text.contains(mark) == true)
            let list = try pages.list(ListAddress(query: "outlet=outlet:sample:courier"))
            #expect(list.html().text.contains(mark))
        }
    }

    @Test func `a publication is known by its name, too, and one that is not leads to no list`() async throws {
        try await withLarder(hasLogo: false) { pages in
            let shown = try (1...4).compactMap { try pages.article("article:sample:\($0)") }
            #expect(shown.map(\.outlet.name) == ["Courier", "sample", "Courier", "Post"])
            let list = "/?outlet=outlet%3Asample%3Acourier"
            #expect(shown.map(\.outletAddress) == [list, "/?source=sample", list, nil])
        }
    }
}
