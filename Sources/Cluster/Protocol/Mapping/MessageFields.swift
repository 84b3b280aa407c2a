/// What a field of a serialized message holds.
enum FieldContent {
    /// A number of variable length.
    case varint(UInt64)
    /// Eight bytes, the lowest first.
    case fixed(UInt64)
    /// The place of a text, of bytes or of a message.
    case bytes(Range<Int>)
}

/// Walks over the fields of a serialized message (protocol buffers), or of a part of one.
///
/// - Throws: What `visit` throws; `malformed` where the bytes are no fields. Groups are in none of our messages.
func forEachField(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    _ visit: (_ number: UInt64, _ content: FieldContent) throws(ProtocolError) -> Void
) throws(ProtocolError) {
    let malformed = ProtocolError(.malformed, "A message is not made of fields")
    var at = range.lowerBound
    func varint() throws(ProtocolError) -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while shift < 64, at < range.upperBound {
            let byte = bytes[at]
            at += 1
            value |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return value }
            shift += 7
        }
        throw malformed
    }
    func fixed(_ count: Int) throws(ProtocolError) -> UInt64 {
        guard count <= range.upperBound - at else { throw malformed }
        defer { at += count }
        return (0..<count).reduce(0) { $0 | UInt64(bytes[at + $1]) << UInt64(8 * $1) }
    }
    while at < range.upperBound {
        let key = try varint()
        switch key & 7 {
        case 0: try visit(key >> 3, .varint(varint()))
        case 1: try visit(key >> 3, .fixed(fixed(8)))
        case 2:
            let length = try varint()
            guard length <= UInt64(range.upperBound - at) else { throw malformed }
            let content = at..<at + Int(length)
            at += Int(length)
            try visit(key >> 3, .bytes(content))
        case 5: try visit(key >> 3, .fixed(fixed(4)))
        default: throw malformed
        }
    }
}

struct FieldWriter {
    private(set) var bytes: [UInt8] = []

    private mutating func append(_ varint: UInt64) {
        var rest = varint
        while rest > 0x7F {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    mutating func write(_ number: Int, varint: UInt64) {
        append(UInt64(number) << 3)
        append(varint)
    }

    mutating func write(_ number: Int, _ double: Double) {
        append(UInt64(number) << 3 | 1)
        for shift in stride(from: 0, to: 64, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: double.bitPattern >> UInt64(shift)))
        }
    }

    mutating func write(_ number: Int, bytes content: some Collection<UInt8>) {
        append(UInt64(number) << 3 | 2)
        append(UInt64(content.count))
        bytes.append(contentsOf: content)
    }

    mutating func write(_ number: Int, message: (inout FieldWriter) -> Void) {
        var writer = FieldWriter()
        message(&writer)
        write(number, bytes: writer.bytes)
    }
}
