/// A deterministic site of recipes and articles with pictures, served over HTTP/1.1.
///
/// It is Larder's built-in source, the peer of its tests and the load of its benchmarks. The same
/// ``Configuration/seed`` gives the same bytes on every machine; the public address in links is the only other
/// input. Content can be read without a server through ``recipe(_:)``, ``article(_:)`` and ``picture(ofRecipe:)``.
public struct SampleSite: Sendable {
    /// What the site was made from.
    public let configuration: Configuration

    let catalog: SampleCatalog
    let pictures: PictureLibrary

    /// Makes a site; nothing is rendered or bound yet.
    ///
    /// - Parameter configuration: Counts outside their limits are clamped, see ``Configuration``.
    public init(configuration: Configuration = Configuration()) {
        self.configuration = configuration
        self.catalog = SampleCatalog(configuration: configuration)
        self.pictures = PictureLibrary(seed: configuration.seed, variety: configuration.pictureVariety)
    }

    /// Dish words that together find every recipe: the `q` values a full sync of the food2fork-shaped search needs.
    ///
    /// Each recipe has one of them in its title, about one in nine has two.
    public static let queries = ["pasta", "soup", "salad", "curry", "pie", "stew", "cake", "pizza"]

    /// The ids of the news sources; each article belongs to exactly one of them.
    public static var newsSourceIDs: [String] { NewsSource.all.map(\.id) }

    /// The recipe at a position.
    ///
    /// - Parameter index: `0 ..< configuration.recipes`.
    public func recipe(_ index: Int) -> Recipe { catalog.recipe(index) }

    /// The article at a position.
    ///
    /// - Parameter index: `0 ..< configuration.articles`.
    public func article(_ index: Int) -> Article { catalog.article(index) }

    /// The position of the recipe with an id as the API gives it, or nil.
    public func recipeIndex(ofID id: String) -> Int? { catalog.recipeIndex(ofID: id) }

    /// The picture of a recipe, rendered on first use: tens of milliseconds optimised, about a second in a debug build.
    ///
    /// - Parameter index: `0 ..< configuration.recipes`.
    public func picture(ofRecipe index: Int) -> Picture { pictures.picture(catalog.pictureKey(ofRecipe: index)) }

    /// The picture of an article.
    ///
    /// - Parameter index: `0 ..< configuration.articles`.
    public func picture(ofArticle index: Int) -> Picture { pictures.picture(catalog.pictureKey(ofArticle: index)) }
}
