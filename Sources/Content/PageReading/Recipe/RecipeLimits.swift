internal import LarderModel

/// The most that the recipe of a page holds; longer texts are cut, longer URLs and the ends of lists left out.
public enum RecipeLimits {
    /// A title, name, heading, word or ingredient, in bytes of UTF-8.
    public static let maxLineBytes = RecordBound.titleBytes.limit
    /// The summary and the text of a step, in bytes of UTF-8.
    public static let maxTextBytes = 16 << 10
    /// A URL, in bytes.
    public static let maxURLBytes = RecordBound.urlBytes.limit
    /// A language tag, in bytes.
    public static let maxLanguageBytes = 35
    /// Lines of ingredients.
    public static let maxIngredients = RecordBound.ingredients.limit
    /// Steps.
    public static let maxSteps = RecordBound.steps.limit
    /// Authors, categories, cuisines and keywords, of each.
    public static let maxWords = 100
    /// Nutritional values.
    public static let maxNutrients = 60
    /// Pictures of the dish.
    public static let maxPictures = 50
    /// Videos.
    public static let maxVideos = 10
    /// All texts and URLs together, in bytes of UTF-8: 100 long recipes.
    public static let maxBytes = 512 << 10
}

extension RecipePage {
    /// The recipe within ``RecipeLimits``; where all together is too much, fields at the end of this function are cut first.
    package func bounded() -> RecipePage {
        var rest = Remainder()
        var bounded = recipe
        bounded.title = rest.line(recipe.title) ?? ""
        bounded.language = recipe.language.flatMap {
            $0.utf8.count <= RecipeLimits.maxLanguageBytes ? rest.line($0) : nil
        }
        bounded.canonicalURL = rest.url(recipe.canonicalURL)
        bounded.summary = rest.text(recipe.summary)
        bounded.publisher = rest.line(recipe.publisher)
        bounded.servingsText = rest.line(recipe.servingsText)
        bounded.ingredients = recipe.ingredients.prefix(RecipeLimits.maxIngredients).compactMap { line in
            rest.line(line.text).map { Ingredient(text: $0, section: rest.line(line.section)) }
        }
        bounded.steps = recipe.steps.prefix(RecipeLimits.maxSteps).compactMap { step in
            rest.text(step.text).map {
                RecipeStep(
                    text: $0,
                    name: rest.line(step.name),
                    section: rest.line(step.section),
                    imageURL: rest.url(step.imageURL)
                )
            }
        }
        bounded.pictures = recipe.pictures.prefix(RecipeLimits.maxPictures).compactMap {
            rest.url($0.url).map { ItemPicture(url: $0) }
        }
        bounded.imageURL = bounded.pictures.first?.url
        bounded.videos = recipe.videos.prefix(RecipeLimits.maxVideos).compactMap { rest.url($0) }
        for words in [\Recipe.authors, \.categories, \.cuisines, \.keywords] {
            bounded[keyPath: words] = recipe[keyPath: words].prefix(RecipeLimits.maxWords).compactMap { rest.line($0) }
        }
        bounded.nutrition = recipe.nutrition.prefix(RecipeLimits.maxNutrients).compactMap { fact in
            guard let name = rest.line(fact.name), let text = rest.line(fact.text) else { return nil }
            return NutritionFact(name: name, amount: fact.amount, unit: rest.line(fact.unit), text: text)
        }
        return RecipePage(recipe: bounded, bestRating: bestRating)
    }

    /// The bytes that all texts may still have.
    private struct Remainder {
        var bytes = RecipeLimits.maxBytes

        mutating func cut(_ text: String?, _ limit: Int) -> String? {
            guard let text else { return nil }
            let kept = text.prefix(bytes: min(limit, bytes))
            bytes -= kept.utf8.count
            return kept.nonEmpty
        }

        mutating func line(_ text: String?) -> String? { cut(text, RecipeLimits.maxLineBytes) }

        mutating func text(_ text: String?) -> String? { cut(text, RecipeLimits.maxTextBytes) }

        mutating func url(_ text: String?) -> String? {
            guard let text, text.utf8.count <= min(RecipeLimits.maxURLBytes, bytes) else { return nil }
            return cut(text, RecipeLimits.maxURLBytes)
        }
    }
}
