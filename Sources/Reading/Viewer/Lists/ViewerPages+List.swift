internal import Foundation
internal import Larder
internal import LarderCatalog
internal import LarderModel
package import LarderPages

extension ViewerPages {
    /// The page of a list.
    ///
    /// While a query is typed its titles alone are searched; they are one page.
    ///
    /// A page behind the last one is the last one.
    package func list(_ list: ListAddress) throws -> ListView {
        let selection = try selection(of: list)
        let count = selection.count
        var list = list
        let size = list.query == nil ? Self.pageSize : Self.hitsOfPage
        list.page = min(list.page, max(1, (count + size - 1) / size))
        let ids = list.searchesTitles ? [] : try listed(list, selection, limit: size)
        let shown = list.searchesTitles ? count : min(count, list.page * size)
        let rest = min(size, count - shown)
        let hits = try list.query.map { query in
            list.searchesTitles ? try titles(of: list, query) : try self.hits(of: ids, list)
        }
        let outlet = try list.query == nil ? list.outlet.flatMap { try self.outlet($0) } : nil
        return ListView(
            frame: try frame(),
            heading: heading(of: list, outlet: outlet),
            outlet: outlet,
            count: count.counted("item"),
            query: list.query,
            orders: orders(of: list),
            filters: filters(of: list, selection),
            places: list.query == nil || list.isTyping ? [] : try places(of: list, count: count),
            cards: list.query == nil ? try cards(of: ids) : [],
            hits: hits ?? [],
            page: list.page,
            next: rest > 0 && !list.isTyping
                ? (address(list) { $0.page = list.page + 1 }, "Show the next \(rest)") : nil,
            previous: list.page > 1 ? address(list) { $0.page = list.page - 1 } : nil,
            unfiltered: list.isFiltered ? addresses.list(list.unfiltered) : nil,
            nearest: count > 0 ? nil : try nearest(to: list),
            news: try news(list),
            parameters: list.changed { $0.query = nil }.parameters
        )
    }

    /// Where a search may look, with how many items it finds there.
    ///
    /// Counting takes as long as the search itself, so that places are not counted where it finds very many items.
    ///
    /// - Parameter count: How many items the list has itself.
    private func places(of list: ListAddress, count: Int) throws -> [Choice] {
        let places: [(ListAddress.Place?, String)] = [
            (nil, "Anywhere"), (.title, "Title"), (.ingredients, "Ingredients"), (.text, "Text"),
        ]
        let index = try indexes.index(reader)
        let found = try ListQuery(list).map { try indexes.places(of: $0, in: index, reader) } ?? []
        return try places.map { place, name in
            let isSelected = list.place == place
            guard isSelected || found.count <= indexes.mostRanked else {
                return Choice(label: name, address: address(list) { $0.place = place }, isSelected: false)
            }
            let count = try isSelected ? count : self.count(of: list.changed { $0.place = place })
            return choice(name, count, isSelected: isSelected, list) { $0.place = place }
        }
    }

    /// A title's word that is near to one that nothing has; nil: there is none.
    private func nearest(to list: ListAddress) throws -> (word: String, address: String)? {
        guard let query = list.query else { return nil }
        let words = query.split { !$0.isLetter && !$0.isNumber }.map { $0.lowercased() }
        let unknown = try words.first { word in
            try word.count > 3 && count(of: ListAddress().changed { $0.query = word }) == 0
        }
        guard let unknown,
            let near = try NearestWord.find(
                unknown,
                in: indexes.titleWords(reader),
                within: NearestWord.lettersOfASlip(in: unknown)
            )
        else { return nil }
        let better = words.map { $0 == unknown ? near : $0 }.joined(separator: " ")
        return (better, address(list) { $0.query = better })
    }

    /// What came and changed since the reader was here, of each source; only on the first page of all items.
    private func news(_ list: ListAddress) throws -> [ListView.News] {
        guard list == ListAddress(), let seenChange else { return [] }
        let changes = try reader.changeCounts(after: seenChange)
        return changes.map { source, counts in
            let parts = [("added", "new"), ("changed", "changed"), ("gone", "no longer listed")].compactMap {
                kind,
                word in
                counts[kind].map { "\($0.grouped) \(word)" }
            }
            let news = ListAddress().changed { ($0.source, $0.since) = (source, seenChange) }
            return ListView.News(source: source, text: parts.joined(separator: ", "), address: addresses.list(news))
        }
    }

    private func address(_ list: ListAddress, _ change: (inout ListAddress) -> Void) -> String {
        addresses.list(list.changed(change))
    }

    private func heading(of list: ListAddress, outlet: OutletView?) -> String {
        if let query = list.query { return "“\(query)”" }
        let kind = ["recipe": "Recipes", "article": "Articles"][list.kind ?? ""]
        let from = outlet?.name ?? list.source
        let language = list.language.map(Wording.language)
        let times = list.times.map(\.label).joined(separator: " or ").nonEmpty
        let about = ([list.category] + list.words + [times, language]).compactMap(\.self).joined(separator: ", ")
        let what = about.isEmpty ? kind : "\(kind ?? "Items"): \(about)"
        if list.since != nil { return "New and changed" + (from.map { " from \($0)" } ?? "") }
        if let outlet, what == nil, !list.isGone { return outlet.name }
        let all = list.isGone ? (what ?? "Items") + " no longer listed" : what ?? (from == nil ? "Everything" : "Items")
        return from.map { "\(all) from \($0)" } ?? all
    }

    private func orders(of list: ListAddress) -> [Choice] {
        let names: [(ListAddress.Order, String)] =
            (list.query == nil ? [] : [(.best, "Best match")]) + [
                (.newest, "Newest first"), (.title, "Title"), (.rank, "Most liked"), (.minutes, "Quickest"),
            ]
        return names.map { order, name in
            Choice(
                label: name,
                address: address(list) { $0.order = order },
                isSelected: order == list.actualOrder
            )
        }
    }

    // MARK: Filters

    private static let shortLists = 6
    private static let longLists = 40

    private func filters(of list: ListAddress, _ selection: ListSelection) -> [FilterGroup] {
        [
            kinds(of: list, selection), sources(of: list, selection),
            group("Category", .category, [list.category], of: list, selection) { $0.category = $2 ? nil : $1 },
            times(of: list, selection),
            group("Keywords", .word, list.words, of: list, selection) { list, word, isSelected in
                list.words.removeAll { TagKey.key("keyword", $0) == word }
                if !isSelected { list.words.append(word) }
            },
            languages(of: list, selection), gone(of: list, selection),
        ].compactMap(\.self)
    }

    private func kinds(of list: ListAddress, _ selection: ListSelection) -> FilterGroup {
        let counts = selection.facets(.kind)
        let names = [(nil, "Everything"), ("recipe", "Recipes"), ("article", "Articles")]
        let choices = names.map { kind, name in
            let count = counts.filter { kind == nil || $0.value == kind }.reduce(0) { $0 + $1.count }
            return choice(name, count, isSelected: list.kind == kind, list) { $0.kind = kind }
        }
        return FilterGroup(title: "Show", hasBoxes: false, choices: choices)
    }

    private func sources(of list: ListAddress, _ selection: ListSelection) -> FilterGroup? {
        let counts = selection.facets(.source)
        guard counts.count > 1 || list.source != nil else { return nil }
        return shortened(
            "Source",
            "sources",
            hasBoxes: false,
            counts.map { facet in
                let isSelected = list.source == facet.value
                return choice(facet.name, facet.count, isSelected: isSelected, list) {
                    $0.source = isSelected ? nil : facet.value
                }
            }
        )
    }

    private func times(of list: ListAddress, _ selection: ListSelection) -> FilterGroup? {
        guard list.kind != "article" else { return nil }
        let counts = Dictionary(selection.facets(.time).map { ($0.value, $0.count) }) { first, _ in first }
        guard !counts.isEmpty || !list.times.isEmpty else { return nil }
        let choices = ListAddress.Time.allCases.map { time in
            choice(time.label, counts[time.rawValue] ?? 0, isSelected: list.times.contains(time), list) {
                $0.times.toggle(time)
            }
        }
        return FilterGroup(title: "Time to cook", hasBoxes: true, choices: choices)
    }

    private func languages(of list: ListAddress, _ selection: ListSelection) -> FilterGroup? {
        let counts = selection.facets(.language, chosen: [list.language].compactMap(\.self))
        guard counts.count > 1 || list.language != nil else { return nil }
        return shortened(
            "Language",
            "languages",
            hasBoxes: true,
            counts.map { facet in
                let isSelected = list.language.map { TagKey.key("language", $0) } == facet.value
                return choice(Wording.language(facet.name), facet.count, isSelected: isSelected, list) {
                    $0.language = isSelected ? nil : facet.value
                }
            }
        )
    }

    private func gone(of list: ListAddress, _ selection: ListSelection) -> FilterGroup? {
        let count = selection.gone
        guard count > 0 || list.isGone else { return nil }
        let box = choice("No longer listed", count, isSelected: list.isGone, list) { $0.isGone.toggle() }
        return FilterGroup(title: "Kept by Larder", hasBoxes: true, choices: [box])
    }

    /// - Parameters:
    ///   - chosen: The values that are selected; they are shown whatever their counts are.
    ///   - change: Selects a value, or takes it back where it is selected.
    private func group(
        _ title: String,
        _ field: FilterField,
        _ chosen: [String?],
        of list: ListAddress,
        _ selection: ListSelection,
        _ change: (inout ListAddress, _ value: String, _ isSelected: Bool) -> Void
    ) -> FilterGroup? {
        let chosen = chosen.compactMap { $0.map { TagKey.key(title.lowercased(), $0) } }
        let counts = selection.facets(field, limit: Self.longLists, chosen: chosen)
        guard !counts.isEmpty else { return nil }
        return shortened(
            title,
            field == .category ? "categories" : title.lowercased(),
            hasBoxes: true,
            counts.map { facet in
                let isSelected = chosen.contains(facet.value)
                return choice(facet.name, facet.count, isSelected: isSelected, list) {
                    change(&$0, facet.value, isSelected)
                }
            }
        )
    }

    private func shortened(_ title: String, _ noun: String, hasBoxes: Bool, _ choices: [Choice]) -> FilterGroup {
        let chosen = choices.filter(\.isSelected)
        let sorted = chosen + choices.filter { !$0.isSelected }
        guard sorted.count > Self.shortLists + 1 else {
            return FilterGroup(title: title, hasBoxes: hasBoxes, choices: sorted)
        }
        return FilterGroup(
            title: title,
            hasBoxes: hasBoxes,
            choices: Array(sorted.prefix(Self.shortLists)),
            more: Array(sorted.dropFirst(Self.shortLists)),
            moreLabel: "All \(sorted.count) \(noun)"
        )
    }

    private func choice(
        _ label: String,
        _ count: Int,
        isSelected: Bool,
        _ list: ListAddress,
        _ change: (inout ListAddress) -> Void
    ) -> Choice {
        Choice(
            label: label,
            count: count.grouped,
            address: count > 0 || isSelected ? address(list, change) : nil,
            isSelected: isSelected
        )
    }
}

extension ListAddress.Time {
    fileprivate var label: String {
        switch self {
        case .short: "Up to 30 min"
        case .medium: "30 min to 1 h"
        case .long: "Over 1 h"
        case .none: "Time not stated"
        }
    }
}

extension Array where Element: Equatable {
    fileprivate mutating func toggle(_ element: Element) {
        if let place = firstIndex(of: element) { remove(at: place) } else { append(element) }
    }
}
