internal import Glibc

extension ImageStructure {
    /// ITU-T T.81 annex B: markers, segments and entropy-coded data up to EOI.
    ///
    /// Bytes that belong to no segment are passed over, as decoders do. Scans inside an embedded preview do not count:
    /// its segment is stepped over whole.
    init(jpeg bytes: [UInt8]) {
        self.init()
        isPlain = true
        var at = 2
        while let marker = Self.nextMarker(in: bytes, from: &at) {
            // EXIF and XMP, IPTC, comments.
            if [0xE1, 0xED, 0xFE].contains(marker) { hasMetadata = true }
            if (0xE0...0xEF).contains(marker) || marker == 0xFE { segments += 1 }
            switch marker {
            case 0xD9:
                isComplete = true
                hasMetadata = hasMetadata || at < bytes.count
                return
            case 0x01, 0xD0...0xD8:
                continue
            case 0xC3, 0xC5...0xC7, 0xCB, 0xCD...0xCF:
                // Lossless and hierarchical processes.
                isSupported = false
            case 0xDA:
                scans += 1
            case 0xE1 where bytes.hasText("Exif", at: at + 2):
                isPlain = isPlain && Self.isUpright(exif: bytes, at: at + 8)
            case 0xE2 where bytes.hasText("ICC_PROFILE", at: at + 2):
                isPlain = false
            default:
                break
            }
            guard let length = bytes.bigEndian(at: at, bytes: 2), length >= 2 else { continue }
            at += length
        }
    }

    /// The width and the height in the first frame header; nil: there is none.
    static func size(jpeg bytes: [UInt8]) -> (width: Int?, height: Int?) {
        var at = 2
        while let marker = nextMarker(in: bytes, from: &at) {
            let isTable = [0xC4, 0xC8, 0xCC].contains(marker)
            if (0xC0...0xCF).contains(marker), !isTable {
                return (bytes.bigEndian(at: at + 5, bytes: 2), bytes.bigEndian(at: at + 3, bytes: 2))
            }
            if let length = bytes.bigEndian(at: at, bytes: 2), length >= 2 { at += length }
        }
        return (nil, nil)
    }

    /// The code of the next marker that is not stuffing or a restart; `at` then stands behind it.
    private static func nextMarker(in bytes: [UInt8], from at: inout Int) -> UInt8? {
        while at < bytes.count - 1 {
            guard bytes[at] == 0xFF else {
                at = firstMark(in: bytes, from: at)
                continue
            }
            let code = bytes[at + 1]
            if code == 0xFF {
                at += 1
            } else if code == 0x00 || (0xD0...0xD7).contains(code) {
                at += 2
            } else {
                at += 2
                return code
            }
        }
        return nil
    }

    /// Where the next byte 0xFF is; the end where there is none.
    ///
    /// - Parameter start: Lies within the bytes.
    private static func firstMark(in bytes: [UInt8], from start: Int) -> Int {
        unsafe bytes.withUnsafeBytes { buffer in
            // The C library looks at many bytes at once.
            guard let base = buffer.baseAddress,
                let found = unsafe memchr(base + start, 0xFF, buffer.count - start)
            else { return bytes.count }
            return unsafe UnsafeRawPointer(found) - base
        }
    }

    /// Whether EXIF data (TIFF 6.0 §2) with a readable first directory has no orientation, or the upright one.
    private static func isUpright(exif bytes: [UInt8], at start: Int) -> Bool {
        let isBig = bytes.hasText("MM", at: start)
        guard isBig || bytes.hasText("II", at: start) else { return false }
        func number(_ offset: Int, _ width: Int) -> Int? {
            isBig ? bytes.bigEndian(at: offset, bytes: width) : bytes.littleEndian(at: offset, bytes: width)
        }
        guard number(start + 2, 2) == 42, let offset = number(start + 4, 4), let count = number(start + offset, 2)
        else { return false }
        for entry in 0..<count {
            let at = start + offset + 2 + 12 * entry
            guard let tag = number(at, 2) else { return false }
            if tag == 0x0112 { return number(at + 2, 2) == 3 && number(at + 4, 4) == 1 && number(at + 8, 2) == 1 }
        }
        return true
    }
}
