import LarderModel
import LarderViewer
import Testing

@Suite("Addresses of lists") struct ListAddressTests {
    @Test func `a list is read back from its address`() {
        let seed = UInt64.random(in: 0...(.max))
        var numbers = SeededGenerator(seed: seed)
        for _ in 0..<5_000 {
            let list = Self.list(&numbers)
            #expect(ListAddress(query: list.text.dropFirst()) == list, "seed \(seed): \(list.text)")
        }
    }

    private static func list(_ numbers: inout SeededGenerator) -> ListAddress {
        let words = [
            "a", "salt & pepper", "50% off", "crème", "鶏", "a+b=c", "#1", "x?y", "\"", "<b>", "🍲", "%41", "ä/ö",
        ]
        func maybe(_ choices: [String]) -> String? { numbers.oneIn(3) ? numbers.pick(choices) : nil }
        var list = ListAddress()
        (list.query, list.kind, list.source) = (maybe(words), maybe(["recipe", "article"]), maybe(words))
        (list.outlet, list.category, list.language) = (maybe(["outlet:a:b"]), maybe(words), maybe(["en", "pt-BR"]))
        list.words = (0..<numbers.below(4)).map { words[$0 * 3 + numbers.below(3)] }
        list.times = ListAddress.Time.allCases.filter { _ in numbers.oneIn(3) }
        list.isGone = numbers.oneIn(4)
        // The usual order is left out of an address.
        let orders = ListAddress.Order.allCases.filter { $0 != (list.query == nil ? .newest : .best) }
        if numbers.oneIn(2) { list.order = numbers.pick(orders) }
        list.page = numbers.oneIn(2) ? 1 : numbers.number(1...1_000_000)
        return list
    }

    @Test(arguments: [
        ("", ""), ("&&=&", ""), ("q=", ""), ("q=%20%20", ""), ("nothing=1&q=soup", "?q=soup"), ("kind=poem", ""),
        ("sort=random&sort=title", "?sort=title"), ("page=0", ""), ("page=-7", ""), ("page=x", ""), ("page=1", ""),
        ("page=99999999999999999999", ""), ("page=2000000", "?page=1000000"), ("gone=yes", ""), ("gone=1", "?gone=1"),
        ("time=short&time=short&time=never&time=none", "?time=short&time=none"),
        ("word=a&word=a&word=b", "?word=a&word=b"),
        ("q=a+b", "?q=a%20b"), ("q=soup&sort=best", "?q=soup"), ("sort=newest", ""),
        ("q=soup&sort=newest", "?q=soup&sort=newest"),
        ("q=%3Cscript%3E", "?q=%3Cscript%3E"), ("q=%FF", "?q=%EF%BF%BD"), ("q", ""), ("typing=1", ""),
        (
            (0..<12).map { "word=\($0)" }.joined(separator: "&"),
            "?" + (0..<8).map { "word=\($0)" }.joined(separator: "&")
        ),
    ])
    func `what is unknown, empty or usual is left out`(query: String, text: String) {
        #expect(ListAddress(query: query[...]).text == text)
    }

    @Test func `hostile addresses are cut`() {
        let long = ListAddress(query: "q=\(String(repeating: "x", count: 100_000))")
        #expect(long.query?.count == 1_000)
        let many = (0..<100_000).map { "x\($0)=1" }.joined(separator: "&") + "&q=late"
        #expect(ListAddress(query: many[...]) == ListAddress())
    }

    @Test func `another choice begins on the first page`() {
        var list = ListAddress()
        (list.page, list.query, list.order) = (7, "soup", .title)
        let other = list.changed { $0.kind = "recipe" }
        #expect(other.page == 1 && other.kind == "recipe" && other.query == "soup" && other.order == .title)
        #expect(list.page == 7)
    }

    @Test(arguments: [
        ("", ListAddress.Order.newest), ("q=a", .best), ("sort=best", .newest), ("q=a&sort=best", .best),
        ("q=a&sort=minutes", .minutes), ("sort=rank", .rank),
    ])
    func `a list without a search has no best match`(query: String, order: ListAddress.Order) {
        #expect(ListAddress(query: query[...]).actualOrder == order)
    }
}
