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
    public var needsPicture = false
    /// Those too that their source lists no more.
    public var includesGone = false

    /// Articles that their source still lists: all, or those of a publication or a subject.
    public init(outlet: String? = nil, category: String? = nil) {
        (self.outlet, self.category) = (outlet, category)
    }

    var tags: [(field: String, name: String)] {
        [("outlet", outlet), ("category", category), ("language", language), ("source", source)]
            .compactMap { field, name in name.map { (field, $0) } }
    }
}

extension LarderReader {
    /// A page of articles, the newest first and those without a date last; one statement.
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
        let order = RowOrder(
            name: "newest",
            value: "item.time",
            isDescending: true,
            index: "item_on_articleTime",
            isOfTags: true
        )
        var query = RowQuery(order: order, tags: filter.tags, includesGone: filter.includesGone)
        if filter.needsPicture { query.conditions.append(RowQuery.hasPicture("article")) }
        return try query.page(of: ArticleRow.self, after: cursor, limit: limit, pixelWidth: pixelWidth, in: self)
    }
}
