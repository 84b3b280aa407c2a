package import LarderModel

extension Recipe: CatalogItem {
    package static let combination = RecordCombination.markupFirst
    package var pageURL: String? { sourceURL }
    package static let table = RecordTable<Recipe>(
        "recipe",
        kind: .recipe,
        columns: [
            .text("recordID", \.recordID),
            .text("title", \.title),
            .text("publisher", \.publisher),
            .text("publisherURL", \.publisherURL),
            .text("sourceURL", \.sourceURL),
            .text("apiURL", \.apiURL),
            .text("imageURL", \.imageURL),
            .text("imageURN", \.imageURN, countsAsComplete: false, follows: "imageURL"),
            .real("socialRank", \.socialRank),
            .integer("servings", \.servings),
            .integer("cookingMinutes", \.cookingMinutes),
            .extra("extra", \.extra),
            .text("servingsText", \.servingsText, follows: "servings"),
            .integer("prepMinutes", \.prepMinutes),
            .integer("totalMinutes", \.totalMinutes),
            .text("summary", \.summary),
            .texts("authors", \.authors),
            .texts("categories", \.categories),
            .texts("cuisines", \.cuisines),
            .texts("keywords", \.keywords),
            .real("rating", \.rating),
            .integer("ratingCount", \.ratingCount, follows: "rating"),
            .text("language", \.language),
            .text("canonicalURL", \.canonicalURL),
            .texts("videos", \.videos),
            .boolean("isPartial", \.isPartial, isDerived: true),
            .origins("origins", \.origins),
        ],
        children: [
            ChildTable(
                "ingredient",
                of: "recipeID",
                \.ingredients,
                columns: [
                    .text("text", \.text), .real("quantity", \.quantity), .text("unit", \.unit), .text("name", \.name),
                    .text("section", \.section),
                ],
                blank: Ingredient(text: "")
            ),
            ChildTable(
                "step",
                of: "recipeID",
                \.steps,
                columns: [
                    .text("text", \.text), .text("name", \.name), .text("section", \.section),
                    .text("imageURL", \.imageURL), .text("imageURN", \.imageURN),
                ],
                blank: RecipeStep(text: "")
            ),
            ChildTable(
                "nutrition",
                of: "recipeID",
                \.nutrition,
                columns: [
                    .text("name", \.name), .real("amount", \.amount), .text("unit", \.unit), .text("text", \.text),
                ],
                blank: NutritionFact(name: "", text: "")
            ),
            ChildTable(
                "recipePicture",
                of: "recipeID",
                \.pictures,
                columns: [.text("url", \.url), .text("imageURN", \.imageURN)],
                blank: ItemPicture(url: "")
            ),
        ]
    ) { Recipe(urn: $0, recordID: "", title: "") }
}

extension Article: CatalogItem {
    package static let combination = RecordCombination.apiFirst
    package var pageURL: String? { url }
    package static let table = RecordTable<Article>(
        "article",
        kind: .article,
        columns: [
            .text("outletID", \.outletID),
            .text("outletName", \.outletName),
            .text("author", \.author),
            .text("title", \.title),
            .text("summary", \.summary),
            .text("url", \.url),
            .text("imageURL", \.imageURL),
            .text("imageURN", \.imageURN, countsAsComplete: false, follows: "imageURL"),
            .text("publishedText", \.publishedText),
            .integer("publishedAt", \.publishedAt, follows: "publishedText"),
            .text("content", \.content),
            .extra("extra", \.extra),
            .text("language", \.language),
            .text("canonicalURL", \.canonicalURL),
            .boolean("isPartial", \.isPartial, isDerived: true),
            .origins("origins", \.origins),
        ]
    ) { Article(urn: $0, title: "") }
}

extension Outlet: CatalogRecord {
    package static let table = RecordTable<Outlet>(
        "outlet",
        kind: .outlet,
        columns: [
            .text("outletID", \.outletID),
            .text("name", \.name),
            .text("summary", \.summary),
            .text("url", \.url),
            .text("category", \.category),
            .text("language", \.language),
            .text("country", \.country),
            .texts("sortOrders", \.sortOrders),
            .extra("extra", \.extra),
        ]
    ) { Outlet(urn: $0, outletID: "", name: "") }
}
