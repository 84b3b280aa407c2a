internal import LarderModel

/// A closed set of words that an API documents, which keeps words it does not know.
package protocol OpenWord: RawRepresentable, Sendable, Hashable where RawValue == String {
    /// The words that the API documents, in its order.
    static var known: [Self] { get }
    /// Takes any word; unknown ones are kept as they are.
    init(rawValue: String)
}

extension OpenWord {
    /// Whether the API documents the word.
    package var isKnown: Bool { Self.known.contains(self) }
}

/// What an outlet writes about, in NewsAPI's words.
package enum NewsCategory: OpenWord {
    case business, entertainment, gaming, general, health, music, politics, science, sport, sports, technology
    /// A category that NewsAPI did not document when this was written.
    case other(String)

    /// See ``OpenWord/known``; v1 has gaming, music, politics and sport, v2 sports.
    package static let known: [Self] = [
        .business, .entertainment, .gaming, .general, .health, .music, .politics, .science, .sport, .sports,
        .technology,
    ]

    /// Takes any word, case-insensitively for the known ones.
    package init(rawValue: String) {
        self = Self.known.first { $0.rawValue == rawValue.lowercased() } ?? .other(rawValue)
    }

    /// The word that goes into a request.
    package var rawValue: String {
        switch self {
        case .business: "business"
        case .entertainment: "entertainment"
        case .gaming: "gaming"
        case .general: "general"
        case .health: "health"
        case .music: "music"
        case .politics: "politics"
        case .science: "science"
        case .sport: "sport"
        case .sports: "sports"
        case .technology: "technology"
        case .other(let word): word
        }
    }
}

/// A language code, ISO 639-1, as NewsAPI takes it.
package enum NewsLanguage: OpenWord {
    case arabic, german, english, spanish, french, hebrew, italian, dutch, norwegian, portuguese, russian, swedish
    case urdu, chinese
    /// A code that NewsAPI did not document when this was written.
    case other(String)

    /// See ``OpenWord/known``.
    package static let known: [Self] = [
        .arabic, .german, .english, .spanish, .french, .hebrew, .italian, .dutch, .norwegian, .portuguese, .russian,
        .swedish, .urdu, .chinese,
    ]

    /// Takes any word, case-insensitively for the known ones.
    package init(rawValue: String) {
        let code = rawValue.lowercased()
        self = Self.known.first { $0.rawValue == code } ?? .other(rawValue)
    }

    /// The code that goes into a request.
    package var rawValue: String {
        switch self {
        case .arabic: "ar"
        case .german: "de"
        case .english: "en"
        case .spanish: "es"
        case .french: "fr"
        case .hebrew: "he"
        case .italian: "it"
        case .dutch: "nl"
        case .norwegian: "no"
        case .portuguese: "pt"
        case .russian: "ru"
        case .swedish: "sv"
        case .urdu: "ud"
        case .chinese: "zh"
        case .other(let word): word
        }
    }
}

/// A country code, ISO 3166-1, as NewsAPI takes it.
package enum NewsCountry: OpenWord {
    /// One of the countries that NewsAPI documents, in lower case.
    case listed(Code)
    /// A code that NewsAPI did not document when this was written.
    case other(String)

    /// The documented countries.
    package enum Code: String, Sendable, Hashable, CaseIterable {
        case ae, ar, at, au, be, bg, br, ca, ch, cn, co, cu, cz, de, eg, es, fr, gb, gr, hk, hu, id, ie, il, `in`
        case `is`, it, jp, kr, lt, lv, ma, mx, my, ng, nl, no, nz, ph, pk, pl, pt, ro, rs, ru, sa, se, sg, si, sk, th
        case tr, tw, ua, us, ve, za
    }

    /// See ``OpenWord/known``.
    package static let known: [Self] = Code.allCases.map { .listed($0) }

    /// Takes any word, case-insensitively for the known ones.
    package init(rawValue: String) {
        self = Code(rawValue: rawValue.lowercased()).map { .listed($0) } ?? .other(rawValue)
    }

    /// The code that goes into a request.
    package var rawValue: String {
        switch self {
        case .listed(let code): code.rawValue
        case .other(let word): word
        }
    }
}

/// The order in which an API is asked for its items.
package enum SortOrder: OpenWord {
    /// food2fork: by social rank; the API's word is `r`.
    case rating
    /// food2fork: by trendingness; the API's word is `t`.
    case trending
    /// NewsAPI v1.
    case top, latest, popular
    /// NewsAPI v2.
    case relevancy, popularity, publishedAt
    /// An order that no API documented when this was written.
    case other(String)

    /// See ``OpenWord/known``; which of them apply depends on the kind, see ``SourceKind/sortOrders``.
    package static let known: [Self] = [
        .rating, .trending, .top, .latest, .popular, .relevancy, .popularity, .publishedAt,
    ]

    /// Takes any word: a name, or the API's own word, case-insensitively for the known ones.
    package init(rawValue: String) {
        let word = rawValue.lowercased()
        switch word {
        case "r": self = .rating
        case "t": self = .trending
        default: self = Self.known.first { $0.rawValue.lowercased() == word } ?? .other(rawValue)
        }
    }

    /// The order's name in a definition.
    package var rawValue: String {
        switch self {
        case .rating: "rating"
        case .trending: "trending"
        case .top: "top"
        case .latest: "latest"
        case .popular: "popular"
        case .relevancy: "relevancy"
        case .popularity: "popularity"
        case .publishedAt: "publishedAt"
        case .other(let word): word
        }
    }

    /// The word that goes into a request.
    package var requestWord: String {
        switch self {
        case .rating: "r"
        case .trending: "t"
        default: rawValue
        }
    }
}
