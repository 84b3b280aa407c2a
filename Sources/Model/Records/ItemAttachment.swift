/// A file that belongs to an item; its address is kept, the file itself is not downloaded.
public struct ItemAttachment: Sendable, Hashable, Codable {
    /// Its address, absolute.
    public var url: String
    /// The media type that the source states, such as `audio/mpeg`.
    public var mediaType: String?
    /// The size in bytes that the source states.
    public var byteCount: Int?
    /// A name of its own.
    public var title: String?

    /// An attachment; an empty type or title counts as absent.
    public init(url: String, mediaType: String? = nil, byteCount: Int? = nil, title: String? = nil) {
        self.url = url
        self.mediaType = mediaType.nonEmpty
        self.byteCount = byteCount
        self.title = title.nonEmpty
    }
}

extension ItemAttachment: FieldedRecord {
    package static let blank = ItemAttachment(url: "")

    package static let fields: [RecordField<ItemAttachment>] = [
        .text(1, "url", \.url, .url), .text(2, "mediaType", \.mediaType, .line),
        .count(3, "byteCount", \.byteCount, max: .max), .text(4, "title", \.title, .line),
    ]
}
