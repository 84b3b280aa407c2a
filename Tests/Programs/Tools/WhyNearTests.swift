import LarderCatalog
import LarderCatalogWriting
import LarderModel
import Testing

@testable import LarderSync
@testable import LarderTools

@Suite("Why, of what is not there") struct WhyNearTests {
    private static let jams = [
        ("plum", "Plum jam"), ("plums", "Plum jam with cinnamon"), ("quince", "Quince jelly: the best"),
        ("fig", "Figs in port"),
    ]

    /// What is told of a larder with a few jams, in which nothing has that name.
    private func told(_ typed: String) async throws -> String {
        let error = await #expect(throws: CoordinatorError.self) {
            _ = try await JamLarder.why(typed) { catalog, sync in
                for (name, title) in Self.jams {
                    let url = "https://www.jam.test/jars/\(name)"
                    let article = Article(urn: "article:jam:\(name)", title: title, url: url)
                    let page = Provenance(url: url, fetchedAt: 1, readerVersion: 1, origin: .page)
                    try catalog.merge(article, provenance: page, sync: sync)
                }
            }
        }
        return error?.description ?? ""
    }

    @Test func `an address is told with the three at its host that begin most like it`() async throws {
        let told = try await told("http://jam.test/jars/plumm")
        let near = ["plums", "plum", "quince"].map { "article:jam:\($0) (https://www.jam.test/jars/\($0))" }
        #expect(told.contains("Near it are \(near.joined(separator: ", "))."), "\(told)")
    }

    @Test func `an address at a host of which nothing is there has none near it`() async throws {
        let told = try await told("http://tea.test/jars/plum")
        #expect(told.contains("no record and no job with the address") && !told.contains("Near it"), "\(told)")
    }

    @Test(arguments: ["zzzzz qqqqq", "soup:best"]) func `what is like nothing has nothing near it`(
        typed: String
    ) async throws {
        let told = try await told(typed)
        #expect(told.contains("The larder has no ") && !told.contains("Near it"), "\(told)")
    }

    @Test(arguments: [
        ("Plum jm", "Near it is article:jam:plum (Plum jam)."), ("Quince jelly: the bst", "article:jam:quince"),
        ("my aunt's figs and port", "article:jam:fig"),
        ("Cinnamon with jam and cloves", "article:jam:plums"),
    ]) func `a title is told with those that are nearly it, or share its words`(typed: String, near: String)
        async throws
    {
        let told = try await told(typed)
        #expect(told.contains(near), "\(told)")
    }
}
