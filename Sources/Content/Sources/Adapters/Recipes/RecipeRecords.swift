internal import LarderHTML
internal import LarderModel
internal import LarderPageReading
internal import LarderSourceDefinitions

enum RecipeRecords {
    static func identifier(of value: JSONValue) -> String? {
        var fields = RecordFields(value.members ?? [])
        return fields.recipeID()
    }

    /// A record; nil, with a note, where it has no id or title.
    static func recipe(
        _ value: JSONValue,
        id asked: String? = nil,
        urn: String? = nil,
        into builder: inout EffectBuilder
    ) -> Recipe? {
        guard let members = value.members else {
            builder.note(.recordSkipped, "A recipe on \(builder.url) is no JSON object.")
            return nil
        }
        var fields = RecordFields(members)
        guard let id = fields.recipeID() ?? asked else {
            builder.note(.recordSkipped, "A recipe on \(builder.url) has no id.")
            return nil
        }
        guard let title = fields.title("title").nonEmpty else {
            builder.note(.recordSkipped, "The recipe \(id.shortened(to: 60)) on \(builder.url) has no title.")
            return nil
        }
        var recipe = Recipe(
            urn: urn ?? RecordURN.recipe(source: builder.definition.name, id: id),
            recordID: id,
            title: title,
            publisher: fields.title("publisher"),
            publisherURL: fields.url("publisher_url"),
            sourceURL: fields.url("source_url"),
            apiURL: fields.url("f2f_url"),
            imageURL: fields.url("image_url"),
            socialRank: fields.double("social_rank"),
            servings: fields.count("servings"),
            cookingMinutes: fields.count("cooking_time")
        )
        recipe.imageURN = builder.addImage(recipe.imageURL, of: title)
        let listed = fields.take("ingredients", lines(of:)) ?? []
        recipe.ingredients = listed.prefix(RecordBound.ingredients.limit).compactMap { ingredient($0, &fields) }
        recipe.extra = fields.extras()
        let cut = fields.cut + (listed.count > RecordBound.ingredients.limit ? ["ingredients"] : [])
        builder.noteCuts(cut, of: "The recipe \(id.shortened(to: 60))", urn: recipe.urn)
        return recipe
    }

    /// The entries of an ingredient list; a text counts as its lines; nil: an entry is a list.
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

    /// Whether an object has only members that an ingredient has.
    private static func isSplitIngredient(_ item: JSONValue) -> Bool {
        let members = item.members ?? []
        return members.allSatisfy { member in
            switch member.name.knownWord {
            case "quantity": member.value == .null || member.value.double != nil
            case "unit", "description": member.value == .null || member.value.text != nil
            default: false
            }
        }
    }

    private static func ingredient(_ value: JSONValue, _ fields: inout RecordFields) -> Ingredient? {
        func line(_ value: JSONValue?) -> String { fields.title(value?.text ?? "", "ingredients") }
        guard case .object = value else { return line(value).nonEmpty.map { Ingredient(text: $0) } }
        let quantity = value["quantity"]
        let (unit, name) = (line(value["unit"]), line(value["description"]))
        let text = [quantity?.text?.trimmedSpace ?? "", unit, name].filter { !$0.isEmpty }.joined(separator: " ")
        return text.isEmpty ? nil : Ingredient(text: text, quantity: quantity?.double, unit: unit, name: name)
    }
}

extension RecordFields {
    /// The source's own id of a record: `recipe_id` (food2fork, forkify v1) or `id` (forkify v2).
    fileprivate mutating func recipeID() -> String? { identifier("recipe_id") ?? identifier("id") }
}
