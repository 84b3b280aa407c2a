internal import LarderModel

/// What templates can name of an item: its fields by the names that the catalog has for them.
enum TemplateFields {
    /// Fields with one value.
    static let single: Set<String> = [
        "title", "summary", "author", "publisher", "outletName", "canonicalURL", "imageURL", "language", "servings",
        "servingsText", "prepMinutes", "cookingMinutes", "totalMinutes", "rating", "ratingCount", "publishedText", body,
    ]

    /// The HTML of the main part of the item's page, the one value that is no plain text.
    static let body = "body"

    /// Lists with the fields that their entries have; none: the entries are texts, which `.` stands for.
    static let lists: [String: Set<String>] = [
        "authors": [], "categories": [], "cuisines": [], "keywords": [], "videos": [], "pictures": [],
        "ingredients": ["text", "quantity", "unit", "name", "section"],
        "steps": ["text", "name", "section", "imageURL", "number"],
        "nutrition": ["name", "amount", "unit", "text"],
    ]

    /// The values of a recipe; what is absent is left out.
    static func values(_ recipe: Recipe, body: String) -> [String: Any] {
        var values = Values()
        values["title"] = recipe.title
        values["summary"] = recipe.summary
        values["publisher"] = recipe.publisher
        values["canonicalURL"] = recipe.canonicalURL
        values["imageURL"] = recipe.imageURL
        values["language"] = recipe.language
        values["servings"] = recipe.servings.map { "\($0)" }
        values["servingsText"] = recipe.servingsText
        values["prepMinutes"] = recipe.prepMinutes.map { "\($0)" }
        values["cookingMinutes"] = recipe.cookingMinutes.map { "\($0)" }
        values["totalMinutes"] = recipe.totalMinutes.map { "\($0)" }
        values["rating"] = recipe.rating.map { "\($0)" }
        values["ratingCount"] = recipe.ratingCount.map { "\($0)" }
        values["author"] = recipe.authors.joined(separator: ", ")
        values[self.body] = body
        values.add("authors", recipe.authors)
        values.add("categories", recipe.categories)
        values.add("cuisines", recipe.cuisines)
        values.add("keywords", recipe.keywords)
        values.add("videos", recipe.videos)
        values.add("pictures", recipe.pictures.map(\.url))
        values.add("ingredients", recipe.ingredients) { ingredient, entry in
            entry["text"] = ingredient.text
            entry["quantity"] = ingredient.quantity.map { "\($0)" }
            entry["unit"] = ingredient.unit
            entry["name"] = ingredient.name
            entry["section"] = ingredient.section
        }
        values.add("steps", Array(recipe.steps.enumerated())) { step, entry in
            entry["number"] = "\(step.offset + 1)"
            entry["text"] = step.element.text
            entry["name"] = step.element.name
            entry["section"] = step.element.section
            entry["imageURL"] = step.element.imageURL
        }
        values.add("nutrition", recipe.nutrition) { fact, entry in
            entry["name"] = fact.name
            entry["amount"] = fact.amount.map { "\($0)" }
            entry["unit"] = fact.unit
            entry["text"] = fact.text
        }
        return values.all
    }

    /// The values of an article; what is absent is left out.
    static func values(_ article: Article, body: String) -> [String: Any] {
        var values = Values()
        values["title"] = article.title
        values["summary"] = article.summary
        values["author"] = article.author
        values["outletName"] = article.outletName
        values["canonicalURL"] = article.canonicalURL
        values["imageURL"] = article.imageURL
        values["language"] = article.language
        values["publishedText"] = article.publishedText
        values[self.body] = body
        return values.all
    }
}

/// Values that are there.
private struct Values {
    private(set) var all: [String: Any] = [:]

    subscript(name: String) -> String? {
        get { all[name] as? String }
        set { all[name] = newValue.nonEmpty }
    }

    mutating func add(_ name: String, _ texts: [String]) {
        if !texts.isEmpty { all[name] = texts }
    }

    mutating func add<Item>(_ name: String, _ items: [Item], _ fill: (Item, inout Values) -> Void) {
        guard !items.isEmpty else { return }
        all[name] = items.map { item in
            var entry = Values()
            fill(item, &entry)
            return entry.all
        }
    }
}
