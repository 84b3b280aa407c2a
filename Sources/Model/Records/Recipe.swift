/// A recipe, as a source's API and its own page describe it.
///
/// The initializer turns empty texts into nil. In the catalog each field comes from the best origin that has it, and
/// ``origins`` names that.
public struct Recipe: Sendable, Hashable, Codable {
    /// Unique in the catalog: ``RecordURN/recipe(source:id:)``.
    public var urn: String
    /// The source's own identifier.
    public var recordID: String
    /// Plain text of at most 4,096 bytes, character references decoded; never empty.
    public var title: String
    /// Who published it, plain text.
    public var publisher: String?
    /// The publisher's site as the source writes it, an absolute URL as a rule.
    public var publisherURL: String?
    /// The publisher's page of the recipe, which a sync fetches where the source's definition says `pages: true`.
    public var sourceURL: String?
    /// The page of the recipe on the API's own site.
    public var apiURL: String?
    /// The picture's address as the source writes it; it may be relative or no URL at all.
    public var imageURL: String?
    /// The URN of the row in `image`, which may come later or never; nil where `imageURL` is no web address.
    public var imageURN: String?
    /// The source's measure of popularity, any finite number.
    public var socialRank: Double?
    /// The lines in the source's order; empty where only a search has named the recipe.
    public var ingredients: [Ingredient]
    /// For how many people.
    public var servings: Int?
    /// How long it cooks, in minutes; also the only time of an API (forkify).
    public var cookingMinutes: Int?
    /// What the catalog has no column for; the order does not matter.
    public var extra: ExtraFields
    /// For how many people or how much it makes, in the page's words: "8 servings", "2 loaves".
    public var servingsText: String?
    /// How long it takes to prepare, in minutes.
    public var prepMinutes: Int?
    /// How long it takes in all, in minutes.
    public var totalMinutes: Int?
    /// What is to be done, in order.
    public var steps: [RecipeStep] = []
    /// What it is in a sentence or two, plain text.
    public var summary: String?
    /// Who wrote it.
    public var authors: [String] = []
    /// What kind of dish it is, in the page's words.
    public var categories: [String] = []
    /// The cuisines it belongs to, in the page's words.
    public var cuisines: [String] = []
    /// Further words that the page files it under.
    public var keywords: [String] = []
    /// What is needed to make it beside the ingredients, in the page's words: "large pot".
    public var equipment: [String] = []
    /// What a serving holds.
    public var nutrition: [NutritionFact] = []
    /// The mean of its readers' ratings, as a rule out of 5.
    public var rating: Double?
    /// How many readers rated it.
    public var ratingCount: Int?
    /// The language it is written in, a BCP 47 tag such as `en-GB`.
    public var language: String?
    /// The address that its page calls its own, absolute.
    public var canonicalURL: String?
    /// Addresses of videos of it, absolute, files before players.
    public var videos: [String] = []
    /// Its pictures, the best first; ``imageURL`` is one of them as a rule.
    public var pictures: [ItemPicture] = []
    /// Only a list has named it so far.
    public var isPartial = false
    /// The origin of each field, by the catalog's column or list (`step`, `ingredient`); the API's fields are left out.
    public var origins: FieldOrigins = [:]

    /// A recipe; empty texts count as absent.
    public init(
        urn: String,
        recordID: String,
        title: String,
        publisher: String? = nil,
        publisherURL: String? = nil,
        sourceURL: String? = nil,
        apiURL: String? = nil,
        imageURL: String? = nil,
        imageURN: String? = nil,
        socialRank: Double? = nil,
        ingredients: [Ingredient] = [],
        servings: Int? = nil,
        cookingMinutes: Int? = nil,
        extra: ExtraFields = []
    ) {
        self.urn = urn
        self.recordID = recordID
        self.title = title
        self.publisher = publisher.nonEmpty
        self.publisherURL = publisherURL.nonEmpty
        self.sourceURL = sourceURL.nonEmpty
        self.apiURL = apiURL.nonEmpty
        self.imageURL = imageURL.nonEmpty
        self.imageURN = imageURN.nonEmpty
        self.socialRank = socialRank
        self.ingredients = ingredients
        self.servings = servings
        self.cookingMinutes = cookingMinutes
        self.extra = extra
    }
}

/// One line of a recipe's ingredients.
public struct Ingredient: Sendable, Hashable, Codable {
    /// The whole line, plain text.
    public var text: String
    /// How much, in `unit`; any finite number; nil where the source does not split the line.
    public var quantity: Double?
    /// What `quantity` counts, in the source's words; nil for pieces.
    public var unit: String?
    /// The line without its amount, where the source splits it.
    public var name: String?
    /// The heading of the group that it stands in: "For the sauce"; nil where the list has no groups.
    public var section: String?

    /// An ingredient; empty texts count as absent.
    public init(
        text: String,
        quantity: Double? = nil,
        unit: String? = nil,
        name: String? = nil,
        section: String? = nil
    ) {
        self.text = text
        self.quantity = quantity
        self.unit = unit.nonEmpty
        self.name = name.nonEmpty
        self.section = section.nonEmpty
    }
}

/// One step of a recipe's method.
public struct RecipeStep: Sendable, Hashable, Codable {
    /// What is to be done, plain text.
    public var text: String
    /// A name of its own, where that says more than its number: "Make the dough".
    public var name: String?
    /// The heading of the part that it stands in: "For the sauce"; nil where the method has no parts.
    public var section: String?
    /// The address of the picture that belongs to it, absolute.
    public var imageURL: String?
    /// The URN of that picture's row in `image`, which may come later or never.
    public var imageURN: String?

    /// A step; empty texts count as absent.
    public init(
        text: String,
        name: String? = nil,
        section: String? = nil,
        imageURL: String? = nil,
        imageURN: String? = nil
    ) {
        self.text = text
        self.name = name.nonEmpty
        self.section = section.nonEmpty
        self.imageURL = imageURL.nonEmpty
        self.imageURN = imageURN.nonEmpty
    }
}

/// How much of something a serving holds.
public struct NutritionFact: Sendable, Hashable, Codable {
    /// The name of the schema.org property: `calories`, `fatContent`, `servingSize`.
    public var name: String
    /// The amount in ``unit``; nil where the text begins with no number.
    public var amount: Double?
    /// What the amount counts: `g`, `mg`, `kcal`.
    public var unit: String?
    /// The page's words.
    public var text: String

    /// A fact; an empty unit counts as absent.
    public init(name: String, amount: Double? = nil, unit: String? = nil, text: String) {
        self.name = name
        self.amount = amount
        self.unit = unit.nonEmpty
        self.text = text
    }
}

extension Recipe: NamedRecord {
    package var shown: Recipe {
        var record = self
        record.extra.removeAll { ExtraFields.changeSignals.contains($0.name) }
        return record
    }

    package static let blank = Recipe(urn: "", recordID: "", title: "")

    /// Where all texts of a page's recipe are too long together, the fields at the end lose theirs first.
    package static let fields: [RecordField<Recipe>] = [
        .text(2, "recordID", \.recordID, .cut(.nameBytes)),
        .text(3, "title", \.title, .line).inTemplates,
        .text(4, "publisher", \.publisher, .line).inTemplates.shown(FieldLine("by", place: 20)),
        .text(5, "publisherURL", \.publisherURL, .url),
        .text(6, "sourceURL", \.sourceURL, .url).shown(FieldLine("page", place: 10)),
        .text(7, "apiURL", \.apiURL, .url),
        .text(8, "imageURL", \.imageURL, .url).inTemplates,
        .text(9, "imageURN", \.imageURN, .name).uncounted.following("imageURL"),
        .number(10, "socialRank", \.socialRank),
        .count(12, "servings", \.servings).inTemplates.shown(FieldLine("servings", place: 31)),
        .count(13, "cookingMinutes", \.cookingMinutes).inTemplates
            .shown(FieldLine("time", place: 41, .part("cook", unit: "min"))),
        .extra(14, "extra", \.extra),
        .text(17, "servingsText", \.servingsText, .line).following("servings").inTemplates
            .shown(FieldLine("servings", place: 30)),
        .count(18, "prepMinutes", \.prepMinutes).inTemplates
            .shown(FieldLine("time", place: 40, .part("prepare", unit: "min"))),
        .count(19, "totalMinutes", \.totalMinutes).inTemplates
            .shown(FieldLine("time", place: 42, .part("in all", unit: "min"))),
        .text(20, "summary", \.summary, .paragraph).inTemplates,
        .list(11, "ingredients", table: "ingredient", \.ingredients, max: .ingredients).inTemplates
            .shown(FieldLine("ingredients", place: 50, .elements(most: 6, separator: "; "))),
        .list(30, "steps", table: "step", \.steps, max: .steps).inTemplates
            .shown(FieldLine("steps", place: 60, .elements(most: 2, separator: " "))),
        .texts(21, "authors", \.authors, .line, max: .recipeWords).inTemplates.shown(FieldLine("by", place: 21)),
        .texts(22, "categories", \.categories, .line, max: .recipeWords).inTemplates.mapped("categories"),
        .texts(23, "cuisines", \.cuisines, .line, max: .recipeWords).inTemplates.mapped("cuisines"),
        .texts(24, "keywords", \.keywords, .line, max: .recipeWords).inTemplates.mapped("tags"),
        .number(25, "rating", \.rating).inTemplates,
        .count(26, "ratingCount", \.ratingCount).following("rating").inTemplates,
        .text(27, "language", \.language, .language).inTemplates,
        .text(28, "canonicalURL", \.canonicalURL, .url).inTemplates.shown(FieldLine("page", place: 11)),
        .texts(29, "videos", \.videos, .url, max: .recipeWords).inTemplates,
        .flag(0, "isPartial", \.isPartial).derived,
        .origins(16, "origins", \.origins),
        .list(31, "nutrition", table: "nutrition", \.nutrition, max: .nutrition).inTemplates,
        .list(32, "pictures", table: "recipePicture", \.pictures, max: .pictures).inTemplates,
        .texts(33, "equipment", \.equipment, .line, max: .recipeWords, table: "equipment").inTemplates
            .mapped("equipment").shown(FieldLine("equipment", place: 55, .elements(most: 6, separator: "; "))),
    ]
}

extension Ingredient: FieldedRecord {
    package static let blank = Ingredient(text: "")

    package static let fields: [RecordField<Ingredient>] = [
        .text(1, "text", \.text, .line).inTemplates,
        .number(2, "quantity", \.quantity).inTemplates,
        .text(3, "unit", \.unit, .line).inTemplates,
        .text(4, "name", \.name, .line).inTemplates,
        .text(5, "section", \.section, .line).inTemplates,
    ]
}

extension RecipeStep: FieldedRecord {
    package static let blank = RecipeStep(text: "")

    package static let fields: [RecordField<RecipeStep>] = [
        .text(1, "text", \.text, .paragraph).inTemplates,
        .text(5, "name", \.name, .line).inTemplates,
        .text(2, "section", \.section, .line).inTemplates,
        .text(3, "imageURL", \.imageURL, .url).inTemplates,
        .text(4, "imageURN", \.imageURN, .name),
    ]
}

extension NutritionFact: FieldedRecord {
    package static let blank = NutritionFact(name: "", text: "")

    package static let fields: [RecordField<NutritionFact>] = [
        .text(1, "name", \.name, .line).inTemplates,
        .number(2, "amount", \.amount).inTemplates,
        .text(3, "unit", \.unit, .line).inTemplates,
        .text(4, "text", \.text, .line).inTemplates,
    ]
}
