internal import LarderModel
internal import LarderPageReading

extension Recipe {
    /// What a page says, as a record of the catalog.
    init(_ page: PageRecipe, urn: String) {
        self.init(
            urn: urn,
            recordID: "",
            title: page.title,
            publisher: page.publisher,
            imageURL: page.pictures.first,
            ingredients: page.ingredients.map { Ingredient(text: $0.text, section: $0.section) },
            servings: page.servings.flatMap { Int(exactly: $0.rounded()) },
            cookingMinutes: page.cookMinutes
        )
        servingsText = page.servingsText
        prepMinutes = page.prepMinutes
        totalMinutes = page.totalMinutes
        steps = page.steps.map {
            RecipeStep(text: $0.text, name: $0.name, section: $0.section, imageURL: $0.pictures.first)
        }
        summary = page.summary
        authors = page.authors
        categories = page.categories
        cuisines = page.cuisines
        keywords = page.keywords
        nutrition = page.nutrition.map {
            NutritionFact(name: $0.key, amount: $0.number, unit: $0.unit, text: $0.text)
        }
        rating = page.rating
        ratingCount = page.ratingCount
        language = page.language
        canonicalURL = page.canonicalURL
        videos = page.videos
        pictures = page.pictures.map { ItemPicture(url: $0) }
        for (field, origin) in page.origins { origins[field.column] = FieldOrigin(rawValue: origin.rawValue) }
        origins["imageURL"] = origins["recipePicture"]
    }
}

extension PageRecipe.Field {
    /// The name of the catalog's column or list.
    fileprivate var column: String {
        switch self {
        case .ingredients: "ingredient"
        case .steps: "step"
        case .cookMinutes: "cookingMinutes"
        case .pictures: "recipePicture"
        default: rawValue
        }
    }
}

extension Article {
    /// What a page says, as a record of the catalog.
    init(_ article: ReaderArticle, urn: String) {
        self.init(
            urn: urn,
            outletName: article.siteName,
            author: article.byline,
            title: article.title ?? "",
            summary: article.excerpt,
            imageURL: article.leadPicture,
            publishedText: article.published,
            publishedAt: article.published.flatMap(Timestamps.milliseconds)
        )
        language = article.language
    }
}

extension ReaderPicture {
    /// The smallest file that is at least this wide, else the widest; the best one where no width is stated.
    func candidate(nearestTo width: Int) -> String {
        let stated = candidates.filter { $0.width > 0 }
        let enough = stated.filter { $0.width >= width }.min { $0.width < $1.width }
        return (enough ?? stated.max { $0.width < $1.width })?.url ?? url
    }
}
