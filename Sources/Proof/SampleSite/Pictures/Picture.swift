extension SampleSite {
    /// A picture as the site serves it.
    public struct Picture: Sendable, Equatable {
        /// The encoded file.
        public let bytes: [UInt8]
        /// Such as `image/jpeg`.
        public let mediaType: String
        /// Width in pixels.
        public let width: Int
        /// Height in pixels.
        public let height: Int
    }
}

/// The formats of the site's pictures.
enum PictureFormat: Int, CaseIterable {
    case jpeg, png, webp, gif

    var suffix: String {
        switch self {
        case .jpeg: "jpg"
        case .png: "png"
        case .webp: "webp"
        case .gif: "gif"
        }
    }

    var mediaType: String { self == .jpeg ? "image/jpeg" : "image/" + suffix }

    /// How many base pictures of this format a full set of 48 has.
    var fullCount: Int {
        switch self {
        case .jpeg: 32
        case .png: 8
        case .webp: 4
        case .gif: 4
        }
    }
}

/// Names one picture of a site.
struct PictureKey: Hashable {
    /// The file name without its suffix.
    let name: String
    /// Chooses format and base picture.
    let slot: Int
    /// The revision of the bytes.
    let version: Int

    /// 7 in 10 are JPEG, the others PNG, WebP and GIF by turns.
    var format: PictureFormat {
        switch SeededGenerator.mix(UInt64(bitPattern: Int64(slot)) &+ 0xF0) % 10 {
        case 7: .png
        case 8: .webp
        case 9: .gif
        default: .jpeg
        }
    }

    var fileName: String { name + "." + format.suffix }

    /// What the metadata segment of this picture says.
    var comment: String { "Sample Larder picture \(name), version \(version), drawn by a program" }
}
