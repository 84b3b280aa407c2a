import LarderCatalog
import LarderCatalogWriting
import LarderModel
import LarderSourceDefinitions
import Testing

@testable import LarderSync

@Suite("Sources that bring nothing") struct EmptySourceTests {
    private static let jams =
        "name: a\nkind: json\nbase: http://a.test\nlist: /all\npages: false\nfields: {id: /id, title: /nmae}\n"

    @Test func `that lists name items of which none could be kept is told with the keys to check`() async throws {
        try await SyncedLarder.with(Self.jams) { larder in
            let told = try await larder.sync(naming: 1..<4, hasRecords: false)
            #expect(told.count == 1)
            #expect(told.first?.hasPrefix("a brought no item: its lists name 3 items, and none has a title") == true)
            #expect(told.first?.contains("Check `fields`") == true, "\(told)")
        }
    }

    @Test func `lists that are empty are no fault of the file`() async throws {
        try await SyncedLarder.with(Self.jams) { larder in
            let told = try await larder.sync(naming: 0..<0)
            #expect(told == ["a brought no item: the server answered, and its lists are empty."])
        }
    }

    @Test func `lists whose items have no ids are not empty`() async throws {
        try await SyncedLarder.with(Self.jams) { larder in
            try await larder.sync(naming: 0..<0)
            let definition = try SourceDefinition.parse(yaml: Self.jams, file: "a.yaml")
            try await larder.database.write { db in
                let catalog = CatalogReader(db)
                let source = try #require(try catalog.source(named: "a"))
                let sync = try #require(try catalog.latestSync(source: source.id)).sync
                let empty = EmptySource(definition: definition)
                #expect(try empty.hasEmptyLists(sync, catalog))
                let note = JobNote(code: "field-missing", message: "None has an id.", urn: "search:a::1")
                try CatalogWriter(db).merge(note: note, sync: sync)
                #expect(try !empty.hasEmptyLists(sync, catalog))
            }
            let told = EmptySource(definition: definition).sentence(failed: nil)
            #expect(told.contains("name none that could be read. Check `list`"), "\(told)")
        }
    }

    @Test func `where jobs for the items failed, the first reason is told`() async throws {
        try await SyncedLarder.with(Self.jams) { larder in
            let told = try await larder.sync(naming: 1..<2, hasRecords: false, dead: .detail)
            let reason = "a brought no item: its lists name 1 item, and nothing could be kept of any: Nobody answered."
            #expect(told == [reason])
        }
    }

    @Test func `nothing is told where an item is there, from this sync or from an earlier one`() async throws {
        try await SyncedLarder.with(Self.jams) { larder in
            let first = try await larder.sync(naming: 1..<2)
            let second = try await larder.sync(naming: 1..<4, hasRecords: false, refresh: true)
            #expect(first == [] && second == [])
        }
    }

    @Test func `items are new until a sync has ended, and what an interrupted one began is new, too`() async throws {
        try await SyncedLarder.with(Self.jams) { larder in
            func begun() async throws -> [Bool] {
                let plan = try await larder.run(refresh: false).begin(larder.base, lost: [], epoch: 1)
                let entry = try #require(plan.sources.entries.values.first)
                return [entry.isFirst, entry.isAfterInterruption]
            }
            #expect(try await begun() == [true, false])
            #expect(try await begun() == [true, true])
            try await larder.sync(naming: 1..<2)
            #expect(try await begun() == [false, false])
            #expect(try await begun() == [false, true])
        }
    }

    @Test func `of a crawl of which no page could be read its keys are told`() throws {
        let yaml = "name: b\nkind: pages\nbase: http://b.test/\nfollow: [/**]\n"
        let definition = try SourceDefinition.parse(yaml: yaml, file: "b.yaml")
        let sentence = EmptySource(definition: definition).sentence(named: 0, failed: nil)
        #expect(sentence.hasPrefix("b brought no item: its pages were asked for, and nothing could be kept of any. "))
        #expect(sentence.contains("Check `follow`, `base: http://b.test/` and `kind: pages` in"), "\(sentence)")
    }
}
