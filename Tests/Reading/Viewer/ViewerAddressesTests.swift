import LarderModel
import LarderViewer
import Testing

@Suite("Addresses of pages") struct ViewerAddressesTests {
    private static let identifiers = [
        "1", "a", "A", "aa", "Aa", "aA", "..", ".", "...", ".hidden", "con", "CON", "con.txt", "nul", "NUL.tar", "lpt9",
        "com1",
        "aux.html", "a/b", "a\\b", "../../etc/passwd", "%2e%2e%2f", "a:b", "a?b", "a#b", "a b", "a\u{0}b", "é",
        "e\u{301}", "鶏",
        "<b>", "\"", "|", "*", String(repeating: "x", count: 81), String(repeating: "y", count: 300), "x~", "-rf", "_",
    ]

    @Test func `names of files are ones that every file system takes and tells apart`() throws {
        var names: Set<String> = []
        for identifier in Self.identifiers {
            let urn = RecordURN.recipe(source: "sample", id: identifier)
            let path = ViewerAddresses.folder(depth: 0).path(ofItem: urn)
            let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
            try #require(parts.count == 3, "\(identifier)")
            for part in parts {
                #expect((1...90).contains(part.utf8.count), "\(identifier)")
                #expect(part.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-_.".utf8.contains($0) }, "\(part)")
                #expect(!part.hasPrefix(".") && !part.hasSuffix("."), "\(part)")
                let stem = part.prefix { $0 != "." }
                #expect(!["con", "prn", "aux", "nul", "com1", "lpt9"].contains(stem), "\(part)")
            }
            #expect(names.insert(path.lowercased()).inserted, "\(identifier)")
        }
    }

    @Test func `random identifiers have names of their own`() {
        let seed = UInt64.random(in: 0...(.max))
        var numbers = SeededGenerator(seed: seed)
        var urns: [String: String] = [:]
        for _ in 0..<5_000 {
            let identifier = (0..<numbers.number(1...4)).map { _ in numbers.pick(Array("abAB.-%/ é")) }
            let urn = RecordURN.article(source: "s", id: String(identifier))
            let path = ViewerAddresses.folder(depth: 1).path(ofItem: urn).lowercased()
            #expect(urns.updateValue(urn, forKey: path).map { $0 == urn } ?? true, "seed \(seed): \(path)")
        }
    }

    @Test func `pages lead to each other from their folder`() {
        let (served, folder) = (ViewerAddresses.served, ViewerAddresses.folder(depth: 2))
        #expect(served.item("recipe:sample:1") == "/item/recipe:sample:1")
        #expect(served.item("recipe:sample:%3Cb%3E") == "/item/recipe:sample:%253Cb%253E")
        #expect(folder.item("recipe:sample:1") == "../../recipe/sample/1.html")
        #expect(served.list(ListAddress()) == "/" && folder.list(ListAddress()) == "../../index.html")
        #expect(folder.list(ListAddress(query: "kind=recipe&page=2")) == "../../recipes-2.html")
        #expect(folder.list(ListAddress(query: "source=sample")) == "../../source/sample.html")
        #expect(folder.list(ListAddress(query: "source=sample&kind=recipe")).hasPrefix("../../index.html?"))
        #expect(ViewerAddresses.absolute("http://h:1/").item("article:a:b") == "http://h:1/item/article:a:b")
        #expect(served.path(ofItem: "no urn").isEmpty)
    }
}
