public import Foundation
internal import GRDB
internal import LarderCatalog
internal import LarderModel

/// An article in a list.
public struct ArticleRow: Sendable, Hashable, Identifiable {
    /// The article's URN.
    public let id: String
    /// The name of its source.
    public let source: String
    /// Plain text.
    public let title: String
    /// A sentence or two, plain text.
    public let summary: String?
    /// Who wrote it, often several names.
    public let author: String?
    /// The name of the publication.
    public let publisher: String?
    /// The URN of the publication, as in ``ArticleFilter/outlet``.
    public let outlet: String?
    /// The publication's subject, in the source's words.
    public let category: String?
    /// The publication's country, in the source's words.
    public let country: String?
    /// A BCP 47 tag such as `en-GB`.
    public let language: String?
    /// When it was published.
    public let published: Date?
    /// The source lists it no more; it stays readable.
    public let isGone: Bool
    /// Only a list has named it so far: its text is missing.
    public let isPartial: Bool
    /// nil: it has none.
    public let picture: ShownPicture?
}

extension ArticleRow: ListedRow {
    static let table = "article"
    static let columns = """
        item.urn, source.name, shown.title, shown.summary, shown.author, shown.outletName, shown.outletID,
        outlet.category, outlet.country, shown.language, shown.publishedAt, item.isGone, shown.isPartial, shown.imageURN
        """
    static let join = "LEFT JOIN outlet ON outlet.sourceID = item.sourceID AND outlet.outletID = shown.outletID"

    init(_ row: Row, at start: Int, pixelWidth: Int, _ blobs: BlobFolder) throws {
        id = try row.value(start)
        source = try row.value(start + 1)
        title = try row.value(start + 2)
        summary = try row.value(start + 3)
        author = try row.value(start + 4)
        publisher = try row.value(start + 5)
        let outletID: String? = try row.value(start + 6)
        outlet = outletID.map { [source] in RecordURN.outlet(source: source, id: $0) }
        category = try row.value(start + 7)
        country = try row.value(start + 8)
        language = try row.value(start + 9)
        published = try Date(unixMilliseconds: row.value(start + 10))
        isGone = try row.value(start + 11)
        isPartial = try row.value(start + 12)
        picture = try ShownPicture(row.value(start + 13), row, at: start + 14, pixelWidth: pixelWidth, blobs)
    }
}
