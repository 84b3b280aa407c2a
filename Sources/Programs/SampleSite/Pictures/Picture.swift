internal import LarderModel

extension SampleSite {
    /// A picture as the site serves it.
    package struct Picture: Sendable, Equatable {
        /// The encoded file.
        package let bytes: [UInt8]
        /// Such as `image/jpeg`.
        package let mediaType: String
    }
}

/// Names one picture of a site; its bytes follow from this alone.
struct PictureKey {
    /// The file name without its suffix.
    let name: String
    /// Chooses the format, the drawing and the size.
    let slot: Int
    /// The revision of the bytes.
    let version: Int
    /// The seed of the site.
    let seed: UInt64

    /// 7 in 10 are JPEG, the others PNG, WebP and GIF by turns.
    var format: PictureFormat {
        switch SeededGenerator.mix(UInt64(bitPattern: Int64(slot)) &+ 0xF0) % 10 {
        case 7: .png
        case 8: .webp
        case 9: .gif
        default: .jpeg
        }
    }

    var fileName: String { name + "." + format.rawValue }

    /// What the comment in the file says; no two keys of a site have the same.
    var comment: String { "Sample Larder picture \(name), version \(version), seed \(seed)" }

    var picture: SampleSite.Picture {
        var generator = SeededGenerator(seed: seed, stream: .picture, index: slot)
        let file = PictureFormat.files[format].map { generator.pick($0) } ?? []
        return SampleSite.Picture(bytes: format.adding(Array(comment.utf8), to: file), mediaType: format.mediaType)
    }
}
