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
}
