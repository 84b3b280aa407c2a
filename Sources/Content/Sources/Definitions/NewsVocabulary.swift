/// A word of a set that an API documents; a word that is not documented is kept as it is.
package protocol OpenWord: RawRepresentable, Sendable, Hashable where RawValue == String {
    /// The words that the API documents, in its order.
    static var known: [Self] { get }
    /// Takes any word.
    init(rawValue: String)
}

extension OpenWord {
    /// Whether the API documents the word.
    package var isKnown: Bool { Self.known.contains(self) }

    /// The documented words of a text, and any word in the spelling of the documented one.
    fileprivate static func spelled(_ word: String, in known: String) -> String {
        known.split(separator: " ").map(String.init).first { $0.lowercased() == word.lowercased() } ?? word
    }

    fileprivate static func words(_ known: String) -> [Self] {
        known.split(separator: " ").map { Self(rawValue: String($0)) }
    }
}

/// What an outlet writes about, in NewsAPI's words; v1 has gaming, music, politics and sport, v2 sports.
package struct NewsCategory: OpenWord {
    package let rawValue: String
    private static let documented =
        "business entertainment gaming general health music politics science sport sports technology"

    package static let known = words(documented)

    package init(rawValue: String) { self.rawValue = Self.spelled(rawValue, in: Self.documented) }
}

/// A language code, ISO 639-1, as NewsAPI takes it.
package struct NewsLanguage: OpenWord {
    package let rawValue: String
    private static let documented = "ar de en es fr he it nl no pt ru sv ud zh"

    package static let known = words(documented)

    package init(rawValue: String) { self.rawValue = Self.spelled(rawValue, in: Self.documented) }
}

/// A country code, ISO 3166-1, as NewsAPI takes it.
package struct NewsCountry: OpenWord {
    package let rawValue: String
    private static let documented =
        "ae ar at au be bg br ca ch cn co cu cz de eg es fr gb gr hk hu id ie il in is it jp kr lt lv ma mx my ng nl no "
        + "nz ph pk pl pt ro rs ru sa se sg si sk th tr tw ua us ve za"

    package static let known = words(documented)

    package init(rawValue: String) { self.rawValue = Self.spelled(rawValue, in: Self.documented) }
}

/// The order in which an API is asked for its items.
package struct SortOrder: OpenWord {
    package let rawValue: String
    private static let documented = "rating trending top latest popular relevancy popularity publishedAt"

    /// Which of them apply depends on the kind, see ``SourceKind/sortOrders``.
    package static let known = words(documented)

    /// Takes a name, or food2fork's own `r` (rating) and `t` (trending).
    package init(rawValue: String) {
        let names = ["r": "rating", "t": "trending"]
        self.rawValue = Self.spelled(names[rawValue.lowercased()] ?? rawValue, in: Self.documented)
    }

    /// The word that goes into a request.
    package var requestWord: String { ["rating": "r", "trending": "t"][rawValue] ?? rawValue }
}
