import LarderModel
import Testing

@testable import LarderSourceAdapters
@testable import LarderSourceDefinitions

/// A list of an API that is not provably whole tells so, as what it lacks is else taken for gone.
@Suite("Whether mapped lists are whole") struct MappedWholenessTests {
    private let dishes = DishList(count: 10, size: 5)

    private func walk(_ more: String, _ respond: (SourceRequest) -> SourceAnswer) throws -> ListWalk {
        try ListWalk(try DishList.definition("list: /dishes\nitems: /items\n" + more), respond)
    }

    /// What a list of one page says.
    private func walk(_ more: String, _ body: String) throws -> ListWalk {
        try walk(more) { _ in Samples.answer(body) }
    }

    private func dish(_ id: String, _ name: String = "Dish") -> String { #"{"id": \#(id), "name": "\#(name)"}"# }

    @Test(arguments: [
        "{}", #"{"items": null}"#, #"{"items": {}}"#, #"{"items": ""}"#, #"{"items": "none"}"#, "[]", "7",
    ])
    func `a further page without a list is asked for again, and ends no list`(body: String) throws {
        let walk = try walk("paging: {page: page}\n") { request in
            let page = request.number("page", 1)
            return Samples.answer(page < 3 ? #"{"items": \#(dishes.items((page - 1) * 5))}"# : body)
        }
        #expect(walk.ids == dishes.ids && walk.failures.map(\.code) == [.otherForm], "\(walk.failures)")
        #expect(walk.failures.allSatisfy { $0.message.contains("where `items` points (/items)") }, "\(walk.failures)")
    }

    @Test func `what a star goes over may be an empty object, and a part of an answer may have no items`() throws {
        let object = try ListWalk(try DishList.definition("items: /items/*\npaging: {page: page}\n")) { request in
            Samples.answer(request.number("page", 1) > 1 ? #"{"items": {}}"# : #"{"items": {"a": \#(dish("1"))}}"#)
        }
        #expect(object.ids == ["1"] && object.failures.isEmpty && object.notes.isEmpty)
        let part = try walk("paging: {continue: /on}\n") { request in
            Samples.answer(request.parameter("p") == nil ? #"{"items": [\#(dish("1"))], "on": {"p": 2}}"# : "{}")
        }
        #expect(part.ids == ["1"] && part.failures.isEmpty && part.notes.isEmpty)
    }

    @Test(arguments: [
        (#"{"items": [D1, D1, D2], "total": 3}"#, ["list-changed"]),
        (#"{"items": [D1, D2], "total": 0}"#, ["list-changed"]),
        (#"{"items": [D1, D2], "total": null}"#, ["list-changed"]), (#"{"items": [D1, D2]}"#, ["list-changed"]),
        (#"{"items": [D1, D1, D2], "total": 2}"#, []), (#"{"items": [D1, D2], "total": "2"}"#, []),
        (#"{"items": [], "total": null}"#, []), (#"{"items": []}"#, []),
    ]) func `a total counts different items, and has to be a number`(body: String, codes: [String]) throws {
        let filled = body.replacing("D1", with: dish("1")).replacing("D2", with: dish("2"))
        for paging in ["{cursor: after, next: /next, total: /total}", "{page: page, pages: /pages, total: /total}"] {
            let one = filled.dropLast() + #", "pages": 1}"#
            let walk = try walk("paging: \(paging)\n", String(one))
            #expect(walk.noteCodes == codes && walk.requests.count == 1, "\(paging) \(walk.notes)")
        }
    }

    @Test func `items that a page before had fill no total`() throws {
        let walk = try walk("paging: {offset: skip, total: /total}\n") { request in
            let start = request.number("skip", 0)
            return Samples.answer(#"{"items": \#(dishes.items(start > 0 ? start - 1 : 0)), "total": 10}"#)
        }
        #expect(walk.ids == Array(dishes.ids.prefix(9)) && walk.noteCodes == ["list-changed"])
        #expect(walk.notes[0].message.contains("after 9 different items, and the API counts 10"), "\(walk.notes)")
    }

    @Test func `an item that is removed while the list is read hides no other one`() throws {
        let walk = try walk("paging: {offset: skip, total: /total}\n") { request in
            let start = request.number("skip", 0)
            let (items, total) = start > 0 ? (dishes.items(start + 1, 4), 9) : (dishes.items(0), 10)
            return Samples.answer(#"{"items": \#(items), "total": \#(total)}"#)
        }
        #expect(walk.noteCodes == ["list-changed"], "\(walk.notes)")
    }

    @Test func `of items with one id and different content the first stays, and a note counts the others`() throws {
        let names = ["One", "Two", "Two", "One"].map { dish("5", $0) }
        let walk = try walk("", #"{"items": [\#(names.joined(separator: ",")), \#(dish("6"))]}"#)
        #expect(walk.articles.map(\.title) == ["One", "Dish"] && walk.noteCodes == ["entry-unread"])
        #expect(walk.notes[0].message.hasPrefix("2 of the 5 items on http://dishes.test/dishes have the id"))
        #expect(try self.walk("", #"{"items": [\#(dish("5")), \#(dish("5"))]}"#).notes.isEmpty)
    }

    @Test(arguments: ["null", "true", #"{"a": 1}"#, "[]", #""""#, nil])
    func `an item whose id cannot be read is not taken for another by its address`(id: String?) throws {
        let own = id.map { #""id": \#($0), "# } ?? ""
        let body = #"{"items": [{\#(own)"name": "One", "url": "/a/1"}, {"id": 2, "name": "Two", "url": "/a/2"}]}"#
        let definition = try Samples.definition(
            "name: t\nkind: json\nbase: http://dishes.test\nitems: /items\nfields: {id: /id, title: /name, url: /url}\n"
        )
        let walk = try ListWalk(definition) { _ in Samples.answer(body) }
        #expect(walk.ids == ["2"] && walk.noteCodes == ["entry-unread"], "\(walk.notes)")
        #expect(walk.notes[0].message.contains("(http://dishes.test/a/1) has no text and no number"), "\(walk.notes)")
    }

    @Test(
        arguments: [
            (#"{"a": 1}"#, ["list-broken"]), ("[1]", ["list-broken"]), ("true", ["list-broken"]), ("null", []),
            ("false", []),
            (#""""#, []), ("{}", ["list-broken"]), ("[]", ["list-broken"]),
        ],
        ["{cursor: after, next: /next}", "{next: /next}"]
    )
    func `a next page in a form that cannot be followed breaks a list off`(next: (String, [String]), paging: String)
        throws
    {
        let walk = try walk("paging: \(paging)\n", #"{"items": [\#(dish("1"))], "next": \#(next.0)}"#)
        #expect(walk.noteCodes == next.1 && walk.requests.count == 1, "\(walk.notes)")
    }

    @Test(arguments: [
        (#""rate limit""#, ["list-broken"]), (#"{"code": 7}"#, ["list-broken"]), ("null", []), ("false", []), ("0", []),
    ]) func `an error in place of items is no end, unless the file says what is one`(error: String, codes: [String])
        throws
    {
        let answers: (SourceRequest) -> SourceAnswer = { request in
            let page = request.number("page", 1)
            let items = #""items": \#(dishes.items((page - 1) * 5))"#
            return Samples.answer(page < 3 ? "{\(items)}" : #"{\#(items), "error": \#(error)}"#)
        }
        #expect(try walk("paging: {page: page}\n", answers).noteCodes == codes)
        #expect(try walk("paging: {page: page}\nerror: {when: [/fault]}\n", answers).notes.isEmpty)
    }

    @Test func `a list that an answer names twice is not read`() throws {
        let walk = try walk("", #"{"items": [\#(dish("1"))], "items": []}"#)
        #expect(walk.failures.map(\.code) == [.unreadable] && walk.ids.isEmpty)
        #expect(walk.failures[0].message.contains("\"items\" twice"))
    }
}
