import LarderModel
import Testing

@testable import LarderSourceAdapters
@testable import LarderSourceDefinitions

@Suite("Whether lists of WordPress are whole") struct WordPressWholenessTests {
    /// The items behind a removed one move a place forward, so that one of them may stand on a page read before.
    @Test(arguments: [(5, []), (6, []), (4, ["list-changed"]), (3, ["list-changed"])])
    func `a list that loses items while it is read tells that it may lack some`(total: Int, codes: [String]) throws {
        let reader = try WordPressTests.reader("page-size: 2\n")
        let body = "[\(WordPressTests.post(1)),\(WordPressTests.post(2))]"
        let first = try reader.read(
            Samples.answer(body, headers: [("X-WP-Total", "5")]),
            for: reader.firstJobs()[0].spec
        )
        let next = try #require(first.effect.found.first { $0.search?.page == 2 })
        let others = "[\(WordPressTests.post(3)),\(WordPressTests.post(4))]"
        let second = try reader.read(Samples.answer(others, headers: [("X-WP-Total", "\(total)")]), for: next.spec)
        #expect(second.effect.notes.map(\.code) == codes)
        #expect(NoteCode.ofCutLists.contains("list-changed"))
    }

    /// A page with fewer items than its list counts, one with entries that are none, and one that repeats an item.
    @Test(
        arguments: [
            ("5", "[\(WordPressTests.post(1))]", "list-changed"),
            ("2", "[\(WordPressTests.post(1)), {}]", "entry-unread"),
            ("2", "[\(WordPressTests.post(1)), \(WordPressTests.post(1))]", "list-changed"),
            ("0", "[\(WordPressTests.post(1))]", "list-changed"),
        ],
        ["", "names-"]
    )
    func `a list that does not give what it counts tells so`(_ list: (String, String, String), form: String) throws {
        let reader = try WordPressTests.reader("page-size: 2\n")
        var spec = reader.firstJobs()[0].spec
        guard case .search(var work) = spec.work else { return }
        work.sort = form + work.sort
        spec.work = .search(work)
        let answer = Samples.answer(list.1, headers: [("X-WP-Total", form.isEmpty ? list.0 : "2")])
        let effect = try reader.read(answer, for: spec).effect
        let codes = effect.notes.map(\.code)
        #expect(codes == (form.isEmpty || list.2 == "entry-unread" ? [list.2] : ["list-changed"]))
        #expect(NoteCode.ofCutLists.contains(list.2) && effect.notes.allSatisfy { !$0.urn.isEmpty })
    }

    @Test func `items that a page before gave fill no total`() throws {
        let reader = try WordPressTests.reader("page-size: 2\n")
        let headers = [("X-WP-Total", "4")]
        let body = "[\(WordPressTests.post(1)),\(WordPressTests.post(2))]"
        let first = try reader.read(Samples.answer(body, headers: headers), for: reader.firstJobs()[0].spec)
        let next = try #require(first.effect.found.first { $0.search?.page == 2 })
        let notes = try reader.read(Samples.answer(body, headers: headers), for: next.spec).effect.notes
        #expect(first.effect.notes.isEmpty && notes.map(\.code) == ["list-changed"])
        #expect(notes[0].message.contains("gives 0 items that no page before it gave, and 2 are due"), "\(notes)")
    }

    private static let past = #"{"code":"rest_post_invalid_page_number","message":"m","data":{"status":400}}"#

    /// A site may give fewer items a page than it is asked for, and no headers: the error of a page too far ends it.
    @Test(arguments: ["", "names-"])
    func `without headers a short page is not the last one`(form: String) throws {
        let reader = try WordPressTests.reader()
        var spec = reader.firstJobs()[0].spec
        guard case .search(var work) = spec.work else { return }
        work.sort = form + work.sort
        spec.work = .search(work)
        let first = try reader.read(Samples.answer("[\(WordPressTests.post(1))]"), for: spec).effect
        let next = try #require(first.found.first { $0.search?.page == 2 })
        #expect(first.notes.isEmpty)
        #expect(try reader.read(Samples.answer(Self.past, status: 400), for: next.spec).effect == JobEffect())
        let empty = try reader.read(Samples.answer("[]"), for: next.spec).effect
        #expect(empty.notes.map(\.code) == ["list-changed"] && empty.found.isEmpty)
    }

    @Test func `a list that ends before the items that it counted tells so`() throws {
        let reader = try WordPressTests.reader("page-size: 1\n")
        let answer = Samples.answer("[\(WordPressTests.post(1))]", headers: [("X-WP-Total", "2")])
        let first = try reader.read(answer, for: reader.firstJobs()[0].spec).effect
        let next = try #require(first.found.first { $0.search?.page == 2 })
        let notes = try reader.read(Samples.answer(Self.past, status: 400), for: next.spec).effect.notes
        #expect(notes.map(\.code) == ["list-changed"], "\(notes)")
    }
}
