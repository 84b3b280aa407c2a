/// What an image may cost before it is refused.
package struct ImageLimits: Sendable, Hashable {
    /// Bytes of the file; default 30,000,000.
    package var maxBytes: Int
    /// Width times height of one frame; default 50,000,000.
    package var maxPixels: Int
    /// Width and height each; default and maximum 65,500, more than which no JPEG can have.
    package var maxSide: Int
    /// Scans of a JPEG, each of which may cost a pass over all pixels; default 100.
    package var maxScans: Int
    /// Frames of an animation, of which only the first is decoded; default 100,000.
    package var maxFrames: Int

    /// Makes limits; every argument has its default.
    package init(
        maxBytes: Int = 30_000_000,
        maxPixels: Int = 50_000_000,
        maxSide: Int = 65_500,
        maxScans: Int = 100,
        maxFrames: Int = 100_000
    ) {
        self.maxBytes = maxBytes
        self.maxPixels = maxPixels
        self.maxSide = min(maxSide, 65_500)
        self.maxScans = maxScans
        self.maxFrames = maxFrames
    }
}
