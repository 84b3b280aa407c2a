extension ImageStructure {
    /// ITU-T T.81 annex B: markers, segments and entropy-coded data up to EOI.
    ///
    /// Bytes that belong to no segment are passed over, as decoders do. Scans inside an embedded preview do not count:
    /// its segment is stepped over whole.
    init(jpeg bytes: [UInt8]) {
        self.init()
        var at = 2
        while let marker = Self.nextMarker(in: bytes, from: &at) {
            switch marker {
            case 0xD9:
                isComplete = true
                return
            case 0x01, 0xD0...0xD8:
                continue
            case 0xC3, 0xC5...0xC7, 0xCB, 0xCD...0xCF:
                // Lossless and hierarchical processes.
                isSupported = false
            case 0xDA:
                scans += 1
            default:
                break
            }
            guard let length = bytes.bigEndian(at: at, bytes: 2), length >= 2 else { continue }
            at += length
        }
    }

    /// The code of the next marker that is not stuffing or a restart; `at` then stands behind it.
    private static func nextMarker(in bytes: [UInt8], from at: inout Int) -> UInt8? {
        while at < bytes.count - 1 {
            guard bytes[at] == 0xFF else {
                at += 1
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
}
