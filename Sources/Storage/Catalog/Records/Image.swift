/// An original picture, after its download.
public struct Image: Sendable, Hashable {
    /// Unique in the catalog.
    public var urn: String
    /// Where it was fetched.
    public var url: String
    /// The name of its bytes in the cache.
    public var digest: BlobDigest
    /// In bytes.
    public var byteCount: Int64
    /// The media type that the server gave.
    public var contentType: String?

    /// A picture; an empty media type counts as absent.
    public init(urn: String, url: String, digest: BlobDigest, byteCount: Int64, contentType: String? = nil) {
        self.urn = urn
        self.url = url
        self.digest = digest
        self.byteCount = byteCount
        self.contentType = contentType.nonEmpty
    }
}

/// An original picture, after its decoding.
public struct DecodedImage: Sendable, Hashable {
    /// The picture's URN.
    public var urn: String
    /// The original that was decoded.
    public var digest: BlobDigest
    /// What the bytes were found to be.
    public var format: String?
    /// In pixels, after orientation.
    public var width: Int64
    /// In pixels, after orientation.
    public var height: Int64
    /// 1, or more for an animation.
    public var frames: Int64
    /// Whether any pixel may be transparent.
    public var hasAlpha: Bool
    /// Smaller pictures made of it, in the decoder's order.
    public var variants: [ImageVariant]
    /// Why the picture cannot be shown; nil: it can.
    public var rejectCode: String?
    /// The same in a sentence.
    public var rejectMessage: String?
    /// The version of the decoder.
    public var readerVersion: Int64

    /// A decoded picture; empty texts count as absent.
    public init(
        urn: String,
        digest: BlobDigest,
        format: String? = nil,
        width: Int64 = 0,
        height: Int64 = 0,
        frames: Int64 = 0,
        hasAlpha: Bool = false,
        variants: [ImageVariant] = [],
        rejectCode: String? = nil,
        rejectMessage: String? = nil,
        readerVersion: Int64
    ) {
        self.urn = urn
        self.digest = digest
        self.format = format.nonEmpty
        self.width = width
        self.height = height
        self.frames = frames
        self.hasAlpha = hasAlpha
        self.variants = variants
        self.rejectCode = rejectCode.nonEmpty
        self.rejectMessage = rejectMessage.nonEmpty
        self.readerVersion = readerVersion
    }
}

/// A smaller picture made of an original.
public struct ImageVariant: Sendable, Hashable {
    /// In pixels.
    public var width: Int64
    /// In pixels.
    public var height: Int64
    /// The file format, such as `jpeg`.
    public var format: String
    /// The name of its bytes in the cache.
    public var digest: BlobDigest
    /// In bytes.
    public var byteCount: Int64

    /// A variant.
    public init(width: Int64, height: Int64, format: String, digest: BlobDigest, byteCount: Int64) {
        self.width = width
        self.height = height
        self.format = format
        self.digest = digest
        self.byteCount = byteCount
    }
}
