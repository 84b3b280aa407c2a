/// A recipe as a source gives it.
///
/// Optional texts of a source that has none are nil; the initializer turns empty ones into nil.
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
    /// How long it takes, in minutes; nil where the source does not say.
    public var cookingMinutes: Int?
    /// What the catalog has no column for; the order does not matter.
    public var extra: ExtraFields

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

    /// An ingredient; empty texts count as absent.
    public init(text: String, quantity: Double? = nil, unit: String? = nil, name: String? = nil) {
        self.text = text
        self.quantity = quantity
        self.unit = unit.nonEmpty
        self.name = name.nonEmpty
    }
}
