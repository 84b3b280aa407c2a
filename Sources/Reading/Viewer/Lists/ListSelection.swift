internal import GRDB
internal import Larder
internal import LarderCatalog

/// The filters of lists, as a set of those that an item does not pass.
struct ListFilters: OptionSet, Sendable {
    let rawValue: UInt8

    static let kind = ListFilters(rawValue: 1)
    static let source = ListFilters(rawValue: 2)
    static let category = ListFilters(rawValue: 4)
    static let time = ListFilters(rawValue: 8)
    static let word = ListFilters(rawValue: 16)
    static let language = ListFilters(rawValue: 32)
    static let gone = ListFilters(rawValue: 64)
    static let outlet = ListFilters(rawValue: 128)
}

/// A value of a filter, with how many items it would show.
package struct Facet: Sendable, Hashable {
    /// As in the list's address.
    package var value: String
    package var name: String
    package var count: Int
}

/// The items of a list, and what its filters would show.
///
/// The counts of a filter are those after all other filters, but for words: an item has to have all of them, so that a
/// further one is counted among the items that are left.
package struct ListSelection: Sendable {
    /// Items of the list.
    package private(set) var count = 0
    /// For each item of the index whether the list has it.
    private var isListed: [Bool]
    private var recipes = 0
    private var articles = 0
    private var times = [0, 0, 0, 0]
    /// Items that their source no longer lists.
    package private(set) var gone = 0
    private var sources: [Int]
    private var tags: [Int32]
    fileprivate let index: ListIndex

    /// - Parameter places: Items of the index that the list is chosen from; nil: all.
    init(_ list: ListAddress, in index: ListIndex, places: [Int32]?) {
        self.index = index
        isListed = Array(repeating: false, count: index.items.count)
        sources = Array(repeating: 0, count: index.sources.count)
        tags = Array(repeating: 0, count: index.tags.count)
        let filter = SelectedFilters(list, index)
        if let places {
            for place in places { add(Int(place), filter) }
        } else {
            for place in index.items.indices { add(place, filter) }
        }
    }

    /// How many items a list would have, without what its filters would show.
    fileprivate static func count(_ list: ListAddress, in index: ListIndex, places: [Int32]) -> Int {
        let filter = SelectedFilters(list, index)
        return places.count { place in
            let item = index.items[Int(place)]
            return filter.mayShow(item) && filter.failed(by: item, index.itemTags[item.tags]).isEmpty
        }
    }

    private mutating func add(_ place: Int, _ filter: SelectedFilters) {
        let item = index.items[place]
        guard filter.mayShow(item) else { return }
        let tagged = index.itemTags[item.tags]
        let failed = filter.failed(by: item, tagged)
        // What two filters leave out is shown by no single choice.
        guard failed.rawValue.nonzeroBitCount <= 1 else { return }
        if failed.isEmpty {
            count += 1
            isListed[place] = true
        }
        if failed.isSubset(of: .kind) {
            if item.isRecipe { recipes += 1 } else { articles += 1 }
        }
        if failed.isSubset(of: .source) { sources[item.source] += 1 }
        if failed.isSubset(of: .time), item.time >= 0 { times[item.time] += 1 }
        if failed.isSubset(of: .gone), item.isGone { gone += 1 }
        guard failed.isSubset(of: [.category, .language]) else { return }
        for tag in tagged where failed.isEmpty || failed == index.tags[Int(tag)].filter { tags[Int(tag)] += 1 }
    }

    /// The identifiers of a page of the list.
    ///
    /// - Parameter order: All items in the list's order, as places of items in the selection's index.
    func ids(in order: [Int32], offset: Int, limit: Int) -> [Int64] {
        guard offset < count else { return [] }
        return order.lazy.filter { isListed[Int($0)] }.dropFirst(offset).prefix(limit).map { index.items[Int($0)].id }
    }

    /// The values of a filter, the most frequent first.
    ///
    /// - Parameters:
    ///   - limit: At most that many categories, words and languages.
    ///   - chosen: Values that are among them whatever their count is.
    package func facets(_ field: FilterField, limit: Int = 100, chosen: [String] = []) -> [Facet] {
        switch field {
        case .kind:
            [("recipe", recipes), ("article", articles)].filter { $0.1 > 0 }.map {
                Facet(value: $0, name: $0, count: $1)
            }
        case .source:
            zip(index.sources, sources).filter { $1 > 0 }.map { Facet(value: $0, name: $0, count: $1) }
                .sorted { $0.count > $1.count || $0.count == $1.count && $0.name < $1.name }
        case .time:
            zip(ListAddress.Time.allCases, times).filter { $1 > 0 }.map {
                Facet(value: $0.rawValue, name: $0.rawValue, count: $1)
            }
        case .category: tagFacets("category", limit, chosen)
        case .word: tagFacets("keyword", limit, chosen)
        case .language: tagFacets("language", limit, chosen)
        }
    }

    private func tagFacets(_ field: String, _ limit: Int, _ chosen: [String]) -> [Facet] {
        let places = tags.indices.filter { tags[$0] > 0 && index.tags[$0].field == field }
            .sorted { tags[$0] > tags[$1] || tags[$0] == tags[$1] && $0 < $1 }
        let shown = places.prefix(limit)
        let missing = chosen.compactMap { index.tag(field, $0) }.filter { !shown.contains($0) }
        return (shown + missing).map { place in
            Facet(value: index.tags[place].key, name: index.tags[place].name, count: Int(tags[place]))
        }
    }
}

/// The filters that a list has on, resolved.
private struct SelectedFilters {
    private let kind: Bool?
    /// Nil: any; -1: one that the larder does not have.
    private let source: Int?
    private let times: [Int]
    private let isGone: Bool
    private let tags: [(place: Int32, filter: ListFilters)]
    private let needsMinutes: Bool

    init(_ list: ListAddress, _ index: ListIndex) {
        kind = list.kind.map { $0 == "recipe" }
        source = list.source.map { index.sources.firstIndex(of: $0) ?? -1 }
        times = list.times.compactMap(ListAddress.Time.allCases.firstIndex)
        isGone = list.isGone
        needsMinutes = list.actualOrder == .minutes
        let names: [(String, ListFilters, String?)] =
            [
                ("category", .category, list.category), ("language", .language, list.language),
                ("outlet", .outlet, list.outlet),
            ] + list.words.map { ("keyword", .word, $0) }
        tags = names.compactMap { field, filter, name in
            name.map { (Int32(index.tag(field, $0) ?? -1), filter) }
        }
    }

    /// Whether an item can be in the list at all.
    func mayShow(_ item: ListIndex.Item) -> Bool { !item.isHidden && (item.hasMinutes || !needsMinutes) }

    func failed(by item: ListIndex.Item, _ tagged: ArraySlice<Int32>) -> ListFilters {
        var failed: ListFilters = []
        if let kind, item.isRecipe != kind { failed.insert(.kind) }
        if let source, item.source != source { failed.insert(.source) }
        if !times.isEmpty, !times.contains(item.time) { failed.insert(.time) }
        if item.isGone != isGone { failed.insert(.gone) }
        for tag in tags where !tagged.contains(tag.place) { failed.insert(tag.filter) }
        return failed
    }
}

extension ViewerPages {
    /// The items of a list with the counts of its filters; at most five statements where the index is there.
    package func selection(of list: ListAddress) throws -> ListSelection {
        guard list.query != nil || list.since != nil else { return try indexes.selection(list, reader) }
        let index = try indexes.index(reader)
        return try ListSelection(list, in: index, places: places(of: list, in: index))
    }

    /// How many items a search has; at most five statements where the index is there.
    func count(of list: ListAddress) throws -> Int {
        let index = try indexes.index(reader)
        return try ListSelection.count(list, in: index, places: places(of: list, in: index))
    }

    /// What a search finds and what is new, as places in the index.
    private func places(of list: ListAddress, in index: ListIndex) throws -> [Int32] {
        let found = try ListQuery(list).map { search in try indexes.places(of: search, in: index, reader) }
        guard let since = list.since else { return found ?? [] }
        let changed = try reader.items(changedAfter: since).compactMap(index.place(ofID:))
        return found?.filter(Set(changed).contains) ?? changed
    }

    /// The identifiers of a page of a list; at most four statements.
    ///
    /// A search's own order is that of `items(matching:)` of the product. A search may find very many items, as its
    /// words say little. Then only the items with all words in their title are ranked, and the others follow, the
    /// newest first.
    package func listed(_ list: ListAddress, _ selection: ListSelection, limit: Int) throws -> [Int64] {
        let offset = (list.page - 1) * limit
        guard let search = ListQuery(list), list.isRanked else {
            let order = try indexes.order(list.actualOrder, in: selection.index, reader)
            return selection.ids(in: order, offset: offset, limit: limit)
        }
        let titles = try selection.index.places(of: reader.rankedTitles(search))
        let ids = selection.ids(in: titles, offset: offset, limit: limit)
        guard ids.count < min(limit, selection.count - offset) else { return ids }
        let found = try indexes.places(of: search, in: selection.index, reader)
        let isRanked = found.count <= indexes.mostRanked
        let best = isRanked ? try selection.index.places(of: reader.ranked(search)) : titles
        // What a sync has changed since the index was made has another document, which the index does not know.
        let known = Set(best)
        let order = best + found.reversed().filter { !known.contains($0) }
        return selection.ids(in: order, offset: offset, limit: limit)
    }
}
