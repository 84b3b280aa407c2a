/// Why an image was refused or could not be processed.
package struct ImagingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The closed list of reasons; the raw value is what catalogs and metrics keep.
    package enum Code: String, Sendable, CaseIterable {
        /// There are no bytes.
        case empty
        /// The bytes are none of the allowed formats, or a coding of one that no browser shows.
        case unsupportedFormat = "unsupported-format"
        /// The data ends before the image does.
        case truncated
        /// The data is all there but does not decode.
        case corrupt
        /// Width times height, or one of them, is above the limit.
        case tooManyPixels = "too-many-pixels"
        /// A progressive JPEG has more scans than the limit.
        case tooManyScans = "too-many-scans"
        /// A JPEG has more segments of metadata than the limit.
        case tooManySegments = "too-many-segments"
        /// There are more bytes than the limit.
        case tooLarge = "too-large"
        /// An animation has more frames than the limit.
        case tooManyFrames = "too-many-frames"
        /// The decoding library did not start or could not write a variant.
        case `internal`
    }

    /// The reason.
    package let code: Code
    /// One sentence for people: the thing, the limit, the way out, and neither URL nor path.
    package let message: String

    /// Makes an error.
    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The code and the message.
    package var description: String { "\(code.rawValue): \(message)" }
}
