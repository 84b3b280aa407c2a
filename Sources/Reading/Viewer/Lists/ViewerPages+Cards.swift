internal import Foundation
internal import Larder
internal import LarderModel
internal import LarderPages

extension ViewerPages {
    /// The width of pictures in lists, in pixels.
    static let cardWidth = 320

    /// The cards of items, in their order; two statements.
    func cards(of ids: [Int64]) throws -> [CardView] {
        let items = try reader.listedItems(ids)
        let pictures = try pictures(of: items)
        return items.map { item in
            CardView(
                kind: item.kind == .recipe ? .recipe : .article,
                address: addresses.item(item.urn),
                source: item.shownSource,
                title: ForeignText(item.title, language: item.language),
                details: item.details,
                picture: item.imageURN.flatMap { pictures[$0] },
                excerpt: item.kind == .article ? item.beginning.map(Self.excerpt) : nil
            )
        }
    }

    /// The hits of a search, in their order; two statements.
    func hits(of ids: [Int64], _ list: ListAddress) throws -> [HitView] {
        let marked = try reader.hits(
            ids,
            matching: list.query ?? "",
            opensFrom: list.opensWordsFrom,
            pixelWidth: Self.cardWidth
        )
        return views(of: marked, try reader.listedItems(ids))
    }

    /// The best titles for a query that is being typed; four statements.
    func titles(of list: ListAddress, _ query: String) throws -> [HitView] {
        let found = try reader.titles(matching: query, in: list, limit: Self.hitsOfPage, pixelWidth: Self.cardWidth)
        return views(of: found, try reader.listedItems(reader.listed(found.map(\.id))))
    }

    private func views(of hits: [SearchHit], _ items: [ListedItem]) -> [HitView] {
        let hits = Dictionary(hits.map { ($0.id, $0) }) { first, _ in first }
        return items.compactMap { item in
            guard let hit = hits[item.urn] else { return nil }
            return HitView(
                kind: item.kind == .recipe ? .recipe : .article,
                address: addresses.item(item.urn),
                title: MarkedView(hit.title),
                details: [item.kind == .recipe ? "Recipe" : "Article", item.shownSource] + item.details,
                place: hit.snippet == nil ? nil : hit.place?.label,
                line: hit.snippet.map { MarkedView($0) },
                picture: addresses.view(hit.picture),
                language: item.language
            )
        }
    }

    func pictures(of items: [ListedItem]) throws -> [String: PictureView] {
        let urns = items.compactMap(\.imageURN)
        let shown = try reader.pictures(urns, pixelWidth: Self.cardWidth)
        return Dictionary(shown.compactMap { picture in addresses.view(picture).map { (picture.id, $0) } }) {
            first,
            _ in
            first
        }
    }

    /// The first lines of a text, without its pictures and list marks.
    private static func excerpt(_ text: String) -> String {
        let plain = String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\u{FFFC}" }))
        return plain.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

extension ListedItem {
    /// Who it is from, as cards say it.
    var shownSource: String { publisher ?? source }

    /// What a card says below the title.
    var details: [String] {
        switch kind {
        case .recipe:
            [
                minutes.map(Wording.minutes), servings.map { "serves\u{A0}\($0)" },
                isGone ? "no longer listed" : nil,
            ].compactMap(\.self)
        case .article:
            [
                published.map(Wording.shortDate), Wording.readingTime(textLength, language: language),
                isGone ? "no longer listed" : nil,
            ].compactMap(\.self)
        }
    }
}

extension MarkedView {
    init(_ marked: MarkedText) {
        var parts: [(text: String, isMarked: Bool)] = []
        var place = marked.text.startIndex
        for mark in marked.marks {
            if place < mark.lowerBound { parts.append((String(marked.text[place..<mark.lowerBound]), false)) }
            parts.append((String(marked.text[mark]), true))
            place = mark.upperBound
        }
        if place < marked.text.endIndex { parts.append((String(marked.text[place...]), false)) }
        self.init(parts)
    }
}

extension SearchPlace {
    /// Where a hit stands, as pages name it.
    var label: String {
        switch self {
        case .summary: "Summary"
        case .ingredient: "Ingredient"
        case .step(let number): "Step \(number)"
        case .text: "Text"
        }
    }
}
