/// The filters of lists whose choices are shown with counts.
package enum FilterField: Sendable, CaseIterable {
    case kind, source, category, time, word, language
}

/// Which items lists have, as SQL conditions on the table `item`.
enum ListConditions {
    /// Those of the list of all items.
    static let isListed = "NOT item.isGone AND \(isNoTwin)"

    /// Leaves out articles whose page is also a recipe's: to a reader they are the same thing.
    static let isNoTwin = """
        (item.articleID IS NULL OR NOT EXISTS (SELECT 1 FROM item AS twin WHERE twin.urn = \(recipeURN)))
        """
    /// The URN of the recipe on an article's page.
    static let recipeURN = "'recipe:' || substr(item.urn, 9)"
}
