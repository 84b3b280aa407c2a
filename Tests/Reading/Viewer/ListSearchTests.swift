import Foundation
import Larder
import LarderFixtures
import LarderModel
import LarderPages
import LarderViewer
import Testing

/// Forty dishes that have plums, ten of them in their title.
@Suite("Searches in lists") struct ListSearchTests {
    private func read(mostRanked: Int, _ body: @Sendable @escaping (ViewerPages) throws -> Void) async throws {
        let fixture = try LarderFixture()
        try fixture.add(
            (0..<40).map { number in
                let title =
                    "Dish \(number)" + String(repeating: " with plum", count: hasTitle(number) ? number / 4 + 1 : 0)
                var recipe = Recipe(urn: urn(number), recordID: "\(number)", title: title)
                recipe.ingredients = Array(repeating: Ingredient(text: "plum and pear"), count: number % 5 + 1)
                return recipe
            }
        )
        try await fixture.open().read { reader in
            try body(
                ViewerPages(
                    reader: reader,
                    addresses: .served,
                    hasStatus: true,
                    now: .now,
                    indexes: ListIndexes(mostRanked: mostRanked)
                )
            )
        }
    }

    private func urn(_ number: Int) -> String { "recipe:sample:\(number)" }

    private func hasTitle(_ number: Int) -> Bool { number % 4 == 0 }

    private func listed(_ pages: ViewerPages) throws -> [String] {
        let ids = try (1...4).flatMap { page in
            let list = ListAddress(query: "q=plum&page=\(page)")
            return try pages.listed(list, pages.selection(of: list), limit: 12)
        }
        return try pages.reader.listedItems(ids).map(\.urn)
    }

    @Test func `a search has the order of the product and counts its places`() async throws {
        try await read(mostRanked: 40) { (pages) throws in
            let ranked = try pages.reader.items(matching: "plum", limit: 100).map(\.id)
            #expect(ranked.count == 40)
            #expect(try listed(pages) == ranked)
            #expect(try pages.list(ListAddress(query: "q=plum")).places.map(\.count) == ["40", "10", "40", "0"])
        }
    }

    @Test func `of very many items those without the words in their title come newest first`() async throws {
        try await read(mostRanked: 39) { (pages) throws in
            let titled = try pages.reader.items(matching: "plum", limit: 10).map(\.id)
            let others = (0..<40).filter { !hasTitle($0) }.reversed().map(urn)
            #expect(try listed(pages) == titled + others)
            #expect(try pages.list(ListAddress(query: "q=plum")).places.map(\.count) == ["40", nil, nil, nil])
        }
    }

    @Test func `a last word of three letters may go on, and one of two while it is typed`() async throws {
        try await read(mostRanked: 40) { (pages) throws in
            for (query, count) in [
                ("plu", 40), ("pl", 0), ("pl&typing=1", 10), ("pl&typing=1&in=ingredients", 40),
            ] {
                #expect(try pages.selection(of: ListAddress(query: "q=\(query)")).count == count, "\(query)")
            }
        }
    }
}
