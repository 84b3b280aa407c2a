internal import Foundation
internal import GRDB
internal import LarderCatalog
internal import LarderCatalogWriting
internal import LarderModel

/// A larder of made-up recipes and articles, written with plain SQL and indexed as a sync does.
struct MadeUpLarder {
    let folder: URL
    let recipes: Int
    /// Words in the body of each article.
    let words: Int

    var articles: Int { recipes / 4 }

    private static let adjectives = [
        "Smoky", "Golden", "Crisp", "Winter", "Rustic", "Sticky", "Hearty", "Tangy", "Sunday", "Crème",
    ]
    private static let foods = [
        "chicken", "mushroom", "pumpkin", "lentil", "leek", "salmon", "beetroot", "spinach", "barley", "tomato", "lamb",
        "apple",
        "walnut", "prawn", "duck", "fennel", "plum", "carrot", "turkey", "trout", "garlic", "chocolate", "cherry",
        "cheese",
    ]
    private static let dishes = ["pasta", "soup", "salad", "curry", "pie", "stew", "cake", "pizza", "tart", "bread"]

    /// Writes it all; returns how long indexing took.
    func write() throws -> Duration {
        let database = try CatalogDatabase.open(
            at: folder.appending(path: "catalog.sqlite").path(percentEncoded: false)
        )
        try database.write { db in
            let writer = CatalogWriter(db)
            let source = try writer.upsertSource(Source(name: "made-up", kind: "website"))
            _ = try writer.beginSync(source: source, startedAt: 1_000)
            for outlet in 0..<Self.outlets {
                try db.execute(
                    sql: "INSERT INTO outlet (urn, sourceID, outletID, name, category) VALUES (?, 1, ?, ?, ?)",
                    arguments: ["outlet:made-up:\(outlet)", "\(outlet)", "Paper \(outlet)", "subject \(outlet % 7)"]
                )
            }
        }
        var random = SeededGenerator(seed: 11)
        for start in stride(from: 0, to: recipes, by: Self.atOnce) {
            try database.write { db in
                for number in start..<min(start + Self.atOnce, recipes) { try addRecipe(number, &random, db) }
                for number in start / 4..<min(start + Self.atOnce, recipes) / 4 { try addArticle(number, &random, db) }
            }
        }
        let time = try ContinuousClock().measure {
            while try !database.write({ try ItemIndexer($0).indexPending(limit: Self.atOnce) }) {}
            try database.write { try ItemIndexer($0).compact() }
        }
        try database.close()
        return time
    }

    private static let outlets = 200
    private static let atOnce = 5_000

    private func title(_ number: Int, _ random: inout SeededGenerator) -> String {
        func pick(_ words: [String]) -> String { words[Int.random(in: words.indices, using: &random)] }
        return "\(pick(Self.adjectives)) \(pick(Self.foods)) \(pick(Self.dishes)) with \(pick(Self.foods)) \(number)"
    }

    private func addRecipe(_ number: Int, _ random: inout SeededGenerator, _ db: Database) throws {
        let image = number % 10 == 0 ? nil : "image:made-up:\(number)"
        try db.run(
            """
            INSERT INTO recipe (urn, sourceID, recordID, title, publisher, sourceURL, imageURN, socialRank, totalMinutes,
                categories, language)
            VALUES (?, 1, ?, ?, 'Made-up kitchen', ?, ?, ?, ?, ?, ?)
            """,
            [
                "recipe:made-up:\(number)", "\(number)", title(number, &random),
                "https://made-up.example/recipes/\(number)", image,
                Double.random(in: 35..<100, using: &random), Int.random(in: 5..<200, using: &random),
                "[\"\(Self.dishes[number % 10])\", \"theme \(number % 999)\"]", number % 5 == 0 ? "sv" : "en",
            ]
        )
        let id = db.lastInsertedRowID
        for position in 0..<6 {
            let food = Self.foods[Int.random(in: Self.foods.indices, using: &random)]
            try db.run(
                "INSERT INTO ingredient (recipeID, position, text) VALUES (?, ?, ?)",
                [id, position, "2 cups of \(food)"]
            )
            try db.run(
                "INSERT INTO step (recipeID, position, text) VALUES (?, ?, ?)",
                [id, position, "Cook the \(food) slowly."]
            )
        }
        guard let image else { return }
        let digest = Data((0..<32).map { UInt8(truncatingIfNeeded: number >> ($0 % 8 * 8)) })
        try db.run(
            """
            INSERT INTO image (urn, sourceID, url, digest, byteCount, format, width, height, thumbHash, dominantColor)
            VALUES (?, 1, ?, ?, 9, 'jpeg', 1600, 900, '1QcSHQRnh493V4dIh4eXh1h4kJUI', '#708090')
            """,
            [image, image, digest]
        )
        let imageID = db.lastInsertedRowID
        for (position, width) in [320, 1_080].enumerated() {
            try db.run(
                "INSERT INTO imageVariant (imageID, position, width, height, format, digest, byteCount) VALUES (?, ?, ?, ?, 'webp', ?, 9)",
                [imageID, position, width, width * 9 / 16, digest]
            )
        }
    }

    private func addArticle(_ number: Int, _ random: inout SeededGenerator, _ db: Database) throws {
        let urn = "article:made-up:\(number)"
        try db.run(
            """
            INSERT INTO article (urn, sourceID, title, url, outletID, outletName, publishedAt) VALUES (?, 1, ?, ?, ?, 'Paper', ?)
            """,
            [
                urn, title(number, &random), "https://made-up.example/news/\(number)", "\(number % Self.outlets)",
                Int64.random(in: 1..<2_000_000_000_000, using: &random),
            ]
        )
        let body = (0..<words).map { _ in Self.foods[Int.random(in: Self.foods.indices, using: &random)] }.joined(
            separator: " "
        )
        try db.run(
            "INSERT INTO text (urn, sourceID, itemURN, htmlDigest, readerVersion, plain, runs, role) VALUES (?, 1, ?, ?, 1, ?, ?, 'body')",
            [
                "text:made-up:\(number):body", urn, Data(count: 32), body,
                "{\"v\":2,\"sets\":[{}],\"runs\":[\(body.utf8.count)]}",
            ]
        )
    }
}
