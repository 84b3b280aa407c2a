/// A recipe: what a source's API says of it, and what the recipe's own page says.
///
/// Optional texts of a source that has none are nil; the initializer turns empty ones into nil. In the catalog each field is that
/// of the best origin which says something, and ``origins`` names it.
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
    /// For how many people; nil where the source does not say.
    public var servings: Int?
    /// How long it cooks, in minutes; nil where the source does not say.
    ///
    /// An API that gives only one time (forkify) gives it here.
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
    /// Only a list has named it so far: the rest is still to come, or could not be fetched.
    public var isPartial = false
    /// Which origin each field came from, by the name of the catalog's column or list (`step`, `ingredient`); those that the API gave
    /// are left out.
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
