/// One recipe, in plain text, without the escapes, entities and blanks that the endpoints add.
package struct SampleRecipe: Sendable, Equatable {
    /// A named part of the method.
    package struct Section: Sendable, Equatable {
        /// The heading, such as "To finish"; empty for the first part of some recipes.
        package let heading: String
        /// The steps, one or two sentences each.
        package let steps: [String]
    }

    /// The position, `0 ..< recipes`.
    package let index: Int
    /// Decimal ("35382") or six hex digits with a letter among them ("0063b5").
    package let id: String
    /// The title in plain text; holds a word or two of ``SampleSite/queries``.
    package let title: String
    /// Who published it.
    package let publisher: String
    /// Who wrote it.
    package let author: String
    /// 35 to 100, as food2fork ranks.
    package let socialRank: Double
    /// 7 to 15 lines.
    package let ingredients: [String]
    /// 1 to 3 sections.
    package let sections: [Section]
    /// One or two sentences.
    package let summary: String
    /// Preparation, in minutes.
    package let prepMinutes: Int
    /// Cooking, in minutes.
    package let cookMinutes: Int
    /// 2 to 12 servings.
    package let servings: Int
    /// Kilocalories a serving.
    package let calories: Int
    /// When it first appeared, seconds since 1970 (UTC).
    package let published: Int
    /// When its content last changed, seconds since 1970 (UTC): ``published``, or the time of its last revision.
    package let modified: Int
    /// The last revision that altered it, 0 for none.
    package let version: Int
    /// The words of ``SampleSite/queries`` in its title: one or two.
    package let dishes: [String]
    /// The path of its page, `/recipe/<id>`.
    package var path: String { "/recipe/" + id }
    /// The path of its picture, `/image/<id>.<suffix>`.
    package let imagePath: String
}
