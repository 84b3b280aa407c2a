internal import CZlib

extension ImageStructure {
    /// PNG (W3C PNG §5): chunks with lengths up to IEND.
    ///
    /// A checksum that does not hold, of a chunk that decoders cannot do without, is where the picture ends.
    init(png bytes: [UInt8]) {
        self.init()
        var at = 8
        while let length = bytes.bigEndian(at: at, bytes: 4) {
            guard at + 12 <= bytes.count, length <= bytes.count - at - 12 else { return }
            let isCritical = bytes[at + 4] & 0x20 == 0
            if isCritical, bytes.bigEndian(at: at + 8 + length, bytes: 4) != Self.crc(bytes[at + 4..<at + 8 + length]) {
                return
            }
            if bytes.hasText("IEND", at: at + 4) {
                isComplete = true
                return
            }
            at += 12 + length
        }
    }

    private static func crc(_ bytes: ArraySlice<UInt8>) -> Int {
        unsafe bytes.withUnsafeBufferPointer { unsafe Int(crc32_z(0, $0.baseAddress, $0.count)) }
    }

    /// WebP (RFC 9649 §2): one RIFF chunk with chunks inside; `ANMF` is a frame.
    init(webp bytes: [UInt8]) {
        self.init()
        guard let size = bytes.littleEndian(at: 4, bytes: 4) else { return }
        // The padding byte after an odd last chunk is left out by some writers.
        isComplete = size + 8 <= bytes.count + (size & 1)
        let end = min(size + 8, bytes.count)
        var at = 12
        var animationFrames = 0
        while at + 8 <= end, let length = bytes.littleEndian(at: at + 4, bytes: 4) {
            if length > bytes.count - at - 8 {
                isComplete = false
                break
            }
            if bytes.hasText("ANMF", at: at) { animationFrames += 1 }
            at += 8 + length + (length & 1)
        }
        frames = max(1, animationFrames)
    }

    /// AVIF (ISO/IEC 14496-12 §4.2): boxes at the top level, none of which may go beyond the end.
    init(avif bytes: [UInt8]) {
        self.init()
        var at = 0
        while at < bytes.count {
            guard var size = bytes.bigEndian(at: at, bytes: 4) else { return }
            if size == 0 { break }
            if size == 1 {
                guard let large = bytes.bigEndian(at: at + 8, bytes: 8) else { return }
                size = large
            }
            guard size >= 8, size <= bytes.count - at else { return }
            at += size
        }
        isComplete = true
    }
}
