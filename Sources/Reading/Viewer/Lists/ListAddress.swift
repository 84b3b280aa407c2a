internal import LarderModel

/// Which list a page shows: the parameters of its address.
///
/// What is not known, empty or the default is left out, so that a list has one address.
package struct ListAddress: Sendable, Hashable {
    package enum Order: String, Sendable, CaseIterable {
        case newest, best, rank, title, minutes
    }

    /// How long a recipe takes.
    package enum Time: String, Sendable, CaseIterable {
        case short, medium, long, none
    }

    /// A part of items that a search looks in; the raw values are columns of the catalog's table `search`.
    package enum Place: String, Sendable, CaseIterable {
        case title, ingredients, text
    }

    /// What is searched for; nil: nothing.
    package var query: String?
    /// Where the search looks; nil: everywhere.
    package var place: Place?
    /// Recipes, articles, or nil for both.
    package var kind: String?
    package var source: String?
    /// The URN of a publication.
    package var outlet: String?
    package var category: String?
    package var language: String?
    /// All of them.
    package var words: [String] = []
    /// Any of them.
    package var times: [Time] = []
    /// Only items that came or changed after this number of the catalog's table `change`.
    package var since: Int64?
    /// Only items that their source no longer lists.
    package var isGone = false
    /// Nil: the usual one, ``Order/best`` for a search and else ``Order/newest``.
    package var order: Order?
    /// From 1.
    package var page = 1
    /// Whether the query is being typed: titles alone are searched.
    package var isTyping = false

    /// The list of all items.
    package init() {}

    /// The list of an address's query, as after its question mark.
    package init(query text: Substring) {
        for part in text.split(separator: "&").prefix(Self.mostParameters) {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2, let value = Self.decoded(pair[1]) else { continue }
            set(String(pair[0]), value)
        }
    }

    private static let mostParameters = 32
    /// Of ``words``.
    package static let mostWords = 8
    private static let longest = 1_000

    private static func decoded(_ text: Substring) -> String? {
        let plain = String(text.map { $0 == "+" ? " " : $0 })
        let value = String(plain.percentDecoded.prefix(longest)).trimmedSpace
        return value.isEmpty ? nil : value
    }

    private mutating func set(_ name: String, _ value: String) {
        switch name {
        case "q": query = value
        case "in": place = Place(rawValue: value)
        case "since": since = Int64(value)
        case "kind": kind = ["recipe", "article"].contains(value) ? value : nil
        case "source": source = value
        case "outlet": outlet = value
        case "category": category = value
        case "language": language = value
        case "word": if words.count < Self.mostWords, !words.contains(value) { words.append(value) }
        case "time": if let time = Time(rawValue: value), !times.contains(time) { times.append(time) }
        case "gone": isGone = value == "1"
        case "sort": order = Order(rawValue: value)
        case "page": page = max(1, min(Int(value) ?? 1, 1_000_000))
        case "typing": isTyping = value == "1"
        default: break
        }
    }

    /// The order that the list has.
    package var actualOrder: Order {
        switch order {
        case .best where query == nil: .newest
        case let order?: order
        case nil: query == nil ? .newest : .best
        }
    }

    /// Whether a filter is on: anything but the search, the order and the page is chosen.
    package var isFiltered: Bool {
        var plain = unfiltered
        (plain.order, plain.page, plain.isTyping) = (order, page, isTyping)
        return plain != self
    }

    /// The same list or search without its filters.
    package var unfiltered: ListAddress {
        var plain = ListAddress()
        (plain.query, plain.place) = (query, place)
        return plain
    }

    /// Whether titles alone are searched: a query is typed, with no filters but a kind and a source.
    package var searchesTitles: Bool {
        var plain = ListAddress()
        (plain.query, plain.kind, plain.source, plain.isTyping) = (query, kind, source, true)
        return query != nil && plain == self
    }

    /// The last word of a search may go on if it has at least so many letters.
    ///
    /// Very many words begin with the same one or two letters.
    package var opensWordsFrom: Int { isTyping ? 1 : 3 }

    /// Whether the list is in the order of its search.
    var isRanked: Bool { actualOrder == .best && !searchesTitles }

    /// The parameters in their order.
    package var parameters: [(name: String, value: String)] {
        let single = [
            ("q", query), ("in", query == nil ? nil : place?.rawValue), ("kind", kind), ("source", source),
            ("outlet", outlet), ("category", category),
            ("language", language), ("since", since.map(String.init)),
        ]
        let isUsual = order == nil || order == (query == nil ? .newest : .best)
        return single.compactMap { name, value in value.map { (name, $0) } }
            + words.map { ("word", $0) } + times.map { ("time", $0.rawValue) }
            + (isGone ? [("gone", "1")] : [])
            + (isUsual ? [] : order.map { [("sort", $0.rawValue)] } ?? [])
            + (page > 1 ? [("page", String(page))] : [])
    }

    /// The parameters as an address has them, with the question mark; empty for the list of all items.
    package var text: String {
        let parts = parameters.map { "\($0.name)=\($0.value.percentEncodedWord)" }
        return parts.isEmpty ? "" : "?" + parts.joined(separator: "&")
    }

    /// The first page of a list that differs from this one.
    package func changed(_ change: (inout ListAddress) -> Void) -> ListAddress {
        var other = self
        other.page = 1
        change(&other)
        return other
    }
}
