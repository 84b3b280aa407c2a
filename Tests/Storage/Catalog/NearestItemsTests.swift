import LarderModel
import Testing

@testable import LarderCatalog
@testable import LarderCatalogWriting

@Suite("Nearest items") struct NearestItemsTests {
    private func nearest(to typed: String, limit: Int = 3) throws -> [String] {
        let address = try #require(WebAddress(typed))
        return try withCatalog { catalog in
            let sync = try catalog.beginSync()
            try catalog.write { db in
                let writer = CatalogWriter(db)
                for path in ["a_b/soup", "a_b/soups", "axb/soup", "stew"] {
                    let url = "http://pan.test:8080/\(path)"
                    let origin = Provenance(url: url, fetchedAt: 1, readerVersion: 1, origin: .page)
                    let tail = path.replacing("/", with: "-")
                    let article = Article(urn: "article:sample:\(tail)", title: path, url: url)
                    try writer.merge(article, provenance: origin, sync: sync)
                    let recipe = Recipe(urn: "recipe:sample:\(tail)", recordID: "", title: path, sourceURL: url)
                    try writer.merge(recipe, provenance: origin, sync: sync)
                }
                let other = Article(urn: "article:sample:other", title: "o", url: "http://pan.test/a_b/soup")
                let origin = Provenance(url: "http://pan.test/a_b/soup", fetchedAt: 1, readerVersion: 1, origin: .page)
                try writer.merge(other, provenance: origin, sync: sync)
            }
            return try catalog.read { try CatalogReader($0).items(near: address, limit: limit).map(\.urn) }
        }
    }

    @Test func `those whose addresses begin alike come first, each address once`() throws {
        let urns = try nearest(to: "https://pan.test:8080/a_b/soop")
        #expect(urns == ["a_b-soup", "a_b-soups", "axb-soup"].map { "recipe:sample:\($0)" })
        #expect(try nearest(to: "http://pan.test:8080/a_b/sou", limit: 1) == ["recipe:sample:a_b-soup"])
    }

    @Test func `another host or port is not near`() throws {
        #expect(try nearest(to: "http://pan.test/x") == ["article:sample:other"])
        #expect(try nearest(to: "http://pans.test:8080/stew") == [])
    }
}
