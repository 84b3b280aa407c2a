/// The words that an API documents for one of its parameters.
package protocol WordList: Sendable {
    /// Separated by spaces, in the API's order and spelling.
    static var documented: String { get }
    /// Other spellings that a file may have, in lower case.
    static var aliases: [String: String] { get }
}

extension WordList {
    package static var aliases: [String: String] { [:] }
}

/// A word of an API; an undocumented word is kept as it is written.
package struct APIWord<List: WordList>: RawRepresentable, Sendable, Hashable {
    package let rawValue: String

    package static var known: [Self] { words.map { Self(rawValue: $0) } }

    private static var words: [String] { List.documented.split(separator: " ").map(String.init) }

    /// Takes any word; a documented one in any case of letters.
    package init(rawValue: String) {
        let word = List.aliases[rawValue.lowercased()] ?? rawValue
        self.rawValue = Self.words.first { $0.lowercased() == word.lowercased() } ?? word
    }

    package var isKnown: Bool { Self.words.contains(rawValue) }
}

/// What an outlet writes about, in NewsAPI's words; v1 has gaming, music, politics and sport, v2 sports.
package enum NewsCategories: WordList {
    package static let documented =
        "business entertainment gaming general health music politics science sport sports technology"
}

/// ISO 639-1 codes.
package enum NewsLanguages: WordList {
    package static let documented = "ar de en es fr he it nl no pt ru sv ud zh"
}

/// ISO 3166-1 codes.
package enum NewsCountries: WordList {
    package static let documented =
        "ae ar at au be bg br ca ch cn co cu cz de eg es fr gb gr hk hu id ie il in is it jp kr lt lv ma mx my ng "
        + "nl no nz ph pk pl pt ro rs ru sa se sg si sk th tr tw ua us ve za"
}

/// The orders in which an API can be asked; which of them apply depends on the kind, see ``SourceKind/sortOrders``.
package enum SortOrders: WordList {
    package static let documented = "rating trending top latest popular relevancy popularity publishedAt"
    package static let aliases = ["r": "rating", "t": "trending"]
}

package typealias NewsCategory = APIWord<NewsCategories>
package typealias NewsLanguage = APIWord<NewsLanguages>
package typealias NewsCountry = APIWord<NewsCountries>
package typealias SortOrder = APIWord<SortOrders>

extension SortOrder {
    /// The word that goes into a request; food2fork has letters for its orders.
    package var requestWord: String { ["rating": "r", "trending": "t"][rawValue] ?? rawValue }
}
