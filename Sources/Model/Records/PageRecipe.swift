/// What a recipe's web page says of the recipe, in plain text, numbers and absolute URLs.
///
/// A page is no source that can be trusted: ``bounded()`` keeps a record within ``Limits``, and readers of pages give
/// only records that are.
public struct PageRecipe: Sendable, Hashable, Codable {
    /// One line; never empty.
    public var title: String
    /// What the page says in short, one line.
    public var summary: String?
    /// The lines in the page's order; empty where the page does not tell them.
    public var ingredients: [IngredientLine]
    /// The steps in their order; empty where the page does not tell them.
    public var steps: [Step]
    /// Minutes of work before cooking; at least 1.
    public var prepMinutes: Int?
    /// Minutes of cooking; at least 1.
    public var cookMinutes: Int?
    /// Minutes in all, as the page says or as the sum of the two others; at least 1.
    public var totalMinutes: Int?
    /// How many portions or pieces it makes, the larger number of a range; more than 0.
    public var servings: Double?
    /// The same in the page's own words ("4 to 6 Portionen", "12 cookies").
    public var servingsText: String?
    /// Names of people or sites, each once.
    public var authors: [String]
    /// What kind of dish it is ("Soup", "Dinner"), each once.
    public var categories: [String]
    /// Where such a dish is at home ("French"), each once.
    public var cuisines: [String]
    /// Further words, each once.
    public var keywords: [String]
    /// Nutritional values in the page's order, each key once.
    public var nutrition: [Nutrient]
    /// The average of the ratings, more than 0, on the scale up to ``bestRating``.
    public var rating: Double?
    /// The best rating there can be, where the page says; 5 elsewhere by custom.
    public var bestRating: Double?
    /// How many people have rated; at least 1.
    public var ratingCount: Int?
    /// The language of the page as it names it, a BCP 47 tag such as `en-GB` as a rule.
    public var language: String?
    /// The address that the page gives as its own.
    public var canonicalURL: String?
    /// Whose page it is.
    public var publisher: String?
    /// Addresses of videos, files before players, each once.
    public var videos: [String]
    /// Addresses of pictures of the dish, the best (largest, most prominent) first, each once.
    public var pictures: [String]
    /// Where each field that is there came from.
    public var origins: [Field: Origin]

    /// A recipe of which only the title is known.
    public init(title: String) {
        self.title = title
        ingredients = []
        steps = []
        authors = []
        categories = []
        cuisines = []
        keywords = []
        nutrition = []
        videos = []
        pictures = []
        origins = [:]
    }
}

extension PageRecipe {
    /// A line of the ingredients.
    public struct IngredientLine: Sendable, Hashable, Codable {
        /// The whole line, amount and all.
        public var text: String
        /// The heading that it stands under ("For the sauce"), without a colon at its end.
        public var section: String?

        /// A line; an empty heading counts as absent.
        public init(text: String, section: String? = nil) {
            self.text = text
            self.section = section.nonEmpty
        }
    }

    /// A step of the instructions.
    public struct Step: Sendable, Hashable, Codable {
        /// What is to be done; line ends part paragraphs.
        public var text: String
        /// A name of its own ("Make the dough") where that says more than a number and than the text's beginning.
        public var name: String?
        /// The heading that it stands under, without a colon at its end.
        public var section: String?
        /// Addresses of pictures of this step.
        public var pictures: [String]

        /// A step; empty names and headings count as absent.
        public init(text: String, name: String? = nil, section: String? = nil, pictures: [String] = []) {
            self.text = text
            self.name = name.nonEmpty
            self.section = section.nonEmpty
            self.pictures = pictures
        }
    }

    /// A nutritional value of one portion.
    public struct Nutrient: Sendable, Hashable, Codable {
        /// What is counted: a property of schema.org's NutritionInformation such as `calories` and `fatContent`.
        public var key: String
        /// The first number of the text.
        public var number: Double?
        /// What stands behind the number (`kcal`, `g`).
        public var unit: String?
        /// What the page says.
        public var text: String

        /// A value; an empty unit counts as absent.
        public init(key: String, number: Double? = nil, unit: String? = nil, text: String) {
            self.key = key
            self.number = number
            self.unit = unit.nonEmpty
            self.text = text
        }
    }

    /// A field, as a key of ``origins``.
    public enum Field: String, Sendable, Hashable, Codable, CodingKeyRepresentable, CaseIterable {
        /// ``PageRecipe/title``.
        case title
        /// ``PageRecipe/summary``.
        case summary
        /// ``PageRecipe/ingredients``.
        case ingredients
        /// ``PageRecipe/steps``.
        case steps
        /// ``PageRecipe/prepMinutes``.
        case prepMinutes
        /// ``PageRecipe/cookMinutes``.
        case cookMinutes
        /// ``PageRecipe/totalMinutes``.
        case totalMinutes
        /// ``PageRecipe/servings`` and ``PageRecipe/servingsText``.
        case servings
        /// ``PageRecipe/authors``.
        case authors
        /// ``PageRecipe/categories``.
        case categories
        /// ``PageRecipe/cuisines``.
        case cuisines
        /// ``PageRecipe/keywords``.
        case keywords
        /// ``PageRecipe/nutrition``.
        case nutrition
        /// ``PageRecipe/rating``, ``PageRecipe/bestRating`` and ``PageRecipe/ratingCount``.
        case rating
        /// ``PageRecipe/language``.
        case language
        /// ``PageRecipe/canonicalURL``.
        case canonicalURL
        /// ``PageRecipe/publisher``.
        case publisher
        /// ``PageRecipe/videos``.
        case videos
        /// ``PageRecipe/pictures``, of which the first counts.
        case pictures
    }

    /// Where a field came from.
    public enum Origin: String, Sendable, Hashable, Codable, CaseIterable {
        /// A block of JSON-LD.
        case jsonLD = "json-ld"
        /// Attributes of microdata with the vocabulary of schema.org.
        case microdata
        /// Attributes of RDFa.
        case rdfa
        /// The vocabulary that came before schema.org.
        case dataVocabulary = "data-vocabulary"
        /// The microformats h-recipe and hRecipe.
        case hRecipe = "h-recipe"
        /// The page's own headings, lists and words.
        case page
        /// `meta`, `link` and `title` elements, and the attributes of `html`.
        case meta
    }
}
