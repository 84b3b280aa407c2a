package import LarderModel

extension Recipe: CatalogRecord {
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
            .text("imageURN", \.imageURN, countsAsComplete: false),
            .real("socialRank", \.socialRank),
            .integer("servings", \.servings),
            .integer("cookingMinutes", \.cookingMinutes),
            .extra("extra", \.extra),
        ],
        children: [
            ChildTable(
                "ingredient",
                of: "recipeID",
                \.ingredients,
                columns: [
                    .text("text", \.text), .real("quantity", \.quantity), .text("unit", \.unit), .text("name", \.name),
                ],
                blank: Ingredient(text: "")
            )
        ]
    ) { Recipe(urn: $0, recordID: "", title: "") }
}

extension Article: CatalogRecord {
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
            .text("imageURN", \.imageURN, countsAsComplete: false),
            .text("publishedText", \.publishedText),
            .integer("publishedAt", \.publishedAt),
            .text("content", \.content),
            .extra("extra", \.extra),
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
