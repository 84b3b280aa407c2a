/// What the containers' own lengths and markers say, found without decoding a pixel.
///
/// One pass over the bytes, no recursion, no allocation that depends on a number in the file.
struct ImageStructure: Equatable {
    /// The data goes on to the container's own end.
    var isComplete = false
    /// Frames counted by the container's blocks; nil where the container has no frames or the decoder counts better.
    var frames: Int?
    /// SOS markers of a JPEG.
    var scans = 0
    /// APPn and COM markers of a JPEG.
    var segments = 0
    /// The coding is one that the decoder knows.
    var isSupported = true
    /// A JPEG is upright as it is stored and has no colour profile.
    var isPlain = false
    /// A JPEG has segments that may say where or by whom it was made, or something behind its end.
    var hasMetadata = false

    init() {}

    init(_ format: ImageFormat, _ bytes: [UInt8]) {
        switch format {
        case .jpeg: self.init(jpeg: bytes)
        case .png: self.init(png: bytes)
        case .webp: self.init(webp: bytes)
        case .gif: self.init(gif: bytes)
        case .avif: self.init(avif: bytes)
        }
    }
}

extension [UInt8] {
    func bigEndian(at offset: Int, bytes width: Int) -> Int? {
        guard offset >= 0, width <= 8, offset <= count - width else { return nil }
        var value: UInt64 = 0
        for index in offset..<offset + width { value = value << 8 | UInt64(self[index]) }
        return Int(exactly: value)
    }

    func littleEndian(at offset: Int, bytes width: Int) -> Int? {
        guard offset >= 0, width <= 4, offset <= count - width else { return nil }
        var value = 0
        for index in stride(from: offset + width - 1, through: offset, by: -1) { value = value << 8 | Int(self[index]) }
        return value
    }

    func hasText(_ text: StaticString, at offset: Int) -> Bool {
        let length = text.utf8CodeUnitCount
        guard offset >= 0, offset <= count - length else { return false }
        return text.withUTF8Buffer { unsafe $0.elementsEqual(self[offset..<offset + length]) }
    }
}
