import LarderModel
import Testing

@testable import LarderSourceAdapters
@testable import LarderSourceDefinitions

/// A list without entries is no fault of the file; one that is not where the file says is.
@Suite("Empty lists of mapped sources") struct MappedEmptyListTests {
    private static let head = "name: t\nkind: json\nbase: http://api.test\nfields: {id: /id, title: /t}\n"

    private func read(_ lines: String, _ body: String, _ work: JobSpec.Work) throws -> JobEffect {
        let reader = SourceReaders.reader(for: try Samples.definition(Self.head + lines), apiKey: nil)
        return try reader.read(Samples.answer(body), for: JobSpec(source: "t", work: work)).effect
    }

    private static let list = JobSpec.Work.search(SearchWork(query: ""))
    private static let queries = JobSpec.Work.discover(DiscoverWork(target: "queries"))
    private static let byQuery =
        "list: {params: {q: \"{query}\"}}\nqueries-from: {path: /all, items: /kinds/*/name}\nitems: /items\n"

    @Test(arguments: [
        ("items: /items\n", #"{"items": []}"#), ("items: /items\n", #"{"items": null}"#), ("", "[]"),
        ("items: /items/*/entry\n", #"{"items": []}"#),
    ]) func `a list without entries brings nothing and tells nothing`(lines: String, body: String) throws {
        let effect = try read(lines, body, Self.list)
        #expect(effect.found.isEmpty && effect.listings.isEmpty && effect.notes.isEmpty, "\(effect.notes)")
    }

    @Test func `a list of queries without entries brings none`() throws {
        let effect = try read(Self.byQuery, #"{"kinds": []}"#, Self.queries)
        #expect(effect.found.isEmpty && effect.notes.isEmpty)
        #expect(throws: ReadFailure.self) { try read(Self.byQuery, #"{"sorts": []}"#, Self.queries) }
        #expect(throws: ReadFailure.self) { try read("items: /items\n", #"{"rows": []}"#, Self.list) }
    }

    @Test func `that an item has no id is noted on the list's job, and so is kept`() throws {
        let effect = try read("items: /items\n", #"{"items": [{"id": null, "t": "One"}]}"#, Self.list)
        #expect(effect.notes.map(\.code) == ["entry-unread"])
        #expect(effect.notes.first?.urn.hasPrefix("search:t:") == true)
    }
}
