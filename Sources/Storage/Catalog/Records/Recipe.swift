/// A recipe as a source gives it.
///
/// Optional texts of a source that has none are nil; the initializer turns empty ones into nil.
public struct Recipe: Sendable, Hashable {
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
    public var servings: Int64?
    /// In minutes.
    public var cookingMinutes: Int64?
    /// What the catalog has no column for; the order does not matter.
    public var extra: [ExtraField]

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
        servings: Int64? = nil,
        cookingMinutes: Int64? = nil,
        extra: [ExtraField] = []
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
public struct Ingredient: Sendable, Hashable {
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

/// A field of the source that the catalog has no column for.
public struct ExtraField: Sendable, Hashable {
    /// The field's name.
    public var name: String
    /// Its value as JSON; text that is no JSON is kept as a JSON string.
    public var json: String

    /// A field.
    public init(name: String, json: String) {
        self.name = name
        self.json = json
    }
}

extension String? {
    var nonEmpty: String? {
        guard let self, !self.isEmpty else { return nil }
        return self
    }
}
