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
                Ingredient(text: $0.text, quantity: $0.hasQuantity ? $0.quantity : nil, unit: $0.unit, name: $0.name)
            },
            servings: recipe.hasServings ? Int(recipe.servings) : nil,
            cookingMinutes: recipe.hasCookingMinutes ? Int(recipe.cookingMinutes) : nil,
            extra: ExtraFields(recipe.extra)
        )
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
            }
        }
        if let count = recipe.servings { servings = UInt32(clamping: count) }
        if let minutes = recipe.cookingMinutes { cookingMinutes = UInt32(clamping: minutes) }
        extra = recipe.extra.map(WireExtraField.init)
    }
}

extension Article {
    init(_ article: WireArticle) {
        self.init(
            urn: article.urn,
            outletID: article.hasOutletID ? article.outletID : nil,
            outletName: article.outletName,
            author: article.hasAuthor ? article.author : nil,
            title: article.title,
            summary: article.hasSummary ? article.summary : nil,
            url: article.url,
            imageURL: article.imageURL,
            imageURN: article.imageUrn,
            publishedText: article.hasPublishedAt ? article.publishedAt : nil,
            publishedAt: article.hasPublishedAtMs ? article.publishedAtMs : nil,
            content: article.hasContent ? article.content : nil,
            extra: ExtraFields(article.extra)
        )
    }
}

extension WireArticle {
    init(_ article: Article) {
        self.init()
        urn = article.urn
        if let id = article.outletID { outletID = id }
        outletName = article.outletName ?? ""
        if let name = article.author { author = name }
        title = article.title
        if let text = article.summary { summary = text }
        url = article.url ?? ""
        imageURL = article.imageURL ?? ""
        imageUrn = article.imageURN ?? ""
        if let text = article.publishedText { publishedAt = text }
        if let time = article.publishedAt { publishedAtMs = time }
        if let text = article.content { content = text }
        extra = article.extra.map(WireExtraField.init)
    }
}

extension Outlet {
    init(_ outlet: WireOutlet) {
        self.init(
            urn: outlet.urn,
            outletID: outlet.outletID,
            name: outlet.name,
            summary: outlet.hasSummary ? outlet.summary : nil,
            url: outlet.hasURL ? outlet.url : nil,
            category: outlet.hasCategory ? outlet.category : nil,
            language: outlet.hasLanguage ? outlet.language : nil,
            country: outlet.hasCountry ? outlet.country : nil,
            sortOrders: outlet.sortOrders,
            extra: ExtraFields(outlet.extra)
        )
    }
}

extension WireOutlet {
    init(_ outlet: Outlet) {
        self.init()
        urn = outlet.urn
        outletID = outlet.outletID
        name = outlet.name
        if let text = outlet.summary { summary = text }
        if let text = outlet.url { url = text }
        if let text = outlet.category { category = text }
        if let text = outlet.language { language = text }
        if let text = outlet.country { country = text }
        sortOrders = outlet.sortOrders
        extra = outlet.extra.map(WireExtraField.init)
    }
}

extension ExtraFields {
    fileprivate init(_ fields: [WireExtraField]) {
        self.init(fields.map { ExtraField(name: $0.name, json: $0.json) })
    }
}

extension WireExtraField {
    fileprivate init(_ field: ExtraField) {
        self.init()
        name = field.name
        json = field.json
    }
}
