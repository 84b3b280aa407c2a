/// The formats of the site's pictures.
enum PictureFormat: String {
    case jpeg = "jpg"
    case png, webp, gif

    var mediaType: String { self == .jpeg ? "image/jpeg" : "image/" + rawValue }

    /// The file with a comment that decoders skip.
    ///
    /// - Parameter comment: At most 65,533 bytes of ASCII.
    func adding(_ comment: [UInt8], to file: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(file.count + comment.count + comment.count / 128 + 32)
        switch self {
        case .jpeg:  // ITU-T T.81, B.2.4.5: a COM segment, after the start marker.
            result += file[..<2] + [0xFF, 0xFE] + UInt16(comment.count + 2).bigEndianBytes
            result += comment
            result += file[2...]
        case .png:  // PNG, third edition, 11.3.3.2: a tEXt chunk, before the 12 bytes of IEND.
            let chunk = Array("tEXtComment\0".utf8) + comment
            result += file[..<(file.count - 12)] + UInt32(chunk.count - 4).bigEndianBytes
            result += chunk
            result += Zlib.crc32(chunk).bigEndianBytes + file[(file.count - 12)...]
        case .webp:  // RFC 9649, 2.7.1.6: a chunk of a type of our own, at the end. All lengths are even.
            result += file
            result += Array("note".utf8) + UInt32(comment.count).littleEndianBytes
            result += comment + [UInt8](repeating: 0, count: comment.count % 2)
            result.replaceSubrange(4..<8, with: UInt32(result.count - 8).littleEndianBytes)
        case .gif:  // GIF 89a, 24: a comment extension in blocks of at most 255 bytes, before the trailer's one byte.
            result += file.dropLast() + [0x21, 0xFE]
            for start in stride(from: 0, to: comment.count, by: 255) {
                let block = comment[start..<min(start + 255, comment.count)]
                result.append(UInt8(block.count))
                result += block
            }
            result += [0, 0x3B]
        }
        return result
    }
}

extension FixedWidthInteger {
    fileprivate var bigEndianBytes: [UInt8] { littleEndianBytes.reversed() }

    fileprivate var littleEndianBytes: [UInt8] {
        (0..<Self.bitWidth / 8).map { UInt8(truncatingIfNeeded: self >> Self($0 * 8)) }
    }
}
