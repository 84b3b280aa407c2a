import Foundation
import Larder
import LarderFixtures
import LarderModel
import LarderPages
import LarderViewer
import Testing

@Suite("Lists of pages") struct ListTests {
    /// Runs `body` on a random larder, with its items and further random numbers.
    private func withLarder(
        _ body: @escaping @Sendable (ViewerPages, [FilledLarder.Item], inout SeededGenerator) throws -> Void
    ) async throws {
        let seed = UInt64.random(in: 0...(.max))
        print("lists: seed \(seed)")
        var numbers = SeededGenerator(seed: seed)
        let larder = try FilledLarder(&numbers)
        let items = larder.items
        let viewer = Viewer(try await larder.fixture.open(), addresses: .served, hasStatus: true)
        try await viewer.read { [numbers] pages in
            var numbers = numbers
            try body(pages, items, &numbers)
        }
    }

    private static func list(_ numbers: inout SeededGenerator) -> ListAddress {
        var list = ListAddress()
        if numbers.oneIn(3) { list.query = numbers.pick(FilledLarder.foods) }
        if numbers.oneIn(3) { list.kind = numbers.pick(["recipe", "article"]) }
        if numbers.oneIn(4) { list.source = numbers.pick(FilledLarder.sources + ["unknown"]) }
        if numbers.oneIn(4) { list.category = numbers.pick(FilledLarder.categories + ["unknown"]) }
        if numbers.oneIn(4) { list.language = numbers.pick(FilledLarder.languages) }
        list.words = FilledLarder.keywords.filter { _ in numbers.oneIn(7) }
        list.times = ListAddress.Time.allCases.filter { _ in numbers.oneIn(6) }
        list.isGone = numbers.oneIn(5)
        if numbers.oneIn(2) { list.order = numbers.pick(ListAddress.Order.allCases) }
        return list
    }

    /// The items that a list should have.
    private static func expected(_ list: ListAddress, _ items: [FilledLarder.Item]) -> [FilledLarder.Item] {
        items.filter { item in
            let time: ListAddress.Time? =
                item.minutes.map { $0 <= 30 ? .short : $0 <= 60 ? .medium : .long }
                ?? (item.isRecipe ? ListAddress.Time.none : nil)
            return !item.isTwin && item.isGone == list.isGone
                && (list.query == nil || item.food == list.query)
                && (list.kind == nil || list.kind == (item.isRecipe ? "recipe" : "article"))
                && (list.source == nil || list.source == item.source)
                && (list.category == nil || list.category == item.category)
                && (list.language == nil || list.language == item.language)
                && list.words.allSatisfy(item.words.contains)
                && (list.times.isEmpty || time.map(list.times.contains) ?? false)
                && (list.actualOrder != .minutes || item.minutes != nil)
        }
    }

    @Test func `the pages of a list have each of its items once, in its order`() async throws {
        try await withLarder { pages, items, numbers in
            let byURN = Dictionary(uniqueKeysWithValues: items.map { ($0.urn, $0) })
            for _ in 0..<200 {
                var list = Self.list(&numbers)
                let wanted = Set(Self.expected(list, items).map(\.urn))
                let selection = try pages.selection(of: list)
                let limit = numbers.number(1...40)
                var ids: [Int64] = []
                for page in 1...(wanted.count / limit + 2) {
                    list.page = page
                    let part = try pages.listed(list, selection, limit: limit)
                    #expect(part.count == min(limit, max(0, wanted.count - (page - 1) * limit)), "\(list.text)")
                    ids += part
                }
                let found = try pages.reader.listedItems(ids)
                #expect(found.count == wanted.count && Set(found.map(\.urn)) == wanted, "\(list.text)")
                #expect(selection.count == wanted.count, "\(list.text)")
                let shown = found.compactMap { byURN[$0.urn] }
                switch list.actualOrder {
                case .title: #expect(Self.isSorted(shown.map(\.title)))
                case .minutes: #expect(Self.isSorted(shown.map { $0.minutes ?? 0 }))
                case .rank: #expect(Self.isSorted(shown.map { -($0.rank ?? 0) }), "\(list.text)")
                case .best: #expect(Self.isSorted(shown.map { $0.isInTitle ? 0 : 1 }), "\(list.text)")
                case .newest: break
                }
            }
        }
    }

    private static func isSorted<Value: Comparable>(_ values: [Value]) -> Bool {
        zip(values, values.dropFirst()).allSatisfy { $0 <= $1 }
    }

    @Test func `each choice of a filter leads to as many items as it says`() async throws {
        try await withLarder { pages, items, numbers in
            for _ in 0..<60 {
                let list = Self.list(&numbers)
                let selection = try pages.selection(of: list)
                for field in FilterField.allCases {
                    let facets = selection.facets(field)
                    #expect(Set(facets.map(\.value)).count == facets.count && facets.allSatisfy { $0.count > 0 })
                    for facet in facets {
                        let chosen = list.changed { Self.choose(facet.value, field, &$0) }
                        let wanted = Self.expected(chosen, items).count
                        #expect(facet.count == wanted, "\(field) \(facet.value) of \(list.text)")
                    }
                    for value in Self.values(of: field) where !facets.contains(where: { $0.value == value }) {
                        let chosen = list.changed { Self.choose(value, field, &$0) }
                        #expect(Self.expected(chosen, items).isEmpty, "\(field) \(value) of \(list.text)")
                    }
                }
                #expect(selection.gone == Self.expected(list.changed { $0.isGone = true }, items).count, "\(list.text)")
            }
        }
    }

    private static func choose(_ value: String, _ field: FilterField, _ list: inout ListAddress) {
        switch field {
        case .kind: list.kind = value
        case .source: list.source = value
        case .category: list.category = value
        case .time: list.times = ListAddress.Time(rawValue: value).map { [$0] } ?? []
        case .word: if !list.words.contains(value) { list.words.append(value) }
        case .language: list.language = value
        }
    }

    private static func values(of field: FilterField) -> [String] {
        switch field {
        case .kind: ["recipe", "article"]
        case .source: FilledLarder.sources
        case .category: FilledLarder.categories
        case .time: ListAddress.Time.allCases.map(\.rawValue)
        case .word: FilledLarder.keywords
        case .language: FilledLarder.languages
        }
    }

    @Test func `a page's filters lead to lists with the counts that they show`() async throws {
        try await withLarder { pages, _, numbers in
            for _ in 0..<40 {
                let list = Self.list(&numbers)
                for group in try pages.list(list).filters {
                    for choice in group.choices + group.more where !choice.isSelected {
                        guard let address = choice.address else {
                            #expect(choice.count == "0", "\(group.title) \(choice.label) of \(list.text)")
                            continue
                        }
                        let other = ListAddress(query: address.dropFirst(2))
                        // Times add up: the list has what is chosen already, too.
                        guard other.times.count < 2 else { continue }
                        let count = try pages.selection(of: other).count
                        #expect(choice.count == "\(count)", "\(group.title) \(choice.label) of \(list.text)")
                    }
                }
            }
        }
    }

    @Test func `the pages lead from one to the next and back`() async throws {
        try await withLarder { pages, items, _ in
            var addresses = ["/"]
            var cards: [String] = []
            var previous: String?
            while let address = addresses.popLast() {
                let view = try pages.list(ListAddress(query: address.dropFirst(2)))
                cards += view.cards.map(\.address)
                #expect(view.previous == previous)
                #expect(view.count == "\(Self.expected(ListAddress(), items).count) items")
                previous = address
                if let next = view.next { addresses.append(next.address) }
            }
            #expect(Set(cards) == Set(Self.expected(ListAddress(), items).map { "/item/" + $0.urn }))
            #expect(Set(cards).count == cards.count && cards.count > ViewerPages.pageSize)
        }
    }

    @Test func `a page behind the last one is the last one`() async throws {
        try await withLarder { pages, items, _ in
            let last = try pages.list(ListAddress(query: "page=99999"))
            let count = Self.expected(ListAddress(), items).count
            #expect(last.page == (count + ViewerPages.pageSize - 1) / ViewerPages.pageSize)
            #expect(!last.cards.isEmpty && last.next == nil)
        }
    }

    @Test func `headings name the filters that are on`() async throws {
        try await withLarder { pages, _, _ in
            for (query, heading) in [
                ("kind=recipe&time=short", "Recipes: Up to 30 min"), ("language=sv", "Items: Swedish"),
                ("time=short&time=long", "Items: Up to 30 min or Over 1 h"), ("", "Everything"),
            ] {
                let list = try pages.list(ListAddress(query: query[...]))
                #expect(list.heading == heading)
            }
        }
    }

    @Test func `what is new since a change is a list of its own, with all other filters`() async throws {
        var numbers = SeededGenerator(seed: 7)
        let larder = try FilledLarder(&numbers, count: 20)
        let opened = try await larder.fixture.open()
        let seen = try await opened.read { try $0.latestChange() }
        try larder.fixture.beginSync(source: "garden", at: 9_000)
        var cake = Recipe(urn: "recipe:garden:new", recordID: "new", title: "A new cake")
        cake.ingredients = [Ingredient(text: "a plum")]
        try larder.fixture.add([cake, Recipe(urn: "recipe:garden:other", recordID: "other", title: "Another dish")])
        let viewer = Viewer(opened, addresses: .served, hasStatus: true)
        try await viewer.read { (pages) throws in
            func urns(_ query: String) throws -> Set<String> {
                let list = ListAddress(query: query[...])
                let selection = try pages.selection(of: list)
                let ids = try pages.listed(list, selection, limit: 2)
                #expect(selection.count == ids.count, "\(query)")
                return Set(try pages.reader.listedItems(ids).map(\.urn))
            }
            #expect(try urns("since=\(seen)") == ["recipe:garden:new", "recipe:garden:other"])
            #expect(try urns("since=\(seen)&source=paper").isEmpty)
            // Better matches that are old must not hide it.
            #expect(try urns("since=\(seen)&q=plum") == ["recipe:garden:new"])
            #expect(try urns("since=\(seen)&q=plum&sort=title") == ["recipe:garden:new"])
            #expect(try urns("since=\(seen + 100)").isEmpty)
        }
    }

    @Test func `a list can be read to its end after another read has found more items`() async throws {
        var numbers = SeededGenerator(seed: 8)
        let larder = try FilledLarder(&numbers, count: 20)
        try larder.fixture.execute("UPDATE sync SET state = 'finished'")
        let viewer = Viewer(try await larder.fixture.open(), addresses: .served, hasStatus: true)
        let list = ListAddress(query: "sort=title")
        let selection = try await viewer.read { try $0.selection(of: list) }
        try larder.fixture.add([Recipe(urn: "recipe:paper:new", recordID: "new", title: "A new dish")])
        try await viewer.read { (pages) throws in
            #expect(try pages.selection(of: list).count == selection.count + 1)
            #expect(try pages.listed(list, selection, limit: 1_000).count == selection.count)
        }
    }

    /// Its pages read one larder, and what is made beside them reads another, which tells them apart.
    @Test func `while a sync runs, an old index is renewed beside the pages`() async throws {
        var numbers = SeededGenerator(seed: 9)
        let (pages, others) = (try LarderFixture(source: "alone"), try FilledLarder(&numbers, count: 20))
        let indexes = ListIndexes(renewedFrom: try await others.fixture.open(), leastAge: .seconds(1))
        let larder = try await pages.open()
        let limit = ContinuousClock.now + .seconds(600)
        var (sources, added, listed) = (1, 0, 0)
        while sources == 1, ContinuousClock.now < limit {
            // Where a page made the index itself, as this test got no processor, the next change makes it old again.
            if listed == added {
                added += 1
                try pages.add([Recipe(urn: "recipe:alone:\(added)", recordID: "\(added)", title: "Dish \(added)")])
            }
            (sources, listed) = try await larder.read { reader in
                let viewer = ViewerPages(
                    reader: reader,
                    addresses: .served,
                    hasStatus: true,
                    now: .now,
                    indexes: indexes
                )
                let selection = try viewer.selection(of: ListAddress())
                return (selection.facets(.source).count, selection.count)
            }
        }
        #expect(sources == FilledLarder.sources.count, "after \(added) changes")
    }
}
