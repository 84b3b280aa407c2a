internal import LarderHTML
internal import LarderModel
internal import LarderPageReading

/// The fields of a recipe's web page as members of a JSON object.
enum PageFields {
    static func write(html: String, url: String, site: JSONValue?, to json: inout JSONWriter) {
        let document = HTMLDocument(parsing: html)
        let head = PageHead(document: document, url: url)
        if let site {
            json.key("site")
            json.value(site)
        }
        guard let recipe = RecipePageReader.read(document, head: head) else {
            json.member("image", list: head.pictures)
            json.member("canonical_url", some: head.canonicalURL)
            json.member("language", some: head.language)
            return
        }
        write(recipe, to: &json)
    }

    private static func write(_ recipe: PageRecipe, to json: inout JSONWriter) {
        json.member("title", recipe.title)
        json.member("ingredients", list: recipe.ingredients.map(\.text))
        json.member("instructions", list: lines(recipe))
        json.member("total_time", some: recipe.totalMinutes)
        json.member("prep_time", some: recipe.prepMinutes)
        json.member("cook_time", some: recipe.cookMinutes)
        json.member("yields", some: recipe.servingsText.flatMap(SchemaYield.words))
        json.member("image", list: recipe.pictures)
        json.member("author", list: recipe.authors)
        json.member("canonical_url", some: recipe.canonicalURL)
        json.member("language", some: recipe.language)
        if !recipe.nutrition.isEmpty {
            json.key("nutrients")
            json.object { json in
                for nutrient in recipe.nutrition { json.member(nutrient.key, nutrient.text) }
            }
        }
        json.member("ratings", some: recipe.rating)
        json.member("ratings_count", some: recipe.ratingCount)
        json.member("category", list: recipe.categories)
        json.member("cuisine", list: recipe.cuisines)
        json.member("keywords", list: recipe.keywords)
        json.member("description", some: recipe.summary)
        writeFurther(recipe, to: &json)
    }

    /// The members that say more of what the others say.
    private static func writeFurther(_ recipe: PageRecipe, to json: inout JSONWriter) {
        json.key("ingredient_lines")
        json.array(recipe.ingredients) { json, line in
            json.object { json in
                json.member("text", line.text)
                json.member("section", some: line.section)
            }
        }
        json.key("steps")
        json.array(recipe.steps) { json, step in
            json.object { json in
                json.member("text", step.text)
                json.member("name", some: step.name)
                json.member("section", some: step.section)
                json.member("images", list: step.pictures)
            }
        }
        json.key("nutrition")
        json.array(recipe.nutrition) { json, nutrient in
            json.object { json in
                json.member("key", nutrient.key)
                json.member("number", some: nutrient.number)
                json.member("unit", some: nutrient.unit)
                json.member("text", nutrient.text)
            }
        }
        json.member("servings", some: recipe.servings)
        json.member("servings_text", some: recipe.servingsText)
        json.member("best_rating", some: recipe.bestRating)
        json.member("publisher", some: recipe.publisher)
        json.member("videos", list: recipe.videos)
        json.key("origins")
        json.object { json in
            for field in PageRecipe.Field.allCases {
                json.member(field.rawValue, some: recipe.origins[field]?.rawValue)
            }
        }
    }

    /// The steps as lines; where markup has them, a section's heading and a step's name are lines of their own.
    private static func lines(_ recipe: PageRecipe) -> [String] {
        let isMarkup = recipe.origins[.steps] != .page
        var section: String?
        return recipe.steps.flatMap { step in
            let isNew = isMarkup && step.section != nil && step.section != section
            section = step.section
            return [isNew ? step.section : nil, step.name].compactMap { $0 }
                + step.text.split(separator: "\n").map(String.init)
        }
    }
}

extension JSONWriter {
    fileprivate mutating func member(_ name: String, some text: String?) {
        if let text { member(name, text) }
    }

    fileprivate mutating func member(_ name: String, some number: Int?) {
        if let number { member(name, number) }
    }

    fileprivate mutating func member(_ name: String, some number: Double?) {
        guard let number else { return }
        key(name)
        value(number)
    }

    fileprivate mutating func member(_ name: String, list items: [String]) {
        if !items.isEmpty { member(name, strings: items) }
    }
}
