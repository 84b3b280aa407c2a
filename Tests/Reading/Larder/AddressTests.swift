import Foundation
import Larder
import LarderFixtures
import LarderModel
import Testing

@Suite("Addresses of items") struct AddressTests {
    @Test(
        arguments: [
            ("https://sample.example/soup", "recipe:sample:1"),
            ("http://www.sample.example/soup/#steps", "recipe:sample:1"),
            ("https://sample.example/soup?utm_source=a&fbclid=b", "recipe:sample:1"),
            ("https://sample.example/soup?x=1", "recipe:sample:1"),
            ("https://sample.example/r?id=2", "recipe:sample:2"), ("https://sample.example/r?id=3", nil),
            ("https://sample.example/old-cake", "recipe:sample:2"), ("https://sample.example/cake", "recipe:sample:2"),
            ("https://other.example/soup", nil), ("mailto:a@sample.example", nil),
        ] as [(String, String?)]
    )
    func `an item is found by its address`(address: String, expected: String?) async throws {
        let fixture = try LarderFixture()
        try fixture.add([
            recipe(1, "Soup") { $0.sourceURL = "https://www.sample.example/soup/" },
            recipe(2, "Cake") {
                $0.sourceURL = "https://sample.example/r?id=2"
                $0.canonicalURL = "https://sample.example/cake"
                $0.extra = [ExtraField(name: "formerURLs", json: "[\"https://sample.example/old-cake\"]")]
            },
        ])
        let larder = try await fixture.open()
        let url = try #require(URL(string: address))
        #expect(try await larder.read { try $0.item(at: url) } == expected)
        let target = try await larder.read { try $0.resolve(url) }
        #expect(target == expected.map { .inside($0) } ?? .outside(url))
    }

    @Test func `where a page was in the end is an address of its item, also when nothing else changes`() async throws {
        let fixture = try LarderFixture()
        try fixture.add([recipe(1, "Soup") { $0.sourceURL = "https://sample.example/soup" }])
        let larder = try await fixture.open()
        try fixture.execute(
            """
            INSERT INTO provenance (sourceID, url, fetchedAt, syncID, readerVersion, completeness, fingerprint, recordURN,
                recordKind, origin)
            VALUES (1, 'https://sample.example/there', 1, 1, 1, 1, zeroblob(32), 'recipe:sample:1', 'recipe', 'page')
            """
        )
        for (path, move) in [("there", "moved"), ("moved", "again")] {
            let url = try #require(URL(string: "https://sample.example/\(path)"))
            #expect(try await larder.read { try $0.item(at: url) } == "recipe:sample:1", "\(path)")
            try fixture.execute("UPDATE provenance SET url = 'https://sample.example/\(move)' WHERE origin = 'page'")
        }
    }

    @Test func `the address of a home page that many items name is the address of none`() async throws {
        let fixture = try LarderFixture()
        try fixture.add((0..<5).map { recipe($0, "Soup") { $0.canonicalURL = "https://sample.example/" } })
        try fixture.add((5..<9).map { recipe($0, "Cake") { $0.canonicalURL = "https://sample.example/cakes" } })
        let larder = try await fixture.open()
        let (home, shared) = try (
            #require(URL(string: "https://sample.example")), #require(URL(string: "https://sample.example/cakes#two"))
        )
        let items = try await larder.read { try $0.items(at: [home, shared, home]) }
        #expect(items == [shared: "recipe:sample:5"])
    }

    @Test func `deep links and URNs are two spellings of one name`() async throws {
        let fixture = try LarderFixture()
        try fixture.add([recipe(1, "Soup")])
        let larder = try await fixture.open()
        let urn = try #require(RecordURN("recipe:sample:1"))
        #expect(urn.deepLink == "larder://recipe/sample/1")
        #expect(RecordURN(deepLink: urn.deepLink) == urn)
        let (known, unknown) = try (
            #require(URL(string: urn.deepLink)), #require(URL(string: "larder://recipe/sample/2"))
        )
        #expect(try await larder.read { try $0.resolve(known) } == .inside("recipe:sample:1"))
        #expect(try await larder.read { try $0.resolve(unknown) } == .unknown)
        for text in ["", "recipe", "recipe:", "recipe::1", "recipe:a:", "answer:a:1", "nothing:a:1"] {
            #expect(RecordURN(text) == nil, "\(text)")
        }
        #expect(RecordURN("text:a:1:body")?.identifier == "1:body")
    }
}
