internal import Foundation
internal import GRDB
internal import LarderCatalog

/// The order of titles by the rules of a locale.
enum TitleOrder {
    static func order(_ locale: Locale, in db: Database) throws -> RowOrder {
        let isStandard = locale.collation == .standard || locale.collation.identifier.isEmpty
        let language = TitleLanguage(locale.language)
        if isStandard {
            guard let language else {
                return RowOrder(name: "title", value: "item.titleKey", index: "item_on_titleKey")
            }
            if try db.exists("SELECT 1 FROM titleLanguage WHERE name = ?", [language.name]) {
                return RowOrder(titlesOf: language)
            }
        }
        let collation = collation(of: locale, in: db)
        return RowOrder(
            name: collation,
            value: "(SELECT title FROM recipe WHERE recipe.id = item.recipeID) COLLATE \(collation)"
        )
    }

    /// Adds a collation to the connection; its name.
    private static func collation(of locale: Locale, in db: Database) -> String {
        let name = "larder_" + locale.identifier.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        db.add(
            collation: DatabaseCollation(name) { left, right in
                left.compare(right, options: [.caseInsensitive, .numeric], range: nil, locale: locale)
            }
        )
        return name
    }
}
