internal import LarderModel
internal import SwiftProtobuf

extension Recipe {
    init(_ recipe: WireRecipe) {
        self.init(
            urn: recipe.urn,
            recordID: recipe.recordID,
            title: recipe.title,
            publisher: recipe.publisher,
            publisherURL: recipe.publisherURL,
            sourceURL: recipe.sourceURL,
            apiURL: recipe.apiURL,
            imageURL: recipe.imageURL,
            imageURN: recipe.imageUrn,
            socialRank: recipe.hasSocialRank ? recipe.socialRank : nil,
            ingredients: recipe.ingredients.map {
                Ingredient(
                    text: $0.text,
                    quantity: $0.hasQuantity ? $0.quantity : nil,
                    unit: $0.unit,
                    name: $0.name,
                    section: $0.section
                )
            },
            servings: recipe.hasServings ? Int(recipe.servings) : nil,
            cookingMinutes: recipe.hasCookingMinutes ? Int(recipe.cookingMinutes) : nil,
            extra: ExtraFields(recipe.extra)
        )
        let page = recipe.page.first ?? WireRecipePage()
        servingsText = page.servingsText.nonEmpty
        prepMinutes = page.hasPrepMinutes ? Int(page.prepMinutes) : nil
        totalMinutes = page.hasTotalMinutes ? Int(page.totalMinutes) : nil
        steps = page.steps.map {
            RecipeStep(
                text: $0.text,
                name: $0.name,
                section: $0.section,
                imageURL: $0.imageURL,
                imageURN: $0.imageUrn
            )
        }
        summary = page.summary.nonEmpty
        authors = page.authors
        categories = page.categories
        cuisines = page.cuisines
        keywords = page.keywords
        nutrition = page.nutrition.map {
            NutritionFact(name: $0.name, amount: $0.hasAmount ? $0.amount : nil, unit: $0.unit, text: $0.text)
        }
        rating = page.rating.hasMean ? page.rating.mean : nil
        ratingCount = page.rating.hasCount ? Int(page.rating.count) : nil
        language = page.language.nonEmpty
        canonicalURL = page.canonicalURL.nonEmpty
        videos = page.videos
        pictures = page.pictures.map { ItemPicture(url: $0.url, imageURN: $0.imageUrn) }
        origins = recipe.origins.compactMapValues(FieldOrigin.init)
    }
}

extension WireRecipe {
    init(_ recipe: Recipe) {
        self.init()
        urn = recipe.urn
        recordID = recipe.recordID
        title = recipe.title
        publisher = recipe.publisher ?? ""
        publisherURL = recipe.publisherURL ?? ""
        sourceURL = recipe.sourceURL ?? ""
        apiURL = recipe.apiURL ?? ""
        imageURL = recipe.imageURL ?? ""
        imageUrn = recipe.imageURN ?? ""
        if let rank = recipe.socialRank { socialRank = rank }
        ingredients = recipe.ingredients.map { ingredient in
            WireIngredient.with {
                $0.text = ingredient.text
                if let quantity = ingredient.quantity { $0.quantity = quantity }
                $0.unit = ingredient.unit ?? ""
                $0.name = ingredient.name ?? ""
                $0.section = ingredient.section ?? ""
            }
        }
        if let count = recipe.servings { servings = UInt32(clamping: count) }
        if let minutes = recipe.cookingMinutes { cookingMinutes = UInt32(clamping: minutes) }
        extra = recipe.extra.map(WireExtraField.init)
        page = [WireRecipePage(recipe)].filter { $0 != WireRecipePage() }
        origins = recipe.origins.mapValues(\.rawValue)
    }
}

extension WireRecipePage {
    fileprivate init(_ recipe: Recipe) {
        self.init()
        servingsText = recipe.servingsText ?? ""
        if let minutes = recipe.prepMinutes { prepMinutes = UInt32(clamping: minutes) }
        if let minutes = recipe.totalMinutes { totalMinutes = UInt32(clamping: minutes) }
        steps = recipe.steps.map { step in
            WireRecipeStep.with {
                $0.text = step.text
                $0.name = step.name ?? ""
                $0.section = step.section ?? ""
                $0.imageURL = step.imageURL ?? ""
                $0.imageUrn = step.imageURN ?? ""
            }
        }
        summary = recipe.summary ?? ""
        authors = recipe.authors
        categories = recipe.categories
        cuisines = recipe.cuisines
        keywords = recipe.keywords
        nutrition = recipe.nutrition.map { fact in
            WireNutritionFact.with {
                $0.name = fact.name
                if let amount = fact.amount { $0.amount = amount }
                $0.unit = fact.unit ?? ""
                $0.text = fact.text
            }
        }
        if let mean = recipe.rating { rating.mean = mean }
        if let count = recipe.ratingCount { rating.count = UInt32(clamping: count) }
        language = recipe.language ?? ""
        canonicalURL = recipe.canonicalURL ?? ""
        videos = recipe.videos
        pictures = recipe.pictures.map { picture in
            WireItemPicture.with {
                $0.url = picture.url
                $0.imageUrn = picture.imageURN ?? ""
            }
        }
    }
}
