/// A colour in sRGB, 0 to 255 for each channel.
package struct ImageColor: Sendable, Hashable {
    /// Red.
    package let red: Double
    /// Green.
    package let green: Double
    /// Blue.
    package let blue: Double
}

/// Colours of an image, transparent parts laid on white.
package struct ImageColors: Sendable, Hashable {
    /// The mean of all.
    package let mean: ImageColor
    /// Those of cells (2,2), (61,2), (2,61) and (61,61) of a grid of 64 by 64 cells laid over the upright image.
    package let corners: [ImageColor]
}

/// A copy of an image, no larger than it, without metadata and upright.
package struct EncodedImage: Sendable, Hashable {
    /// The width that was asked for.
    package let targetWidth: Int
    /// Width in pixels: the one asked for, or the image's where that is smaller.
    package let width: Int
    /// Height in pixels, in proportion, at least 1.
    package let height: Int
    /// `.jpeg`, or `.webp` where at least one pixel is not opaque.
    package let format: ImageFormat
    /// The file: the same input bytes and width give the same bytes here.
    package let bytes: [UInt8]
    /// The file is the original as it is, which needs no smaller copy.
    package let isOriginal: Bool
}

/// An image whose first frame decoded from the first row to the last.
package struct DecodedImage: Sendable, Hashable {
    /// What the header says.
    package let probe: ImageProbe
    /// Whether a JPEG's data is incomplete, so that a part of the picture may be grey.
    ///
    /// Always false for JPEGs that libvips decodes, such as those with a profile.
    package let endsEarly: Bool
    /// Its colours, where they were asked for.
    package let colors: ImageColors?
    /// What an app can show before a file is read.
    package let preview: ImagePreview
    /// One variant for each width asked for, in the order asked.
    package let variants: [EncodedImage]
}
