internal import Foundation
internal import GRDB
internal import LarderCatalog
internal import LarderModel

/// What lists, search and links need of a recipe or an article, read in one statement.
struct IndexedItem {
    let kind: RecordKind
    let urn: String
    let source: SourceID
    let isGone: Bool
    let title: String
    let rank: Double
    /// In minutes; nil for articles, and for recipes that do not tell it.
    let minutes: Int?
    /// When an article was published, in Unix milliseconds, 0 where that is not known; nil for recipes.
    let publishedAt: Int64?
    /// What lists with one of the item's tags are ordered by first.
    var place: Double { publishedAt.map(Double.init) ?? rank }
    /// The values of the item's tags by their field.
    let tags: [(field: String, name: String)]
    let addresses: Set<String>
    /// Words of people, publications and subjects.
    let names: String
    let ingredients: String
    let text: String
    /// The groups of fields that ``prints`` tells apart, in its order.
    static let groups = [
        "title", "summary", "picture", "ingredients", "steps", "text", "times", "categories", "publisher", "date",
        "address",
    ]
    /// A hash of four bytes for each of ``groups``, and one for all other fields.
    let prints: Data

    /// - Parameter key: As in the table `pendingItem`.
    /// - Returns: nil: there is no such item any more.
    init?(_ key: Int64, _ db: Database) throws {
        kind = key % 2 == 0 ? .recipe : .article
        let query = try db.bound(kind == .recipe ? Self.recipe : Self.article, key / 2)
        guard let row = try Row.fetchOne(query) else { return nil }
        func text(_ name: String) throws -> String { try row.decode(String?.self, forColumn: name) ?? "" }
        func list(_ name: String) throws -> [String] {
            try JSONColumn.value(row.decode(DatabaseValue.self, forColumn: name))?.items?.compactMap(\.string) ?? []
        }
        urn = try text("urn")
        source = try SourceID(rawValue: row.decode(Int64.self, forColumn: "sourceID"))
        isGone = try row.decode(Bool.self, forColumn: "isGone")
        title = try text("title")
        rank = try row.decode(Double.self, forColumn: "rank")
        minutes = try row.decode(Int?.self, forColumn: "minutes")
        publishedAt = try row.decode(Int64?.self, forColumn: "publishedAt")
        let subjects = try [("category", "categories"), ("cuisine", "cuisines"), ("keyword", "keywords")]
            .flatMap { field, column in try list(column).map { (field, $0) } }
        let outlet = try text("outletID")
        let outletURN = try outlet.isEmpty ? "" : RecordURN.outlet(source: text("sourceName"), id: outlet)
        let single = try [
            ("source", text("sourceName")), ("outlet", outletURN), ("category", text("outletCategory")),
            ("language", text("language")),
        ]
        tags = (single + subjects).filter { !$0.1.isEmpty }.map { (field: $0.0, name: $0.1) }
        let urls = try [text("url"), text("canonicalURL"), text("pageURL")] + list("formerURLs")
        addresses = Set(urls.compactMap { AddressKey($0)?.text })
        let people = try list("authors") + [text("author"), text("publisher")]
        names = (people + subjects.map(\.1)).joined(separator: "\n")
        ingredients = try text("ingredients")
        let (summary, steps, body) = try (text("summary"), text("steps"), text("body"))
        func stepText(separatedBy separator: Unicode.Scalar) -> String {
            String(decoding: steps.utf8.map { $0 == 0x1F ? UInt8(ascii: separator) : $0 }, as: UTF8.self)
        }
        self.text = Self.distinctLines(of: [summary, stepText(separatedBy: "\n"), body], after: ingredients)
        let groups = try [
            title, summary, text("picture"), ingredients, stepText(separatedBy: " "), body + text("runs"),
            text("times"), subjects.map { $0.0 + $0.1 }.joined(separator: "\n"),
            people.joined(separator: "\n") + text("outletID") + text("outletCategory"), text("date"),
            urls.joined(separator: "\n"), text("other"),
        ]
        prints = Self.prints(of: groups)
    }

    /// Each line of the texts once.
    ///
    /// A page repeats the ingredients and steps of its recipe. The words before a line's last tab are kept and not
    /// compared. A list has its markers there.
    ///
    /// - Parameter known: Lines that are left out too.
    private static func distinctLines(of texts: [String], after known: String) -> String {
        let newline = UInt8(ascii: "\n")
        var seen: Set<Int> = []
        func isNew(_ line: Substring.UTF8View) -> Bool {
            var (line, hasher) = (Substring(line), Hasher())
            line.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
            return seen.insert(hasher.finalize()).inserted
        }
        for line in known.utf8.split(separator: newline) { _ = isNew(line) }
        var kept = ""
        for line in texts.lazy.flatMap({ $0.utf8.split(separator: newline) }) {
            let start = line.lastIndex(of: UInt8(ascii: "\t")).map(line.index(after:)) ?? line.startIndex
            kept.append(contentsOf: Substring(isNew(line[start...]) ? line : line[..<start]))
            kept.append("\n")
        }
        return kept
    }

    private static func prints(of groups: [String]) -> Data {
        var bytes = Data(capacity: groups.count * 4)
        for group in groups {
            let hash = group.withUTF8Span { StableHash.Short($0).value }
            for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: hash >> UInt64(shift))) }
        }
        return bytes
    }

    /// The names of the groups whose hashes are not the same.
    static func changes(from old: Data, to new: Data) -> [String] {
        let (old, new) = ([UInt8](old), [UInt8](new))
        return groups.indices.filter { group in
            let range = group * 4..<group * 4 + 4
            return range.upperBound > old.count || old[range] != new[range]
        }.map { groups[$0] }
    }

    /// Where the item's page was in the end, which may be behind redirects.
    private static func page(_ kind: String) -> String {
        """
        (SELECT url FROM provenance WHERE recordURN = item.urn AND recordKind = '\(kind)' AND origin = 'page') AS pageURL
        """
    }

    private static func body(_ column: String) -> String {
        "(SELECT \(column) FROM text WHERE itemURN = item.urn AND role = 'body')"
    }

    private static func lines(_ columns: String, of table: String) -> String {
        """
        (SELECT group_concat(\(columns), char(10)) FROM (
            SELECT * FROM \(table) WHERE recipeID = item.id ORDER BY position
        ))
        """
    }

    private static let recipe = """
        SELECT item.urn, sourceID, source.name AS sourceName, goneAt NOT NULL AS isGone, title, summary, publisher,
            NULL AS author, authors, categories, cuisines, keywords, NULL AS outletID, NULL AS outletCategory, language,
            coalesce(socialRank, rating * 20, -1) AS rank,
            coalesce(totalMinutes, cookingMinutes + coalesce(prepMinutes, 0), prepMinutes) AS minutes,
            NULL AS publishedAt, NULL AS date, sourceURL AS url, canonicalURL, \(page("recipe")),
            \(formerURLs), \(pictures("recipePicture", of: "recipe")) AS picture,
            \(times) AS times, \(lines("text", of: "ingredient")) AS ingredients,
            \(lines("coalesce(section || char(31), '') || coalesce(name || char(31), '') || text", of: "step")) AS steps,
            \(body("plain")) AS body, \(body("runs")) AS runs, \(other(recipeFields))
            || \(concatenated("text", "nutrition")) || \(concatenated("text", "equipment"))
            || \(concatenated("imageURN", "step")) AS other
        FROM recipe AS item JOIN source ON source.id = sourceID WHERE item.id = ?
        """

    private static let formerURLs =
        "iif(json_valid(extra), json_extract(extra, '$.formerURLs'), NULL) AS formerURLs"

    private static func pictures(_ table: String, of parent: String) -> String {
        "coalesce(imageURN, imageURL, '') || " + concatenated("url", table, of: parent)
    }

    private static let recipeFields = [
        "socialRank", "rating", "ratingCount", "language", "isPartial", "videos", "source.name", "extra",
    ]

    private static let times = other(["prepMinutes", "cookingMinutes", "totalMinutes", "servings", "servingsText"])

    /// The values of columns as one text.
    private static func other(_ columns: [String]) -> String {
        columns.map { "coalesce(\($0), '')" }.joined(separator: " || ' ' || ")
    }

    private static func concatenated(_ column: String, _ table: String, of parent: String = "recipe") -> String {
        "coalesce((SELECT group_concat(\(column)) FROM \(table) WHERE \(parent)ID = item.id), '')"
    }

    private static let article = """
        SELECT item.urn, sourceID, source.name AS sourceName, goneAt NOT NULL AS isGone, title, summary,
            outletName AS publisher, author, NULL AS authors, NULL AS categories, NULL AS cuisines, NULL AS keywords,
            outletID, (
                SELECT category FROM outlet WHERE outlet.sourceID = item.sourceID AND outlet.outletID = item.outletID
            ) AS outletCategory, language, 0.0 AS rank, NULL AS minutes, coalesce(publishedAt, 0) AS publishedAt,
            publishedText AS date, url, canonicalURL, \(page("article")),
            \(formerURLs), \(pictures("articlePicture", of: "article"))
                || \(concatenated("url", "attachment", of: "article")) AS picture, '' AS times,
            NULL AS ingredients, NULL AS steps, coalesce(\(body("plain")), content) AS body, \(body("runs")) AS runs,
            \(other(["publishedAt", "language", "isPartial", "source.name", "extra"])) AS other
        FROM article AS item JOIN source ON source.id = sourceID WHERE item.id = ?
        """
}
