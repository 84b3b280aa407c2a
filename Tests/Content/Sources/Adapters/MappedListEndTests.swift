import LarderModel
import Testing

@testable import LarderSourceAdapters
@testable import LarderSourceDefinitions

/// What an API says of its list's end that does not fit together is told, and more pages are asked for meanwhile.
@Suite("Ends of mapped lists") struct MappedListEndTests {
    private let dishes = DishList(count: 12, size: 4)

    /// Reads a list of three pages; `more` are members beside the items of a page, `last` is the page behind them.
    private func walk(
        _ paging: String,
        more: (Int) -> String,
        last: String = #"{"items": []}"#,
        status: Int = 200,
        full: Int = 3
    ) throws -> ListWalk {
        try ListWalk(try DishList.definition("list: /dishes\nitems: /items\npaging: \(paging)\n")) { request in
            let page = request.number("page", 1)
            guard page <= full else { return Samples.answer(last, status: status) }
            return Samples.answer(#"{"items": \#(dishes.items((page - 1) * 4))\#(more(page))}"#)
        }
    }

    @Test(arguments: ["[]", "{}", "null", #""""#, #""perhaps""#])
    func `what says neither yes nor no ends no list`(more: String) throws {
        let walk = try walk("{page: page, more: /more}", more: { #", "more": \#($0 < 2 ? "true" : more)"# })
        #expect(walk.ids == dishes.ids && walk.notes.isEmpty && walk.requests.count == 4, "\(walk.notes)")
    }

    @Test(arguments: ["false", "0", #""False""#, #""no""#])
    func `a list ends where it says that there is no more`(more: String) throws {
        let walk = try walk("{page: page, more: /more}", more: { #", "more": \#($0 < 2 ? "1" : more)"# })
        #expect(walk.ids.count == 8 && walk.notes.isEmpty && walk.requests.count == 2)
    }

    @Test(arguments: ["{page: page, total: /all}", "{page: page, pages: /all}"])
    func `the larger one of two numbers holds, and a fall is told`(paging: String) throws {
        let isTotal = paging.contains("total")
        let numbers = isTotal ? [12, 8, 8] : [3, 2, 2]
        let walk = try walk(paging, more: { #", "all": \#(numbers[$0 - 1])"# })
        #expect(walk.ids == dishes.ids, "\(walk.urls)")
        #expect(walk.noteCodes == (isTotal ? [] : ["list-changed"]), "\(walk.notes)")
    }

    @Test(arguments: [(#"{"items": []}"#, 200), ("{}", 404)])
    func `a list that ends before the pages and items that it counts is told`(last: String, status: Int) throws {
        for (paging, number) in [("{page: page, pages: /all}", 3), ("{page: page, total: /all}", 12)] {
            let end = status == 200 ? #"{"items": [], "all": \#(number)}"# : last
            let walk = try walk(paging, more: { _ in #", "all": \#(number)"# }, last: end, status: status, full: 2)
            #expect(walk.ids.count == 8 && walk.noteCodes == ["list-changed"], "\(walk.notes)")
        }
        #expect(try walk("{page: page}", more: { _ in "" }, last: last, status: status).notes.isEmpty)
    }

    @Test func `a total of single pages counts no list`() throws {
        let end = #"{"items": [], "all": 0}"#
        let walk = try walk("{page: page, total: /all}", more: { _ in #", "all": 4"# }, last: end)
        #expect(walk.ids == dishes.ids && walk.noteCodes == ["list-changed"])
        #expect(walk.notes[0].message.contains("leave `total` out"), "\(walk.notes)")
    }

    @Test func `a page that is gone for good is no end where pages are counted`() throws {
        let walk = try walk("{page: page}", more: { _ in "" }, last: "{}", status: 410)
        #expect(walk.ids == dishes.ids && walk.failures.map(\.code) == [.notFound] && walk.notes.isEmpty)
    }

    @Test(arguments: [
        (#""status": "error""#, true), (#""status": 503"#, true), (#""success": false"#, true), (#""ok": 0"#, true),
        (#""has_more": true"#, true), (#""hasNext": 1"#, true), (#""status": "ok""#, false), (#""status": 200"#, false),
        (#""success": true, "error": "null", "errors": []"#, false), (#""has_more": false"#, false),
        (#""message": "That is all.""#, false),
    ]) func `a page without items that tells of a failure or of more is no end`(said: String, isBroken: Bool) throws {
        let walk = try walk("{page: page}", more: { _ in "" }, last: #"{"items": [], \#(said)}"#)
        #expect(walk.ids == dishes.ids && walk.noteCodes == (isBroken ? ["list-broken"] : []), "\(walk.notes)")
    }

    @Test(arguments: [("</dishes?page=2; rel=\"next\"", ["list-broken"]), ("</dishes?page=2>; rel=self", [])])
    func `a link that cannot be read is no end`(link: String, codes: [String]) throws {
        let definition = try DishList.definition("list: /dishes\nitems: /items\npaging: link\n")
        let walk = try ListWalk(definition) { _ in
            Samples.answer(#"{"items": \#(dishes.items(0))}"#, headers: [("Link", link)])
        }
        #expect(walk.ids.count == 4 && walk.noteCodes == codes, "\(walk.notes)")
    }

    @Test(arguments: [#"{"id": 1, "name": "Dish"}, "err""#, #""err", 7"#])
    func `a word in a list of objects, or one that nothing is asked of, is no item`(items: String) throws {
        let walk = try ListWalk(try DishList.definition("list: /dishes\nitems: /items\n")) { _ in
            Samples.answer(#"{"items": [\#(items)]}"#)
        }
        #expect(walk.ids == (items.contains("Dish") ? ["1"] : []) && walk.noteCodes.contains("entry-unread"))
    }
}
