internal import LarderHTML
internal import LarderModel
internal import LarderPageReading

/// The fields of a recipe's web page as members of a JSON object.
enum PageFields {
    static func write(html: String, url: String, site: JSONValue?, to json: inout JSONWriter) {
        let reading = WebPage(HTMLDocument(parsing: html), url: url)
        if let site {
            json.key("site")
            json.value(site)
        }
        guard let page = RecipePageReader.read(reading) else {
            json.member("image", list: reading.head.pictures)
            json.member("canonical_url", some: reading.head.canonicalURL)
            json.member("language", some: reading.head.language)
            return
        }
        write(page.recipe, bestRating: page.bestRating, to: &json)
    }

    private static func write(_ recipe: Recipe, bestRating: Double?, to json: inout JSONWriter) {
        json.member("title", recipe.title)
        json.member("ingredients", list: recipe.ingredients.map(\.text))
        json.member("instructions", list: lines(recipe))
        json.member("total_time", some: recipe.totalMinutes)
        json.member("prep_time", some: recipe.prepMinutes)
        json.member("cook_time", some: recipe.cookingMinutes)
        json.member("yields", some: recipe.servingsText.flatMap(SchemaYield.words))
        json.member("image", list: recipe.pictures.map(\.url))
        for field in Recipe.fields where field.kind == .texts {
            json.member(listNames[field.name] ?? field.name, list: field.get(recipe).texts ?? [])
        }
        json.member("canonical_url", some: recipe.canonicalURL)
        json.member("language", some: recipe.language)
        if !recipe.nutrition.isEmpty {
            json.object("nutrients") { json in
                for fact in recipe.nutrition { json.member(fact.name, fact.text) }
            }
        }
        json.member("ratings", some: recipe.rating)
        json.member("ratings_count", some: recipe.ratingCount)
        json.member("description", some: recipe.summary)
        writeFurther(recipe, bestRating: bestRating, to: &json)
    }

    /// The members that repeat others in more detail.
    private static func writeFurther(_ recipe: Recipe, bestRating: Double?, to json: inout JSONWriter) {
        json.array("ingredient_lines", recipe.ingredients) { json, line in
            json.object { json in
                json.member("text", line.text)
                json.member("section", some: line.section)
            }
        }
        json.array("steps", recipe.steps) { json, step in
            json.object { json in
                json.member("text", step.text)
                json.member("name", some: step.name)
                json.member("section", some: step.section)
                json.member("images", list: [step.imageURL].compactMap(\.self))
            }
        }
        json.array("nutrition", recipe.nutrition) { json, fact in
            json.object { json in
                json.member("key", fact.name)
                json.member("number", some: fact.amount)
                json.member("unit", some: fact.unit)
                json.member("text", fact.text)
            }
        }
        json.member("servings", some: recipe.servingsText.flatMap { SchemaYield(text: $0).number })
        json.member("servings_text", some: recipe.servingsText)
        json.member("best_rating", some: bestRating)
        json.member("publisher", some: recipe.publisher)
        json.object("origins") { json in
            for field in Recipe.fields where field.name != "imageURL" {
                let name = field.name == "cookingMinutes" ? "cookMinutes" : field.name
                json.member(name, some: recipe.origins[field.traits.column]?.rawValue)
            }
        }
    }

    /// Member names that differ from the name of their field.
    private static let listNames = ["authors": "author", "categories": "category", "cuisines": "cuisine"]

    /// The steps as lines; where markup has them, a section's heading and a step's name are lines of their own.
    private static func lines(_ recipe: Recipe) -> [String] {
        let isMarkup = recipe.origins["step"] != .page
        var section: String?
        return recipe.steps.flatMap { step in
            let isNew = isMarkup && step.section != nil && step.section != section
            section = step.section
            return [isNew ? step.section : nil, step.name].compactMap { $0 }
                + step.text.split(separator: "\n").map(String.init)
        }
    }
}
