import Synchronization

/// The pictures of a site: a few drawn and encoded once, every served one made unique by its metadata segment.
///
/// A base picture takes 10 to 60 ms of one core in an optimised build, and 30 to 100 kB of memory from then on.
final class PictureLibrary: Sendable {
    private struct BaseKey: Hashable {
        let format: PictureFormat
        let motif: Int
    }

    private let seed: UInt64
    private let variety: Int
    private let bases = Mutex<[BaseKey: EncodedPicture]>([:])

    init(seed: UInt64, variety: Int) {
        self.seed = seed
        self.variety = variety
    }

    func picture(_ key: PictureKey) -> SampleSite.Picture {
        let format = key.format
        let base = base(of: key)
        return SampleSite.Picture(
            bytes: base.bytes(withComment: key.comment),
            mediaType: format.mediaType,
            width: base.width,
            height: base.height
        )
    }

    /// Identifies the bytes of a picture without making them.
    func fingerprint(_ key: PictureKey) -> UInt64 {
        Fingerprint.of("\(seed) \(variety) \(key.format.suffix) \(key.slot) \(key.comment)")
    }

    private func base(of key: PictureKey) -> EncodedPicture {
        let format = key.format
        let motifs = max(1, format.fullCount * variety / 48)
        let motif = Int(SeededGenerator.mix(UInt64(bitPattern: Int64(key.slot)) &+ 0xBA5E) % UInt64(motifs))
        let baseKey = BaseKey(format: format, motif: motif)
        if let known = bases.withLock({ $0[baseKey] }) {
            return known
        }
        // Two callers may draw the same picture at once; both get the same bytes.
        let made = Self.draw(format, motif: motif, seed: seed)
        bases.withLock { $0[baseKey] = made }
        return made
    }

    private static func draw(_ format: PictureFormat, motif: Int, seed: UInt64) -> EncodedPicture {
        let painter = Painter(seed: seed, motif: motif * 4 + format.rawValue)
        switch format {
        case .jpeg: return JPEGWriter.encode(painter.photo())
        case .png: return PNGWriter.encode(painter.poster())
        case .webp: return WebPWriter.encode(painter.poster())
        case .gif: return GIFWriter.encode(painter.poster())
        }
    }
}

/// An encoded picture with a place where a comment goes.
struct EncodedPicture: Sendable {
    let width: Int
    let height: Int
    /// The bytes before the comment segment.
    let head: [UInt8]
    /// The bytes after it.
    let tail: [UInt8]
    /// Wraps a comment as a segment of the format.
    let segment: @Sendable (String) -> [UInt8]
    /// Corrects the head for a segment of this many bytes.
    var patch: @Sendable (inout [UInt8], Int) -> Void = { _, _ in }

    func bytes(withComment comment: String) -> [UInt8] {
        let segment = segment(comment)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(head.count + segment.count + tail.count)
        bytes += head
        bytes += segment
        bytes += tail
        patch(&bytes, segment.count)
        return bytes
    }
}
