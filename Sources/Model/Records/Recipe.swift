/// A recipe as a source gives it.
///
/// Optional texts of a source that has none are nil; the initializer turns empty ones into nil.
public struct Recipe: Sendable, Hashable, Codable {
    /// Unique in the catalog.
    public var urn: String
    /// The source's own identifier.
    public var recordID: String
    /// The title.
    public var title: String
    /// Who published it.
    public var publisher: String?
    /// The publisher's site.
    public var publisherURL: String?
    /// The page that the recipe comes from.
    public var sourceURL: String?
    /// The API's own page.
    public var apiURL: String?
    /// The picture's address.
    public var imageURL: String?
    /// The URN of the row in `image`, which may come later or never.
    public var imageURN: String?
    /// The source's measure of popularity, any finite number.
    public var socialRank: Double?
    /// In the source's order.
    public var ingredients: [Ingredient]
    /// For how many people.
    public var servings: Int?
    /// In minutes.
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
    /// The line as the source gives it.
    public var text: String
    /// How much, in `unit`; any finite number.
    public var quantity: Double?
    /// What `quantity` counts.
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
