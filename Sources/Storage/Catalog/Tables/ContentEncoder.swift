package import GRDB

/// Turns fields into bytes from which they could be read back: two different records never give the same bytes.
///
/// Each field is a tag, then 8 bytes big-endian (a number, or the length of what follows), then that many bytes.
package struct ContentEncoder {
    private enum Tag: UInt8 {
        case absent, integer, real, text, blob, list, row
    }

    package private(set) var bytes: [UInt8] = []

    package init() {}

    package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    /// Begins a row of `table`.
    package mutating func beginRow(_ table: String) {
        append(.row, UInt64(table.utf8.count))
        bytes.append(contentsOf: table.utf8)
    }

    /// Begins `count` elements, each of as many fields as the kind of list always has.
    package mutating func beginList(_ count: Int) { append(.list, UInt64(count)) }

    package mutating func add(_ value: DatabaseValue) {
        switch value.storage {
        case .null: bytes.append(Tag.absent.rawValue)
        case .int64(let number): append(.integer, UInt64(bitPattern: number))
        case .double(let number): append(.real, number.bitPattern)
        case .string(let text):
            append(.text, UInt64(text.utf8.count))
            bytes.append(contentsOf: text.utf8)
        case .blob(let blob):
            append(.blob, UInt64(blob.count))
            bytes.append(contentsOf: blob)
        }
    }

    private mutating func append(_ tag: Tag, _ number: UInt64) {
        bytes.append(tag.rawValue)
        for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
}
