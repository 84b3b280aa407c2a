internal import GRDB
internal import Larder
internal import LarderCatalog
internal import LarderModel

/// The latest changes of the larder.
///
/// The script of a folder reads them. It tells a reader what has changed since the last visit.
struct SiteNews {
    /// Changes before these are left out, so that the first page loads little.
    private static let most = 2_000

    private let latest: Int64
    /// The highest number of what is left out; 0: nothing is.
    private let leftOut: Int64
    private let sources: [String]
    /// The latest first: the number, the place of the source, what happened, and the row in lists or -1.
    private let changes: [[Int64]]

    init(_ reader: LarderReader, _ indexes: ListIndexes) throws {
        latest = try reader.latestChange()
        let index = try indexes.index(reader)
        let places = try SitePlan.places(index, indexes, reader)
        let numbered = places.enumerated().map { (index.items[$1].id, Int64($0)) }
        let rows = Dictionary(numbered) { first, _ in first }
        let sql = """
            SELECT max(change.id) AS number, source.name,
                CASE change.kind WHEN 'added' THEN 0 WHEN 'changed' THEN 1 WHEN 'gone' THEN 2 ELSE 3 END, item.id
            FROM change JOIN source ON source.id = change.sourceID LEFT JOIN item ON item.urn = change.itemURN
            WHERE change.kind IN ('added', 'changed', 'gone', 'back')
            GROUP BY change.itemURN, change.kind ORDER BY number DESC LIMIT \(Self.most + 1)
            """
        let found = try Row.fetchAll(reader.database.bound(sql))
        sources = try Set(found.map { try $0.value(1) as String }).sorted()
        let place = Dictionary(sources.enumerated().map { ($1, Int64($0)) }) { first, _ in first }
        changes = try found.prefix(Self.most).map { row in
            let (source, item): (String, Int64?) = try (row.value(1), row.value(3))
            return try [row.value(0), place[source] ?? 0, row.value(2), item.flatMap { rows[$0] } ?? -1]
        }
        leftOut = try found.count > Self.most ? found[Self.most].value(0) : 0
    }

    var file: SiteFile {
        SiteScript.file("news") { writer in
            writer.object { writer in
                writer.member("latest", "\(latest)")
                writer.member("leftOut", "\(leftOut)")
                writer.member("sources", strings: sources)
                writer.key("changes")
                writer.array(changes) { writer, change in writer.array(change) { $0.value(Int($1)) } }
            }
        }
    }
}
