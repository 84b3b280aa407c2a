import LarderProtocol

/// Writes records as JSON, under the names of their columns; absent values are left out, extra fields are an object.
enum RecordJSON {
    static func line(_ effect: WireEffect, id: JSONValue?) -> String {
        var members = id.map { [JSONMember(name: "id", value: $0)] } ?? []
        members.append(JSONMember(name: "recipes", value: .array(effect.recipes.map(recipe))))
        members.append(JSONMember(name: "articles", value: .array(effect.articles.map(article))))
        members.append(JSONMember(name: "outlets", value: .array(effect.outlets.map(outlet))))
        let notes = effect.notes.map { note in
            object {
                $0.add("code", note.code); $0.add("message", note.message)
            }
        }
        members.append(JSONMember(name: "notes", value: .array(notes)))
        return JSONValue.object(members).json
    }

    static func recipe(_ recipe: WireRecipe) -> JSONValue {
        object {
            $0.add("urn", recipe.urn)
            $0.add("record_id", recipe.recordID)
            $0.add("title", recipe.title)
            $0.add("publisher", nonEmpty: recipe.publisher)
            $0.add("publisher_url", nonEmpty: recipe.publisherURL)
            $0.add("source_url", nonEmpty: recipe.sourceURL)
            $0.add("api_url", nonEmpty: recipe.apiURL)
            $0.add("image_url", nonEmpty: recipe.imageURL)
            $0.add("image_urn", nonEmpty: recipe.imageUrn)
            if recipe.hasSocialRank { $0.add("social_rank", number: "\(recipe.socialRank)") }
            $0.members.append(JSONMember(name: "ingredients", value: .array(recipe.ingredients.map(ingredient))))
            if recipe.hasServings { $0.add("servings", number: "\(recipe.servings)") }
            if recipe.hasCookingMinutes { $0.add("cooking_minutes", number: "\(recipe.cookingMinutes)") }
            $0.add(recipe.extra)
        }
    }

    private static func ingredient(_ ingredient: WireIngredient) -> JSONValue {
        object {
            $0.add("text", ingredient.text)
            if ingredient.hasQuantity { $0.add("quantity", number: "\(ingredient.quantity)") }
            $0.add("unit", nonEmpty: ingredient.unit)
            $0.add("name", nonEmpty: ingredient.name)
        }
    }

    static func article(_ article: WireArticle) -> JSONValue {
        object {
            $0.add("urn", article.urn)
            if article.hasOutletID { $0.add("outlet_id", article.outletID) }
            $0.add("outlet_name", nonEmpty: article.outletName)
            if article.hasAuthor { $0.add("author", article.author) }
            $0.add("title", article.title)
            if article.hasSummary { $0.add("summary", article.summary) }
            $0.add("url", article.url)
            $0.add("image_url", nonEmpty: article.imageURL)
            $0.add("image_urn", nonEmpty: article.imageUrn)
            if article.hasPublishedAt { $0.add("published_at", article.publishedAt) }
            if article.hasPublishedAtMs { $0.add("published_at_ms", number: "\(article.publishedAtMs)") }
            if article.hasContent { $0.add("content", article.content) }
            $0.add(article.extra)
        }
    }

    static func outlet(_ outlet: WireOutlet) -> JSONValue {
        object {
            $0.add("urn", outlet.urn)
            $0.add("outlet_id", outlet.outletID)
            $0.add("name", outlet.name)
            if outlet.hasSummary { $0.add("summary", outlet.summary) }
            if outlet.hasURL { $0.add("url", outlet.url) }
            if outlet.hasCategory { $0.add("category", outlet.category) }
            if outlet.hasLanguage { $0.add("language", outlet.language) }
            if outlet.hasCountry { $0.add("country", outlet.country) }
            $0.members.append(JSONMember(name: "sort_orders", value: .array(outlet.sortOrders.map { .string($0) })))
            $0.add(outlet.extra)
        }
    }

    private static func object(_ fill: (inout Members) -> Void) -> JSONValue {
        var members = Members()
        fill(&members)
        return .object(members.members)
    }

    private struct Members {
        var members: [JSONMember] = []

        mutating func add(_ name: String, _ text: String) {
            members.append(JSONMember(name: name, value: .string(text)))
        }

        mutating func add(_ name: String, nonEmpty text: String) {
            if !text.isEmpty { add(name, text) }
        }

        mutating func add(_ name: String, number: String) {
            members.append(JSONMember(name: name, value: .number(number)))
        }

        mutating func add(_ extra: [WireExtraField]) {
            guard !extra.isEmpty else { return }
            let fields = extra.map { field in
                let value = try? JSONParser.parse(Array(field.json.utf8), maxDepth: SourceLimits.maxJSONDepth + 4)
                // An extra field was written by us, so what cannot be read back is kept as text rather than lost.
                return JSONMember(name: field.name, value: value ?? .string(field.json))
            }
            members.append(JSONMember(name: "extra", value: .object(fields)))
        }
    }
}
