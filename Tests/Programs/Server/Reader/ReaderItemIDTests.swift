import LarderFixtures
import LarderModel
import LarderViewer
import Testing

@testable import LarderServer

@Suite("Numbers of items in readers") struct ReaderItemIDTests {
    @Test func `the three forms of a number are read`() throws {
        for number in 0..<2_000 {
            let id = ReaderItemID(urn: "recipe:sample:\(number)")
            #expect(id.value >= 0)
            #expect(id.long.hasPrefix("tag:google.com,2005:reader/item/") && id.long.utf8.count == 32 + 16)
            #expect(ReaderItemID(id.long) == id)
            #expect(ReaderItemID(String(id.value)) == id)
            let short = String(id.long.suffix(16))
            // One of digits alone is a decimal number, as far as it tells.
            if short.contains(where: \.isLetter) || short.hasPrefix("0") { #expect(ReaderItemID(short) == id) }
        }
        #expect(ReaderItemID("tag:google.com,2005:reader/item/00000000000000ff")?.value == 255)
        #expect(ReaderItemID("00000000000000ff")?.value == 255 && ReaderItemID("255")?.value == 255)
    }

    @Test(arguments: [
        "", "x", "tag:", "tag:google.com,2005:reader/item/", "tag:google.com,2005:reader/item/xyz", "ff", "00ff",
        "99999999999999999999", "tag:google.com,2005:reader/item/ffffffffffffffffff", "0", " 1", "1 ", "1.5",
        "recipe:sample:1",
    ])
    func `nonsense is no number`(text: String) { #expect(ReaderItemID(text) == nil) }

    @Test func `an item keeps its number when the catalog is made anew`() async throws {
        let table = ReaderItemTable()
        let urns = ["recipe:sample:7", "recipe:sample:3", "recipe:sample:5"]
        let numbers = urns.map { ReaderItemID(urn: $0) }
        for order in [[3, 5, 7], [7, 3, 5]] {
            let fixture = try LarderFixture()
            for number in order { try fixture.add([recipe(number, "Soup")]) }
            let viewer = Viewer(try await fixture.open(), addresses: .served, hasStatus: true)
            #expect(try await viewer.read { try table.items(numbers, $0).map(\.urn) } == urns)
            #expect(try await viewer.read { try table.items([ReaderItemID(urn: "recipe:sample:9")], $0).isEmpty })
            try fixture.add([recipe(9, "Cake")])
            #expect(try await viewer.read { try table.items([ReaderItemID(urn: "recipe:sample:9")], $0).count } == 1)
        }
    }
}
