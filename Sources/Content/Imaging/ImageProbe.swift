/// What a header says about an image.
public struct ImageProbe: Sendable, Hashable {
    /// The format that the bytes are in.
    public let format: ImageFormat
    /// Width in pixels, after orientation.
    public let width: Int
    /// Height in pixels, after orientation.
    public let height: Int
    /// Frames of an animation; 1 for a still image.
    public let frames: Int
    /// Whether the file has an alpha channel or a transparent colour, used or not.
    public let hasAlpha: Bool
    /// EXIF orientation, 1 to 8; 1 when the file says nothing, and for AVIF, which turns itself.
    public let orientation: Int
    /// Whether the file carries an ICC profile.
    public let hasProfile: Bool
}
