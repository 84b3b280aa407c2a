import Foundation
import Larder
import LarderAttributedText
import LarderModel

/// A place in the app, with all that its screen is read by.
enum Place: Hashable, Sendable {
    case recipes(RecipeOrder, RecipeFilter, PageCursor?), articles(ArticleFilter, PageCursor?)
    case orders(RecipeFilter), sections, lastSync, item(String), titles(String), search(String, offset: Int)
}

extension LarderReader {
    /// Reads the screen of a place on one snapshot, in six statements at most.
    func screen(_ place: Place) throws -> Screen {
        switch place {
        case .recipes(let order, let filter, let cursor):
            let page = try recipeCards(order: order, filter: filter, after: cursor)
            let next = page.next.map { Place.recipes(order, filter, $0) }
            return Screen(title: "Recipes", lines: page.rows.map(Line.init), next: next, orders: .orders(filter))
        case .articles(let filter, let cursor):
            let page = try articleRows(filter: filter, after: cursor)
            let next = page.next.map { Place.articles(filter, $0) }
            return Screen(title: "Articles", lines: page.rows.map(Line.init), next: next)
        case .orders(let filter):
            let orders = ["Best": RecipeOrder.rank, "Newest": .newest, "Quickest": .minutes, "Title": .title(.current)]
            let lines = orders.sorted { $0.key < $1.key }.map { Line(text: $0, place: .recipes($1, filter, nil)) }
            return Screen(title: "Order", lines: lines)
        case .sections: return try Screen(title: "Sections", lines: sections())
        case .lastSync: return try Screen(title: "What the last sync changed", lines: lastChanges())
        case .item(let urn): return try item(urn)
        case .titles(let text):
            return try Screen(title: "Titles with “\(text)”", lines: titles(matching: text).map(Line.init))
        case .search(let text, let offset):
            let hits = try items(matching: text, limit: 20, offset: offset), count = try count(matching: text)
            let next = offset + 20 < count ? Place.search(text, offset: offset + 20) : nil
            return Screen(title: "\(count) items with “\(text)”", lines: hits.map(Line.init), next: next)
        }
    }

    private func sections() throws -> [Line] {
        let recipes = [(RecipeGrouping.category, \RecipeFilter.category), (.cuisine, \.cuisine), (.keyword, \.keyword)]
        var lines: [Line] = []
        for (field, path) in recipes {
            for section in try recipeSections(by: field, limit: 10) {
                var filter = RecipeFilter()
                filter[keyPath: path] = section.id
                lines.append(Line(section, "recipes, \(field)", .recipes(.rank, filter, nil)))
            }
        }
        let outlets = try articleSections(by: .outlet), subjects = try articleSections(by: .category)
        lines += outlets.map { Line($0, "articles", .articles(ArticleFilter(outlet: $0.id), nil)) }
        return lines + subjects.map { Line($0, "articles", .articles(ArticleFilter(category: $0.id), nil)) }
    }

    /// The latest changes, the newest first.
    private func lastChanges() throws -> [Line] {
        try syncs(limit: 1).flatMap { try changes(of: $0.id, limit: 500) }.reversed().map { change in
            let note = "\(change.kind) \(change.fields.joined(separator: ", "))"
            return Line(id: "\(change.id)", text: change.title ?? change.item, note: note, place: .item(change.item))
        }
    }

    private func item(_ urn: String) throws -> Screen {
        if ItemKind(urn: urn) == .recipe, let recipe = try recipe(urn) {
            let minutes = recipe.minutes.map { "\($0) min" }
            var lines = recipe.pictures.all.map { Line(text: "", picture: $0) }
            let facts = [recipe.publisher, minutes, recipe.servingsText].joined
            lines.append(Line(text: facts, note: recipe.summary ?? ""))
            lines.append(Line(text: "Ingredients", isHeading: true))
            lines += recipe.ingredients.map { Line(text: $0.text, lead: "• ") }
            lines.append(Line(text: "Steps", isHeading: true))
            lines += recipe.steps.map { Line(text: $0.text, lead: "– ", picture: recipe.picture(of: $0)) }
            return try add(recipe.body, recipe.page, to: Screen(title: recipe.title, lines: lines))
        }
        guard let article = try article(urn) else { return Screen(title: "This item is not in the larder.") }
        let day = article.published?.formatted(date: .abbreviated, time: .omitted)
        let facts = Line(text: [article.publisher, article.author, day].joined, note: article.summary ?? "")
        return try add(article.body, article.page, to: Screen(title: article.title, lines: [facts]))
    }

    /// Adds the text, and its links with the items of the larder that they lead to.
    private func add(_ body: ItemBody?, _ page: URL?, to screen: Screen) throws -> Screen {
        var screen = screen
        var links = page.map { [($0, "Its own page")] } ?? []
        if let body {
            screen.lines.append(Line(text: "Text", isHeading: true))
            screen.lines += body.blocks.flatMap { Line.lines(of: $0, body.picture(of: $0)) }
            for link in body.text.links where !link.isUnsafe && !link.isFragment {
                guard let url = URL(string: link.url) else { continue }
                links.append((url, String(body.text.text[body.text.range(of: link)])))
            }
        }
        let known = try items(at: links.map(\.0))
        screen.links = links.map { Line(text: $1, note: $0.absoluteString, place: known[$0].map(Place.item)) }
        return screen
    }

    /// How many items each source has, and the ingredients of a recipe.
    func summary() throws -> [String] {
        let recipes = try recipeSections(by: .source), articles = try articleSections(by: .source)
        let counts = Set((recipes + articles).map(\.id)).sorted().map { source in
            let counts = [recipes, articles].map { sections in sections.first { $0.id == source }?.count ?? 0 }
            return "\(source): \(counts[0]) recipes, \(counts[1]) articles"
        }
        guard let card = try recipeCards(limit: 1).rows.first, let recipe = try recipe(card.id) else { return counts }
        return counts + [recipe.title] + recipe.ingredients.map { "- " + $0.text }
    }
}

extension Line {
    fileprivate static func lines(of block: TextBlock, _ picture: ShownPicture?) -> [Line] {
        let text = String(block.text.characters), quote = String(repeating: "│ ", count: min(block.quoteDepth, 8))
        switch block.kind {
        case .heading: return [Line(text: text, lead: quote, isHeading: true)]
        case .paragraph: return [Line(text: text, lead: quote)]
        case .listItem(let depth, _, let marker):
            return [Line(text: text, lead: quote + String(repeating: "  ", count: min(depth, 8)) + marker + " ")]
        case .code:
            let lines = text.replacing(" ", with: "\u{A0}").split(whereSeparator: \.isNewline)
            return lines.map { Line(text: String($0), lead: quote + "  ") }
        case .picture(let shown):
            let caption = shown.caption.map { String($0.characters) } ?? shown.attachment.alternative
            return [Line(text: caption ?? "", lead: quote, picture: picture)]
        case .media(let attachment), .frame(let attachment): return [Line(text: attachment.url, lead: quote + "▶ ")]
        case .table(let table):
            return table.rows.map { Line(text: $0.map { String($0.text.characters) }.joined(separator: " │ ")) }
        }
    }
}
