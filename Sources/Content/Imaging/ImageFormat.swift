/// The formats that are decoded; everything else is refused before a decoder sees it.
package enum ImageFormat: String, Sendable, CaseIterable {
    /// JPEG, baseline or progressive.
    case jpeg
    /// PNG; of an animated one the default image.
    case png
    /// WebP, lossy, lossless or animated.
    case webp
    /// GIF, still or animated.
    case gif
    /// AVIF; HEIC is not among the allowed brands.
    case avif

    package var mediaType: String { "image/\(rawValue)" }

    /// The format that the first bytes name, whatever a suffix or a content type says; nil for every other.
    package init?(magic bytes: [UInt8]) {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if bytes.hasText("RIFF", at: 0), bytes.hasText("WEBP", at: 8) {
            self = .webp
        } else if bytes.hasText("GIF87a", at: 0) || bytes.hasText("GIF89a", at: 0) {
            self = .gif
        } else if bytes.hasText("ftyp", at: 4) {
            // ISO/IEC 14496-12 §4.3: size, type, major brand, version, compatible brands.
            let size = bytes[0..<4].reduce(0) { $0 << 8 | Int($1) }
            let end = min(size, bytes.count, 256)
            var brands = [8]
            brands.append(contentsOf: stride(from: 16, through: max(16, end - 4), by: 4))
            guard
                brands.contains(where: {
                    $0 + 4 <= end && (bytes.hasText("avif", at: $0) || bytes.hasText("avis", at: $0))
                })
            else {
                return nil
            }
            self = .avif
        } else {
            return nil
        }
    }
}
