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
    /// Chooses the format and the drawing.
    let slot: Int
    /// What it shows: a position in ``SampleSite/queries``, or nil for a landscape.
    let dish: Int?
    /// The revision of the bytes.
    let version: Int
    /// The seed of the site.
    let seed: UInt64

    private var drawings: Drawings { dish.map { Drawings.dishes[$0] } ?? Drawings.landscapes }

    /// 7 in 10 are JPEG, the others PNG, WebP or GIF, by what they show.
    var format: PictureFormat {
        let isUsual = SeededGenerator.mix(UInt64(bitPattern: Int64(slot)) &+ 0xF0) % 10 < 7
        return isUsual ? .jpeg : drawings.otherFormat
    }

    var fileName: String { name + "." + format.rawValue }

    /// What the comment in the file says; no two keys of a site have the same.
    var comment: String { "Sample Larder picture \(name), version \(version), seed \(seed)" }

    var picture: SampleSite.Picture {
        var generator = SeededGenerator(seed: seed, stream: .picture, index: slot)
        let format = format
        let file = format == .jpeg ? generator.pick(drawings.jpegs) : drawings.other
        return SampleSite.Picture(bytes: format.adding(Array(comment.utf8), to: file), mediaType: format.mediaType)
    }
}
