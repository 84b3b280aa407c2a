internal import GRDB
internal import Larder
internal import LarderCatalog

/// What lists filter by, of all items of one state of the catalog.
///
/// Counting the choices of every filter in SQL reads all items and their tags once for each filter, for each page. Here
/// a pass over arrays counts them all. Of 25,000 items with 200,000 tags it takes 2 MB.
struct ListIndex: Sendable {
    struct Item: Sendable {
        var id: Int64
        /// Place in ``ListIndex/sources``.
        var source: Int
        var isRecipe: Bool
        var isGone: Bool
        /// The recipe on an article's page is the same thing to a reader: such an article is in no list.
        var isHidden: Bool
        var hasMinutes: Bool
        /// Place in ``ListAddress/Time/allCases``; -1: articles without a time have none.
        var time: Int
        /// Its tags, as places in ``ListIndex/tags``, are at these places of ``ListIndex/itemTags``.
        var tags: Range<Int> = 0..<0
    }

    /// A category, a keyword, a language or a publication, of recipes and articles alike.
    struct Tag: Sendable {
        var filter: ListFilters
        var field: String
        var key: String
        var name: String
    }

    /// Indexes are values; this object tells whether two are the same one.
    final class Identity: Sendable {}

    let identity = Identity()
    private(set) var items: [Item] = []
    private(set) var sources: [String] = []
    /// By field and key.
    private(set) var tags: [Tag] = []
    private(set) var itemTags: [Int32] = []
    /// The place in ``items`` of each document of the search, -1 where there is none.
    private(set) var documents: [Int32] = []
    private var tagPlaces: [TagName: Int] = [:]
    /// How many items the list of all items has.
    private(set) var total = 0

    private struct TagName: Hashable {
        var field: String
        var key: String
    }

    /// Reads it; four statements.
    init(_ reader: LarderReader) throws {
        let db = reader.database
        var sourcePlaces: [Int64: Int] = [:]
        for row in try Row.fetchAll(db.bound("SELECT id, name FROM source ORDER BY name")) {
            sourcePlaces[try row.value(0)] = sources.count
            sources.append(try row.value(1))
        }
        try readItems(db, sourcePlaces)
        try readItemTags(db, readTags(db))
        total = items.count { !$0.isGone && !$0.isHidden }
    }

    private mutating func readItems(_ db: Database, _ sourcePlaces: [Int64: Int]) throws {
        let rows = try Row.fetchCursor(
            db.bound(
                """
                SELECT id, sourceID, recipeID NOT NULL, isGone, minutes, document, articleID NOT NULL
                    AND EXISTS (SELECT 1 FROM item AS twin WHERE twin.urn = \(ListConditions.recipeURN))
                FROM item ORDER BY id
                """
            )
        )
        while let row = try rows.next() {
            let minutes: Int? = try row.value(4)
            let isRecipe: Bool = try row.value(2)
            if let document: Int = try row.value(5), document >= 0 {
                // Numbers of documents are at most a few times the number of items.
                if document >= documents.count {
                    documents += Array(repeating: -1, count: document + 1 - documents.count)
                }
                documents[document] = Int32(items.count)
            }
            items.append(
                Item(
                    id: try row.value(0),
                    source: sourcePlaces[try row.value(1)] ?? 0,
                    isRecipe: isRecipe,
                    isGone: try row.value(3),
                    isHidden: try row.value(6),
                    hasMinutes: minutes != nil,
                    time: Self.time(minutes, isRecipe: isRecipe)
                )
            )
        }
    }

    private static func time(_ minutes: Int?, isRecipe: Bool) -> Int {
        guard let minutes else { return isRecipe ? 3 : -1 }
        return minutes <= 30 ? 0 : minutes <= 60 ? 1 : 2
    }

    /// The place in ``tags`` of each number of the catalog's table, -1 for tags that no list filters by.
    private mutating func readTags(_ db: Database) throws -> [Int32] {
        let filters: [String: ListFilters] = [
            "category": .category, "keyword": .word, "language": .language, "outlet": .outlet,
        ]
        var places: [Int32] = []
        let rows = try Row.fetchCursor(db.bound("SELECT id, field, key, name FROM tag ORDER BY field, key, name"))
        while let row = try rows.next() {
            let (id, field, key): (Int, String, String) = try (row.value(0), row.value(1), row.value(2))
            guard id >= 0, let filter = filters[field] else { continue }
            if tags.last?.field != field || tags.last?.key != key {
                tagPlaces[TagName(field: field, key: key)] = tags.count
                tags.append(Tag(filter: filter, field: field, key: key, name: try row.value(3)))
            }
            if id >= places.count { places += Array(repeating: -1, count: id + 1 - places.count) }
            places[id] = Int32(tags.count - 1)
        }
        return places
    }

    private mutating func readItemTags(_ db: Database, _ places: [Int32]) throws {
        let rows = try Row.fetchCursor(db.bound("SELECT itemID, tagID FROM itemTag ORDER BY itemID"))
        var row = try rows.next()
        for number in items.indices {
            let start = itemTags.count
            while let found = row {
                let item: Int64 = try found.value(0)
                guard item <= items[number].id else { break }
                let tag: Int = try found.value(1)
                if item == items[number].id, places.indices.contains(tag), places[tag] >= 0 {
                    itemTags.append(places[tag])
                }
                row = try rows.next()
            }
            items[number].tags = start..<itemTags.count
        }
    }

    /// The place of an item in ``items``; nil: there is none.
    func place(ofID id: Int64) -> Int32? {
        var (low, high) = (0, items.count)
        while low < high {
            let middle = (low + high) / 2
            if items[middle].id < id { low = middle + 1 } else { high = middle }
        }
        return low < items.count && items[low].id == id ? Int32(low) : nil
    }

    /// The places of documents of the search, in their order; those of items that it does not know are left out.
    func places(of documents: [Int]) -> [Int32] {
        documents.compactMap {
            self.documents.indices.contains($0) && self.documents[$0] >= 0 ? self.documents[$0] : nil
        }
    }

    /// The place of a tag in ``tags``; nil: no item has it.
    func tag(_ field: String, _ name: String) -> Int? {
        tagPlaces[TagName(field: field, key: TagKey.key(field, name))]
    }
}
