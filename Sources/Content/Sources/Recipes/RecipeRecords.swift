import LarderProtocol

/// Makes recipe records out of food2fork's and forkify's objects.
enum RecipeRecords {
    /// The source's own id of a record: `recipe_id` (food2fork, forkify v1) or `id` (forkify v2).
    static func identifier(of value: JSONValue) -> String? {
        var fields = RecordFields(value.members ?? [])
        return fields.identifier("recipe_id") ?? fields.identifier("id")
    }

    /// A whole record; nil, with a note, where it has no id or title.
    ///
    /// - Parameters:
    ///   - id: The id that was asked for, where the record has none of its own.
    ///   - urn: The item's URN; nil makes one out of the id.
    static func recipe(
        _ value: JSONValue,
        id asked: String? = nil,
        urn: String? = nil,
        into builder: inout EffectBuilder
    ) -> WireRecipe? {
        guard let members = value.members else {
            builder.note(.recordSkipped, "A recipe on \(builder.answer.redactedURL) is no JSON object.")
            return nil
        }
        var fields = RecordFields(members)
        var recipe = WireRecipe()
        guard let id = fields.identifier("recipe_id") ?? fields.identifier("id") ?? asked else {
            builder.note(.recordSkipped, "A recipe on \(builder.answer.redactedURL) has no id.")
            return nil
        }
        recipe.recordID = id
        recipe.urn = urn ?? Names.recipe(builder.definition.name, id)
        recipe.title = fields.title("title") ?? ""
        guard !recipe.title.isEmpty else {
            builder.note(
                .recordSkipped,
                "The recipe \(id.shortened(to: 60)) on \(builder.answer.redactedURL) has no title."
            )
            return nil
        }
        recipe.publisher = fields.title("publisher") ?? ""
        recipe.publisherURL = fields.url("publisher_url") ?? ""
        recipe.sourceURL = fields.url("source_url") ?? ""
        recipe.apiURL = fields.url("f2f_url") ?? ""
        recipe.imageURL = fields.url("image_url") ?? ""
        recipe.imageUrn = builder.image(recipe.imageURL, of: recipe.title)
        if let rank = fields.double("social_rank") { recipe.socialRank = rank }
        if let servings = fields.count("servings") { recipe.servings = servings }
        if let minutes = fields.count("cooking_time") { recipe.cookingMinutes = minutes }
        let listed = fields.take("ingredients", lines(of:)) ?? []
        recipe.ingredients = listed.prefix(SourceLimits.maxIngredients).compactMap { ingredient($0, &fields) }
        recipe.extra = fields.extras()
        var cut = Array(Set(fields.cut)).sorted()
        if listed.count > SourceLimits.maxIngredients { cut.append("ingredients") }
        if !cut.isEmpty {
            builder.note(
                .fieldCut,
                "The recipe \(id.shortened(to: 60)) has fields that are too long: \(cut.joined(separator: ", "))."
            )
        }
        return recipe
    }

    /// The entries of an ingredient list; a text counts as its lines.
    ///
    /// Nil where an entry is a list, which is kept as it is.
    private static func lines(of value: JSONValue) -> [JSONValue]? {
        switch value {
        case .string(let text): text.split(whereSeparator: \.isNewline).map { .string(String($0)) }
        case .array(let items):
            items.allSatisfy { item in
                switch item {
                case .null, .string, .number: true
                case .object: isSplitIngredient(item)
                default: false
                }
            } ? items : nil
        default: nil
        }
    }

    /// Whether an object holds nothing but what an ingredient can hold.
    private static func isSplitIngredient(_ item: JSONValue) -> Bool {
        let members = item.members ?? []
        return members.allSatisfy { member in
            switch member.name {
            case "quantity": member.value == .null || member.value.double != nil
            case "unit", "description": member.value == .null || member.value.text != nil
            default: false
            }
        }
    }

    private static func ingredient(_ value: JSONValue, _ fields: inout RecordFields) -> WireIngredient? {
        var ingredient = WireIngredient()
        let limit = SourceLimits.maxTitleBytes
        if case .object = value {
            let quantity = value["quantity"]
            if let amount = quantity?.double { ingredient.quantity = amount }
            let unit = Entities.decoded(value["unit"]?.text ?? "").trimmedSpace
            let name = Entities.decoded(value["description"]?.text ?? "").trimmedSpace
            ingredient.unit = fields.limited(unit, "ingredients", limit)
            ingredient.name = fields.limited(name, "ingredients", limit)
            let parts = [quantity?.text?.trimmedSpace ?? "", ingredient.unit, ingredient.name]
            ingredient.text = parts.filter { !$0.isEmpty }.joined(separator: " ")
        } else {
            let text = Entities.decoded(value.text ?? "").trimmedSpace
            ingredient.text = fields.limited(text, "ingredients", limit)
        }
        return ingredient.text.isEmpty ? nil : ingredient
    }
}
