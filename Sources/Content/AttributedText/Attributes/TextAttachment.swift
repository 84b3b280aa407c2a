/// What an U+FFFC in the text stands for.
public struct TextAttachment: Sendable, Hashable {
    /// The kind of thing.
    public enum Kind: String, Sendable {
        /// `img`, or `object` with data of an image type.
        case image
        /// `video`.
        case video
        /// `audio`.
        case audio
        /// `iframe`.
        case frame
    }

    /// The kind of thing.
    public let kind: Kind
    /// The absolute URL; the reference as written where it cannot be resolved; never empty.
    public let url: String
    /// The `alt` attribute, or `title` where there is none.
    public let alternative: String?
    /// The `width` attribute in pixels, if it is a number.
    public let width: Int?
    /// The `height` attribute in pixels, if it is a number.
    public let height: Int?
    /// The `srcset` attribute as written.
    public let candidates: String?

    package init(
        kind: Kind,
        url: String,
        alternative: String? = nil,
        width: Int? = nil,
        height: Int? = nil,
        candidates: String? = nil
    ) {
        self.kind = kind
        self.url = url
        self.alternative = alternative
        self.width = width
        self.height = height
        self.candidates = candidates
    }
}
