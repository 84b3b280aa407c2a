internal import Foundation
internal import Larder
internal import LarderModel
package import LarderPages

extension ViewerPages {
    /// The page of a recipe; nil: there is none with this URN.
    ///
    /// - Parameter servings: For how many its amounts are shown; nil: as the source says.
    package func recipe(_ urn: String, servings: Int? = nil) throws -> RecipeView? {
        guard let item = try reader.recipe(urn) else { return nil }
        let picture = addresses.view(item.pictures.main, alternative: item.title)
        let own = item.servings.flatMap { 1...1_000 ~= $0 ? $0 : nil }
        let chosen = own.map { own in servings.map { min(max(1, $0), 1_000) } ?? own }
        let factor = own.flatMap { own in chosen.map { Double($0) / Double(own) } } ?? 1
        let lines = item.ingredients.map { RecipeView.Line($0, times: factor) }
        let address = addresses.item(urn)
        func servingsAddress(_ count: Int) -> String? {
            addresses.isFolder || count < 1 ? nil : count == own ? address : "\(address)?servings=\(count)"
        }
        var view = RecipeView(
            frame: try frame(),
            id: urn,
            back: back("Recipes", kind: "recipe"),
            title: ForeignText(item.title, language: item.recipe.language),
            source: item.publisher ?? item.source,
            sourceAddress: item.publisher == nil
                ? addresses.list(ListAddress().changed { $0.source = item.source }) : nil,
            page: address,
            provenance: try provenance(of: urn, source: item.source, page: item.page)
        )
        (view.author, view.summary, view.facts) = (Self.author(item), item.summary, Self.facts(item))
        view.picture = picture
        view.pictures = item.pictures.all.dropFirst().compactMap { addresses.view($0) }
        view.sections = Self.sections(item.ingredients, lines)
        if let own, let chosen { view.servings = (own, chosen) } else { view.yield = item.servingsText }
        view.fewer = chosen.flatMap { servingsAddress($0 - 1) }
        view.more = chosen.flatMap { servingsAddress($0 + 1) }
        view.unscaled = chosen == own ? nil : address
        view.steps = RecipeSteps(item, lines, addresses).steps
        view.cook = item.steps.isEmpty ? nil : "\(address)?step=1"
        view.nutrition = item.nutrition.filter { $0.name != "servingSize" }.map { ($0.label, $0.text) }
        let size = item.nutrition.first { $0.name == "servingSize" }
        view.nutritionBasis = size.map { "per serving of \($0.text)" } ?? "as the source states it"
        view.equipment = item.equipment
        view.tags = tags(item)
        view.videos = item.videos.compactMap(Self.outside)
        view.body = try item.body.map { try prose($0, page: item.page, shown: picture?.address).blocks } ?? []
        (view.previous, view.next) = try neighbours(of: urn, .recipe)
        view.gap = gap(isPartial: item.isPartial, body: nil, what: "ingredients and steps are")
        return view
    }

    private static func author(_ item: RecipeItem) -> String? {
        let names = item.authors.filter { $0 != item.publisher && WebAddress($0) == nil }
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }

    private static func facts(_ item: RecipeItem) -> [RecipeView.Fact] {
        let times = [("Total", item.minutes), ("Prepare", item.prepMinutes), ("Cook", item.cookingMinutes)]
        // One time alone is said once.
        let shown = times.compactMap { label, minutes in minutes.map { (label, Wording.minutes($0)) } }
        let distinct = shown.count == 2 && shown[0].1 == shown[1].1 ? [shown[0]] : shown
        let serves = item.servingsText.map { text in
            text.contains(where: \.isLetter) ? ("Makes", text) : ("Serves", text)
        }
        let rating = item.rating.map { rating in
            ("Rated", "\((rating * 10).rounded() / 10)" + (item.ratingCount.map { " (\($0.grouped))" } ?? ""))
        }
        return distinct + [item.servings.map { ("Serves", "\($0)") } ?? serves, rating].compactMap(\.self)
    }

    private static func sections(_ ingredients: [Ingredient], _ lines: [RecipeView.Line]) -> [RecipeView.Section] {
        var sections: [RecipeView.Section] = []
        for (ingredient, line) in zip(ingredients, lines) {
            if sections.isEmpty || sections[sections.count - 1].title != ingredient.section {
                sections.append(RecipeView.Section(title: ingredient.section, lines: []))
            }
            sections[sections.count - 1].lines.append(line)
        }
        return sections
    }

    private func tags(_ item: RecipeItem) -> [Choice] {
        func choice(_ name: String, _ change: (inout ListAddress) -> Void) -> Choice {
            Choice(label: name, address: addresses.list(ListAddress().changed(change)), isSelected: false)
        }
        return item.categories.distinct.map { name in choice(name) { $0.category = name } }
            + item.keywords.distinct.prefix(12).map { name in choice(name) { $0.words = [name] } }
    }
}

extension NutritionFact {
    /// The property of schema.org as words: "fatContent" is "Fat".
    var label: String {
        let plain = name.hasSuffix("Content") ? String(name.dropLast(7)) : name
        let words = plain.reduce(into: "") { text, letter in
            if letter.isUppercase { text += " " }
            text += letter.lowercased()
        }
        return words.prefix(1).uppercased() + words.dropFirst()
    }
}

extension RecipeView.Line {
    /// A line of the ingredients with its amount for `factor` times the servings.
    init(_ ingredient: Ingredient, times factor: Double) {
        let read = Self.amount(of: ingredient)
        let (name, remark) = Self.split(read?.rest ?? ingredient.text)
        self.init(
            amount: read?.amount.text(times: factor),
            name: name,
            remark: remark,
            numbers: read?.amount.numbers ?? [],
            unit: read?.amount.unit ?? "",
            isFixed: read.map { Self.hasSecondAmount($0.rest) } ?? ingredient.text.contains(where: \.isNumber)
        )
    }

    /// Whether a line goes on with another amount: "1 cup stock and 2 tablespoons oil".
    private static func hasSecondAmount(_ rest: String) -> Bool {
        [" and ", " plus ", " + ", " & "].contains { joint in
            rest.components(separatedBy: joint).dropFirst().contains { Amount.read($0) != nil }
        }
    }

    private static func amount(of ingredient: Ingredient) -> (amount: Amount, rest: String)? {
        if let quantity = ingredient.quantity, quantity > 0, let name = ingredient.name, !name.isEmpty {
            return (Amount(numbers: [quantity], unit: ingredient.unit ?? ""), name)
        }
        return Amount.read(ingredient.text)
    }

    /// What stands behind the first comma or within brackets at the end is a remark.
    private static func split(_ text: String) -> (name: String, remark: String?) {
        if text.hasSuffix(")"), let bracket = text.lastIndex(of: "("), bracket > text.startIndex {
            let name = String(text[..<bracket]).trimmedSpace
            if !name.isEmpty { return (name, String(text[text.index(after: bracket)...].dropLast())) }
        }
        return (text, nil)
    }
}
