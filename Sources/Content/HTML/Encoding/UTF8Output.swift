/// UTF-8 in the making, of scalars that are valid whatever is appended.
struct UTF8Output {
    private(set) var bytes: [UInt8] = []

    init(capacity: Int) { bytes.reserveCapacity(capacity) }

    /// Appends a scalar; what is none, such as a surrogate, becomes U+FFFD.
    mutating func append(_ value: UInt32) {
        guard value >= 0x80 else { return bytes.append(UInt8(truncatingIfNeeded: value)) }
        let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
        for unit in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { bytes.append(unit) }
    }

    /// What cannot be decoded is replaced.
    mutating func append(orReplacement scalar: UInt32?) {
        if let scalar { append(scalar) } else { appendReplacement() }
    }

    mutating func append(ascii byte: UInt8) { bytes.append(byte) }

    mutating func appendReplacement() { bytes.append(contentsOf: [0xEF, 0xBF, 0xBD]) }
}
