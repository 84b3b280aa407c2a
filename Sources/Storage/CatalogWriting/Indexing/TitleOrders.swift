internal import Foundation
internal import GRDB
internal import LarderCatalog

/// The orders of recipes' titles in languages with an order of their own.
final class TitleOrders {
    private let db: Database
    private lazy var languages = Result {
        try String.fetchAll(db.bound("SELECT name FROM titleLanguage")).map { name in
            (name: name, collation: TitleCollation(language: name))
        }
    }

    init(_ db: Database) { self.db = db }

    /// Writes the places of an item's title.
    func write(_ title: String, isGone: Bool, _ item: Int64) throws {
        for (name, collation) in try languages.get() {
            try write(collation.key(of: title), isGone: isGone, item, name)
        }
    }

    private func write(_ key: Data, isGone: Bool, _ item: Int64, _ language: String) throws {
        let sql = """
            INSERT INTO titleOrder (itemID, language, key, isGone) VALUES (?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET key = excluded.key, isGone = excluded.isGone
            WHERE key <> excluded.key OR isGone <> excluded.isGone
            """
        try db.run(sql, [item, language, key, isGone])
    }

    /// Keeps the orders of the languages that many recipes are written in.
    static func choose(_ db: Database) throws {
        let sql = "SELECT field, name, count FROM tag WHERE kind = 'recipe' AND field IN ('language', 'source')"
        var (all, counts): (Int, [String: Int]) = (0, [:])
        for row in try Row.fetchAll(db.bound(sql)) {
            let (field, name, count): (String, String, Int) = try (row.value(0), row.value(1), row.value(2))
            if field == "source" {
                all += count
            } else if let language = TitleLanguage(Locale.Language(identifier: name)) {
                counts[language.name, default: 0] += count
            }
        }
        let known = try String.fetchSet(db.bound("SELECT name FROM titleLanguage"))
        let wanted = counts.filter { $0.value * share >= all }.keys
        for name in known where counts[name, default: 0] * 2 * share < all || all == 0 {
            try db.run("DELETE FROM titleOrder WHERE language = ?", [name])
            try db.run("DELETE FROM titleLanguage WHERE name = ?", [name])
        }
        for name in Set(wanted).subtracting(known) { try add(name, db) }
    }

    /// A language of one recipe in so many has its order in the catalog, until it is of one in twice as many.
    private static let share = 10

    private static func add(_ language: String, _ db: Database) throws {
        let (orders, collation) = (TitleOrders(db), TitleCollation(language: language))
        let sql = "SELECT item.id, title, isGone FROM item JOIN recipe ON recipe.id = recipeID"
        let rows = try Row.fetchCursor(db.bound(sql))
        while let row = try rows.next() {
            try orders.write(collation.key(of: row.value(1)), isGone: row.value(2), row.value(0), language)
        }
        try db.run("INSERT INTO titleLanguage (name) VALUES (?)", [language])
    }
}
