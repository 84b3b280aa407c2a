internal import LarderHashing
internal import LarderModel

/// Writes the fields of a record one after the other; numbers highest byte first, texts and bytes after their length.
struct RecordWriter {
    private(set) var bytes: [UInt8]

    init(magic: String, version: UInt8) {
        bytes = Array(magic.utf8) + [version]
    }

    mutating func put<Number: FixedWidthInteger>(_ number: Number) {
        for shift in stride(from: Number.bitWidth - 8, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    mutating func put(_ content: [UInt8]) {
        put(UInt64(content.count))
        bytes += content
    }

    mutating func put(_ text: String) { put(Array(text.utf8)) }

    mutating func put(_ text: String?) {
        put(text == nil ? UInt8(0) : 1)
        if let text { put(text) }
    }

    /// Everything so far and the SHA-256 of it.
    func sealed() -> [UInt8] { bytes + Digest(of: bytes).bytes }
}

/// Reads what ``RecordWriter`` wrote.
///
/// Says `nil` to anything that is cut, longer than it says or changed, and never reads past the end.
struct RecordReader {
    private let bytes: ArraySlice<UInt8>
    private var position: Int

    /// The version that a file claims to have, if it starts with `magic`.
    static func version(_ file: [UInt8], magic: String) -> UInt8? {
        file.starts(with: magic.utf8) ? file.dropFirst(magic.utf8.count).first : nil
    }

    /// Checks the seal; the reader then stands behind magic and version.
    init?(_ file: [UInt8], magic: String) {
        let start = magic.utf8.count + 1
        guard file.count >= start + Digest.byteCount else { return nil }
        let end = file.count - Digest.byteCount
        guard Digest(of: Array(file[..<end])).bytes.elementsEqual(file[end...]) else { return nil }
        bytes = file[..<end]
        position = start
    }

    /// Whether everything has been read.
    var isAtEnd: Bool { position == bytes.endIndex }

    mutating func number<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) -> Number? {
        let count = Number.bitWidth / 8
        guard count <= bytes.endIndex - position else { return nil }
        var number: Number = 0
        for byte in bytes[position..<(position + count)] { number = number << 8 | Number(truncatingIfNeeded: byte) }
        position += count
        return number
    }

    mutating func content() -> [UInt8]? {
        guard let count = number(UInt64.self), count <= UInt64(bytes.endIndex - position) else { return nil }
        defer { position += Int(count) }
        return Array(bytes[position..<(position + Int(count))])
    }

    mutating func text() -> String? { content().flatMap { String(validating: $0, as: UTF8.self) } }

    /// The outer `nil` is a fault, the inner one a text that was not there.
    mutating func optionalText() -> String?? {
        switch number(UInt8.self) {
        case 0: .some(nil)
        case 1: text().map { .some($0) }
        default: nil
        }
    }
}
