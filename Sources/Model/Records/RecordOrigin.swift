/// The kind of answer that describes an item; an item's row is made of at most one record of each.
public enum RecordOrigin: String, Sendable, CaseIterable, Codable {
    /// A list or a search that names the item; more is to come.
    case list
    /// The source's own record of the item.
    case record
    /// The item's web page.
    case page
}

/// What a field of an item was read from.
public enum FieldOrigin: String, Sendable, CaseIterable, Codable {
    /// A list or a search of the source.
    case list
    /// The source's own record of the item.
    case api
    /// JSON-LD in the item's page.
    case jsonLD = "json-ld"
    /// Microdata of schema.org in the item's page.
    case microdata
    /// RDFa of schema.org in the item's page.
    case rdfa
    /// Microdata of data-vocabulary.org in the item's page.
    case dataVocabulary = "data-vocabulary"
    /// The microformat h-recipe, or its older form hrecipe, in the item's page.
    case hRecipe = "h-recipe"
    /// `meta` and `link` elements of the item's page.
    case meta
    /// The headings, lists and paragraphs that the item's page shows.
    case page
}

/// Which origin each field of a record came from, by the name of its column or list.
public typealias FieldOrigins = [String: FieldOrigin]

/// A picture of an item.
public struct ItemPicture: Sendable, Hashable, Codable {
    /// Its address, absolute.
    public var url: String
    /// The URN of the row in `image`, which may come later or never; nil where pictures are not fetched.
    public var imageURN: String?

    /// A picture; an empty URN counts as absent.
    public init(url: String, imageURN: String? = nil) {
        self.url = url
        self.imageURN = imageURN.nonEmpty
    }
}

extension ItemPicture: FieldedRecord {
    package static let blank = ItemPicture(url: "")

    package static let fields: [RecordField<ItemPicture>] = [
        .text(1, "url", \.url, .url).inTemplates,
        .text(2, "imageURN", \.imageURN, .name),
    ]
}
