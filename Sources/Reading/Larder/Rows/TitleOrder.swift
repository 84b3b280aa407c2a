internal import Foundation
internal import GRDB

/// The order of titles in a language.
enum TitleOrder {
    /// Languages that CLDR gives no collation of their own: the sort keys in the catalog have their order.
    private static let ofRoot: Set<String> = [
        "", "en", "fr", "it", "pt", "nl", "de", "ca", "ga", "id", "ms", "eu", "lb", "rm", "gd", "gv", "kw",
        "sw", "zu", "xh", "nd", "rw", "so", "sn", "mg", "jv", "su", "ia", "und", "tl",
    ]

    static func isRoot(_ locale: Locale) -> Bool {
        guard locale.collation == .standard || locale.collation.identifier.isEmpty else { return false }
        return ofRoot.contains(locale.language.languageCode?.identifier ?? "")
    }

    /// Adds a collation to the connection; its name.
    static func collation(of locale: Locale, in db: Database) -> String {
        let name = "larder_" + locale.identifier.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        db.add(
            collation: DatabaseCollation(name) { left, right in
                left.compare(right, options: [.caseInsensitive, .numeric], range: nil, locale: locale)
            }
        )
        return name
    }
}
