extension ImageStructure {
    /// GIF89a §§17–27: screen descriptor, colour table, then extensions and images made of sub-blocks.
    ///
    /// The trailer may be missing when the data ends on a block's border behind an image: nothing of the picture is
    /// lost.
    init(gif bytes: [UInt8]) {
        self.init()
        var images = 0
        defer { frames = max(1, images) }
        guard bytes.count >= 13 else { return }
        var at = 13 + Self.colorTableBytes(bytes[10])
        while at < bytes.count {
            let isImage = bytes[at] == 0x2C
            switch bytes[at] {
            case 0x21:
                at += 2
            case 0x2C:
                guard at + 10 < bytes.count else { return }
                at += 11 + Self.colorTableBytes(bytes[at + 9])
            case 0x00:
                at += 1
                continue
            default:
                // The trailer 0x3B, or garbage, at which every decoder stops too.
                isComplete = images > 0
                return
            }
            guard Self.skipSubBlocks(in: bytes, from: &at) else { return }
            if isImage { images += 1 }
        }
        isComplete = images > 0 && at == bytes.count
    }

    private static func colorTableBytes(_ packed: UInt8) -> Int {
        packed & 0x80 == 0 ? 0 : 3 << (Int(packed & 7) + 1)
    }

    private static func skipSubBlocks(in bytes: [UInt8], from at: inout Int) -> Bool {
        while at < bytes.count {
            let length = Int(bytes[at])
            at += 1 + length
            if length == 0 { return true }
        }
        return false
    }
}
