public import LarderModel

/// The recipe of a web page, in plain text, numbers and absolute URLs.
public struct RecipePage: Sendable, Hashable {
    /// The recipe; its URN and identifier are empty, and no picture has a URN.
    public var recipe: Recipe
    /// The best rating there can be, where the page states one; by custom it is 5.
    public var bestRating: Double?
}

extension RecipePage {
    /// The same with a recipe within its bounds.
    package func bounded() -> RecipePage { RecipePage(recipe: recipe.bounded(), bestRating: bestRating) }
}
