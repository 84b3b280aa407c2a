public import Foundation
internal import GRDB
internal import LarderCatalog
internal import LarderModel

/// A recipe in a list.
public struct RecipeCard: Sendable, Hashable, Identifiable {
    /// The recipe's URN.
    public let id: String
    /// The name of its source.
    public let source: String
    /// Plain text.
    public let title: String
    /// The site or person that publishes it.
    public let publisher: String?
    /// How long it takes in all, in minutes.
    public let minutes: Int?
    /// The stars that readers gave, as the source counts them.
    public let rating: Double?
    /// When a sync found it first.
    public let added: Date?
    /// The source lists it no more; it stays readable.
    public let isGone: Bool
    /// Only a list has named it so far: ingredients and steps are missing.
    public let isPartial: Bool
    /// nil: it has none.
    public let picture: ShownPicture?
}

extension RecipeCard: ListedRow {
    static let table = "recipe"
    static let columns = """
        item.urn, source.name, shown.title, shown.publisher, item.minutes, shown.rating, item.time, item.isGone,
        shown.isPartial, shown.imageURN
        """

    init(_ row: Row, at start: Int, pixelWidth: Int, _ blobs: BlobFolder) throws {
        id = try row.value(start)
        source = try row.value(start + 1)
        title = try row.value(start + 2)
        publisher = try row.value(start + 3)
        minutes = try row.value(start + 4)
        rating = try row.value(start + 5)
        added = try Date(unixMilliseconds: row.value(start + 6))
        isGone = try row.value(start + 7)
        isPartial = try row.value(start + 8)
        picture = try ShownPicture(row.value(start + 9), row, at: start + 10, pixelWidth: pixelWidth, blobs)
    }
}

extension Date {
    /// 0 stands for a time that is not known.
    init?(unixMilliseconds time: Int64?) {
        guard let time, time != 0 else { return nil }
        self.init(timeIntervalSince1970: Double(time) / 1_000)
    }
}
