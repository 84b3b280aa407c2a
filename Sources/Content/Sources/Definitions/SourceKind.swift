internal import LarderModel

package enum SourceKind: String, Sendable, Hashable, CaseIterable {
    /// `/api/search?q&page&sort` and `/api/get?rId`, 30 recipes a page until one is empty.
    case food2fork
    /// food2fork's form without pages: all hits of a word at once.
    case forkifyV1 = "forkify-v1"
    /// `/api/v2/recipes?search=` and `/api/v2/recipes/<id>`, with split ingredients.
    case forkifyV2 = "forkify-v2"
    /// `/v1/sources` and `/v1/articles?source&sortBy`.
    case newsAPIv1 = "newsapi-v1"
    /// `/v2/sources`, `/v2/everything` and `/v2/top-headlines`.
    case newsAPIv2 = "newsapi-v2"
    /// Any API with lists of items in JSON, as the file maps them.
    case json
    /// `/api/json/v1/KEY/`: `list.php`, `filter.php` by category and `lookup.php`.
    case theMealDB = "themealdb"
    /// `/recipes/complexSearch`, and `/recipes/<id>/information` for what the search leaves out.
    case spoonacular

    /// The pages that a website's sitemaps name.
    case sitemap
    /// A list of web pages, and those that their links lead to.
    case pages
    /// RSS, Atom and JSON Feed.
    case feed
    /// The lists of a WordPress site's REST interface.
    case wordpress
    /// The articles of a MediaWiki wiki, by its API.
    case mediawiki

    /// Whether the source is a website, or a feed or list of one, whose items are what its pages hold, see
    /// ``SiteContent``.
    package var isWebsite: Bool { [.sitemap, .pages, .feed, .wordpress, .mediawiki].contains(self) }

    /// Whether its definition says what pages are read as, see ``SiteContent``.
    package var hasSite: Bool { isWebsite || self == .json }

    /// Whether the source's items are articles; else they are recipes.
    package var isNews: Bool { self == .newsAPIv1 || self == .newsAPIv2 }

    /// Whether a ``SourceMapping`` says how the source is read: the file's, or the kind's own.
    package var isMapped: Bool { self == .json || self == .theMealDB || self == .spoonacular }

    /// The sort orders that the API documents; empty: it has none.
    package var sortOrders: [SortOrder] {
        let words =
            switch self {
            case .food2fork: ["rating", "trending"]
            case .newsAPIv1: ["top", "latest", "popular"]
            case .newsAPIv2: ["relevancy", "popularity", "publishedAt"]
            default: [String]()
            }
        return words.map(SortOrder.init)
    }

    /// Where the API is that the kind is named after; nil: many places.
    var usualBase: String? {
        switch self {
        case .forkifyV1, .forkifyV2: "https://forkify-api.herokuapp.com"
        case .newsAPIv1, .newsAPIv2: "https://newsapi.org"
        case .theMealDB: "https://www.themealdb.com"
        case .spoonacular: "https://api.spoonacular.com"
        default: nil
        }
    }

    /// The largest page that the API gives, in items; nil where it cannot be chosen.
    package var maxPageSize: Int? {
        switch self {
        case .food2fork: 30
        case .newsAPIv2, .spoonacular, .wordpress: 100
        case .mediawiki: 50
        case .json: 10_000
        case .forkifyV1, .forkifyV2, .newsAPIv1, .sitemap, .pages, .feed, .theMealDB: nil
        }
    }
}

extension SourceKind {
    private static let names = allCases.map(\.rawValue)
    /// For messages.
    static let allowed = "Allowed kinds: \(names.joined(separator: ", "))."

    init(_ value: YAMLValue) throws(SourceError) {
        let word = try value.word()
        if let kind = SourceKind(rawValue: word) {
            self = kind
            return
        }
        let kinds = Self.names
        let nearest = NearestWord.find(word, in: kinds)
        let slip = NearestWord.lettersOfASlip(in: word)
        let isPlain = kinds.count { NearestWord.find(word, in: [$0], within: slip) != nil } == 1
        let message =
            "Unknown kind \"\(word.shortened(to: 60))\"\(nearest.map { "; did you mean \"\($0)\"?" } ?? ".") "
            + Self.allowed
        guard isPlain, let meant = nearest.flatMap(SourceKind.init) else { throw value.error(.outOfRange, message) }
        value.report(.outOfRange, message)
        self = meant
    }
}

/// What the pages of a website are read as.
package enum SiteContent: String, Sendable, Hashable, CaseIterable {
    /// Every page is a recipe's.
    case recipe
    /// Every page is an article's; recipes are not looked for.
    case article
    /// Every page is an article's; one that holds a recipe is a recipe's too.
    case auto
}
