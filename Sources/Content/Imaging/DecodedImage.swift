/// A colour in sRGB, 0 to 255 for each channel.
public struct ImageColor: Sendable, Hashable {
    /// Red.
    public let red: Double
    /// Green.
    public let green: Double
    /// Blue.
    public let blue: Double
}

/// Colours of an image, transparent parts laid on white.
public struct ImageColors: Sendable, Hashable {
    /// The mean of all.
    public let mean: ImageColor
    /// Those of cells (2,2), (61,2), (2,61) and (61,61) of a grid of 64 by 64 cells laid over the upright image.
    public let corners: [ImageColor]
}

/// One smaller copy of an image, without metadata and upright.
public struct ImageVariant: Sendable, Hashable {
    /// The width that was asked for.
    public let targetWidth: Int
    /// Width in pixels: the one asked for, or the image's where that is smaller.
    public let width: Int
    /// Height in pixels, in proportion, at least 1.
    public let height: Int
    /// `.jpeg`, or `.webp` where at least one pixel is not opaque.
    public let format: ImageFormat
    /// The encoded file: the same input bytes and width give the same bytes here.
    public let bytes: [UInt8]
}

/// An image whose first frame decoded from the first row to the last.
public struct DecodedImage: Sendable, Hashable {
    /// What the header says.
    public let probe: ImageProbe
    /// Its colours, where they were asked for.
    public let colors: ImageColors?
    /// One variant for each width asked for, in the order asked.
    public let variants: [ImageVariant]
}
