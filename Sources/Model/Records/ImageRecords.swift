/// An original picture, after its download.
public struct ImageOriginal: Sendable, Hashable, Codable {
    /// Unique in the catalog.
    public var urn: String
    /// The absolute URL that was asked for, before redirects.
    public var url: String
    /// The name of its bytes in the cache.
    public var digest: Digest
    /// The length of the file in bytes.
    public var byteCount: Int
    /// The media type that the server gave; where the bytes are something else, theirs.
    public var contentType: String?

    /// A picture of so few pixels shows nothing: it is there to count readers, or in place of one that is missing.
    package static let tinyPixels = 256

    /// A picture; an empty media type counts as absent.
    public init(urn: String, url: String, digest: Digest, byteCount: Int, contentType: String? = nil) {
        self.urn = urn
        self.url = url
        self.digest = digest
        self.byteCount = byteCount
        self.contentType = contentType.nonEmpty
    }
}

/// What an original picture was found to be, and the smaller ones made of it.
public struct ImageDecoding: Sendable, Hashable, Codable {
    /// The picture's URN.
    public var urn: String
    /// The original that was decoded.
    public var digest: Digest
    /// What the bytes were found to be.
    public var format: String?
    /// The width in pixels as people see it, after EXIF orientation; 0 where the picture was rejected.
    public var width: Int
    /// The height in pixels as people see it, after EXIF orientation; 0 where the picture was rejected.
    public var height: Int
    /// 1, or more for an animation.
    public var frames: Int
    /// Whether any pixel may be transparent.
    public var hasAlpha: Bool
    /// A preview: ThumbHash in base64, at most 36 characters; nil where the picture was rejected.
    public var thumbHash: String?
    /// The colour that most of the picture has, as `#rrggbb`; nil where the picture was rejected.
    public var dominantColor: String?
    /// Width divided by height; nil where the picture was rejected.
    public var aspectRatio: Double? { width > 0 && height > 0 ? Double(width) / Double(height) : nil }
    /// The widths in pixels that variants were asked for, in rising order.
    public var widths: [Int]
    /// Smaller pictures, in rising order of their widths; the largest may be the original itself.
    public var variants: [ImageVariant]
    /// Why the picture cannot be shown; nil: it can.
    public var rejectCode: String?
    /// The same in a sentence.
    public var rejectMessage: String?
    /// The version of the decoder.
    public var readerVersion: Int

    /// What decoding found out; empty texts count as absent.
    public init(
        urn: String,
        digest: Digest,
        format: String? = nil,
        width: Int = 0,
        height: Int = 0,
        frames: Int = 0,
        hasAlpha: Bool = false,
        thumbHash: String? = nil,
        dominantColor: String? = nil,
        widths: [Int] = [],
        variants: [ImageVariant] = [],
        rejectCode: String? = nil,
        rejectMessage: String? = nil,
        readerVersion: Int
    ) {
        self.urn = urn
        self.digest = digest
        self.format = format.nonEmpty
        self.width = width
        self.height = height
        self.frames = frames
        self.hasAlpha = hasAlpha
        self.thumbHash = thumbHash.nonEmpty
        self.dominantColor = dominantColor.nonEmpty
        self.widths = widths
        self.variants = variants
        self.rejectCode = rejectCode.nonEmpty
        self.rejectMessage = rejectMessage.nonEmpty
        self.readerVersion = readerVersion
    }
}

/// A smaller picture made of an original.
public struct ImageVariant: Sendable, Hashable, Codable {
    /// The width in pixels, never enlarged.
    public var width: Int
    /// The height in pixels, never enlarged.
    public var height: Int
    /// The file format, such as `jpeg`.
    public var format: String
    /// The name of its bytes in the cache.
    public var digest: Digest
    /// The length of the file in bytes.
    public var byteCount: Int

    /// A variant.
    public init(width: Int, height: Int, format: String, digest: Digest, byteCount: Int) {
        self.width = width
        self.height = height
        self.format = format
        self.digest = digest
        self.byteCount = byteCount
    }
}

extension ImageOriginal: NamedRecord {
    package static let blank = ImageOriginal(urn: "", url: "", digest: .zero, byteCount: 0)

    package static let fields: [RecordField<ImageOriginal>] = [
        .text(2, "url", \.url, .url),
        .digest(3, "digest", \.digest),
        .count(4, "byteCount", \.byteCount, max: .max),
        .text(5, "contentType", \.contentType, .line),
    ]
}

extension ImageDecoding: NamedRecord {
    package static let blank = ImageDecoding(urn: "", digest: .zero, readerVersion: 0)

    package static let fields: [RecordField<ImageDecoding>] = [
        .digest(2, "digest", \.digest),
        .text(3, "format", \.format, .line),
        .count(4, "width", \.width),
        .count(5, "height", \.height),
        .count(6, "frames", \.frames),
        .flag(7, "hasAlpha", \.hasAlpha),
        .text(12, "thumbHash", \.thumbHash, .line).uncounted,
        .text(13, "dominantColor", \.dominantColor, .line).uncounted,
        .counts(14, "widths", \.widths, max: .variants),
        .text(9, "rejectCode", \.rejectCode, .line).uncounted,
        .text(10, "rejectMessage", \.rejectMessage, .line).uncounted,
        .count(11, "readerVersion", \.readerVersion),
        .list(8, "variants", table: "imageVariant", \.variants, max: .variants),
    ]
}

extension ImageVariant: FieldedRecord {
    package static let blank = ImageVariant(width: 0, height: 0, format: "", digest: .zero, byteCount: 0)

    package static let fields: [RecordField<ImageVariant>] = [
        .count(1, "width", \.width),
        .count(2, "height", \.height),
        .text(3, "format", \.format, .line),
        .digest(4, "digest", \.digest),
        .count(5, "byteCount", \.byteCount, max: .max),
    ]
}
