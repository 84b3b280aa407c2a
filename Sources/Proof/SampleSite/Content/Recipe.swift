extension SampleSite {
    /// One recipe, as true plain text: escapes, entities and blanks that the endpoints add are not in here.
    public struct Recipe: Sendable, Equatable {
        /// A named part of the method.
        public struct Section: Sendable, Equatable {
            /// The heading, such as "To finish"; empty for the first part of some recipes.
            public let heading: String
            /// The steps, one or two sentences each.
            public let steps: [String]
        }

        /// The position, `0 ..< recipes`.
        public let index: Int
        /// Decimal ("35382") or six hex digits with a letter among them ("0063b5").
        public let id: String
        /// The title in plain text; holds a word or two of ``SampleSite/queries``.
        public let title: String
        /// Who published it.
        public let publisher: String
        /// Who wrote it.
        public let author: String
        /// 35 to 100, as food2fork ranks.
        public let socialRank: Double
        /// 5 to 13 lines.
        public let ingredients: [String]
        /// 1 to 3 sections.
        public let sections: [Section]
        /// One or two sentences.
        public let summary: String
        /// Preparation, in minutes.
        public let prepMinutes: Int
        /// Cooking, in minutes.
        public let cookMinutes: Int
        /// 1 to 12 servings.
        public let servings: Int
        /// Kilocalories a serving.
        public let calories: Int
        /// When it first appeared, seconds since 1970 (UTC).
        public let published: Int
        /// When its content last changed, seconds since 1970 (UTC): ``published``, or the time of its last revision.
        public let modified: Int
        /// The last revision that altered it, 0 for none.
        public let version: Int
        /// The words of ``SampleSite/queries`` in its title: one or two.
        public let dishes: [String]
        /// The path of its page, `/recipe/<id>`.
        public var path: String { "/recipe/" + id }
        /// The path of its picture, `/image/<id>.<suffix>`.
        public let imagePath: String
    }

    /// One news article, as true plain text.
    public struct Article: Sendable, Equatable {
        /// The position, `0 ..< articles`.
        public let index: Int
        /// The last part of its path, ending in its position.
        public let slug: String
        /// The headline in plain text.
        public let title: String
        /// As the API gives it: a name, several names, a URL, or nil.
        public let author: String?
        /// The teaser in plain text.
        public let teaser: String
        /// The text, 3 to 9 paragraphs.
        public let paragraphs: [String]
        /// The id of its source, one of ``SampleSite/newsSourceIDs``.
        public let sourceID: String
        /// When it was published, seconds since 1970 (UTC); it never changes afterwards.
        public let published: Int
        /// The path of its picture, or nil for the one in eleven without.
        public let imagePath: String?
        /// The path of its page, `/news/<slug>`.
        public var path: String { "/news/" + slug }
    }
}
