extension PageRecipe {
    /// The most that a record holds; what is over it is cut (texts) or left out (URLs and the ends of lists).
    public enum Limits {
        /// A title, name, heading, word or ingredient, in bytes of UTF-8.
        public static let maxLineBytes = RecordBound.titleBytes.limit
        /// The summary and the text of a step, in bytes of UTF-8.
        public static let maxTextBytes = RecordBound.fieldBytes.limit
        /// A URL, in bytes.
        public static let maxURLBytes = RecordBound.urlBytes.limit
        /// A language tag, in bytes.
        public static let maxLanguageBytes = RecordBound.languageBytes.limit
        /// Lines of ingredients.
        public static let maxIngredients = RecordBound.ingredients.limit
        /// Steps.
        public static let maxSteps = RecordBound.steps.limit
        /// Pictures of one step.
        public static let maxStepPictures = 10
        /// Authors, categories, cuisines and keywords, of each.
        public static let maxWords = RecordBound.recipeWords.limit
        /// Nutritional values.
        public static let maxNutrients = RecordBound.nutrition.limit
        /// Pictures of the dish.
        public static let maxPictures = RecordBound.pictures.limit
        /// Videos.
        public static let maxVideos = RecordBound.recipeWords.limit
        /// All texts and URLs together, in bytes of UTF-8: 100 long recipes.
        public static let maxBytes = RecordBound.pageRecipeBytes.limit
    }

    /// The record within ``Limits``; where all together is too much, what comes later in the record goes first.
    public func bounded() -> PageRecipe {
        var rest = Remainder()
        var result = self
        result.title = rest.line(title) ?? ""
        result.language = language.flatMap { $0.utf8.count <= Limits.maxLanguageBytes ? rest.line($0) : nil }
        result.canonicalURL = canonicalURL.flatMap { rest.url($0) }
        result.summary = summary.flatMap { rest.text($0) }
        result.publisher = publisher.flatMap { rest.line($0) }
        result.servingsText = servingsText.flatMap { rest.line($0) }
        result.ingredients = ingredients.prefix(Limits.maxIngredients).compactMap { line in
            rest.line(line.text).map { IngredientLine(text: $0, section: line.section.flatMap { rest.line($0) }) }
        }
        result.steps = steps.prefix(Limits.maxSteps).compactMap { step in
            rest.text(step.text).map {
                Step(
                    text: $0,
                    name: step.name.flatMap { rest.line($0) },
                    section: step.section.flatMap { rest.line($0) },
                    pictures: step.pictures.prefix(Limits.maxStepPictures).compactMap { rest.url($0) }
                )
            }
        }
        result.pictures = pictures.prefix(Limits.maxPictures).compactMap { rest.url($0) }
        result.videos = videos.prefix(Limits.maxVideos).compactMap { rest.url($0) }
        result.authors = rest.words(authors)
        result.categories = rest.words(categories)
        result.cuisines = rest.words(cuisines)
        result.keywords = rest.words(keywords)
        result.nutrition = nutrition.prefix(Limits.maxNutrients).compactMap { nutrient in
            guard let key = rest.line(nutrient.key), let text = rest.line(nutrient.text) else { return nil }
            return Nutrient(
                key: key,
                number: nutrient.number,
                unit: nutrient.unit.flatMap { rest.line($0) },
                text: text
            )
        }
        return result
    }

    /// The bytes that all texts may still have.
    private struct Remainder {
        var bytes = Limits.maxBytes

        mutating func take(_ text: String, _ limit: Int) -> String? {
            let kept = text.prefix(bytes: min(limit, bytes))
            bytes -= kept.utf8.count
            return kept.nonEmpty
        }

        mutating func line(_ text: String) -> String? { take(text, Limits.maxLineBytes) }

        mutating func text(_ text: String) -> String? { take(text, Limits.maxTextBytes) }

        mutating func url(_ text: String) -> String? {
            text.utf8.count <= min(Limits.maxURLBytes, bytes) ? take(text, Limits.maxURLBytes) : nil
        }

        mutating func words(_ words: [String]) -> [String] {
            words.prefix(Limits.maxWords).compactMap { line($0) }
        }
    }
}
