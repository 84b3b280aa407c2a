/// Turns fields into bytes from which they could be read back: two different records never give the same bytes.
///
/// Each field is a tag, then 8 bytes big-endian (a number, or the length of what follows), then that many bytes.
struct ContentEncoder {
    private enum Tag: UInt8 {
        case absent, integer, real, text, blob, list, row
    }

    private(set) var bytes: [UInt8] = []
    /// Whether a text held U+0000, which SQLite's text functions take for the end.
    private(set) var sawZero = false

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        sawZero = false
    }

    /// Begins a row of `table`.
    mutating func beginRow(_ table: String) {
        append(.row, UInt64(table.utf8.count))
        bytes.append(contentsOf: table.utf8)
    }

    /// Begins `count` elements, each of as many fields as the kind of list always has.
    mutating func beginList(_ count: Int) { append(.list, UInt64(count)) }

    mutating func add(_ text: String) {
        append(.text, UInt64(text.utf8.count))
        let start = bytes.count
        bytes.append(contentsOf: text.utf8)
        if !sawZero { sawZero = bytes[start...].contains(0) }
    }

    mutating func add(_ number: Int64) { append(.integer, UInt64(bitPattern: number)) }

    mutating func add(_ text: String?) {
        if let text { add(text) } else { bytes.append(Tag.absent.rawValue) }
    }

    mutating func add(_ number: Int64?) {
        if let number { add(number) } else { bytes.append(Tag.absent.rawValue) }
    }

    mutating func add(_ number: Double?) {
        if let number = number.storable {
            append(.real, number.bitPattern)
        } else {
            bytes.append(Tag.absent.rawValue)
        }
    }

    mutating func add(_ digest: BlobDigest?) {
        guard let digest else {
            bytes.append(Tag.absent.rawValue)
            return
        }
        addBlob(digest.bytes)
    }

    mutating func addBlob(_ blob: [UInt8]) {
        append(.blob, UInt64(blob.count))
        bytes.append(contentsOf: blob)
    }

    private mutating func append(_ tag: Tag, _ number: UInt64) {
        bytes.append(tag.rawValue)
        for shift in stride(from: 56, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
        }
    }
}

extension Double? {
    /// The number as SQLite keeps it: NaN and the infinities are absent, and there is one zero.
    var storable: Double? {
        guard let self, self.isFinite else { return nil }
        return self == 0 ? 0 : self
    }
}
