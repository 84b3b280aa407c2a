package import GRDB
public import LarderModel

/// A source with its row in one catalog file.
public struct CatalogSource: Sendable, Hashable, Identifiable {
    /// The row's identifier in this file.
    public let id: SourceID
    /// The name and kind that the source's file gave it, and its URN.
    public let source: Source

    init(_ row: Row) throws {
        id = try row.value(0)
        source = try Source(urn: row.value(1), name: row.value(2), kind: row.value(3))
    }
}

/// One run over a source.
public struct SyncSummary: Sendable, Hashable, Identifiable {
    /// Grows from sync to sync.
    public let id: Int64
    /// The row of its source.
    public let sourceID: SourceID
    /// In Unix milliseconds.
    public let startedAt: Int64
    /// In Unix milliseconds; nil while it runs.
    public let finishedAt: Int64?
    /// How it ended.
    public let state: SyncState
    /// How many of what, by name.
    public let counts: [String: Int]

    /// - Parameter row: It begins with ``columns``.
    package init(_ row: Row) throws {
        id = try row.value(0)
        sourceID = try row.value(1)
        startedAt = try row.value(2)
        finishedAt = try row.value(3)
        // The schema allows no other word.
        state = try SyncState(rawValue: row.value(4)) ?? .failed
        let members = try JSONColumn.value(row.value(5))?.members ?? []
        counts = Dictionary(members.compactMap { member in member.value.integer.map { (member.name, $0) } }) { $1 }
    }

    /// What ``init(_:)`` reads, of the table `sync`.
    package static let columns = "sync.id, sourceID, startedAt, finishedAt, state, counts"

    /// The same sync for merging.
    package var sync: CatalogSync { CatalogSync(id: id, sourceID: sourceID) }

    /// The name of the count of places in lists that a sync found.
    package static let listed = "listed"
    /// The name of the count of sitemaps that a site's robots.txt named.
    package static let named = "named"
    /// A number for the lists that the source's definition named.
    package static let listNames = "listNames"
    /// A number for what else its lists were made from.
    package static let listRequests = "listRequests"

    /// How many whole lists must lack an item before it is removed, unless the user asks for it at once.
    package static let listsUntilRemoved = 2

    /// The statement that counts the syncs of the source of `item` that read all lists since a time.
    ///
    /// - Parameter time: An expression, in Unix milliseconds.
    package static func readings(since time: String) -> String {
        "SELECT count(*) FROM sync WHERE sync.sourceID = item.sourceID AND listsRead AND finishedAt >= \(time)"
    }

    /// Whether it ended with all its lists, items and texts read; a picture that failed takes nothing from them.
    package var isWhole: Bool {
        let needed = JobKind.allCases.filter { $0 != .imageDownload && $0 != .imageDecode }
        return state == .finished && needed.allSatisfy { counts["\($0.name) dead", default: 0] == 0 }
    }
}

/// A recipe with what belongs to it.
public struct RecipeDetail: Sendable, Hashable {
    /// The record with its row's identifier in this file.
    public let recipe: StoredRecord<Recipe>
    /// Its picture, once downloaded.
    public let image: ImageDetail?
    /// Its texts by URN.
    public let texts: [StoredRecord<RenderedText>]
}

/// An article with what belongs to it.
public struct ArticleDetail: Sendable, Hashable {
    /// The record with its row's identifier in this file.
    public let article: StoredRecord<Article>
    /// Its picture, once downloaded.
    public let image: ImageDetail?
    /// Its texts by URN.
    public let texts: [StoredRecord<RenderedText>]
}

/// A picture with what decoding found out.
public struct ImageDetail: Sendable, Hashable {
    /// The picture as it was downloaded.
    public let original: StoredRecord<ImageOriginal>
    /// Its size, format and variants; nil until it is decoded.
    public let decoding: ImageDecoding?
}

/// How many rows a catalog has.
public struct CatalogCounts: Sendable, Hashable {
    /// Rows of `recipe`.
    public let recipes: Int
    /// Rows of `article`.
    public let articles: Int
    /// Rows of `outlet`.
    public let outlets: Int
    /// Rows of `image`.
    public let images: Int
    /// Pictures that cannot be shown.
    public let rejectedImages: Int
    /// Rows of `text`.
    public let texts: Int
    /// Files of articles, which are not downloaded.
    public let attachments: Int
    /// Recipes and articles of which only a list says something so far.
    public let partial: Int
    /// Recipes and articles that their source lists no more.
    public let gone: Int
}
