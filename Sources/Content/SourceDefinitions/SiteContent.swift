/// What the items of a website or of a mapped API are.
package enum SiteContent: String, Sendable, Hashable, CaseIterable {
    /// Each item is a recipe.
    case recipe
    /// Each item is an article.
    case article
    /// Each item is an article, and a recipe where it has one.
    case auto
}
