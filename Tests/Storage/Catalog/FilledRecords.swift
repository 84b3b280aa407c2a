import GRDB
import LarderCatalog
import LarderModel

/// Records with a value in every field, no two alike, as the catalog gives them back.
enum Filled {
    static let source = Source(urn: "source:filled", name: "filled", kind: "feed")

    static let provenance = Provenance(
        url: "https://sample.example/provenance",
        fetchedAt: 1_483_326_245_001,
        validator: "\"validator\"",
        digest: digest(1),
        readerVersion: 2
    )

    static let extra: ExtraFields = [
        ExtraField(name: "first", json: #"{"a":[1.50,null]}"#), ExtraField(name: "second", json: "true"),
    ]

    static let recipe = {
        var recipe = recordOfRecipe
        recipe.servingsText = "servingsText"
        recipe.prepMinutes = 5
        recipe.totalMinutes = 6
        recipe.steps = [
            RecipeStep(text: "text", name: "name", section: "section", imageURL: "imageURL", imageURN: "imageURN"),
            RecipeStep(
                text: "another text",
                name: "another name",
                section: "another section",
                imageURL: "another imageURL",
                imageURN: "another imageURN"
            ),
        ]
        recipe.summary = "summary"
        recipe.authors = ["authors"]
        recipe.categories = ["categories"]
        recipe.cuisines = ["cuisines"]
        recipe.keywords = ["keywords"]
        recipe.nutrition = [NutritionFact(name: "name", amount: 1.5, unit: "unit", text: "text")]
        recipe.rating = 4.5
        recipe.ratingCount = 7
        recipe.language = "language"
        recipe.canonicalURL = "canonicalURL"
        recipe.videos = ["videos"]
        recipe.pictures = [ItemPicture(url: "url", imageURN: "imageURN")]
        return recipe
    }()

    private static let recordOfRecipe = Recipe(
        urn: "recipe:filled:1",
        recordID: "recordID",
        title: "title",
        publisher: "publisher",
        publisherURL: "publisherURL",
        sourceURL: "sourceURL",
        apiURL: "apiURL",
        imageURL: "imageURL",
        imageURN: "imageURN",
        socialRank: 99.5,
        ingredients: [
            Ingredient(text: "text", quantity: 1.25, unit: "unit", name: "name", section: "section"),
            Ingredient(
                text: "another text",
                quantity: 2.5,
                unit: "another unit",
                name: "another name",
                section: "another section"
            ),
        ],
        servings: 3,
        cookingMinutes: 4,
        extra: extra
    )

    static let article = {
        var article = recordOfArticle
        article.language = "language"
        article.canonicalURL = "canonicalURL"
        return article
    }()

    private static let recordOfArticle = Article(
        urn: "article:filled:1",
        outletID: "outletID",
        outletName: "outletName",
        author: "author",
        title: "title",
        summary: "summary",
        url: "url",
        imageURL: "imageURL",
        imageURN: "imageURN",
        publishedText: "publishedText",
        publishedAt: 1_483_326_245_002,
        content: "content",
        extra: extra
    )

    static let outlet = Outlet(
        urn: "outlet:filled:1",
        outletID: "outletID",
        name: "name",
        summary: "summary",
        url: "url",
        category: "category",
        language: "language",
        country: "country",
        sortOrders: ["second", "first"],
        extra: extra
    )

    static let image = ImageOriginal(
        urn: "image:filled:1",
        url: "url",
        digest: digest(2),
        byteCount: 5_000_000_000,
        contentType: "contentType"
    )

    static let decoding = ImageDecoding(
        urn: image.urn,
        digest: image.digest,
        format: "format",
        width: 1,
        height: 2,
        frames: 3,
        hasAlpha: true,
        thumbHash: "thumbHash",
        dominantColor: "dominantColor",
        widths: [16, 17],
        variants: [
            ImageVariant(width: 4, height: 5, format: "variant format", digest: digest(3), byteCount: 6),
            ImageVariant(width: 7, height: 8, format: "another format", digest: digest(4), byteCount: 9),
        ],
        rejectCode: "rejectCode",
        rejectMessage: "rejectMessage",
        readerVersion: 10
    )

    static let text = {
        var text = plainText
        text.encoding = "Shift_JIS"
        text.optionsHash = "0123456789abcdef"
        text.method = "method"
        text.confidence = 0.75
        text.isReadable = true
        text.place = "[[1,2]]"
        text.pictures = [
            TextPicture(url: "url", imageURN: "imageURN", start: 1, alternative: "alternative", caption: "caption")
        ]
        text.pages = [
            TextPage(url: "url", digest: digest(5), start: 1),
            TextPage(url: "another url", digest: digest(6), start: 2),
        ]
        text.nextPage = "nextPage"
        return text
    }()

    private static let plainText = RenderedText(
        urn: "text:filled:1",
        itemURN: recipe.urn,
        htmlDigest: digest(5),
        plain: "plain",
        runs: #"{"v":1,"runs":[5],"links":[["url",1,2],["javascript:x",0,1,1],["another url",3,4]]}"#,
        language: "en-GB",
        readerVersion: 11
    )
}

/// The names of a record's fields that say nothing: nil, empty, zero or false.
func emptyFields(of record: Any) -> [String] {
    Mirror(reflecting: record).children.filter { isEmpty($0.value) }.map { $0.label ?? "?" }
}

private func isEmpty(_ value: Any) -> Bool {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional { return mirror.children.first.map { isEmpty($0.value) } ?? true }
    func isZero(_ number: some AdditiveArithmetic) -> Bool { number == .zero }
    switch value {
    case let collection as any Collection: return collection.isEmpty
    case let number as any AdditiveArithmetic: return isZero(number)
    case let flag as Bool: return !flag
    case let digest as Digest: return digest == .zero
    default: return false
    }
}

/// The fields of a record by name, each as a column keeps it; without those that are kept as JSON.
func plainFields(of record: Any) -> [String: DatabaseValue] {
    var fields: [String: DatabaseValue] = [:]
    for case (let name?, let value) in Mirror(reflecting: record).children {
        switch value {
        case let digest as Digest: fields[name] = digest.databaseValue
        case let value as any DatabaseValueConvertible: fields[name] = value.databaseValue
        default: continue
        }
    }
    return fields
}
