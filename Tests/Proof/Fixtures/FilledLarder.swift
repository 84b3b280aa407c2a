package import LarderModel

/// A larder of random items, with what each was made of.
package struct FilledLarder {
    package struct Item: Sendable, Hashable {
        package var urn: String
        package var isRecipe: Bool
        package var source: String
        package var title: String
        package var minutes: Int?
        package var rank: Double?
        package var category: String?
        /// One or two; of recipes alone.
        package var words: [String]
        package var language: String?
        package var isGone: Bool
        /// Whether it is an article whose page has a recipe of the larder.
        package var isTwin: Bool
        /// A word that is in its title or in an ingredient.
        package var food: String
        package var isInTitle: Bool
    }

    package static let sources = ["bakery", "garden", "paper"]
    package static let categories = ["soups", "cakes", "salads"]
    package static let keywords = ["quick", "warm", "festive", "light"]
    package static let languages = ["en", "de"]
    package static let foods = ["leek", "plum", "rye"]

    package let fixture: LarderFixture
    package let items: [Item]

    /// - Parameter count: Items of each source.
    package init(_ numbers: inout SeededGenerator, count: Int = 50) throws {
        fixture = try LarderFixture(source: Self.sources[0])
        var items: [Item] = []
        for (place, source) in Self.sources.enumerated() {
            try fixture.beginSync(source: source, at: Int64(1_000 * (place + 1)))
            let own = (0..<count).map { Self.item($0, source, items.count, &numbers) }
            let twins = own.filter { $0.isRecipe && numbers.oneIn(6) }.map(Self.twin)
            try fixture.add((own + twins).filter(\.isRecipe).map(Self.recipe))
            try fixture.add((own + twins).filter { !$0.isRecipe }.enumerated().map { Self.article(of: $1, time: $0) })
            items += own + twins
        }
        for item in items where item.isGone {
            let table = item.isRecipe ? "recipe" : "article"
            try fixture.execute("UPDATE \(table) SET goneAt = 9 WHERE urn = '\(item.urn)'")
        }
        self.items = items
    }

    private static func item(_ number: Int, _ source: String, _ before: Int, _ numbers: inout SeededGenerator) -> Item {
        let isRecipe = source == "paper" ? numbers.oneIn(4) : !numbers.oneIn(5)
        let (food, isInTitle) = (numbers.pick(foods), numbers.oneIn(2))
        let words = keywords.filter { _ in numbers.oneIn(3) }.prefix(2)
        let title = "Dish \(numbers.number(100...999)) \(100 + before + number)"
        return Item(
            urn: "\(isRecipe ? "recipe" : "article"):\(source):\(number)",
            isRecipe: isRecipe,
            source: source,
            title: title + (isInTitle || !isRecipe ? " of \(food)" : ""),
            minutes: isRecipe && !numbers.oneIn(4) ? numbers.number(1...120) : nil,
            rank: isRecipe ? Double(numbers.below(40)) : nil,
            category: isRecipe && !numbers.oneIn(4) ? numbers.pick(categories) : nil,
            words: isRecipe ? Array(words) : [],
            language: numbers.oneIn(4) ? nil : numbers.pick(languages),
            isGone: numbers.oneIn(7),
            isTwin: false,
            food: food,
            isInTitle: isInTitle || !isRecipe
        )
    }

    private static func twin(of recipe: Item) -> Item {
        var twin = recipe
        twin.urn = "article" + recipe.urn.dropFirst(6)
        (twin.isRecipe, twin.isTwin, twin.minutes, twin.rank) = (false, true, nil, nil)
        (twin.category, twin.words, twin.isGone) = (nil, [], false)
        return twin
    }

    private static func recipe(of item: Item) -> Recipe {
        var recipe = Recipe(urn: item.urn, recordID: String(item.urn.split(separator: ":")[2]), title: item.title)
        (recipe.totalMinutes, recipe.socialRank, recipe.language) = (item.minutes, item.rank, item.language)
        recipe.categories = item.category.map { [$0] } ?? []
        recipe.keywords = item.words
        recipe.ingredients = item.isInTitle ? [] : [Ingredient(text: "2 cups \(item.food)")]
        recipe.steps = [RecipeStep(text: "Simmer for 20 minutes.")]
        return recipe
    }

    private static func article(of item: Item, time: Int) -> Article {
        var article = Article(
            urn: item.urn,
            title: item.title,
            publishedAt: 1_700_000_000_000 + Int64(time / 2) * 1_000
        )
        article.language = item.language
        return article
    }
}
