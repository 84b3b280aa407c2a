internal import GRDB
internal import LarderCatalog

/// Which articles a list has; all conditions hold together.
public struct ArticleFilter: Sendable, Hashable {
    /// The name of a source.
    public var source: String?
    /// The URN of a publication, ``ArticleRow/outlet``.
    public var outlet: String?
    /// The subject of publications, in the source's words.
    public var category: String?
    /// A BCP 47 tag as in the catalog, such as `en`.
    public var language: String?
    /// Only those with a picture that can be shown.
    public var needsPicture: Bool
    /// Also articles that their source no longer lists.
    public var includesGone: Bool

    /// Makes a filter.
    ///
    /// Without arguments it has all articles that their source still lists.
    public init(
        source: String? = nil,
        outlet: String? = nil,
        category: String? = nil,
        language: String? = nil,
        needsPicture: Bool = false,
        includesGone: Bool = false
    ) {
        (self.source, self.outlet, self.category, self.language) = (source, outlet, category, language)
        (self.needsPicture, self.includesGone) = (needsPicture, includesGone)
    }

    var tags: [(field: String, name: String)] {
        [("outlet", outlet), ("category", category), ("language", language), ("source", source)]
            .compactMap { field, name in name.map { (field, $0) } }
    }
}

extension LarderReader {
    /// A page of articles, the newest first; one statement.
    ///
    /// Articles without a date come where the year 1970 would.
    ///
    /// - Parameters:
    ///   - cursor: ``RowPage/next`` of the page before, of the same filter.
    ///   - pixelWidth: The width in which rows show their pictures, in pixels.
    public func articleRows(
        filter: ArticleFilter = ArticleFilter(),
        after cursor: PageCursor? = nil,
        limit: Int = 30,
        pixelWidth: Int = 640
    ) throws -> RowPage<ArticleRow> {
        try query(filter).page(of: ArticleRow.self, after: cursor, limit: limit, pixelWidth: pixelWidth, in: self)
    }

    /// The articles with these URNs in their order, without those that are not there; one statement.
    public func articleRows(_ urns: [String], pixelWidth: Int = 640) throws -> [ArticleRow] {
        try rows(urns, pixelWidth: pixelWidth)
    }

    /// How many articles the filter has; one statement that reads each of them.
    public func articleCount(filter: ArticleFilter = ArticleFilter()) throws -> Int { try query(filter).count(in: db) }

    private func query(_ filter: ArticleFilter) -> RowQuery {
        let order = RowOrder(
            name: "newest",
            value: "item.time",
            isDescending: true,
            index: "item_on_articleTime",
            isOfTags: true
        )
        return RowQuery(
            kind: ArticleRow.table,
            order: order,
            tags: filter.tags,
            conditions: filter.needsPicture ? [RowQuery.hasPicture("article")] : [],
            includesGone: filter.includesGone
        )
    }
}
