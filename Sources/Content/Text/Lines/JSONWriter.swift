/// Writes JSON in one pass over bytes.
struct JSONWriter {
    private var bytes: [UInt8] = []

    var text: String { String(decoding: bytes, as: UTF8.self) }

    mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }

    mutating func raw(_ slice: ArraySlice<UInt8>) { bytes.append(contentsOf: slice) }

    mutating func number(_ value: Int) { raw(String(value)) }

    /// At most two decimals, none where they are zero.
    mutating func decimal(_ value: Double) {
        let rounded = (value * 100).rounded() / 100
        raw(rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded))
    }

    mutating func list<Element>(_ elements: [Element], _ write: (inout JSONWriter, Element) -> Void) {
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(0x2C) }
            write(&self, element)
        }
    }

    mutating func string(_ value: String) { string(Array(value.utf8)[...]) }

    /// A string of valid UTF-8; control characters are escaped.
    mutating func string(_ value: ArraySlice<UInt8>) {
        let digits = Array("0123456789abcdef".utf8)
        bytes.append(0x22)
        for byte in value {
            switch byte {
            case 0x22, 0x5C: bytes.append(contentsOf: [0x5C, byte])
            case 0x0A: bytes.append(contentsOf: [0x5C, 0x6E])
            case 0x09: bytes.append(contentsOf: [0x5C, 0x74])
            case 0..<0x20:
                bytes.append(contentsOf: [0x5C, 0x75, 0x30, 0x30, digits[Int(byte >> 4)], digits[Int(byte & 15)]])
            default: bytes.append(byte)
            }
        }
        bytes.append(0x22)
    }
}
