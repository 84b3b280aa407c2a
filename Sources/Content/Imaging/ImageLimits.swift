/// What an image may cost before it is refused.
package struct ImageLimits: Sendable, Hashable {
    /// Bytes of the file.
    package var maxBytes = 30_000_000
    /// Width times height of one frame.
    package var maxPixels = 50_000_000
    /// Width and height each; 65,500: no JPEG can have more.
    package var maxSide = 65_500
    /// Scans of a JPEG; each may cost a pass over all pixels.
    package var maxScans = 100
    /// Segments of a JPEG with EXIF data, profiles or comments; the decoder's time grows with their square.
    package var maxSegments = 2_000
    /// Frames of an animation; only the first is decoded.
    package var maxFrames = 100_000

    package init() {}
}
