/// A deterministic site of recipes and articles with pictures, served over HTTP/1.1.
///
/// It is Larder's built-in source, and the server that its tests and benchmarks use. The same
/// ``Configuration/seed`` gives the same bytes on every machine; the public address in links is the only other
/// input. Content can be read without a server through ``recipe(_:)``, ``article(_:)`` and ``picture(ofRecipe:)``.
package struct SampleSite: Sendable {
    /// What the site was made from.
    package let configuration: Configuration

    let catalog: SampleCatalog

    /// Makes a site; counts outside their limits are clamped, and nothing is rendered or bound yet.
    package init(configuration: Configuration = .standard) {
        self.configuration = configuration.clamped
        catalog = SampleCatalog(configuration: self.configuration)
    }

    /// Dish words that together find every recipe: the `q` values a full sync of the food2fork-shaped search needs.
    ///
    /// Each recipe has one of them in its title, about one in nine has two.
    package static let queries = ["pasta", "soup", "salad", "curry", "pie", "stew", "cake", "pizza"]

    /// The ids of the news sources; each article belongs to exactly one of them.
    package static var newsSourceIDs: [String] { NewsSource.all.map(\.id) }

    /// The recipe at a position, `0 ..< configuration.recipes`.
    package func recipe(_ index: Int) -> SampleRecipe { catalog.recipe(index) }

    /// The article at a position, `0 ..< configuration.articles`.
    package func article(_ index: Int) -> SampleArticle { catalog.article(index) }

    /// The position of the recipe with an id as the API gives it, or nil.
    package func recipeIndex(ofID id: String) -> Int? { catalog.recipeIndex(ofID: id) }

    /// The picture of a recipe, 48 to 76 kB; no other recipe or article has the same bytes.
    package func picture(ofRecipe index: Int) -> Picture { catalog.pictureKey(ofRecipe: index).picture }

    /// The picture of an article.
    package func picture(ofArticle index: Int) -> Picture { catalog.pictureKey(ofArticle: index).picture }
}
