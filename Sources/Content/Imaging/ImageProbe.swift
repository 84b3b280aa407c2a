/// What a header says about an image.
package struct ImageProbe: Sendable, Hashable {
    /// The format that the bytes are in.
    package let format: ImageFormat
    /// Width in pixels, after orientation.
    package let width: Int
    /// Height in pixels, after orientation.
    package let height: Int
    /// Frames of an animation; 1 for a still image.
    package let frames: Int
    /// Whether the file has an alpha channel or a transparent colour, used or not.
    package let hasAlpha: Bool
    /// EXIF orientation, 1 to 8; 1 when the file says nothing, and for AVIF, which turns itself.
    package let orientation: Int
    /// Whether the file carries an ICC profile.
    package let hasProfile: Bool
}
