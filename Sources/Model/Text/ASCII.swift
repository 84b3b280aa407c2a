extension String {
    /// The text without ASCII white space and control characters at its ends.
    package var trimmedASCII: String {
        var bytes = utf8[...]
        while let first = bytes.first, first <= 0x20 || first == 0x7F { bytes = bytes.dropFirst() }
        while let last = bytes.last, last <= 0x20 || last == 0x7F { bytes = bytes.dropLast() }
        return String(Substring(bytes))
    }
}

extension BidirectionalCollection<UInt8> {
    /// Without white space and control characters (up to 0x20) at both ends.
    package var trimmedBlanks: SubSequence {
        var bytes = self[...]
        while let first = bytes.first, first <= 0x20 { bytes = bytes.dropFirst() }
        while let last = bytes.last, last <= 0x20 { bytes = bytes.dropLast() }
        return bytes
    }
}

extension UInt8 {
    /// The byte; an ASCII letter in lower case.
    @inlinable package var asciiLowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
    @inlinable package var isASCIILetter: Bool { (0x61...0x7A).contains(self | 0x20) }
    @inlinable package var isASCIIDigit: Bool { (0x30...0x39).contains(self) }

    /// RFC 3986 §2.3: letters, digits, `-`, `.`, `_` and `~`.
    package var isUnreserved: Bool {
        isASCIILetter || isASCIIDigit || self == 0x2D || self == 0x2E || self == 0x5F || self == 0x7E
    }

    /// The value of a hexadecimal digit in either case; nil for all else.
    package var hexDigit: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x41 + 10
        case 0x61...0x66: self - 0x61 + 10
        default: nil
        }
    }
}
