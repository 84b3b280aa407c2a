/// What the pages of a website are read as.
package enum SiteContent: String, Sendable, Hashable, CaseIterable {
    /// Every page is a recipe's.
    case recipe
    /// Every page is an article's; recipes are not looked for.
    case article
    /// Every page is an article's; one that holds a recipe is a recipe's too.
    case auto
}
